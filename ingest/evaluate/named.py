"""Counts how many cards' rulings name another card: makes `cards-named.tsv`.

python -m ingest.evaluate.named rulings_en.jsonl.gz
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.catalogue import Catalogue, load_catalogue
from ingest.catalogue.facts import NAMED_FILE
from ingest.evaluate.corpus import records
from ingest.linking.card_finder import card_finder
from ingest.linking.cards import whole
from ingest.model import Card
from ingest.paths import resource_dir

HEAD = "# How many other cards have an English ruling that names a card: examples are named by many."


def count(rulings: Iterable[tuple[Card, str]], catalogue: Catalogue) -> Counter[str]:
    """For each card, how many other cards have a ruling that names it in full."""
    finder = card_finder(catalogue)
    bearers: dict[str, set[str]] = defaultdict(set)
    for card, text in rulings:
        bearers[text].add(whole(card, catalogue).id)
    naming: dict[str, set[str]] = defaultdict(set)
    for text, cards in bearers.items():
        for named in {match.target for match in finder.find(text, "en") if not match.short}:
            naming[named] |= cards - {named}
    return Counter({named: len(cards) for named, cards in naming.items() if cards})


def table(counts: Counter[str]) -> str:
    """The file's text.

    >>> table(Counter({"opt": 2}))
    '# How many other cards have an English ruling that names a card: examples are named by many.\\nopt\\t2\\n'
    """
    return f"{HEAD}\n" + "".join(f"{card}\t{counts[card]}\n" for card in sorted(counts))


def main(arguments: Sequence[str]) -> None:
    """Reads the file of rulings named and writes the catalogue's table anew."""
    folder = resource_dir("data") / "catalogue"
    catalogue = load_catalogue(folder)
    named = (
        (card, record["text"])
        for record in records(Path(arguments[0]), "card", "text")
        for card in catalogue.cards.by_name(record["card"], "en")[:1]
    )
    Path(folder / NAMED_FILE).write_text(table(count(named, catalogue)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
