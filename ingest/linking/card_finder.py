"""Finds card names in text: full names first, then the short names that legends go by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import ahocorasick

from ingest import languages
from ingest.catalogue import Catalogue
from ingest.languages.base import Language
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.folding import Folded, fold
from ingest.languages.scripts import is_han
from ingest.linking.nicknames import Ends, called, ends_of, short_name, short_names
from ingest.model import LANGUAGES, Card, Insertion, Term

SHORTEST_HAN = 3
SHORTEST_LATIN = 3
"""A name of fewer characters is too often a word of the sentence, or a variable of the game."""


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A card named in a text; `short` where only by its short name, `ambiguous` where others share it."""

    start: int
    end: int
    target: str
    lang: str
    short: bool = False
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Plain:
    """Folded names that are words of a language or terms of the game; `capital` those written like names."""

    words: frozenset[str] = frozenset()
    capital: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Named:
    cards: tuple[str, ...]
    short: bool
    written: str
    word: bool
    """Whether the name is also a plain word or a term of the game, or as short as one."""
    plain: bool = False
    """Whether it is one."""
    capital: bool = False
    """Whether it is a term that is itself written with a capital."""


class CardFinder:
    """Finds the names of some cards; safe to share between threads.

    `plain` says which folded names are also terms or words of a language: such
    a name counts only where it is written as a name.
    """

    def __init__(self, cards: Iterable[Card], languages: Mapping[str, Language], plain: Mapping[str, Plain]) -> None:
        cards = list(cards)
        self._legends = [card for card in cards if short_name(card.names["en"])]
        self._whole = frozenset(card.id for card in cards if card.kind == "card")
        self._languages = languages
        self._names = {lang: self._automaton(cards, lang, plain.get(lang, Plain())) for lang in LANGUAGES}

    @cached_property
    def _ends(self) -> Ends:
        return ends_of(self._legends)

    def find(self, text: str, lang: str, insertions: Sequence[Insertion] = ()) -> list[CardMatch]:
        """The cards named in a text, by place, one match per card that the name may mean."""
        lang = "zh-Hans" if lang == "zh-Hant" else lang
        # English names stand untranslated in other languages' texts: written as names, they are found.
        tags = [lang, "en"] if lang in LANGUAGES and lang != "en" else [lang]
        found = [one for tag in tags if tag in self._names for one in self._occurrences(text, tag, strict=True)]
        return list(_spread(_longest(found)))

    def find_query(self, text: str) -> list[CardMatch]:
        """The cards a query may name, in any language and however typed."""
        found = _longest(one for tag in LANGUAGES for one in self._occurrences(text, tag, strict=False))
        named = list(_spread(found))
        folded = self._languages["zh-Hans"].fold(text)
        for start, end, card in called(folded.text, self._ends):
            begin, stop = folded.span(start, end)
            if all(stop <= one.start or one.end <= begin for one in found):
                named.append(CardMatch(begin, stop, card, "zh-Hans", short=True))
        return named

    def _automaton(self, cards: Sequence[Card], lang: str, plain: Plain) -> ahocorasick.Automaton:
        language = self._languages[lang]
        names: dict[str, list[tuple[str, bool, str]]] = defaultdict(list)
        for id, name, short in _names(cards, lang):
            folded = language.fold(name).text.strip()
            if folded and (lang != "zh-Hans" or len(folded) >= 2):
                names[folded].append((id, short, name))
        automaton = ahocorasick.Automaton()
        for folded, owners in names.items():
            full = self._bearers(owners)
            ids = tuple(dict.fromkeys(id for id, _, _ in full))
            word = folded in plain.words or len(folded) < (SHORTEST_HAN if lang == "zh-Hans" else SHORTEST_LATIN)
            known = folded in plain.words or len(folded) < 2
            named = _Named(ids, full[0][1], full[0][2], word, known, folded in plain.capital)
            automaton.add_word(folded, (len(folded), named))
        if names:
            automaton.make_automaton()
        return automaton

    def _bearers(self, owners: list[tuple[str, bool, str]]) -> list[tuple[str, bool, str]]:
        """Whose a name is: a full name before a short one, a card's before a token's or that of a face alone."""
        full = [owner for owner in owners if not owner[1]] or owners
        return [owner for owner in full if owner[0] in self._whole] or full

    def _occurrences(self, text: str, lang: str, *, strict: bool) -> Iterator[_Occurrence]:
        language, automaton = self._languages[lang], self._names[lang]
        if not len(automaton):
            return
        folded = language.fold(text)
        for last, (length, named) in automaton.iter(folded.text):
            start, end = last + 1 - length, last + 1
            end = _plural(folded.text, end, named, language) if lang == "en" else end
            if language.is_boundary(folded.text, start) and language.is_boundary(folded.text, end):
                begin, stop = folded.span(start, end)
                if _as_a_name(text, begin, stop, named, lang) if strict else not _bare_word(folded, start, end, named):
                    yield _Occurrence(begin, stop, lang, named)


