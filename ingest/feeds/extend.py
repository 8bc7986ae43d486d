"""What feeds know beside rulings, put to use: cards for the catalogue, cards for a dump that names none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count

from ingest.catalogue.cards import CardNames
from ingest.catalogue.slugs import slug
from ingest.errors import Problem
from ingest.feeds.table import FeedCard
from ingest.languages import fold
from ingest.model import Card, Entry, Term
from ingest.normalize import normalise_body


def with_cards(
    names: CardNames, found: Iterable[FeedCard], entries: Sequence[Entry], before: Iterable[Card] = ()
) -> CardNames:
    """The card names with those that feeds give added: new cards, new languages, former names.

    A card keeps its id whatever it is called now. Tokens come in only where a
    ruling stands on one. `before` are the cards of the last build.
    """
    cards = _joined(found)
    if not cards:
        return names
    stated = {key for entry in entries for key in (entry.oracle_id, entry.card) if key}
    wanted = [card for card in cards if card.kind != "token" or {card.oracle_id, card.name} & stated]
    return names.extended(list(_Extension(names, before).cards(wanted)))


def _joined(found: Iterable[FeedCard]) -> list[FeedCard]:
    """The cards of all feeds, each once; cards before tokens, whatever the order of the files."""
    cards: dict[str, FeedCard] = {}
    for card in found:
        known = cards.setdefault(card.oracle_id or card.name, card)
        if known is not card:
            for lang, given in card.names.items():
                own = known.names.setdefault(lang, [])
                own += [name for name in given if name not in own]
            known.faces |= {lang: faces for lang, faces in card.faces.items() if lang not in known.faces}
            known.texts = card.texts | known.texts
    named = (card for card in cards.values() if card.name)
    return sorted(named, key=lambda card: (card.kind == "token", card.name, card.oracle_id or ""))


class _Extension:
    """Cards made of what feeds give, with what is known of each already."""

    def __init__(self, names: CardNames, before: Iterable[Card]) -> None:
        self._names = names
        self._before = {card.oracle_id: card for card in before if card.oracle_id and card.kind != "face"}
        self._taken = {card.id for card in names.all()} | {card.id for card in self._before.values()}

    def cards(self, found: Iterable[FeedCard]) -> Iterator[Card]:
        for given in found:
            known = self._known(given)
            if known is None:
                yield _merged(Card(self._new_id(given), {"en": given.name}, {}, given.oracle_id, given.kind), given)
                yield from self._faces(given)
            else:
                card = _merged(self._with_former(known), given)
                if card != self._names.get(known.id):
                    yield card

    def _known(self, given: FeedCard) -> Card | None:
        if given.oracle_id:
            known = self._names.by_oracle_id(given.oracle_id) or self._before.get(given.oracle_id)
            if known and known.kind != "face":
                return known
        named = self._names.by_name(given.name)
        alike = (card for card in named if card.kind == given.kind and card.names["en"] == given.name)
        return next((card for card in alike if not card.oracle_id or not given.oracle_id), None)

    def _with_former(self, known: Card) -> Card:
        """The card with the English names that the last build knew it by."""
        before = self._before.get(known.oracle_id)
        if before is None or before is known:
            return known
        return _renamed(known, known.names["en"], (before.names["en"], *before.aliases.get("en", ())))

    def _new_id(self, given: FeedCard, *, face: str = "") -> str:
        plain = slug(face or given.name) or "card"
        wanted = f"{plain}-token" if given.kind == "token" else plain
        tail = (given.oracle_id or "")[:8]
        choices = chain([wanted], [f"{wanted}-{tail}"] if tail else [], (f"{wanted}-{n}" for n in count(2)))
        id_ = next(choice for choice in choices if choice not in self._taken)
        self._taken.add(id_)
        return id_

    def _faces(self, given: FeedCard) -> Iterator[Card]:
        english = given.faces.get("en", ())
        for place, name in enumerate(english):
            if name and given.kind != "token" and name != given.name:
                sides = {lang: faces[place] for lang, faces in given.faces.items() if len(faces) == len(english)}
                names = {"en": name} | {lang: side for lang, side in sides.items() if side}
                yield Card(self._new_id(given, face=name), names, {}, given.oracle_id, "face")


def _merged(card: Card, given: FeedCard) -> Card:
    """The card with the names a feed gives: its English name is the one of today."""
    card = _renamed(card, given.name, (card.names["en"], *given.names.get("en", ())))
    for lang, found in given.names.items():
        if lang != "en" and found:
            names = {lang: found[0]} | dict(card.names)
            others = (*card.aliases.get(lang, ()), *(name for name in found if name != names[lang]))
            card = replace(card, names=names, aliases=_aliases(card, lang, others))
    return replace(card, oracle_id=card.oracle_id or given.oracle_id, texts=given.texts or card.texts)


def _renamed(card: Card, name: str, others: Iterable[str]) -> Card:
    known = (*card.aliases.get("en", ()), *(other for other in others if other != name))
    aliases = _aliases(card, "en", (other for other in known if other != name))
    return replace(card, names=dict(card.names) | {"en": name}, aliases=aliases)


def _aliases(card: Card, lang: str, others: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found = tuple(dict.fromkeys(others))
    return {key: names for key, names in (dict(card.aliases) | {lang: found}).items() if names}


def with_cards_of_texts(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, those of a dump without cards told theirs: the card that elsewhere has the same English.

    One without a date takes the date given there, if it is one.
    """
    if not any(entry.alone for entry in entries):
        return list(entries)
    known: dict[str, dict[object, Entry]] = defaultdict(dict)
    for entry in entries:
        if (entry.oracle_id or entry.card) and (english := _english(entry)):
            known[english].setdefault(entry.date, entry)
    return [_told(entry, known) if entry.alone else entry for entry in entries]


def _told(entry: Entry, known: dict[str, dict[object, Entry]]) -> Entry:
    by_date = known.get(_english(entry), {})
    other = by_date.get(entry.date) or next(iter(by_date.values()), None)
    if other is None:
        return entry
    date = entry.date or (other.date if len(by_date) == 1 else None)
    return replace(entry, card=other.card, oracle_id=other.oracle_id, date=date)


def _english(entry: Entry) -> str:
    return next((normalise_body(p.body) for p in entry.paragraphs if p.lang == "en"), "")


def unknown_keywords(keywords: Iterable[tuple[str, str, str]], terms: Iterable[Term]) -> list[Problem]:
    """A remark for each keyword of a feed that the catalogue has no term for, by its file."""
    known = {fold(form).text for term in terms for form in (term.names.get("en", ""), *term.forms.get("en", ()))}
    return [
        Problem(file, 1, "unknown-keyword", "info", f"{word} ({kind})")
        for file, kind, word in keywords
        if fold(word).text not in known
    ]
