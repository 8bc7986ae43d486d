"""The names of cards that nobody named before, put among those of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ingest.languages import LANGUAGES
from ingest.linking.card_finder import Plain, names_of, plain_words
from ingest.linking.nicknames import short_name
from ingest.lookup.card_names import CardNames, Meant, with_kinds
from ingest.lookup.labels import CardLabels
from ingest.model import LANGUAGES as SPOKEN
from ingest.model import Card, Term
from ingest.store import Store


class Unsettled(Exception):
    """What is new touches more than can be told from it: all is looked at anew."""


def with_cards(
    names: CardNames, new: Sequence[Card], labels: CardLabels, record: Store, terms: Mapping[str, Term]
) -> CardNames:
    """The names with those of the new cards; `labels` has all cards.

    A name means another card than before only where a new one bears it, or is a namesake of one that
    does: so it is enough to look at these. `Unsettled` where they don't explain what the name meant.
    """
    shown = labels.names()
    plain = plain_words(terms)
    old = record.cards_of(sorted(_concerned(names, new, shown, plain)))
    before = sorted((card for card in old if card), key=_id)
    now = sorted([*before, *new], key=_id)
    changed = {lang: _changed(names, before, now, lang, plain[lang]) for lang in SPOKEN}
    cards = [Card(id, called) for id, called in sorted(shown.items())]
    return names.with_more([card.id for card in new], cards, changed)


def _id(card: Card) -> str:
    return card.id


def _concerned(
    names: CardNames, new: Sequence[Card], shown: Mapping[str, Mapping[str, str]], plain: Mapping[str, Plain]
) -> set[str]:
    """The old cards that bear a name of a new one, or are its namesakes."""
    borne = (names.meant(folded, lang) for lang in SPOKEN for folded in names_of(new, LANGUAGES[lang], plain[lang]))
    bearers = {id for meant in borne if meant for id in meant[0]}
    called = {short for card in new if (short := short_name(card.names["en"]))}
    namesakes = {id for id, name in shown.items() if called and short_name(name["en"]) in called}
    return (bearers | namesakes) - {card.id for card in new}


def _changed(
    names: CardNames, before: Sequence[Card], now: Sequence[Card], lang: str, plain: Plain
) -> dict[str, Meant]:
    """What names mean now that meant something else, or nothing, before."""
    meant, means = (with_kinds(names_of(cards, LANGUAGES[lang], plain)) for cards in (before, now))
    changed = {name: meaning for name, meaning in means.items() if meant.get(name) != meaning}
    if meant.keys() - means.keys() or any(names.meant(name, lang) != meant.get(name) for name in changed):
        raise Unsettled
    return changed
