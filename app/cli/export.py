"""`rosetta export`: the rulings or the glossary in a translator's formats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.options import with_settings
from app.search.request import SearchRequest
from app.search.selection import Selection, export_options
from app.services import Services
from app.settings import Settings
from ingest.errors import RosettaError
from ingest.exports import EXPORTS, Tally
from ingest.languages import canonical
from ingest.model import LANGUAGES
from ingest.places import resolved


@click.command()
@click.argument("format", type=click.Choice(sorted(EXPORTS)))
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file, not standard output.")
@click.option("--languages", default=",".join(LANGUAGES), show_default=True, help="Which, the source first.")
@click.option("--dialect", default="", help="A format's own variant, such as excel for csv.")
@click.option("--query", default="", help="Only what answers this query, such as 'card:lightform -has:es'.")
@click.option("--codes", default="", help="Other codes for languages, such as zh-Hans=zh-CN,es=es-ES.")
@with_settings
def export(
    settings: Settings, format: str, output: Path | None, languages: str, dialect: str, query: str, codes: str
) -> None:
    """Write rulings (tmx, xliff, csv, xlsx, jsonl) or the glossary (tbx) to a file: all, or what a query leaves."""
    chosen = EXPORTS[format]
    if dialect and dialect not in chosen.dialects:
        hint = f"there are: {', '.join(chosen.dialects) or 'none'}"
        raise RosettaError(f"{format} has no dialect {dialect}", hint=hint)
    knowledge = Services(settings).current()
    options = export_options(knowledge, _tags(languages), _codes(codes), dialect)
    selection = Selection(knowledge, SearchRequest(q=query, sort="date", collapse="none"))
    for notice in selection.notices:
        click.echo(f"note: {notice.code} {notice.detail}".rstrip(), err=True)
    tally = Tally(chosen, options)
    with _opened(output) as handle:
        rulings = tally.statements(selection.statements(options.languages))
        chosen.write(rulings, tally.terms(knowledge.terms.values()), handle, options)
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


def _codes(codes: str) -> dict[str, str]:
    found = {}
    for pair in filter(None, codes.split(",")):
        name, _, code = pair.partition("=")
        found[_tags(name)[0]] = code.strip()
    return found
