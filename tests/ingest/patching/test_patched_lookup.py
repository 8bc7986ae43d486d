"""What is looked up is the same after pages were added as after all was written whole, but for the order of its rows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ingest.errors import NotPatched
from ingest.index.arrays import decode
from ingest.indexing import write_index
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import names_of, plain_words
from ingest.linking.nicknames import short_name
from ingest.lookup import FOLDER, CardNames, Everyday, Sounds, Words, chinese_cards, write_lookup
from ingest.lookup import patching as patched_lookup
from ingest.lookup.labels import CardLabels
from ingest.lookup.more_names import Unsettled, with_cards
from ingest.lookup.patching import patch_lookup
from ingest.lookup.words import InCards
from ingest.model import Card
from ingest.store import Store, write_store


def indexed(folder: Path, come) -> Path:
    folder.mkdir()
    write_index(folder, come.linked, come.findings, come.catalogue, come.tokens)
    return folder


@pytest.fixture(scope="module")
def grown(steps, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """For each page more what is looked up, added to one after the other, and written whole."""
    folder = tmp_path_factory.mktemp("lookups")
    last, found = indexed(folder / "0", steps[0].come), []
    write_lookup(last, steps[0].come.record("s").cards.values(), steps[0].come.catalogue)
    for number, step in enumerate(steps[1:], 1):
        held = step.come.record("s")
        write_store(folder / f"{number}.record", held)
        whole = indexed(folder / f"{number}.whole", step.come)
        patched = indexed(folder / f"{number}", step.come)
        write_lookup(whole, held.cards.values(), step.come.catalogue)
        store = Store(folder / f"{number}.record")
        patch_lookup(last, patched, step.addition, step.come.catalogue, store)
        store.close()
        found.append((patched / FOLDER, whole / FOLDER))
        last = patched
    return found


@pytest.fixture(scope="module")
def no_refuge() -> Iterator[None]:
    """Nothing is made anew: what is told here is told of patches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patched_lookup, "write_lookup", None)
        yield


@pytest.fixture(scope="module", autouse=True)
def _patched_only(no_refuge: None, grown: list[tuple[Path, Path]]) -> None:
    """The pages were added without anything made anew."""


def of_words(folder: Path) -> dict[str, tuple]:
    words = Words.load(folder, "words")
    rows = zip(words.words.tolist(), words.worth.tolist(), words.lengths.tolist(), words.letters.tolist(), strict=True)
    return {decode(word): row for word, *row in rows}


