"""URLs of the style sheets and modules, stamped with their content so that they can be kept."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Response, current_app, request, url_for

KEPT = 365 * 24 * 3600


def asset(name: str) -> str:
    """The URL of a static file, stamped so that a changed file has another URL."""
    return url_for("static", filename=name, v=_stamp(Path(current_app.static_folder or ""), name))


def keep(response: Response) -> Response:
    """The response, told how long a browser may keep it where it is a stamped static file."""
    if request.endpoint == "static" and "v" in request.args:
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.max_age = KEPT
        response.cache_control.immutable = True
    return response


@lru_cache(maxsize=64)
def _stamp(folder: Path, name: str) -> str:
    return sha256((folder / name).read_bytes()).hexdigest()[:10]
