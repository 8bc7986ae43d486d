"""Tells a term of the game from a word of a name: by capitals, where a language has them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ingest.model import Term

_LANGUAGES = ("en", "es")
_OPENS = re.compile(r"(?:^|[.!?:;…—–~\n•\[]|[\"“”«»'‘’(¿¡]|—)\s*[\"“«'‘(¿¡\[]*$")
_NEXT = re.compile(r"(?:'s|’s)?[ \u00a0](?:(?:of|the|in|to|and|de|del|la|el|los|las)[ \u00a0])*([^\W\d_][^\W\d_'’-]*)")
_LOOK_BACK = 8


def spelt_as_names(terms: Mapping[str, Term]) -> frozenset[str]:
    """The ids of terms that are written with a capital themselves, as `Aura` is, and of plain words."""
    return frozenset(t.id for t in terms.values() if t.names["en"][:1].isupper() or t.kind == "word")


def in_a_name(text: str, start: int, end: int, lang: str) -> bool:
    """Whether a term that is written small stands with a capital, as in a name.

    At the start of a sentence the capital says nothing: there the next word
    tells, for names go on with one.

    >>> in_a_name("It targets Storm Crow.", 11, 16, "en"), in_a_name("Storm copies.", 0, 5, "en")
    (True, False)
    >>> in_a_name("Void Stalker left.", 0, 4, "en"), in_a_name("a storm crow", 2, 7, "en")
    (True, False)
    """
    written = text[start:end]
    if lang not in _LANGUAGES or not written[:1].isupper() or (len(written) > 1 and written.isupper()):
        return False
    if not _OPENS.search(text[max(0, start - _LOOK_BACK) : start]) and start:
        return True
    following = _NEXT.match(text, end)
    return lang == "en" and bool(following and following[1][:1].isupper() and following[1] != "X")
