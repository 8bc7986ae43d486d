"""`rosetta search`: the search without a browser."""

from __future__ import annotations

import json
import os

import click

from app.cli.options import with_settings
from app.search.request import SearchRequest
from app.search.service import search as find
from app.services import Services
from app.settings import Settings
from ingest.model import Hit, Ruling


class _Search(click.Command):
    """A command whose words may begin with a minus, as `-plot` does: only its own options are options."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options, words = self._told_apart(ctx, args)
        try:
            return super().parse_args(ctx, [*options, "--", *words] if words else options)
        except click.NoSuchOption as error:
            said = f"no such option {error.option_name}; what begins with two minus signs goes after a lone --"
            raise click.UsageError(said, ctx) from error

    def _told_apart(self, ctx: click.Context, args: list[str]) -> tuple[list[str], list[str]]:
        """The options with their values, and all the other words."""
        own = {name: option for option in self.get_params(ctx) for name in option.opts if name.startswith("-")}
        options: list[str] = []
        words: list[str] = []
        left = iter(args)
        for word in left:
            if word == "--":
                words += left
            elif word in own or word.startswith("--"):
                options.append(word)
                takes_value = word in own and not getattr(own[word], "is_flag", False)
                options += [value for value in [next(left, None)] if value is not None] if takes_value else []
            else:
                words.append(word)
        return options, words


@click.command(cls=_Search)
@click.argument("words", nargs=-1, required=True, metavar="QUERY")
@click.option("--json", "as_json", is_flag=True, help="Give what /api/v1/search gives.")
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 100))
@with_settings
def search(settings: Settings, words: tuple[str, ...], as_json: bool, limit: int) -> None:
    """Search the rulings, in any language and across languages.

    A word with a minus in front is one that must not be there; after a lone --
    everything is QUERY.
    """
    # Bytes that are no text in this terminal's encoding are taken for UTF-8, the rest of the word is kept.
    query = os.fsencode(" ".join(words)).decode("utf-8", "replace")
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
    told = (f"{one.detail} for {one.asked}" if one.asked else one.detail for one in hit.reasons[:8])
    why = ", ".join(told)
    part = " (part of what was asked)" if hit.partial else ""
    click.echo(f"{hit.id}  {day}  {_cards(newest)}  [{why}]{part}")
    seen = set()
    for ruling in hit.rulings:
        for text in ruling.texts:
            if text.lang not in seen:
                seen.add(text.lang)
                click.echo(f"  {text.lang} ({text.origin}): {' '.join(text.body.split())}")


def _cards(ruling: Ruling) -> str:
    return ", ".join(link.target for link in ruling.links if link.kind == "card" and link.role == "subject") or "-"
