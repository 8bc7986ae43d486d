"""`rosetta explain FILE`: how each entry was read and linked."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli.options import with_settings
from app.settings import Settings
from ingest.catalogue import load_catalogue
from ingest.errors import UnreadableSource
from ingest.explain import explain as explain_file
from ingest.snapshot import RECORD, Home
from ingest.store import Store


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@with_settings
def explain(settings: Settings, file: Path) -> None:
    """Say how each entry of FILE is read, dated, paired and linked, and why."""
    if not file.is_file():
        raise UnreadableSource("no such file", where=str(file), hint="name one file of rulings")
    snapshot = Home(settings.home).sound()
    store = Store(snapshot.path / RECORD) if snapshot else None
    for line in explain_file(file, load_catalogue(settings.catalogue), store):
        click.echo(line)
    if store:
        store.close()
