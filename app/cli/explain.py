"""`rosetta explain FILE`: how each entry was read and linked."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import with_settings
from app.cli.remarks import in_words
from app.settings import Settings
from ingest.catalogue import load_catalogue
from ingest.errors import UnreadableSource
from ingest.explain import explain as explain_file
from ingest.places import why_no_file
from ingest.snapshot import RECORD, Home
from ingest.store import Store


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_settings
def explain(settings: Settings, file: Path) -> None:
    """Say how each entry of FILE is read, dated, paired and linked, and why."""
    if why := why_no_file(file):
        raise UnreadableSource(why, where=str(file), hint="name one file of rulings")
    snapshot = Home(settings.home).sound()
    store = Store(snapshot.path / RECORD) if snapshot else None
    for line in explain_file(file, load_catalogue(settings.catalogue), store, in_words):
        click.echo(line)
    if store:
        store.close()
