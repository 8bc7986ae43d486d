"""What `rosetta eval` says of linking: pairs joined, translations aligned, cards recognised."""

from __future__ import annotations

from pathlib import Path

import click

from app.services import Knowledge
from ingest.catalogue import Catalogue
from ingest.evaluate import alignment, links, pairs_read, subjects
from ingest.store import Store

SHOWN = 72


def show_links(knowledge: Knowledge, gold: Path, verbose: bool) -> None:
    """Prints how rulings are joined, against gold pairs or pairs that a person read (.tsv)."""
    store = knowledge.store
    if gold.suffix == ".tsv":
        _show_judged(store, pairs_read.load_pairs_read(gold), verbose)
        return
    rulings = store.list_rulings(0, store.count_rulings())
    relations = {(min(r.a, r.b), max(r.a, r.b)): r for ruling in rulings for r in store.relations(ruling.id)}
    report = links.evaluate(links.load_gold(gold), rulings, store.families(), relations.values())
    for name, figures in (("unit (same + reworded)", report.unit), *report.relations.items()):
        said = f"precision {figures.precision:.3f}  recall {figures.recall:.3f}  F1 {figures.f1:.3f}"
        click.echo(
            f"{name:<24} {said}  right {figures.right}  wrong {len(figures.wrong)}  missed {len(figures.missed)}"
        )
        for sign, pairs in (("wrong", figures.wrong), ("missed", figures.missed)):
            for a, b in pairs if verbose else ():
                click.echo(f"    {sign} {a} {b}")
    click.echo(f"type right for {report.type_right:.3f} of {report.found} gold pairs found")
    for (a, b), kind, found in report.mistyped:
        click.echo(f"    {a} {b} is {kind}, found as {found}")
    click.echo(f"parallel pairs in one family: {len(report.parallel_in_family)}")


def _show_judged(store: Store, pairs: list[pairs_read.PairRead], verbose: bool) -> None:
    def family_of(text: str) -> str | None:
        ruling = store.resolve(text)
        return store.family_of(ruling) if ruling else None

    report = pairs_read.measure(pairs, family_of)
    click.echo(f"{len(pairs)} pairs read, {report.unknown} of them of texts that are not here")
    click.echo(f"joined: right {report.right}  wrong {len(report.wrong)}  precision {report.precision:.3f}")
    for why, count in report.errors.most_common():
        click.echo(f"    {count} differ in {why}")
    click.echo(f"kept apart: right {report.kept_apart}  missed {len(report.missed)}  recall {report.recall:.3f}")
    for sign, found in (("wrong", report.wrong), ("missed", report.missed)):
        for pair in found if verbose else ():
            click.echo(f"    {sign} {pair.a} {pair.b} {pair.why}")


def show_alignment(catalogue: Catalogue, pairs: Path, reference: Path, size: int, seed: int, verbose: bool) -> None:
    """Prints how translated rulings find their English among the reference rulings."""
    english = alignment.load_reference(reference)
    cases = alignment.load_cases(pairs, english)
    chosen = alignment.sample(cases, size, seed)
    report = alignment.evaluate(chosen, english, alignment.product_vectors(catalogue))
    click.echo(f"{report.cases} of {len(cases)} pairs, {report.reference} English rulings")
    for name, count in (
        ("right first, given card and day", report.by_day),
        ("right first, given the text alone", report.first),
        ("right in the first ten, given the text alone", report.in_ten),
    ):
        click.echo(f"{name:<46} {count / report.cases if report.cases else 0:.3f}")
    for case, found in report.mistaken if verbose else ():
        card, day = case.day
        click.echo(
            f"    {card}, {day}: {_cut(case.body)}\n        found {_cut(found)}\n        right {_cut(case.english)}"
        )


def show_subjects(catalogue: Catalogue, rulings: Path, size: int, seed: int, verbose: bool) -> None:
    """Prints how often pages without a heading are given to the right card."""
    pages = subjects.load_pages(rulings, catalogue)
    report = subjects.evaluate(subjects.sample(pages, size, seed), catalogue)
    click.echo(f"{len(report.results)} of {len(pages)} cards whose rulings bear their name, without heading")
    for outcome in subjects.OUTCOMES:
        click.echo(f"{outcome:<12} {report.share(outcome):.3f}  {report.count(outcome)}")
    for card, outcome, found in report.results if verbose else ():
        if outcome != "right":
            click.echo(f"    {outcome} {card}: {'; '.join(f'{one.card} ({one.evidence})' for one in found)}")


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
