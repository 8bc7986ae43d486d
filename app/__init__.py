"""Rosetta Rulings on the web: `create_app` wires the rooms together, nothing more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from app.settings import Settings

__all__ = ["create_app"]


def create_app(home: Path | str | None = None, settings: Settings | None = None) -> Flask:
    """The WSGI application over the snapshots in `home` (by default those of the settings)."""
    # Imported here: the command and the search must not pay for the web to start.
    from flask import Flask

    from app import api, http, pages
    from app.http import limits
    from app.services import services_over
    from app.settings import Settings
    from ingest.paths import resource_dir

    settings = settings or Settings.from_environment(home=Path(home) if home else None)
    app = Flask(__name__, template_folder=str(resource_dir("templates")), static_folder="static")
    app.extensions["rosetta"] = services_over(settings)
    http.register(app)
    limits.register(app, settings)
    api.register(app)
    pages.register(app)
    return app
