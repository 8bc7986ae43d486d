"""What differs between two wordings in one language: words for Latin script, characters for Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from markupsafe import Markup

LONGEST = 2000
"""Characters compared at most; a longer text is shown as replaced whole."""

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_TAGS = {
    "same": Markup("{text}"),
    "deleted": Markup("<del>{text}</del>"),
    "inserted": Markup("<ins>{text}</ins>"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """A run of text that stayed (`same`), went (`deleted`) or came (`inserted`)."""

    kind: str
    text: str


def changes(old: str, new: str, lang: str) -> list[Change]:
    """The steps from one wording to the other, in reading order.

    >>> [(one.kind, one.text) for one in changes("put it down", "put it up", "en")]
    [('same', 'put it '), ('deleted', 'down'), ('inserted', 'up')]
    """
    if max(len(old), len(new)) > LONGEST:
        return _replaced(old, new)
    before, after = _units(old, lang), _units(new, lang)
    found: list[Change] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            found.append(Change("same", "".join(before[a:b])))
        else:
            found += _replaced("".join(before[a:b]), "".join(after[c:d]))
    return found


def likeness(old: str, new: str, lang: str) -> float:
    """The share of the longer wording that stayed, from 0 to 1.

    >>> likeness("abc", "abc", "en"), likeness("one", "two", "en")
    (1.0, 0.0)
    """
    stayed = sum(len(one.text) for one in changes(old, new, lang) if one.kind == "same")
    return stayed / max(len(old), len(new), 1)


def render_diff(old: str, new: str, lang: str) -> Markup:
    """The newer wording as safe HTML with what went and what came marked.

    >>> print(render_diff("翻成背面", "翻成正面", "zh-Hans"))
    翻成<del>背</del><ins>正</ins>面
    """
    return Markup("").join(_TAGS[one.kind].format(text=one.text) for one in changes(old, new, lang))


def _units(text: str, lang: str) -> list[str]:
    return list(text) if lang.startswith("zh") else _WORDS.findall(text)


def _replaced(old: str, new: str) -> list[Change]:
    steps = (Change("deleted", old), Change("inserted", new))
    return [one for one in steps if one.text]
