"""Finds card names in text: full names first, then the short names that legends go by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import ahocorasick

from ingest import languages
from ingest.catalogue import Catalogue
from ingest.languages.base import Language
from ingest.languages.evidence import FUNCTION_WORDS
from ingest.languages.folding import fold
from ingest.linking.nicknames import short_names
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
class Named:
    """Whose a folded name is, and how it is written.

    `word`: it is also a plain word or a term of the game, or as short as one; `plain`: it is one;
    `capital`: it is a term that is itself written with a capital.
    """

    cards: tuple[str, ...]
    short: bool
    written: str
    word: bool
    plain: bool = False
    capital: bool = False

    @property
    def several(self) -> bool:
        """Whether more than one of them go by the name with an s."""
        return " " in self.written and not self.word


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at its place in a text, with the cards that it may mean."""

    start: int
    end: int
    lang: str
    cards: tuple[str, ...]
    short: bool


def names_of(cards: Sequence[Card], language: Language, plain: Plain) -> dict[str, Named]:
    """The folded names of cards in a language."""
    names: dict[str, list[tuple[str, bool, str]]] = defaultdict(list)
    lang = language.tag
    for id, name, short in _names(cards, lang):
        folded = language.fold(name).text.strip()
        if folded and (lang != "zh-Hans" or len(folded) >= 2):
            names[folded].append((id, short, name))
    whole = frozenset(card.id for card in cards if card.kind == "card")
    return {folded: _named(folded, owners, whole, lang, plain) for folded, owners in names.items()}


def _named(folded: str, owners: list[tuple[str, bool, str]], whole: frozenset[str], lang: str, plain: Plain) -> Named:
    bearers = _bearers(owners, whole)
    ids = tuple(dict.fromkeys(id for id, _, _ in bearers))
    word = folded in plain.words or len(folded) < (SHORTEST_HAN if lang == "zh-Hans" else SHORTEST_LATIN)
    known = folded in plain.words or len(folded) < 2
    return Named(ids, bearers[0][1], bearers[0][2], word, known, folded in plain.capital)


def _bearers(owners: list[tuple[str, bool, str]], whole: frozenset[str]) -> list[tuple[str, bool, str]]:
    """Whose a name is: a full name before a short one, a card's before a token's or that of a face alone."""
    full = [owner for owner in owners if not owner[1]] or owners
    return [owner for owner in full if owner[0] in whole] or full


class CardFinder:
    """Finds the names of some cards; safe to share between threads.

    `plain` says which folded names are also terms or words of a language: such
    a name counts only where it is written as a name.
    """

    def __init__(self, cards: Iterable[Card], languages: Mapping[str, Language], plain: Mapping[str, Plain]) -> None:
        cards = list(cards)
        named = ((lang, names_of(cards, languages[lang], plain.get(lang, Plain()))) for lang in LANGUAGES)
        self._languages = languages
        self._names = {lang: _automaton(names) for lang, names in named}

    @classmethod
    def of_names(cls, names: Mapping[str, Mapping[str, Named]], languages: Mapping[str, Language]) -> CardFinder:
        """The finder of folded names, given by language."""
        finder = cls((), languages, {})
        finder._names |= {lang: _automaton(held) for lang, held in names.items()}
        return finder

    def names(self) -> Iterator[tuple[str, str, Named]]:
        """Every folded name, with its language and whose it is."""
        for lang, automaton in self._names.items():
            yield from ((lang, folded, named) for folded, (_, named) in automaton.items())

    def find(self, text: str, lang: str, insertions: Sequence[Insertion] = ()) -> list[CardMatch]:
        """The cards named in a text, by place, one match per card that the name may mean."""
        lang = "zh-Hans" if lang == "zh-Hant" else lang
        # English names stand untranslated in other languages' texts: written as names, they are found.
        tags = [lang, "en"] if lang in LANGUAGES and lang != "en" else [lang]
        return spread_out(longest(one for tag in tags if tag in self._names for one in self._occurrences(text, tag)))

    def _occurrences(self, text: str, lang: str) -> Iterator[Occurrence]:
        language, automaton = self._languages[lang], self._names[lang]
        if not len(automaton):
            return
        folded = language.fold(text)
        for last, (length, named) in automaton.iter(folded.text):
            start, end = last + 1 - length, last + 1
            end = plural(folded.text, end, language) if lang == "en" and named.several else end
            if language.is_boundary(folded.text, start) and language.is_boundary(folded.text, end):
                begin, stop = folded.span(start, end)
                if _as_a_name(text, begin, stop, named, lang):
                    yield Occurrence(begin, stop, lang, named.cards, named.short)


def _automaton(names: Mapping[str, Named]) -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for folded, named in names.items():
        automaton.add_word(folded, (len(folded), named))
    if names:
        automaton.make_automaton()
    return automaton


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


def _as_a_name(text: str, start: int, end: int, named: Named, lang: str) -> bool:
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


def plural(folded: str, end: int, language: Language) -> int:
    """Where a name ends that is in the plural here; where it ended, if it is not."""
    return end + 1 if folded[end : end + 1] == "s" and language.is_boundary(folded, end + 1) else end


def _set_apart(text: str, start: int, end: int) -> bool:
    """Whether quotes, brackets or signs on both sides set the characters apart."""
    around = text[start - 1 : start], text[end : end + 1]
    return all(not side or not side.isalnum() for side in around) and (start > 0 or end < len(text))


def longest(found: Iterable[Occurrence]) -> list[Occurrence]:
    """Occurrences that do not overlap, the longest first come, full names before short ones."""
    chosen: list[Occurrence] = []
    for one in sorted(found, key=lambda o: (-(o.end - o.start), o.short, o.start, o.lang)):
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)


def spread_out(found: Iterable[Occurrence]) -> list[CardMatch]:
    """A match for each card that a name may mean."""
    return [
        CardMatch(one.start, one.end, id, one.lang, one.short, len(one.cards) > 1) for one in found for id in one.cards
    ]


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
