"""What is looked up before the index is asked, made from what the snapshot before had and from what is new."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.addition import Addition
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched, SnapshotError
from ingest.index.arrays import Ints, Names, Table, decode_all, find
from ingest.languages import LANGUAGES
from ingest.lookup import FOLDER, chinese_cards, chinese_terms, write_lookup
from ingest.lookup.card_names import CardNames
from ingest.lookup.keys import key_set, keys_of
from ingest.lookup.labels import CardLabels
from ingest.lookup.more_names import Unsettled, with_cards
from ingest.lookup.sounds import Sounds
from ingest.lookup.words import CARD, FEW, TERM, VOCABULARY, InCards, Words, counted_worth, counts, is_word, words_in
from ingest.model import Card
from ingest.store import Store

_TABLES = "tables"


@dataclass(frozen=True, slots=True)
class _Terms(Table):
    """The terms of an index in byte order, and where the texts of each start."""

    names: Names
    starts: Ints

    def words(self) -> tuple[Names, Ints]:
        """The words as they are written, each marked by a sign before it, and how many texts hold each."""
        # No byte of UTF-8 is 0xFF: it closes the range of what starts so.
        first, last = np.searchsorted(self.names, np.array([b"=", b"=\xff"]))
        return self.names[first:last], np.diff(self.starts[first : last + 1])


def patch_lookup(before: Path, after: Path, addition: Addition, catalogue: Catalogue, record: Store) -> None:
    """Returns nothing; the index `after`, whose tables are written, has what is looked up beside them.

    `before` is the index of the snapshot before, `record` that of the new one. Where the little that
    changed changes much, all is made anew. Raises `NotPatched` where the index before lacks something.
    """
    try:
        _patch(before, after, addition, catalogue, record)
    except Unsettled:
        shutil.rmtree(after / FOLDER, ignore_errors=True)
        write_lookup(after, record.named_cards(), catalogue)


def _patch(before: Path, after: Path, addition: Addition, catalogue: Catalogue, record: Store) -> None:
    held, folder = before / FOLDER, after / FOLDER
    try:
        words, in_cards, labels = Words.load(held, "words"), InCards.load(held, "in_cards"), CardLabels.kept(held)
    except SnapshotError as error:
        raise NotPatched(str(error)) from error
    if labels is None:
        raise NotPatched("the snapshot before has no names of cards")
    counted = _counted_anew(before, after)
    ids = sorted(addition.cards)
    new = [addition.cards[id] for id, at in zip(ids, find(labels.ids, ids), strict=True) if at < 0]
    shutil.copytree(held, folder)
    named = words_in(new)
    in_cards = InCards(np.union1d(in_cards.keys, key_set(named)))
    words.with_worth(_worth(words, in_cards, named, counted)).save(folder, "words")
    if new:
        in_cards.save(folder, "in_cards")
        _with_cards(held, folder, new, labels, catalogue, record)


def _with_cards(
    held: Path, folder: Path, new: Sequence[Card], labels: CardLabels, catalogue: Catalogue, record: Store
) -> None:
    """Writes what hangs on the names of cards, with those of new ones."""
    labels = labels.with_more(new)
    labels.keep(folder)
    names = CardNames.load(held, LANGUAGES)
    with_cards(names, new, labels, record, catalogue.terms).save(folder)
    terms = frozenset(chinese_terms(catalogue.terms))
    Sounds.load(held, "sounds").with_more(sorted(chinese_cards(new)), terms).save(folder, "sounds")


def _counted_anew(before: Path, after: Path) -> list[tuple[str, int]]:
    """The words that more texts hold than before, with how many; `Unsettled` where that touches other words."""
    old, had = _Terms.load(before / _TABLES, "terms").words()
    now, has = _Terms.load(after / _TABLES, "terms").words()
    if (len(old) < FEW) != (len(now) < FEW) or len(now) > VOCABULARY:
        raise Unsettled
    places = np.minimum(np.searchsorted(old, now), max(0, len(old) - 1))
    known = old[places] == now if len(old) else np.zeros(len(now), bool)
    changed = np.flatnonzero(~known | (np.where(known, had[places], 0) != has)) if len(old) else np.arange(len(now))
    if np.count_nonzero(known) != len(old):
        raise Unsettled
    words = (word[1:] for word in decode_all(now[changed].tolist()))
    return [(word, count) for word, count in zip(words, has[changed].tolist(), strict=True) if counts(count, len(now))]


def _worth(
    words: Words, in_cards: InCards, named: Iterable[str], counted: Iterable[tuple[str, int]]
) -> dict[str, float]:
    """What words are worth that more texts hold, and those in the names of new cards."""
    texts = {word: counted_worth(count) for word, count in counted if is_word(word)}
    given = [*texts, *(word for word in named if word not in texts and is_word(word))]
    before, cards = np.array(words.worths(given)), np.isin(keys_of(given), in_cards.keys)
    forms = before // TERM * TERM  # what terms add, which is much more than any word of texts is worth
    own = np.array([texts.get(word, rest) for word, rest in zip(given, (before - forms).tolist(), strict=True)])
    return dict(zip(given, (np.where(cards, np.maximum(own, CARD), own) + forms).tolist(), strict=True))
