"""Counts on aligned official translations how terms are rendered: makes `renderings.tsv`.

A term that the other side lacks gets an explanation where another word stands
there far more often than chance allows (log-likelihood ratio). What is still
unexplained is counted on texts that the explanations were not learnt from.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.checks.context import CheckContext
from ingest.checks.renderings import HEADER, Rendering, Renderings, beginnings
from ingest.checks.segments import Segment, Side, said_less
from ingest.evaluate.pairs import Aligned, as_pair
from ingest.model import Term

FOLDS = 4
STRONG = 9.0
"""Least log-likelihood ratio of an explanation."""
LIFT = 3.0
COMMONEST = 0.15
"""A word in more passages than this explains nothing."""
MOST = 12
HAN = re.compile("[\u3400-\u9fff]+")
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as counted: terms of one side, and what the other side holds."""

    terms: frozenset[str]
    held: frozenset[str]
    features: frozenset[str]
    fold: int


def learn(aligned: Iterable[Aligned], context: CheckContext) -> dict[tuple[str, str, str], Rendering]:
    """The table of one target language, by language, side and term."""
    pairs = list(aligned)
    lang = pairs[0].lang
    found = [(segment, _fold(pair)) for pair in pairs for segment in as_pair(pair, context).segments]
    table: dict[tuple[str, str, str], Rendering] = {}
    for side in ("missing", "extra"):
        passages = [_passage(segment, side, fold, context) for segment, fold in found]
        unexplained = _unexplained(passages)
        fewer = _fewer([segment for segment, _ in found]) if side == "missing" else Counter()
        for term, (seen, words) in explanations(passages).items():
            table[lang, side, term] = Rendering(seen, unexplained[term], fewer[term], words)
    return table


def write_table(table: Mapping[tuple[str, str, str], Rendering], path: Path, comment: str) -> None:
    """Writes the table that `load_renderings` reads."""
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for (lang, side, term), one in sorted(table.items()):
        counts = map(str, (one.seen, one.unexplained, one.fewer))
        lines.append("\t".join((lang, side, term, *counts, "|".join(one.words))))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _fewer(segments: Iterable[Segment]) -> Counter[str]:
    """In how many passages the translation says each term less often than the source."""
    counts: Counter[str] = Counter()
    for segment in segments:
        counts.update(set(said_less(segment)))
    return counts


def _fold(pair: Aligned) -> int:
    return zlib.crc32(pair.source.encode()) % FOLDS


def _passage(segment: Segment, kind: str, fold: int, context: CheckContext) -> Passage:
    side, other = (segment.source, segment.target) if kind == "missing" else (segment.target, segment.source)
    held = other.held | _kin_of(other.standing, context.renderings)
    return Passage(frozenset(one.target for one in side.matches), held, features(other, context.terms), fold)


def _kin_of(terms: frozenset[str], renderings: Renderings) -> frozenset[str]:
    return frozenset().union(*(renderings.related.get(term, frozenset()) for term in terms))


def features(side: Side, terms: Mapping[str, Term]) -> frozenset[str]:
    """All that may explain a term: words, terms and kinds of terms that a side holds."""
    marks = {f"@{term}" for term in side.held} | {f"@@{terms[term].kind}" for term in side.held}
    words = _strings(side.body) if side.lang.startswith("zh") else beginnings(side.body)
    return frozenset(marks) | frozenset(words)


def _strings(body: str) -> set[str]:
    runs = HAN.findall(body)
    return {run[at : at + size] for run in runs for size in (1, 2, 3) for at in range(len(run) - size + 1)}


def explanations(passages: Sequence[Passage]) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Per term how often it stands, and what explains it where the other side lacks it."""
    common = Counter(word for passage in passages for word in passage.features)
    where: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        for term in passage.terms:
            where[term].append(passage)
    found = {}
    for term, standing in where.items():
        lacking = [passage for passage in standing if term not in passage.held]
        found[term] = len(standing), tuple(_explain(lacking, common, len(passages)))
    return found


def _explain(lacking: list[Passage], common: Mapping[str, int], total: int) -> Iterator[str]:
    for _ in range(MOST):
        best = _best(lacking, common, total)
        if best is None:
            return
        yield best
        lacking = [passage for passage in lacking if best not in passage.features]


def _best(lacking: Sequence[Passage], common: Mapping[str, int], total: int) -> str | None:
    counted = Counter(word for passage in lacking for word in passage.features)
    scored = [
        (_ratio(count / len(lacking), common[word] / total, len(lacking)), word)
        for word, count in counted.items()
        if count >= 3 and common[word] / total <= COMMONEST and count / len(lacking) >= LIFT * common[word] / total
    ]
    score, word = max(scored, default=(0.0, ""))
    return word if score >= STRONG else None


def _ratio(share: float, chance: float, size: int) -> float:
    """The log-likelihood ratio of a share against chance."""
    rest = (1 - share) * math.log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return size * (share * math.log(share / chance) + rest)


def _unexplained(passages: Sequence[Passage]) -> Counter[str]:
    """How often each term stands unexplained, by explanations learnt from the other folds."""
    counts: Counter[str] = Counter()
    for fold in range(FOLDS):
        learnt = explanations([passage for passage in passages if passage.fold != fold])
        for passage in passages:
            if passage.fold == fold:
                counts.update(term for term in passage.terms - passage.held if _alone(term, passage, learnt))
    return counts


def _alone(term: str, passage: Passage, learnt: Mapping[str, tuple[int, tuple[str, ...]]]) -> bool:
    return not passage.features.intersection(learnt.get(term, (0, ()))[1])
