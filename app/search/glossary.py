"""The glossary: the terms that hold what is asked for, in any language and any inflection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ingest.languages import fold
from ingest.languages.base import Language
from ingest.languages.latin import LatinLanguage
from ingest.model import LANGUAGES, Term

if TYPE_CHECKING:
    from app.services import Knowledge

FORMS_SHOWN = 3
LONGEST = 100
IS, BEGINS, HOLDS, STARTS, STEM, KIN = range(6)
"""How well a form fits, best first: it is what is asked for, begins with it, holds it as whole words, its first
word only begins so, a word of it has the same stem, or one of the same family (`proteger`, `protección`)."""
FAMILY = 5
"""Letters that words of one family share at least."""


@dataclass(frozen=True, slots=True)
class Found:
    """A term with how well it fits, 0 best, and the forms that do where no name does."""

    term: Term
    rank: int
    forms: tuple[tuple[str, str], ...] = ()


def lookup(knowledge: Knowledge, q: str) -> list[Found]:
    """The terms that fit, best first; every one of them, by id, where nothing is asked for."""
    asked = fold(" ".join(q[:LONGEST].split())).text.strip()
    if not asked:
        return [Found(term, IS) for _, term in sorted(knowledge.terms.items())]
    found = [one for term in knowledge.terms.values() if (one := _fit(knowledge, term, asked))]
    best = min((one.rank for one in found), default=KIN)
    return sorted((one for one in found if one.rank < KIN or best == KIN), key=lambda one: (one.rank, one.term.id))


def _fit(knowledge: Knowledge, term: Term, asked: str) -> Found | None:
    names = [rank for lang, name in term.names.items() if (rank := _rank(knowledge, name, lang, asked)) is not None]
    forms = [
        (rank, lang, form) for lang, form in _forms(term) if (rank := _rank(knowledge, form, lang, asked)) is not None
    ]
    if not names and not forms:
        return None
    shown = () if names else tuple((lang, form) for _, lang, form in sorted(forms)[:FORMS_SHOWN])
    return Found(term, min([*names, *(rank for rank, _, _ in forms)]), shown)


def _forms(term: Term) -> Iterator[tuple[str, str]]:
    for held in (term.forms, term.deprecated, term.slang):
        for lang, some in held.items():
            yield from ((lang, form) for form in some)


def _rank(knowledge: Knowledge, form: str, lang: str, asked: str) -> int | None:
    text, language = _folded(form), knowledge.languages.of(lang)
    if text == asked:
        return IS
    at = text.find(asked)
    while at >= 0:
        if language.is_boundary(text, at) and language.is_boundary(text, at + len(asked)):
            return HOLDS if at else BEGINS
        at = text.find(asked, at + 1)
    return STARTS if text.startswith(asked) else _by_stem(language, text, asked)


def _by_stem(language: Language, text: str, asked: str) -> int | None:
    """How well a form fits by the stems of its words, where one word is asked for."""
    if not isinstance(language, LatinLanguage) or not asked.isalpha():
        return None
    stem = language.stem(asked)
    root = stem[: max(FAMILY, len(stem) - 1)]
    if root not in text and stem not in text:
        return None
    words = text.split()
    if stem in map(language.stem, words):
        return STEM
    return KIN if len(root) >= FAMILY and any(word.startswith(root) for word in words) else None


@lru_cache(maxsize=1 << 15)
def _folded(form: str) -> str:
    return fold(form).text


def deprecated(term: Term) -> Sequence[tuple[str, str]]:
    """The forms not to use any more, each with its language."""
    return [(lang, form) for lang in LANGUAGES for form in term.deprecated.get(lang, ())]
