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

ENGLISH_WORD = re.compile(r"[a-z]+(?:'t)?")
ENGLISH_DENIES = re.compile(
    r"n't(?![a-z])|(?<![a-z])(?:cannot|not|no|never|none|neither|nor|without|nothing|unable|unless|illegal"
    r"|unaffected|unblocked|untapped|non[a-z-]+)(?![a-z])"
)
ENGLISH_AFFIRMS = re.compile(r"(?<![a-z])(?:can|could|may|might|able)(?!'t| not|[a-z])")
ENGLISH_STATES = re.compile(r"(?<![a-z])(?:will|would|do|does|is|are|has|have)(?!n't| not|[a-z])")
ENGLISH_FORBIDS = re.compile(r"can't|cannot|couldn't|unable|may not|impossible")
HAN_RUN = re.compile("[\u3400-\u9fff]+")
CHINESE_DENIES = re.compile(
    "不(?![同论管仅只但久朽灭死明断少过])|未(?!来)|没|无(?![论色尽])|非(?![常瑞])|(?<!是)否(?!则)"
)
CHINESE_AFFIRMS = re.compile("(?<![不未无功异效机可])能(?!量)|(?<![不未])可以|(?<![不未])可能|(?<!不)可(?![能以])")
CHINESE_STATES = re.compile("(?<![不未])[会是]|(?<![不未])具有|(?<![不未])需")
CHINESE_FORBIDS = re.compile("不能|无法|不得|不可")


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


def cues(source: str, target: str) -> dict[str, float]:
    """The cues of an English passage and its Chinese translation."""
    english = source.lower().replace("\u2019", "'")
    found: dict[str, float] = {START: 1.0}
    words = ENGLISH_WORD.findall(english)
    for word in {*words, *map(" ".join, pairwise(words))}:
        found[word] = 1.0
    found.update(_strings(target))
    found.update(_differences(english, target))
    return found


def _strings(target: str) -> Counter[str]:
    runs = HAN_RUN.findall(target)
    return Counter(run[at : at + size] for run in runs for size in (1, 2) for at in range(len(run) - size + 1))


def _differences(english: str, chinese: str) -> dict[str, float]:
    """How the counts of denials, affirmations and statements differ, as cues of their own."""
    denied, denies = len(ENGLISH_DENIES.findall(english)), len(CHINESE_DENIES.findall(chinese))
    lacking = _clip(denied - denies)
    affirms = _clip(len(CHINESE_AFFIRMS.findall(chinese)) - len(ENGLISH_AFFIRMS.findall(english)))
    states = _clip(len(CHINESE_STATES.findall(chinese)) - len(ENGLISH_STATES.findall(english)))
    forbids = _clip(len(ENGLISH_FORBIDS.findall(english)) - len(CHINESE_FORBIDS.findall(chinese)))
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
