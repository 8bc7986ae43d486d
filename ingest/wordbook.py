"""The words a snapshot has learnt to translate: made at its build, read when it is opened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.errors import SnapshotError
from ingest.languages import LANGUAGES
from ingest.languages.base import Weighted
from ingest.linking.translations import aligned, learn
from ingest.model import Card, Text
from ingest.tokens import Tokens

if TYPE_CHECKING:
    from ingest.linking.link import Linked

FILE = "translations.tsv"


def write_wordbook(directory: Path, linked: Linked, cards: Iterable[Card] = (), tokens: Tokens | None = None) -> None:
    """Learns from the versions of rulings and from the localised texts of cards, and writes what it came to.

    `tokens` are the terms of texts that were read for them before.
    """
    known = tokens or Tokens()
    pairs = chain(aligned(linked.rulings, linked.families), lines_of(cards))
    learnt = learn(pairs, LANGUAGES, lambda text: zip(*known.of(text), strict=True))
    rows = (f"{found.word}\t{found.term}\t{found.weight}\n" for found in learnt)
    (directory / FILE).write_text("".join(rows), encoding="utf-8")


def read_wordbook(directory: Path) -> Mapping[str, Weighted]:
    """For each word the index terms of other languages that translate it, the likeliest first.

    Empty where the build learnt none; raises `SnapshotError` where the file is damaged.
    """
    found: dict[str, list[tuple[str, float]]] = defaultdict(list)
    try:
        for line in (directory / FILE).read_text(encoding="utf-8").splitlines():
            word, term, weight = line.split("\t")
            found[word].append((term, float(weight)))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise SnapshotError(f"the learnt words are damaged: {error}", where=FILE, hint="build again") from error
    return {word: tuple(terms) for word, terms in found.items()}


def lines_of(cards: Iterable[Card]) -> Iterator[tuple[Text, Text]]:
    """The lines of card texts that translate each other: those of a card with as many in both languages."""
    for card in cards:
        for one, other in combinations(sorted(card.texts), 2):
            ours, theirs = card.texts[one].splitlines(), card.texts[other].splitlines()
            if len(ours) == len(theirs):
                yield from (
                    (Text("", one, a), Text("", other, b)) for a, b in zip(ours, theirs, strict=True) if a and b
                )
