"""`rosetta search`: the search without a browser."""

from __future__ import annotations

import json

import click

from app.cli.options import with_settings
from app.search.request import SearchRequest
from app.search.service import search as find
from app.services import Services
from app.settings import Settings
from ingest.model import Hit, Ruling


@click.command()
@click.argument("query")
@click.option("--json", "as_json", is_flag=True, help="Give what /api/v1/search gives.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 100))
@with_settings
def search(settings: Settings, query: str, as_json: bool, limit: int) -> None:
    """Search the rulings, in any language and across languages."""
    if as_json:
        click.echo(json.dumps(_api(settings, query, limit), ensure_ascii=False))
        return
    page = find(Services(settings).current(), SearchRequest(q=query, per_page=limit))
    for notice in page.notices:
        click.echo(f"note: {notice.code.replace('-', ' ')} {notice.detail}".rstrip(), err=True)
    click.echo(f"{page.total} found")
    for hit in page.hits:
        click.echo("")
        _show(hit)


def _api(settings: Settings, query: str, limit: int) -> object:
    """The very answer of the web API, so that the two never differ."""
    from app import create_app

    client = create_app(settings=settings).test_client()
    return client.get("/api/v1/search", query_string={"q": query, "per_page": limit}).get_json()


def _show(hit: Hit) -> None:
    newest = hit.rulings[0]
    day = newest.date.isoformat() if newest.date else "no date"
    why = ", ".join(reason.detail for reason in hit.reasons[:8])
    click.echo(f"{hit.id}  {day}  {_cards(newest)}  [{why}]")
    seen = set()
    for ruling in hit.rulings:
        for text in ruling.texts:
            if text.lang not in seen:
                seen.add(text.lang)
                click.echo(f"  {text.lang} ({text.origin}): {' '.join(text.body.split())}")


def _cards(ruling: Ruling) -> str:
    return ", ".join(link.target for link in ruling.links if link.kind == "card" and link.role == "subject") or "-"