@dataclass(frozen=True, slots=True)
class _Occurrence:
    start: int
    end: int
    lang: str
    named: _Named


def _names(cards: Iterable[Card], lang: str) -> Iterator[tuple[str, str, bool]]:
    """Card id, name, and whether it is a short one."""
    held = list(cards)
    for card in held:
        for name in (*filter(None, [card.names.get(lang)]), *card.aliases.get(lang, ())):
            yield card.id, name, False
            for face in name.split(" // ") if " // " in name else ():
                yield card.id, face, False
    for id, name in short_names(held, lang):
        yield id, name, True


def _as_a_name(text: str, start: int, end: int, named: _Named, lang: str) -> bool:
    """Whether a name is written as one: with its capitals, and not as the word it also is."""
    if lang == "zh-Hans":
        return not named.word or _set_apart(text, start, end)
    written = text[start:end]
    letters = zip(_letters(named.written), _letters(written), strict=False)
    if any(one.isupper() and not other.isupper() for one, other in letters):
        return False
    if not named.word:
        return True
    if len(written) < SHORTEST_LATIN or (named.capital and not _quoted(text, start, end)):
        return False
    return written[:1].isupper() and not _opens_sentence(text, start)


def _letters(text: str) -> list[str]:
    return [char for char in text if char.isalpha()]


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" “\"'«‘¿¡(")
    return not before or before[-1] in ".!?:;…\n—"


def _quoted(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start] in ("“", '"', "«") and text[end : end + 1] in ("”", '"', "»")


def _plural(folded: str, end: int, named: _Named, language: Language) -> int:
    """Where a name ends that is in the plural here; where it ended, if it is not."""
    several = " " in named.written and not named.word and folded[end : end + 1] == "s"
    return end + 1 if several and language.is_boundary(folded, end + 1) else end


def _set_apart(text: str, start: int, end: int) -> bool:
    """Whether quotes, brackets or signs on both sides set the characters apart."""
    around = text[start - 1 : start], text[end : end + 1]
    return all(not side or not side.isalnum() for side in around) and (start > 0 or end < len(text))


def _bare_word(folded: Folded, start: int, end: int, named: _Named) -> bool:
    """In a query, a name that is also a word counts only where nothing else is asked."""
    word = named.plain if is_han(named.written[0]) else named.word
    return word and folded.text.strip() != folded.text[start:end]


def _longest(found: Iterable[_Occurrence]) -> list[_Occurrence]:
    """Occurrences that do not overlap, the longest first come, full names before short ones."""
    chosen: list[_Occurrence] = []
    for one in sorted(found, key=lambda o: (-(o.end - o.start), o.named.short, o.start, o.lang)):
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)


def _spread(found: Iterable[_Occurrence]) -> Iterator[CardMatch]:
    for one in found:
        for id in one.named.cards:
            yield CardMatch(one.start, one.end, id, one.lang, one.named.short, len(one.named.cards) > 1)


def plain_words(terms: Mapping[str, Term]) -> dict[str, Plain]:
    """Per language the folded forms of all terms, and the words that hold sentences together."""
    return {
        lang: Plain(
            _forms(terms.values(), lang) | FUNCTION_WORDS.get(lang, frozenset()),
            _forms((term for term in terms.values() if term.names["en"][:1].isupper()), lang),
        )
        for lang in LANGUAGES
    }


def _forms(terms: Iterable[Term], lang: str) -> frozenset[str]:
    return frozenset(fold(form).text for term in terms for form in term.forms.get(lang, ()))


@lru_cache(maxsize=1)
def card_finder(catalogue: Catalogue) -> CardFinder:
    """The finder of every card of a catalogue; made once for all who ask, for it takes a second."""
    return CardFinder(catalogue.cards.all(), languages.LANGUAGES, plain_words(catalogue.terms))
