"""`rosetta export`: the rulings or the glossary in a translator's formats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.options import with_settings
from app.services import Knowledge, Services
from app.settings import Settings
from ingest.errors import RosettaError
from ingest.exports import EXPORTS, ExportOptions, Tally
from ingest.languages import canonical
from ingest.model import LANGUAGES, Ruling
from ingest.places import resolved

PAGE = 1000


@click.command()
@click.argument("format", type=click.Choice(sorted(EXPORTS)))
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file, not standard output.")
@click.option("--languages", default=",".join(LANGUAGES), show_default=True, help="Which, the source first.")
@click.option("--dialect", default="", help="A format's own variant, such as excel for csv.")
@with_settings
def export(settings: Settings, format: str, output: Path | None, languages: str, dialect: str) -> None:
    """Write all rulings (tmx, xliff, csv, jsonl) or the glossary (tbx) to a file."""
    chosen = EXPORTS[format]
    if dialect and dialect not in chosen.dialects:
        hint = f"there are: {', '.join(chosen.dialects) or 'none'}"
        raise RosettaError(f"{format} has no dialect {dialect}", hint=hint)
    knowledge = Services(settings).current()
    options = ExportOptions(
        languages=_tags(languages),
        cards={card.id: card for card in knowledge.store.named_cards()},
        dialect=dialect,
        version=knowledge.snapshot,
    )
    tally = Tally(chosen, options)
    with _opened(output) as handle:
        rulings, terms = tally.rulings(_rulings(knowledge)), tally.terms(knowledge.terms.values())
        chosen.write(rulings, terms, handle, options)
    click.echo(tally.said(), err=True)


@contextmanager
def _opened(output: Path | None) -> Iterator[BinaryIO]:
    """What the export is written to; a file comes to stand under its name when it is whole."""
    if output is None:
        yield sys.stdout.buffer
        return
    target = resolved(output)
    if target.exists() and not target.is_file():  # a pipe or device: nothing to put in its place
        with target.open("wb") as handle:
            yield handle
        return
    beside = target.with_name(f".{target.name}.new")
    try:
        with beside.open("wb") as handle:
            yield handle
        beside.replace(target)
    except OSError as error:
        raise RosettaError(f"cannot be written: {error.strerror}", where=str(output)) from error
    finally:
        with suppress(OSError):
            beside.unlink()


def _tags(languages: str) -> tuple[str, ...]:
    found = []
    for code in languages.split(","):
        tag = canonical(code.strip())
        if tag is None:
            raise RosettaError(f"unknown language {code.strip()!r}", hint="codes like en, es, zh-Hans")
        found.append(tag)
    return tuple(dict.fromkeys(found))


def _rulings(knowledge: Knowledge) -> Iterator[Ruling]:
    for offset in range(0, knowledge.store.count_rulings(), PAGE):
        yield from knowledge.store.list_rulings(offset, PAGE)
