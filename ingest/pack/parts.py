"""What the parts of a pack hold: plain lists, for a phone parses them all at once.

`families`  `{"cards": [id…], "terms": {id: [gap…]}, "families": [[ruling…]…]}`; a ruling is
            `[id, day, [place in cards…], [text…]]`, newest first, a text `[lang, origin, body, label?]`;
            gaps lead from one family that holds the term to the next. A wording stands once in its family.
`cards`     `[[id, {lang: name}, [other name…]]…]`
`terms`     `{"terms": [term…], "small": [word…], "fold": [from, to]}`; a term is
            `[id, rank, share, {lang: name}, {lang: [folded form…]}]`; the rank is 2 for a mechanic, 1 for another
            term of the game, 0 for a plain word; the share is that of all rulings known to hold it; `small` are
            words that say nothing; `fold` maps traditional characters to simplified ones, place by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import exp
from typing import Any

from ingest.languages import fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.scripts import simplified
from ingest.model import LANGUAGES, Card, Family, Ruling, Term, Text

_HAN = range(0x4E00, 0xA000)


def family_part(
    families: Sequence[Family], rulings: Mapping[str, Ruling], concepts: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """A stretch of families with the terms that their texts hold; `concepts` gives those by text."""
    cards: dict[str, int] = {}
    holders: dict[str, list[int]] = {}
    rows = []
    for place, family in enumerate(families):
        members = _newest_first(rulings[id] for id in family.rulings)
        rows.append(list(_ruling_rows(members, cards)))
        texts = (text.id for ruling in members for text in ruling.texts)
        for concept in sorted({concept for text in texts for concept in concepts.get(text, ())}):
            holders.setdefault(concept, []).append(place)
    terms = {concept: gaps(holders[concept]) for concept in sorted(holders)}
    return {"cards": list(cards), "terms": terms, "families": rows}


def card_rows(rulings: Iterable[Ruling], cards: Mapping[str, Card]) -> list[list[Any]]:
    """The cards that rulings stand on, by id, with their names and other names."""
    used = {
        link.target for ruling in rulings for link in ruling.links if link.kind == "card" and link.role == "subject"
    }
    found = (cards[id] for id in sorted(used & cards.keys()))
    return [[card.id, _named(card.names), sorted(_others(card))] for card in found]


def term_part(terms: Iterable[Term], weights: Mapping[str, float]) -> dict[str, Any]:
    """The terms with every form that a question or a text may hold, and what folds words; `weights` are -log(share)."""
    small = {fold(word).text for words in FUNCTION_WORDS.values() for word in words}
    return {"terms": term_rows(terms, weights), "small": sorted(small), "fold": list(_traditional())}


def term_rows(terms: Iterable[Term], weights: Mapping[str, float]) -> list[list[Any]]:
    """A row for each term."""
    return [
        [
            term.id,
            _rank(term),
            round(exp(-weights[term.id]), 5) if term.id in weights else 0,
            _named(term.names),
            _forms(term),
        ]
        for term in terms
    ]


def _rank(term: Term) -> int:
    return 2 if term.mechanic else int(term.kind != "word")


def _newest_first(rulings: Iterable[Ruling]) -> list[Ruling]:
    return sorted(rulings, key=lambda ruling: (-(ruling.date.toordinal() if ruling.date else 0), ruling.id))


def _ruling_rows(rulings: Iterable[Ruling], cards: dict[str, int]) -> Iterator[list[Any]]:
    said: set[tuple[str, str]] = set()
    for ruling in rulings:
        targets = dict.fromkeys(link.target for link in ruling.links if link.kind == "card" and link.role == "subject")
        places = [cards.setdefault(target, len(cards)) for target in targets]
        new = [text for text in ruling.texts if (text.lang, text.body) not in said]
        said |= {(text.lang, text.body) for text in new}
        yield [ruling.id, ruling.date.isoformat() if ruling.date else "", places, [_text_row(text) for text in new]]


def _text_row(text: Text) -> list[str]:
    row = [text.lang, text.origin, text.body]
    return row if text.label in (None, text.origin) else [*row, text.label or ""]


def gaps(places: Sequence[int]) -> list[int]:
    """Rising places as steps from one to the next.

    >>> gaps([3, 4, 9])
    [3, 1, 5]
    """
    return [after - before for before, after in pairwise([0, *places])]


def _named(names: Mapping[str, str]) -> dict[str, str]:
    return {lang: names[lang] for lang in LANGUAGES if names.get(lang)}


def _others(card: Card) -> set[str]:
    return {name for names in card.aliases.values() for name in names} - set(card.names.values())


def _forms(term: Term) -> dict[str, list[str]]:
    held = (term.forms, term.deprecated, term.slang)
    found = {lang: {fold(form).text for some in held for form in some.get(lang, ())} for lang in LANGUAGES}
    return {lang: sorted(forms - {""}) for lang, forms in found.items() if forms}


@cache
def _traditional() -> tuple[str, str]:
    """The characters that have a simplified form, and those forms."""
    pairs = [(char, simplified(char)) for char in map(chr, _HAN)]
    changed = [(char, plain) for char, plain in pairs if char != plain]
    return "".join(char for char, _ in changed), "".join(plain for _, plain in changed)
