"""`rosetta eval --checks`: what the translation checks find of errors made on purpose, and where they cry wolf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from ingest.catalogue import Catalogue
from ingest.checks.data import check_context
from ingest.evaluate.checks import FALSE_ALARMS, Figure, measure, sample
from ingest.evaluate.mutations import MUTATIONS
from ingest.evaluate.pairs import Aligned, read_material, study
from ingest.evaluate.tables import halves, tables, taught

SIZE = 400
"""Pairs of each half that are measured where nobody says otherwise."""
HEADS = ("learnt from", "held out", "as shipped")


def show_checks(catalogue: Catalogue, pairs: Path, size: int, seed: int, verbose: bool) -> None:
    """Prints every figure three times.

    On pairs that the tables were learnt from, on pairs of releases that they were not, and on the latter
    with the catalogue's own tables, which are learnt from all pairs.
    """
    context = check_context(catalogue)
    learning, held_out = halves(read_material(pairs))
    half = taught(context, tables(study(learning, context)))
    here, there = sample(learning, size, seed), sample(held_out, size, seed)
    click.echo(
        f"tables learnt from {_told(learning)}; {len(here)} of them and {len(there)} of {_told(held_out)} measured"
    )
    click.echo(f"seed {seed}; share, and of how many\n{'':28}" + "".join(f"{head:>16}" for head in HEADS))
    columns = [measure(here, half, seed=seed), measure(there, half, seed=seed), measure(there, context, seed=seed)]
    for name in (FALSE_ALARMS, *MUTATIONS):
        click.echo(f"{name:28}" + "".join(_cell(column[name]) for column in columns))
        if verbose:
            click.echo(f"{'':4}{_checks(columns[1][name].checks)}")


def _told(pairs: Sequence[Aligned]) -> str:
    releases = len({pair.group for pair in pairs if pair.group})
    return f"{len(pairs)} pairs" + (f" of {releases} releases" if releases else "")


def _cell(figure: Figure) -> str:
    return f"{figure.share:10.3f} {figure.of:5}" if figure.of else f"{'–':>16}"


def _checks(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{check} {count}" for check, count in counts.items())
