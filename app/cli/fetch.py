"""`rosetta fetch`: brings what feeds publish, for the next build."""

from __future__ import annotations

import sys
import time

import click

from app.cli.build import source_set
from app.cli.options import with_settings
from app.settings import Settings
from ingest import collect
from ingest.errors import RosettaError
from ingest.feeds.fetch import FOLDER, Fetched
from ingest.feeds.fetch import fetch as fetch_files
from ingest.feeds.published import ADDRESSES, CARDS


@click.command()
@click.argument("feed", type=click.Choice(sorted(ADDRESSES)))
@click.option(
    "--cards",
    type=click.Choice(CARDS),
    help="Scryfall's file of cards: each card once, or every printing in every language (gigabytes). "
    "What was fetched last, at first the smaller.",
)
@with_settings
def fetch(settings: Settings, feed: str, cards: str | None) -> None:
    """Download what FEED publishes, where it is newer; the next build reads it."""
    if cards and feed != "scryfall":
        raise RosettaError(f"{feed} has one file of cards, in all languages", where="--cards", hint="leave it out")
    with _Bar() as bar:
        fetched = fetch_files(feed, settings.home, bar.step, cards=cards)
    for file in fetched:
        click.echo(_line(file))
    sources = source_set(settings.home, add=(settings.home / FOLDER,))
    collect.remember(settings.home, sources)
    click.echo("now run rosetta build")


def _line(file: Fetched) -> str:
    return f"{'fetched' if file.new else 'unchanged'} {file.path} ({file.size / 1e6:.1f} MB)"


class _Bar:
    """Shows how far a download is: a line that is rewritten on a terminal, else one line every few seconds."""

    EVERY = 10.0

    def __init__(self) -> None:
        self.live = sys.stderr.isatty()
        self._said = time.monotonic()

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            click.echo("\r\x1b[K", nl=False, err=True)

    def step(self, name: str, done: int, of: int) -> None:
        """Tells of a piece that came."""
        now = time.monotonic()
        if now - self._said < (0.1 if self.live else self.EVERY) and done < of:
            return
        self._said = now
        line = f"{name}: {done / 1e6:.1f} of {of / 1e6:.1f} MB ({100 * done // max(of, 1)} %)"
        if self.live:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
        elif done < of:
            click.echo(line, err=True)
