"""`rosetta build`: sources in, a snapshot out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from app.cli.options import with_settings
from app.cli.progress import Steps
from app.cli.remarks import in_words
from app.settings import Settings
from ingest import collect
from ingest.errors import Problem
from ingest.paths import resource_dir
from ingest.pipeline import Built
from ingest.pipeline import build as build_snapshot
from ingest.places import absolute
from ingest.snapshot import Home


@click.command()
@click.argument("sources", nargs=-1, type=click.Path(path_type=Path))
@click.option("--add", multiple=True, type=click.Path(path_type=Path), help="A source to add to the set built before.")
@click.option("--remove", multiple=True, type=click.Path(path_type=Path), help="A source to take out of that set.")
@click.option("--force", is_flag=True, help="Build even if nothing changed.")
@click.option("--strict", is_flag=True, help="Exit with 2 if any source could not be read.")
@click.option("--accept-loss", is_flag=True, help="Build even if a feed lacks much of what it had.")
@click.option("--no-wait", is_flag=True, help="Give up at once if another build is running.")
@with_settings
def build(
    settings: Settings,
    sources: tuple[Path, ...],
    add: tuple[Path, ...],
    remove: tuple[Path, ...],
    force: bool,
    strict: bool,
    accept_loss: bool,
    no_wait: bool,
) -> None:
    """Build the knowledge base from SOURCES: files and folders of rulings.

    The sources replace the set built before; without any, that set is built again
    (at first: the documents that come with the program).
    """
    wait = 0.0 if no_wait else 600.0
    chosen = partial(source_set, settings.home, sources, add, remove)
    built = build_now(settings, chosen, force, wait, accept_loss=accept_loss)
    unreadable = report(built)
    if strict and unreadable:
        sys.exit(2)


def source_set(
    home: Path, sources: tuple[Path, ...] = (), add: tuple[Path, ...] = (), remove: tuple[Path, ...] = ()
) -> list[Path]:
    """The sources to build from: those named, else the set before, changed by `add` and `remove`.

    What makes no difference is said: a folder without files, a source to remove that is not there.
    """
    base = list(sources) or collect.remembered(home) or [resource_dir("data") / "sources"]
    chosen = dict.fromkeys(absolute(path) for path in [*base, *add])
    for path in (*sources, *add):
        if collect.is_empty(path):
            click.echo(f"note: {path}: an empty folder; it is kept for files to come", err=True)
    for path in remove:
        if absolute(path) in chosen:
            del chosen[absolute(path)]
        else:
            click.echo(f"note: {path}: not in the set, which is {', '.join(map(str, chosen)) or 'empty'}", err=True)
    return list(chosen)


def build_now(
    settings: Settings,
    sources: list[Path] | Callable[[], list[Path]],
    force: bool = False,
    wait: float = 600.0,
    *,
    accept_loss: bool = False,
) -> Built:
    """What a build of these sources comes to, its progress shown on a terminal."""
    with Steps() as steps:
        return build_snapshot(
            Home(settings.home),
            sources,
            settings.catalogue,
            force=force,
            accept_loss=accept_loss,
            wait=wait,
            progress=steps.step,
        )


def report(built: Built) -> int:
    """How many sources could not be read; what was built and noticed is said."""
    for problem in built.problems:
        if problem.severity != "info":
            click.echo(_line(problem), err=True)
    for problem in built.refused:
        click.echo(f"{_line(problem)}; not kept as a source", err=True)
    counts = built.snapshot.manifest.counts
    said = ", ".join(f"{counts[key]} {key}" for key in ("sources", "entries", "texts", "rulings", "families"))
    click.echo(f"{'built' if built.new else 'unchanged'} {built.snapshot.name}: {said}")
    if built.changed:
        click.echo("changed: " + ", ".join(f"{count} {kind}" for kind, count in sorted(built.changed.items())))
    if built.judged < built.pairs:
        click.echo(f"compared: {built.judged} pairs of rulings anew, of {built.pairs}")
    return sum(problem.code == "unreadable-source" for problem in (*built.problems, *built.refused))


def _line(problem: Problem) -> str:
    return f"{problem.file}:{problem.line}: {problem.severity}: {in_words(problem)} [{problem.code}]"
