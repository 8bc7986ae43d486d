"""`rosetta status`: the snapshots kept, and which of them serves."""

from __future__ import annotations

import json
from contextlib import closing

import click

from app.cli.options import with_settings
from app.settings import Settings
from ingest import collect
from ingest.errors import SnapshotError
from ingest.snapshot import RECORD, Home, Snapshot
from ingest.store import Store


@click.command()
@click.option("--changes", is_flag=True, help="List what the builds changed, newest last.")
@click.option("--json", "as_json", is_flag=True, help="Give it as JSON.")
@with_settings
def status(settings: Settings, changes: bool, as_json: bool) -> None:
    """Show the snapshots kept, which one serves, and whether each is sound."""
    home = Home(settings.home)
    found = [_described(home, name) for name in home.names()]
    if as_json:
        sources = [str(source) for source in collect.remembered(home.path)]
        click.echo(json.dumps({"home": str(home.path), "sources": sources, "snapshots": found}, ensure_ascii=False))
        return
    click.echo(f"home {home.path}")
    for entry in found:
        click.echo(_line(entry))
    if not found:
        click.echo("nothing is built yet: run rosetta build")
    if snapshot := home.sound():
        _show(snapshot, changes)


def _described(home: Home, name: str) -> dict[str, object]:
    try:
        snapshot = home.open(name)
        snapshot.verify()
    except SnapshotError as error:
        return {"name": name, "serving": name == home.current_name(), "sound": False, "error": str(error)}
    manifest = snapshot.manifest
    return {
        "name": name,
        "serving": name == home.current_name(),
        "sound": True,
        "created": manifest.created,
        "content": manifest.content,
        "inputs": manifest.inputs,
        "counts": manifest.counts,
    }


def _line(entry: dict[str, object]) -> str:
    mark = "*" if entry["serving"] else " "
    if not entry["sound"]:
        return f"{mark} {entry['name']}  DAMAGED: {entry['error']}"
    counts = entry["counts"]
    said = ", ".join(f"{count} {key}" for key, count in counts.items())  # type: ignore[attr-defined]
    return f"{mark} {entry['name']}  {entry['created']}  content {str(entry['content'])[:12]}  {said}"


def _show(snapshot: Snapshot, changes: bool) -> None:
    """Says what is owed to the feeds in a snapshot, and what builds changed where that is asked."""
    try:
        store = Store(snapshot.path / RECORD)
    except SnapshotError as error:
        click.echo(f"  not readable: {error}")
        return
    with closing(store):
        for attribution, licence in _credits(store):
            click.echo(f"  {attribution}. {licence}.")
        if changes:
            _show_changes(store)


def _credits(store: Store) -> list[tuple[str, str]]:
    owed = ((source.attribution, source.licence) for source in store.sources() if source.attribution)
    return list(dict.fromkeys(owed))


def _show_changes(store: Store) -> None:
    for change in store.changes():
        data = json.loads(change.data)
        click.echo(f"{change.snapshot}  {change.kind}  {change.ruling}  {data['lang']}")
        for sign, wording in (("-", data["before"]), ("+", data["after"])):
            if wording:
                click.echo(f"    {sign} {' '.join(wording.split())}")
