"""The forms of one language, ready to be found in text all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import ahocorasick

from ingest.languages.base import Language
from ingest.languages.folding import Folded, folded_text
from ingest.languages.scripts import is_han
from ingest.model import Term


class Owner(NamedTuple):
    """A term that has a form, and how it has it."""

    target: str
    kind: str
    form: str
    deprecated: bool = False
    ambiguous: bool = False
    slang: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A form at its place in a folded text, with the terms that own it."""

    start: int
    end: int
    owners: tuple[Owner, ...]


class Lexicon:
    """Finds every form of a language in one pass, whatever their number."""

    def __init__(self, language: Language, owners: Mapping[str, tuple[Owner, ...]]) -> None:
        self.language = language
        self._automaton = ahocorasick.Automaton()
        for folded, owned in owners.items():
            self._automaton.add_word(folded, (len(folded), owned))
        self._empty = not owners
        if owners:
            self._automaton.make_automaton()

    def occurrences(self, folded: str) -> Iterator[Found]:
        """Every form that stands in a folded text between two boundaries.

        What a form denies begins no other: a noncreature spell is no creature spell.
        """
        if self._empty:
            return
        is_boundary, denials = self.language.is_boundary, self.language.denials
        denied: set[int] = set()
        for last, (length, owners) in self._automaton.iter(folded):
            start, end = last + 1 - length, last + 1
            if start not in denied and is_boundary(folded, start) and is_boundary(folded, end):
                if folded.startswith(denials, start, end):
                    denied.update(start + len(one) for one in denials if folded.startswith(one, start, end))
                yield Found(start, end, owners)


def text_lexicon(terms: Iterable[Term], language: Language) -> Lexicon:
    """The lexicon of what a text may hold: no slang."""
    return Lexicon(language, _collect(terms, language, slang=False))


def query_lexicon(terms: Iterable[Term], language: Language) -> Lexicon:
    """The lexicon of what people type: slang too, and `n` for `ñ`."""
    owners = _collect(terms, language, slang=True)
    plain = {folded.replace("ñ", "n"): owned for folded, owned in owners.items() if "ñ" in folded}
    return Lexicon(language, {**plain, **owners})


def _collect(terms: Iterable[Term], language: Language, *, slang: bool) -> dict[str, tuple[Owner, ...]]:
    found: dict[str, dict[str, Owner]] = {}
    for term in terms:
        for owner in _owners(term, language.tag, slang):
            folded = folded_text(owner.form).strip()
            # The first way a term has a form stands: current before outdated.
            if folded:
                found.setdefault(folded, {}).setdefault(owner.target, owner)
    return {folded: tuple(owners.values()) for folded, owners in found.items()}


def _owners(term: Term, lang: str, slang: bool) -> Iterator[Owner]:
    for form in term.ambiguous.get(lang, ()):
        yield Owner(term.id, term.kind, form, ambiguous=True)
    for form in term.forms.get(lang, ()):
        yield Owner(term.id, term.kind, form)
    for form in term.deprecated.get(lang, ()):
        yield Owner(term.id, term.kind, form, deprecated=True)
    if slang:
        for form in term.slang.get(lang, ()):
            yield Owner(term.id, term.kind, form, slang=True)


def tight(folded: Folded) -> Folded:
    """A folded text without the spaces beside Chinese characters, which some writers set and some do not.

    >>> from ingest.languages import fold
    >>> tight(fold("选择 X 的值, add X")).text
    '选择x的值, add x'
    """
    if " " not in folded.text:
        return folded
    kept = [at for at in range(len(folded.text)) if not _loose(folded.text, at)]
    return Folded(
        "".join(folded.text[at] for at in kept),
        (*(folded.offsets[at] for at in kept), folded.offsets[-1]),
        tuple(folded.ends[at] for at in kept),
    )


def _loose(text: str, at: int) -> bool:
    return text[at] == " " and (is_han(text[at - 1 : at]) or is_han(text[at + 1 : at + 2]))
