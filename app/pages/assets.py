"""URLs of the style sheets and modules, stamped with their content so that they can be kept."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Response, current_app, request, url_for
from markupsafe import Markup

KEPT = 365 * 24 * 3600


def asset(name: str) -> str:
    """The URL of a static file, stamped so that a changed file has another URL."""
    return url_for("static", filename=name, v=_stamp(Path(current_app.static_folder or ""), name))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Style sheets to write into a page, and their hash as a policy names it."""

    text: Markup
    hash: str


def sheet(*names: str) -> Sheet:
    """The style sheets as one: a first visit is painted a whole turn of the network earlier."""
    return _sheet(Path(current_app.static_folder or ""), names)


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


@lru_cache(maxsize=4)
def _sheet(folder: Path, names: tuple[str, ...]) -> Sheet:
    text = "".join((folder / name).read_text("utf-8") for name in names)
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return Sheet(Markup(text), f"sha256-{digest}")  # noqa: S704 - our own file
