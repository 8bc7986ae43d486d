"""What `rosetta eval --cross` says: how well a translation finds its English."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge
from ingest.evaluate import crossing
from ingest.model import Filters

ENGLISH = Filters(langs=("en",))


def show_crossing(knowledge: Knowledge, file: Path, size: int, seed: int, verbose: bool) -> None:
    """Prints how Chinese texts that are not in the knowledge base find the English that is."""
    store = knowledge.store
    pairs = crossing.load_pairs(file, lambda id: store.resolve(id) is not None)
    chosen = crossing.sample(pairs, size, seed)
    click.echo(f"{len(chosen)} of {len(pairs)} pairs whose English is here and whose Chinese is not")
    right = {pair: store.family_of(store.resolve(pair.english) or "") or "" for pair in chosen}
    for name, text in (("first clause", "clause"), ("whole text", "body")):
        report = crossing.evaluate([(getattr(pair, text), right[pair]) for pair in chosen], _answers(knowledge))
        first, ten = report.within(1), report.within(crossing.CUT)
        click.echo(f"{name:<13} in the first ten {ten:.3f}   first {first:.3f}")
        for query in report.lost if verbose else ():
            click.echo(f"    {query}")


def _answers(knowledge: Knowledge) -> Callable[[str], list[str]]:
    def answers(q: str) -> list[str]:
        page = search(knowledge, SearchRequest(q=q, filters=ENGLISH, per_page=crossing.CUT))
        return [hit.family for hit in page.hits]

    return answers
