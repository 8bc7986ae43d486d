"""`rosetta import`: a translator's corrections, shown as differences and brought back as a source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from app.cli.options import with_settings
from app.cli.remarks import found_in_words
from app.present.diff import changes as differences
from app.settings import Settings
from ingest import collect
from ingest.catalogue import load_catalogue
from ingest.errors import RosettaError, SnapshotError
from ingest.imports import read_document
from ingest.imports.changes import Changes, Proposal, Refused, changes
from ingest.imports.proposal import ORIGIN, proposed, written
from ingest.imports.review import review
from ingest.model import Finding
from ingest.snapshot import RECORD, Home
from ingest.store import Store

PROPOSALS = "proposals"
MARKS = {"same": "{text}", "deleted": "[-{text}-]", "inserted": "{{+{text}+}}"}
WHY = {
    "unknown": "no such ruling or text",
    "moved-on": "the text has changed since it went out: export it again",
    "emptied": "came back empty: nothing is taken away",
    "contradicted": "another unit changes the same text in another way",
}


@click.command("import")
@click.argument("document", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--by", default="", help="Who proposes the changes.")
@click.option("--accept", default="", help="Who accepts them: the source is then used by the next build.")
@click.option("--to", type=click.Path(path_type=Path, file_okay=False), help="The folder the source is written to.")
@with_settings
def import_(settings: Settings, document: Path, by: str, accept: str, to: Path | None) -> None:
    """List what DOCUMENT (tmx, xliff, csv, xlsx, jsonl) changes; with --by propose it, with --accept use it.

    Each change is shown as a difference, with what the checks have to say of the new text.
    A proposal is kept beside the snapshots; what is accepted becomes a file in the folder of
    sources, which `rosetta build` reads.
    """
    with _record(settings.home) as store:
        found = changes(read_document(document), store)
    _show(found, review(found.proposals, load_catalogue(settings.catalogue)) if found.proposals else [])
    who = by.strip() or next((one.by for one in found.proposals if one.by), "")
    if not found.proposals:
        return
    if not who:
        click.echo("nothing is written: say who proposes this with --by NAME", err=True)
        return
    folder = to or (_sources(settings.home) if accept else settings.home / PROPOSALS)
    path = written(folder, document.stem, proposed(found.proposals, who, accept.strip()))
    click.echo(f"written {path}")
    following = "rosetta build" if accept else f"rosetta import {path} --accept NAME"
    click.echo(f"then: {following}", err=True)


@contextmanager
def _record(home: Path) -> Iterator[Store]:
    """The record alone: what a document changes needs no search."""
    snapshot = Home(home).sound()
    if snapshot is None:
        raise SnapshotError("nothing is built yet", where=str(home), hint="run rosetta build")
    with closing(Store(snapshot.path / RECORD)) as store:
        yield store


def _show(found: Changes, findings: Sequence[Sequence[Finding]]) -> None:
    """The changes as differences, what the checks say of each, and what is not taken, on standard output."""
    for one, said in zip(found.proposals, findings, strict=True):
        click.echo(_headed(one))
        for finding in said:
            click.echo(f"  {finding.severity}: {finding.check}: {found_in_words(finding)}")
    for refused in found.refused:
        click.echo(_refusal(refused))
    counts = f"{len(found.proposals)} changed, {found.unchanged} as they were, {len(found.refused)} not taken"
    doubted = f"; the checks find {sum(map(len, findings))} in what is changed" if findings else ""
    click.echo(counts + doubted, err=True)


def _headed(one: Proposal) -> str:
    if one.old is None:
        return f"{one.ruling.id} {one.lang}: added ({ORIGIN})\n  {{+{one.body}+}}"
    source = one.old.sources[0] if one.old.sources else None
    place = f"{source.file}:{source.first_line}" if source else one.ruling.id
    steps = differences(one.old.body, one.body, one.lang)
    said = "".join(MARKS[step.kind].format(text=step.text) for step in steps)
    return f"{place} {one.lang}: changed ({one.old.origin} → {ORIGIN})\n  {said}"


def _refusal(refused: Refused) -> str:
    return f"{refused.ruling or '?'} {refused.lang}: not taken, {WHY[refused.why]}\n  {refused.body[:200]}"


def _sources(home: Path) -> Path:
    """The folder for accepted changes: inside the first folder of the set that is built."""
    folder = next((path for path in collect.remembered(home) if path.is_dir()), None)
    if folder is None:
        raise RosettaError("no folder among the sources", where=str(home), hint="name one with --to, then build --add")
    return folder / PROPOSALS
