"""Files that browsers and crawlers look for beside the pages."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import Flask, Response, current_app, render_template, send_from_directory
from werkzeug.exceptions import NotFound

from app.http.snapshot import knowledge
from app.pages import pack, worker
from app.pages.assets import asset
from app.pages.serve import bare
from app.present import urls

IN_A_MAP = 10_000
"""URLs of one sitemap; each stands there once for every interface language."""

COLOUR = "#1b4f82"
PAPER = "#fbfaf7"


def register(app: Flask) -> None:
    """Gives the app these files; none of them varies by visitor."""
    routes: dict[str, Callable[..., Response]] = {
        "/favicon.ico": icon,
        "/robots.txt": robots,
        "/sitemap.xml": sitemaps,
        "/sitemap-<int:n>.xml": sitemap,
        "/sw.js": worker.script,
        "/offline/pack.json": pack.listed,
        "/offline/<name>": pack.part,
    }
    for rule, view in routes.items():
        app.add_url_rule(rule, f"neighbours.{view.__name__}", view)
    for prefix in urls.PREFIXES.values():
        ui = prefix.lstrip("/")
        for name, view in (("opensearch.xml", opensearch), ("app.webmanifest", manifest)):
            app.add_url_rule(f"{prefix}/{name}", f"neighbours.{name}.{ui}", view, defaults={"ui": ui})


def icon() -> Response:
    """The icon, for those who ask without reading the page."""
    return send_from_directory(current_app.static_folder or "", "icon.svg")


def robots() -> Response:
    """What crawlers are asked to leave alone, and where the map is."""
    ask = bare("en")
    lines = ["User-agent: *", "Disallow: /api/", f"Sitemap: {ask.absolute('/sitemap.xml')}", ""]
    return Response("\n".join(lines), mimetype="text/plain")


def opensearch(ui: str) -> Response:
    """The description by which a browser takes the search up among its own."""
    ask = bare(ui)
    parts = {"ask": ask, "t": ask.words, "icon": ask.absolute(asset("icon.svg"))}
    return _xml(render_template("opensearch.xml", **parts), "application/opensearchdescription+xml")


def manifest(ui: str) -> Response:
    """What a phone needs to install the pages as an app."""
    ask = bare(ui)
    members = {
        "name": ask.words.plain("site.name"),
        "short_name": "Rosetta",
        "description": ask.words.plain("site.description"),
        "lang": ask.words.lang,
        "start_url": ask.urls.home(),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": COLOUR,
        "icons": [
            {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": asset("icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": asset("icon-512.png"), "sizes": "512x512", "type": "image/png"},
        ],
    }
    body = json.dumps(members, ensure_ascii=False)
    return Response(body, mimetype="application/manifest+json")


def sitemaps() -> Response:
    """The index of the maps, as many as there must be."""
    ask, store = bare("en"), knowledge().store
    total = store.count_rulings() + store.count_cards() + len(store.mechanics()) + len(_FIXED)
    maps = [ask.absolute(f"/sitemap-{n}.xml") for n in range(1, -(-total // IN_A_MAP) + 1)]
    return _xml(render_template("sitemaps.xml", maps=maps))


def sitemap(n: int) -> Response:
    """One map: every page of its stretch with its other languages."""
    ask = bare("en")
    start = (n - 1) * IN_A_MAP
    paths = _paths(start, start + IN_A_MAP) if n > 0 else []
    if not paths:
        raise NotFound()
    rows = [(ask.absolute(path), {lang: ask.absolute(_in(lang, path)) for lang in urls.PREFIXES}) for path in paths]
    return _xml(render_template("sitemap.xml", rows=rows))


_FIXED = ("/", "/cards", "/mechanics", "/glossary", "/compare", "/quality", "/help", "/api", "/offline")


def _paths(start: int, end: int) -> list[str]:
    store, plain = knowledge().store, urls.Urls()
    heads = [*_FIXED, *(plain.mechanic(term.id) for term, _ in store.mechanics())]
    cards = store.count_cards()
    found = heads[start:end]
    first = max(start - len(heads), 0)
    found += [plain.card(card.id) for card, _ in store.cards(first, end - start - len(found))]
    first = max(start - len(heads) - cards, 0)
    rulings = store.list_rulings(first, end - start - len(found))
    return found + [plain.ruling(ruling.id) for ruling in rulings]


def _in(lang: str, path: str) -> str:
    return urls.Urls(urls.PREFIXES[lang]).at(path)


def _xml(body: str, mimetype: str = "application/xml") -> Response:
    return Response(body, mimetype=mimetype)
