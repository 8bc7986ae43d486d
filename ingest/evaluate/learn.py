"""Learns from aligned official translations how terms are rendered: makes `renderings.tsv`.

A term stands in one version because something in the other calls for it, or for no
reason that shows. Each word is given the chance that it calls for the term by itself
(a noisy or, fitted by expectation maximisation); how often nothing calls for it is
counted on texts that the chances were not learnt from.
"""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.checks.renderings import EXTRA, HEADER, MISSING, Rendering, clues
from ingest.checks.segments import Segment, Side
from ingest.evaluate.pairs import Aligned, Studied

FOLDS = 4
FEWEST, OFTEN = 4, 2
"""Passages that a word must stand in, and in how many of them the term."""
LIFT = 2.0
"""How many times its usual share the term must have where the word stands."""
MOST = 40
"""Words kept for a term."""
CAUTION = 2.0
"""Passages without the term that every word is taken to have been seen in besides."""
ROUNDS = 12
LEAST = 0.02
"""A smaller chance is not kept."""
RARE, RARE_ALONE = 4, 0.3
"""Of a term seen less often this share counts as uncalled for."""
DOUBTFUL = 0.05


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage as counted: the terms of one side, and what the other side holds."""

    terms: frozenset[str]
    clues: frozenset[str]
    fold: int


def learn(studied: Sequence[Studied]) -> dict[tuple[str, str, str], Rendering]:
    """The table of one target language, by language, side and term."""
    lang = studied[0].pair.lang
    found = [(segment, _fold(one.pair)) for one in studied for segment in one.segments]
    fewer = _fewer(segment for segment, _ in found)
    table: dict[tuple[str, str, str], Rendering] = {}
    for side in (MISSING, EXTRA):
        passages = [_passage(segment, side, fold) for segment, fold in found]
        for term, (seen, alone, words) in _callers(passages).items():
            table[lang, side, term] = Rendering(seen, alone, fewer[term] if side == MISSING else 0, words)
    return table


def write_table(table: Mapping[tuple[str, str, str], Rendering], path: Path, comment: str) -> None:
    """Writes the table that `load_renderings` reads."""
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for (lang, side, term), one in sorted(table.items()):
        words = "|".join(f"{word} {chance:.2f}" for word, chance in _strongest(one.words))
        lines.append("\t".join((lang, side, term, str(one.seen), f"{one.alone:.1f}", str(one.fewer), words)))
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _strongest(words: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(words.items(), key=lambda one: (-one[1], one[0]))


def _fewer(segments: Iterable[Segment]) -> Counter[str]:
    """In how many passages the translation says each term less often than the source."""
    counts: Counter[str] = Counter()
    for segment in segments:
        ours = Counter(match.target for match in segment.source.matches)
        theirs = Counter(match.target for match in segment.target.matches)
        counts.update(term for term, count in ours.items() if count > theirs[term])
    return counts


def _fold(pair: Aligned) -> int:
    """A release's texts are alike: they are learnt from together, or not at all."""
    return zlib.crc32((pair.group or pair.source).encode()) % FOLDS


def _passage(segment: Segment, kind: str, fold: int) -> Passage:
    side, other = (segment.source, segment.target) if kind == MISSING else (segment.target, segment.source)
    return Passage(_all_terms(side), clues(other), fold)


def _all_terms(side: Side) -> frozenset[str]:
    return side.held | side.standing


def _callers(passages: Sequence[Passage]) -> dict[str, tuple[int, float, dict[str, float]]]:
    """Per term how often it stands, how often nothing calls for it, and what does."""
    common = [Counter[str]() for _ in range(FOLDS)]
    where: dict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        common[passage.fold].update(passage.clues)
        for term in passage.terms:
            where[term].append(passage)
    every = sum(common, Counter[str]())
    found = {}
    for term, standing in where.items():
        words = _chances([passage.clues for passage in standing], every, None, len(passages))
        found[term] = len(standing), _alone(standing, every, common, len(passages)), words
    return found


def _alone(standing: Sequence[Passage], every: Counter[str], common: Sequence[Counter[str]], total: int) -> float:
    """In how many passages nothing calls for a term, by chances learnt from other releases."""
    if len(standing) < RARE:
        return RARE_ALONE * len(standing)
    alone = 0.0
    for fold, here in enumerate(common):
        learnt = [passage.clues for passage in standing if passage.fold != fold]
        chances = _chances(learnt, every, here, total) if learnt else {}
        alone += sum(_unmet(passage.clues, chances) for passage in standing if passage.fold == fold)
    return alone


def _unmet(clues: frozenset[str], chances: Mapping[str, float]) -> float:
    absent = 1.0
    for word, chance in chances.items():
        if word in clues:
            absent *= 1 - chance
    return absent if absent > DOUBTFUL else 0.0


def _chances(
    standing: Sequence[frozenset[str]], every: Counter[str], without: Counter[str] | None, total: int
) -> dict[str, float]:
    """The chance of each word to call for the term that stands in these passages."""
    usual = len(standing) / total
    together = Counter(word for held in standing for word in held)
    seen = {word: every[word] - (without[word] if without else 0) for word in together}
    words = sorted(
        _candidates(together, seen, usual), key=lambda word: (-_tells(together[word], seen[word], usual), word)
    )
    places = {word: place for place, word in enumerate(words[:MOST], start=1)}
    chances = np.array([usual * 0.3, *(together[word] / (seen[word] + CAUTION) / 2 for word in places)])
    counts = np.array([total, *(seen[word] + CAUTION for word in places)], float)
    rows = [[0, *(places[word] for word in held if word in places)] for held in standing]
    fitted = _fit(chances, counts, rows)
    return {word: float(fitted[place]) for word, place in places.items() if fitted[place] >= LEAST}


def _candidates(together: Mapping[str, int], seen: Mapping[str, int], usual: float) -> Iterator[str]:
    for word, count in together.items():
        if count >= OFTEN and seen[word] >= FEWEST and count / seen[word] > LIFT * usual:
            yield word


def _tells(count: int, seen: int, usual: float) -> float:
    return float(count * np.log(count / seen / usual))


def _fit(chances: np.ndarray, counts: np.ndarray, rows: Sequence[Sequence[int]]) -> np.ndarray:
    """The chances after some rounds: each word is credited with its part of the passages it stands in.

    The first of them is the chance of the term to stand for no reason.
    """
    held = np.concatenate([np.array(row) for row in rows])
    which = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    for _ in range(ROUNDS):
        absent = np.exp(np.bincount(which, np.log1p(-np.minimum(chances, 0.9999))[held], len(rows)))
        chances = np.bincount(held, chances[held] / (1 - absent)[which], len(chances)) / counts
        chances[0] = max(chances[0], 0.1 / counts[0])
    return chances