def test_words_are_worth_the_same(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        wanted = of_words(whole)
        assert len(wanted) > 5000
        assert of_words(patched) == wanted
        words, made = (Words.load(folder, "words") for folder in (patched, whole))
        assert np.array_equal(words.keys, made.keys)
        assert [decode(words.words[at]) for at in words.numbers] == [decode(made.words[at]) for at in made.numbers]
        assert np.array_equal(words.named, made.named)
        assert np.array_equal(InCards.load(patched, "in_cards").keys, InCards.load(whole, "in_cards").keys)
    assert "zebra" in wanted


def test_names_are_shown_alike(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        labels, made = CardLabels.kept(patched), CardLabels.kept(whole)
        assert labels and made
        assert len(made.ids) > 5
        assert labels.names() == made.names()
        assert np.array_equal(labels.ids, made.ids)
        assert np.array_equal(labels.bytes, made.bytes)
        assert np.array_equal(Everyday.load(patched, "everyday").keys, Everyday.load(whole, "everyday").keys)


def test_names_are_found_alike(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        assert of_names(CardNames.load(patched, LANGUAGES)) == of_names(CardNames.load(whole, LANGUAGES))
    found = CardNames.load(patched, LANGUAGES)
    assert [one.target for one in found.find_query("opt or counterspell")] == ["opt", "counterspell"]


def of_names(names: CardNames) -> dict[str, dict[int, tuple]]:
    """What every key means."""
    return {
        lang: {
            key: (names._called(table, number), int(table.kinds[number]), int(table.most[0]))
            for key, number in zip(table.keys.tolist(), table.numbers.tolist(), strict=True)
        }
        for lang, table in names._names.items()
    }


def of_sounds(sounds: Sounds) -> list[dict[int, str]]:
    return [
        {key: sounds._name(at) for key, at in zip(table.keys.tolist(), table.numbers.tolist(), strict=True)}
        for table in sounds._tables()
    ]


def test_slips_in_chinese_are_mended_alike(grown: list[tuple[Path, Path]]) -> None:
    for patched, whole in grown:
        wanted = of_sounds(Sounds.load(whole, "sounds"))
        assert all(len(table) > 100 for table in wanted)
        assert of_sounds(Sounds.load(patched, "sounds")) == wanted


# --- many cards at once ---


class Cards:
    """As much of a record as is asked for names."""

    def __init__(self, cards: list[Card]) -> None:
        self._cards = {card.id: card for card in cards}

    def cards_of(self, ids: list[str]) -> list[Card | None]:
        return [self._cards.get(id) for id in ids]


@pytest.mark.parametrize("seed", range(8))
def test_cards_with_namesakes_come_in_among_others(steps, seed: int) -> None:
    catalogue, chance = steps[0].come.catalogue, random.Random(seed)
    every = sorted(catalogue.cards.all(), key=lambda card: card.id)
    legends = [card for card in every if short_name(card.names["en"]).split(" ")[0] in ("Jace", "Nissa", "Teferi")]
    some = {card.id: card for card in chance.sample(legends, 25) + chance.sample(every, 300)}
    cards = sorted(some.values(), key=lambda card: card.id)
    new = sorted(chance.sample(cards, 4), key=lambda card: card.id)
    old = [card for card in cards if card not in new]
    wanted = of_names(CardNames.of(cards, catalogue.terms, LANGUAGES))
    names, labels = CardNames.of(old, catalogue.terms, LANGUAGES), CardLabels.of(old).with_more(new)
    assert of_names(names) != wanted
    try:
        assert of_names(with_cards(names, new, labels, Cards(cards), catalogue.terms)) == wanted
    except Unsettled:  # only where a name is lost
        plain = plain_words(catalogue.terms)["zh-Hans"]
        before, after = (names_of(some, LANGUAGES["zh-Hans"], plain) for some in (old, cards))
        assert before.keys() - after.keys()


@pytest.mark.parametrize("seed", range(4))
def test_chinese_names_that_sound_alike_come_in_among_others(steps, seed: int) -> None:
    chance = random.Random(seed)
    every = sorted(chinese_cards(steps[0].come.catalogue.cards.all()))
    terms, held, new = ["显化", "横置"], sorted(chance.sample(every, 4000)), sorted(chance.sample(every, 60))
    wanted = of_sounds(Sounds.of([*terms, *sorted({*held, *new})]))
    assert of_sounds(Sounds.of([*terms, *held]).with_more(new, frozenset(terms))) == wanted


def test_where_much_changes_all_is_made_anew(steps, grown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step, (_, whole) = steps[1], grown[0]
    before, after = indexed(tmp_path / "before", steps[0].come), indexed(tmp_path / "after", step.come)
    monkeypatch.setattr(patched_lookup, "write_lookup", write_lookup)
    write_lookup(before, steps[0].come.record("s").cards.values(), step.come.catalogue)
    monkeypatch.setattr(patched_lookup, "VOCABULARY", 10)
    write_store(tmp_path / "record", step.come.record("s"))
    store = Store(tmp_path / "record")
    patch_lookup(before, after, step.addition, step.come.catalogue, store)
    store.close()
    assert of_words(after / FOLDER) == of_words(whole)


def test_a_snapshot_that_lacks_a_table_is_not_added_to(steps, tmp_path: Path) -> None:
    before = indexed(tmp_path / "before", steps[0].come)
    with pytest.raises(NotPatched):
        patch_lookup(before, tmp_path, replace(steps[1].addition), steps[0].come.catalogue, None)
