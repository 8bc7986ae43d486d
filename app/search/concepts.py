"""The concepts a query names, with what each weighs and what may stand for it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.index.contract import Weighted
from ingest.indexing import CARD
from ingest.languages import Languages, fold
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.linking.card_finder import CardMatch
from ingest.linking.finder import Match
from ingest.model import Span, Term

if TYPE_CHECKING:
    from app.services import Knowledge

SLANG = 0.85
CARD_WEIGHT = 1.2
PERHAPS = 0.6
"""Part of that, for a name so short that it may be a word like others."""
PLAIN = 0.6
"""What a word of plain vocabulary weighs beside a term of the game."""
GRAMMAR = 0.3
"""What a word that only holds a sentence together weighs, where it is a concept at all."""
ASKING = frozenset({"how", "where"})
"""Terms that ask, whatever words they are put in (what happens, ¿qué pasa?): an answer does without them.

Not *whether* and *which*: rulings do say those.
"""
SIBLING = 0.5
"""A mechanic made from the same template: its rulings say the same of another thing."""
WIDER = 0.5
"""A term that a ruling about this one may be worded with."""

_SUBJECT = re.compile(r"\b(?:i|you|he|she|we|they)\s$", re.IGNORECASE)
_SURE_HAN = 3
_GRAMMAR = {lang: frozenset(fold(word).text for word in words) for lang, words in FUNCTION_WORDS.items()}


@dataclass(frozen=True, slots=True)
class Named:
    """What a text names: terms and cards with their places, weights, and what may stand for each."""

    matches: tuple[Match, ...]
    cards: tuple[CardMatch, ...]
    concepts: Weighted
    related: tuple[Weighted, ...]

    @property
    def spans(self) -> list[Span]:
        """The places that a term or a card covers."""
        found: tuple[Match | CardMatch, ...] = (*self.matches, *self.cards)
        return [(match.start, match.end) for match in found]


def named(knowledge: Knowledge, text: str) -> Named:
    """The concepts of a query's free text."""
    if not text:
        return Named((), (), (), ())
    found = knowledge.finder.find_query(text)
    named_cards = (card for card in knowledge.card_names.find_query(text) if _is_meant(card, text, found))
    cards = [card for card in named_cards if _is_a_word(card, text, knowledge.languages)]
    telling = (match for match in found if _says_something(match, text, knowledge.terms))
    matches = [match for match in telling if not any(_inside(match, card) for card in cards)]
    concepts = _weights(matches, cards, text, knowledge.terms)
    either = _alternatives(matches)
    related = tuple(_related(concept, weight, either.get(concept, ()), knowledge) for concept, weight in concepts)
    return Named(tuple(matches), tuple(cards), concepts, related)


def _is_meant(card: CardMatch, text: str, found: Sequence[Match]) -> bool:
    """Not a name of one letter in a longer text, nor one inside a longer term."""
    if card.end - card.start == 1 and text.strip() != text[card.start : card.end]:
        return False
    if card.lang == "en" and text[card.start].islower() and _SUBJECT.search(text, 0, card.start):
        return False  # can i opt to pay: what someone does is no name
    if _is_plain(card, text) and any((card.start, card.end) == (match.start, match.end) for match in found):
        return False  # in which order: a word with its own meaning
    return not any(_inside(card, match) for match in found)


def _is_plain(card: CardMatch, text: str) -> bool:
    """Whether a name stands in a longer text as one small word of an alphabet."""
    typed = text[card.start : card.end]
    return card.lang != "zh-Hans" and typed.islower() and " " not in typed and text.strip() != typed


def _is_a_word(card: CardMatch, text: str, languages: Languages) -> bool:
    """Whether a Chinese name of two characters stands for itself, and not across two words."""
    if not _perhaps(card, text):
        return True
    tokens = languages.of("zh-Hans").query_tokens(text)
    return any((token.start, token.end) == (card.start, card.end) for token in tokens)


def _perhaps(card: CardMatch, text: str) -> bool:
    """Whether a Chinese name is so short that its characters may mean something else in a longer text."""
    return card.lang == "zh-Hans" and card.end - card.start < _SURE_HAN and text.strip() != text[card.start : card.end]


def _inside(one: Match | CardMatch, other: Match | CardMatch) -> bool:
    return other.start <= one.start and one.end <= other.end and one.end - one.start < other.end - other.start


def _says_something(match: Match, text: str, terms: Mapping[str, Term]) -> bool:
    """Not the number inside a symbol, nor a small word of one language read as another's.

    English *do* is a form of Spanish *dar*, and Spanish *de* is *dé* without its accent.
    """
    if text[match.start - 1 : match.start] == "{" and text[match.end : match.end + 1] == "}":
        return False
    word = fold(text[match.start : match.end]).text
    elsewhere = any(word in words for lang, words in _GRAMMAR.items() if lang != match.lang)
    return not elsewhere or word in fold(terms[match.target].names.get(match.lang, "")).text.split()


def _alternatives(matches: Sequence[Match]) -> Mapping[str, Iterable[str]]:
    """For each term that the words leave open the others it may be: what holds one of them holds what was asked."""
    owners: defaultdict[Span, list[str]] = defaultdict(list)
    for match in matches:
        owners[match.start, match.end].append(match.target)
    return {one: [other for other in names if other != one] for names in owners.values() for one in names}


def _weights(matches: Sequence[Match], cards: Sequence[CardMatch], text: str, terms: Mapping[str, Term]) -> Weighted:
    """Concepts with their weights; one that the words leave open shares its weight."""
    owners = Counter((match.start, match.end) for match in matches)
    weights: dict[str, float] = {}
    for match in matches:
        weight = _weight(match, text, terms) / owners[match.start, match.end]
        weights[match.target] = max(weight, weights.get(match.target, 0.0))
    namesakes = Counter((card.start, card.end) for card in cards)
    for card in cards:
        sure = PERHAPS if _perhaps(card, text) else 1.0
        weights[CARD + card.target] = CARD_WEIGHT * sure / namesakes[card.start, card.end]
    return tuple(weights.items())


def _weight(match: Match, text: str, terms: Mapping[str, Term]) -> float:
    weight = SLANG if match.slang else 1.0
    if terms[match.target].kind != "word":
        return weight
    word = fold(text[match.start : match.end]).text
    small = match.target in ASKING or word in _GRAMMAR.get(match.lang, ())
    return weight * (GRAMMAR if small else PLAIN)


def _related(concept: str, weight: float, either: Iterable[str], knowledge: Knowledge) -> Weighted:
    """What may stand for a concept, each with the weight it then has."""
    term = knowledge.terms.get(concept)
    if term is None:
        return ()
    found = dict.fromkeys(term.broader, weight * WIDER)
    found.update(dict.fromkeys(knowledge.catalogue.associations.get(concept, ()), weight * WIDER))
    found.update(dict.fromkeys(term.siblings, weight * SIBLING))
    found.update(dict.fromkeys(either, weight))
    return tuple(found.items())
