"""`rosetta serve`: the knowledge base on the web."""

from __future__ import annotations

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import click

from app.cli.allocation import share_one_arena
from app.cli.options import with_settings
from app.cli.workers import run
from app.settings import Settings
from ingest.errors import RosettaError, SnapshotError
from ingest.snapshot import RECORD, Home, Snapshot
from ingest.store import Store

WORKERS = 2
THREADS = min(4, 2 * (os.cpu_count() or 1) + 1)
"""Per worker; figures in app/README.md."""

_BESIDE = ("app.services", "flask", "app.i18n", "app.search.service", "app.search.selection")
"""What the server needs anyway and is imported while files are gone through.

Not the application itself: its figures must know, when they are imported, where the workers count together.
"""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=WORKERS, show_default=True, type=click.IntRange(1, 64), help="Processes.")
@with_settings
def serve(settings: Settings, host: str, port: int, workers: int) -> None:
    """Serve the knowledge base; builds it first where nothing is built."""
    share_one_arena()  # before any other thread has one of its own
    sound = _sound(settings.home)
    if sound is None:
        _provide(settings)
    _require_free(host, port)
    os.environ["ROSETTA_HOME"] = str(settings.home.resolve())
    click.echo(f"Rosetta Rulings on http://{host}:{port}", err=True)
    run(host, port, workers, THREADS, sound or _sound(settings.home))


def _provide(settings: Settings) -> None:
    """Makes something to serve: what the cluster serves, or a build of our own."""
    # Imported here: a server that has something to serve needs neither.
    if settings.engine == "opensearch":
        from ingest.publication import followed

        followed(Home(settings.home), settings.records).follow()
    else:
        from app.cli.build import build_now, report, source_set

        report(build_now(settings, source_set(settings.home)))


def _sound(home: Path) -> Snapshot | None:
    """The snapshot to serve that is as it was written and that this version can read, or None."""
    with ThreadPoolExecutor(1) as beside:
        found = beside.submit(Home(home).sound)
        for name in _BESIDE:
            import_module(name)
        snapshot = found.result()
    try:
        if snapshot:
            Store(snapshot.path / RECORD).close()
    except SnapshotError:
        return None
    return snapshot


def _require_free(host: str, port: int) -> None:
    """Says at once that the port is taken, in place of a server that dies behind the scenes."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            hint = "choose another with --port"
            raise RosettaError(f"cannot listen: {error.strerror}", where=f"{host}:{port}", hint=hint) from error
