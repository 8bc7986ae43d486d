"""The pages. To add one: a module with a context and a view, and its line in `PAGES`."""

from __future__ import annotations

from flask import Flask
from werkzeug.exceptions import HTTPException, InternalServerError

from app import i18n
from app.pages import (
    about,
    cards,
    compare,
    concordance,
    coverage,
    errors,
    glossary,
    mechanics,
    neighbours,
    offline,
    quality,
    ruling,
    search,
)
from app.pages.assets import keep
from app.pages.serve import PATHS, handler
from app.pages.view import Page
from ingest.errors import RosettaError
from ingest.paths import resource_dir

PAGES = (
    Page("/", "home", search.home),
    Page("/search", "search", search.search),
    Page("/rulings/<id>", "ruling", ruling.ruling),
    Page("/cards", "cards", cards.cards),
    Page("/cards/<id>", "card", cards.card),
    Page("/mechanics", "mechanics", mechanics.mechanics),
    Page("/mechanics/<id>", "mechanic", mechanics.mechanic),
    Page("/compare", "compare", compare.compare),
    Page("/concordance", "concordance", concordance.concordance_page),
    Page("/coverage", "coverage", coverage.coverage_page),
    Page("/quality", "quality", quality.quality),
    Page("/glossary", "glossary", glossary.glossary),
    Page("/help", "help", about.help_page),
    Page("/api", "api-page", about.api_page),
    Page("/offline", "offline", offline.offline),
)
"""Every page, under its path without language."""


def register(app: Flask) -> None:
    """Gives the app its pages, each under every interface language and without one."""
    app.extensions.setdefault("rosetta-words", i18n.load(resource_dir("data") / "messages"))
    # Indented tags leave nothing on the page: a long list is shorter for it.
    app.jinja_env.lstrip_blocks = True
    ui = f"/<any({', '.join(PATHS)}):ui>"
    for page in PAGES:
        view = handler(page)
        for rule, name in ((page.rule, page.name), (ui + page.rule, f"{page.name}-in")):
            app.add_url_rule(rule, f"pages.{name}", view, strict_slashes=False)
    neighbours.register(app)
    app.after_request(keep)
    app.register_error_handler(HTTPException, errors.from_http)
    app.register_error_handler(InternalServerError, errors.crashed)
    app.register_error_handler(RosettaError, errors.not_ready)
