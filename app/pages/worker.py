"""The service worker: the module with the list of what it keeps written above it."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from flask import Response, current_app, url_for

from app.http.snapshot import knowledge
from app.pages.assets import asset
from app.present import urls

STYLES = ("base.css", "parts.css", "print.css")
"""The style sheets of every page: in itself for whoever arrives, linked for whoever walks on."""

MODULES = ("language.js", "copy.js", "wide.js", "search.js", "keyboard.js", "offline.js")
"""The modules of every page, each small and alone, so that none waits for another."""

PACK = ("pack.js", "pack-fold.js", "pack-base.js", "pack-search.js", "pack-worker.js", "pack-show.js", "pack-page.js")
"""What searches the offline pack; these import each other by name, so their URLs bear no stamp."""


def script() -> Response:
    """The worker; it is another one whenever a file of the shell is."""
    shell = [asset(name) for name in (*STYLES, *MODULES, "icon.svg")]
    shell += [url_for("static", filename=name) for name in PACK]
    shell += [urls.Urls(prefix).at("/offline") for prefix in urls.PREFIXES.values()]
    code = (Path(current_app.static_folder or "") / "worker.js").read_text("utf-8")
    stamps = (code, knowledge().snapshot, *shell, *map(asset, PACK))
    version = sha256("".join(stamps).encode()).hexdigest()[:10]
    head = f"const VERSION = {json.dumps(version)};\nconst SHELL = {json.dumps(shell)};\n"
    response = Response(head + code, mimetype="text/javascript")
    response.cache_control.no_cache = True
    return response
