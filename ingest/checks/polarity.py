"""Whether a translation denies what its source affirms, passage by passage.

Counting negations is not enough: good translations turn `only if` into 才,
`until` into 未 … 不, and back. So the cues around are weighed: words of both
versions and how the counts of denials and affirmations differ. The weights in
`data/catalogue/negation.tsv` are learnt on official translations with
negations dropped and added (`ingest.evaluate.learn_polarity`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ingest.errors import CatalogueError

HEADER = ("lang", "cue", "dropped", "added")
KINDS = HEADER[2:]
START = "#start"
"""The cue every passage has."""
MOST = 4
"""A word that says more often than this that something is or is not counts no more."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """How a language says that something is not so, that it may be, that it is, and that it may not be."""

    denies: re.Pattern[str]
    affirms: re.Pattern[str]
    states: re.Pattern[str]
    forbids: re.Pattern[str]


def _words(alternatives: str) -> re.Pattern[str]:
    """Whole words of a Latin language."""
    return re.compile(rf"(?<![^\W_])(?:{alternatives})(?![^\W_])")


ENGLISH = Inventory(
    re.compile(
        r"n't(?![a-z])|(?<![a-z])(?:cannot|not|no|never|none|neither|nor|without|nothing|unable|unless|illegal"
        r"|unaffected|unblocked|untapped|impossible|non[a-z-]+)(?![a-z])"
    ),
    re.compile(r"(?<![a-z])(?:can|could|may|might|able)(?!'t| not|[a-z])"),
    re.compile(r"(?<![a-z])(?:will|would|do|does|is|are|has|have)(?!n't| not|[a-z])"),
    re.compile(r"can't|cannot|couldn't|unable|may not|impossible"),
)
SPANISH = Inventory(
    _words(
        "no|ni|sin|nunca|jamás|nada|nadie|ning[uú]n|ninguna|ninguno|tampoco|salvo|excepto|a menos que|imposible|ilegal"
    ),
    re.compile(r"(?<![^\W_])(?<!no )(?:pued[ae][sn]?|podrá[sn]?|podría[sn]?|podemos|posible)(?![^\W_])"),
    re.compile(
        r"(?<![^\W_])(?<!no )(?:es|son|está|están|tiene|tienen|hace|hacen|debe|deben|entra|entran|será|serán"
        r"|gana|ganan|pierde|pierden|gira|giran|muere|mueren|recibe|reciben)(?![^\W_])"
    ),
    _words(r"no (?:l[aeo]s? |se )?(?:pued[ae][sn]?|podrá[sn]?)"),
)
CHINESE = Inventory(
    re.compile(
        "(?:(?<![是能会])|(?<=是)(?!不是)|(?<=能)(?!不能)|(?<=会)(?!不会))不(?![同论管仅只但久朽灭死明断少过]|相同)"
        "|未(?!来)|没|无(?![论色尽])|非(?![常瑞])|(?<![是能可会与])否(?!则)"
    ),
    re.compile("(?<![不未无功异效机可])能(?!量)|(?<![不未])可以|(?<![不未])可能|(?<!不)可(?![能以])"),
    re.compile("(?<![不未])[会是]|(?<![不未])具有|(?<![不未])需"),
    re.compile("不能|无法|不得|不可"),
)
INVENTORIES = {"en": ENGLISH, "es": SPANISH, "zh": CHINESE}
ENGLISH_WORD = re.compile(r"[a-z]+(?:'t)?")
SPANISH_WORD = re.compile(r"[a-záéíóúüñ]+")
HAN_RUN = re.compile("[\u3400-\u9fff]+")
POLAR = frozenset(
    """not no never cannot without unless neither nor none nothing only until unable illegal except other can't won't
    doesn't isn't don't aren't wasn't hasn't haven't wouldn't couldn't didn't weren't can may could might able will
    would does do is are has must need""".split()
)
"""English words that say whether something is so: how often they stand counts."""


@dataclass(frozen=True)
class Cues:
    """The weights of cues, by language of the translation and kind (`dropped`, `added`)."""

    weights: Mapping[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)

    def score(self, lang: str, kind: str, cues: Mapping[str, float]) -> float | None:
        """How strongly cues speak for a dropped or added negation; None where nothing was learnt."""
        weights = self.weights.get((lang, kind))
        if not weights:
            return None
        return sum(weights.get(cue, 0.0) * count for cue, count in cues.items())


def cues(source: str, target: str, lang: str) -> dict[str, float]:
    """The cues of an English passage and its translation into a language."""
    english = source.lower().replace("\u2019", "'")
    words = ENGLISH_WORD.findall(english)
    found: dict[str, float] = {START: 1.0, **dict.fromkeys(map(" ".join, pairwise(words)), 1.0)}
    found.update({word: float(min(n, MOST)) if word in POLAR else 1.0 for word, n in Counter(words).items()})
    found.update(_strings(target) if lang.startswith("zh") else _spanish(target))
    found.update(_differences(english, target.lower(), INVENTORIES[lang[:2]]))
    return found


def _strings(target: str) -> dict[str, float]:
    runs = HAN_RUN.findall(target)
    counts = Counter(run[at : at + size] for run in runs for size in (1, 2) for at in range(len(run) - size + 1))
    return {string: float(count) for string, count in counts.items()}


def _spanish(target: str) -> dict[str, float]:
    """The words of a Spanish text, one by one and in pairs, told from English ones by a mark."""
    words = SPANISH_WORD.findall(target.lower())
    counts = Counter([*words, *map(" ".join, pairwise(words))])
    return {f"~{word}": float(count) for word, count in counts.items()}


def _differences(english: str, target: str, theirs: Inventory) -> dict[str, float]:
    """How the counts of denials, affirmations and statements differ, as cues of their own."""
    denied, denies = _count(ENGLISH.denies, english), _count(theirs.denies, target)
    lacking = _clip(denied - denies)
    affirms = _clip(_count(theirs.affirms, target) - _count(ENGLISH.affirms, english))
    states = _clip(_count(theirs.states, target) - _count(ENGLISH.states, english))
    forbids = _clip(_count(ENGLISH.forbids, english) - _count(theirs.forbids, target))
    names = (
        f"#lacking {lacking}",
        f"#affirms {affirms}",
        f"#lacking {lacking} affirms {affirms}",
        f"#lacking {lacking} states {states}",
        f"#forbids {forbids}",
        f"#forbids {forbids} affirms {affirms}",
        f"#denies {min(denies, 2)} denied {min(denied, 2)}",
    )
    return {**dict.fromkeys(names, 1.0), "#denies": float(denies)}


def _count(pattern: re.Pattern[str], text: str) -> int:
    return sum(1 for _ in pattern.finditer(text))


def denials(body: str, lang: str) -> int:
    """How often a text says that something is not so.

    >>> denials("It can't block unless it's untapped.", "en"), denials("它能不能阻挡都不重要。", "zh-Hans")
    (3, 1)
    """
    return _count(INVENTORIES[lang[:2]].denies, body.lower().replace("\u2019", "'"))


def _clip(number: int) -> int:
    return max(-2, min(2, number))


def load_cues(path: Path) -> Cues:
    """The weights of a file, none where there is no such file."""
    if not path.exists():
        return Cues()
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line and not line.startswith("# ")]
    if not rows or tuple(rows[0]) != HEADER:
        raise CatalogueError("unexpected columns", where=path.name, hint=f"expected {', '.join(HEADER)}")
    weights: dict[tuple[str, str], dict[str, float]] = {}
    for lang, cue, *values in rows[1:]:
        for kind, value in zip(KINDS, values, strict=True):
            if value:
                weights.setdefault((lang, kind), {})[cue] = float(value)
    return Cues(weights)
