"""Learns what speaks for a dropped or added negation: makes `negation.tsv`.

Official translations are the good examples, the same with one negation taken
out or put in are the bad ones. Logistic regression that drives most weights to zero.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.checks.polarity import HEADER, KINDS, cues
from ingest.checks.segments import Segment
from ingest.evaluate.mutations import affirm, deny
from ingest.evaluate.pairs import Studied

FEWEST = 10
"""Passages a cue must stand in."""
EPOCHS, BATCH, RATE, PENALTY = 14, 512, 0.3, 1e-5
SMALLEST = 0.05


@dataclass(frozen=True, slots=True)
class Example:
    """The cues of a passage, and which kind of error it holds ("" for none)."""

    cues: Mapping[str, float]
    kind: str


def examples(studied: Iterable[Studied], seed: int = 4) -> list[Example]:
    """Passages as they are and with an error in them."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    return [
        example for one in studied for segment in one.segments for example in _examples(one.pair.lang, segment, chance)
    ]


def _examples(lang: str, segment: Segment, chance: random.Random) -> Iterator[Example]:
    source, target = segment.source.body, segment.target.body
    yield Example(cues(source, target, lang), "")
    for kind, spoilt in (("dropped", affirm(target, lang, chance)), ("added", deny(target, lang, chance))):
        if spoilt:
            yield Example(cues(source, spoilt, lang), kind)


def fit(found: Sequence[Example], kind: str) -> dict[str, float]:
    """The weights of the cues that tell a kind of error from good translations."""
    used = [example for example in found if example.kind in ("", kind)]
    counts = Counter(cue for example in used if not example.kind for cue in example.cues)
    names = sorted(cue for cue, count in counts.items() if count >= FEWEST)
    place = {cue: at for at, cue in enumerate(names)}
    rows = [_row(example, place) for example in used]
    labels = np.array([bool(example.kind) for example in used], float)
    weights = _descend(rows, labels, len(names))
    return {cue: float(weights[at]) for cue, at in place.items() if abs(weights[at]) >= SMALLEST}


def _row(example: Example, place: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    held = [(place[cue], count) for cue, count in example.cues.items() if cue in place]
    return np.array([at for at, _ in held], int), np.array([count for _, count in held], float)


def _descend(rows: Sequence[tuple[np.ndarray, np.ndarray]], labels: np.ndarray, width: int) -> np.ndarray:
    weights, squares = np.zeros(width), np.full(width, 1e-3)
    order = np.random.default_rng(0)
    for _ in range(EPOCHS):
        mixed = order.permutation(len(rows))
        for start in range(0, len(mixed), BATCH):
            _step(weights, squares, rows, labels, mixed[start : start + BATCH])
    return weights


def _step(
    weights: np.ndarray,
    squares: np.ndarray,
    rows: Sequence[tuple[np.ndarray, np.ndarray]],
    labels: np.ndarray,
    batch: np.ndarray,
) -> None:
    """One step of adaptive gradient descent, weights pulled towards zero."""
    at = np.concatenate([rows[one][0] for one in batch])
    counts = np.concatenate([rows[one][1] for one in batch])
    which = np.repeat(np.arange(len(batch)), [len(rows[one][0]) for one in batch])
    sums = np.bincount(which, weights[at] * counts, len(batch))
    errors = 1 / (1 + np.exp(-np.clip(sums, -30, 30))) - labels[batch]
    gradient = np.bincount(at, errors[which] * counts, len(weights)) / len(batch)
    squares += gradient**2
    rate = RATE / np.sqrt(squares)
    weights -= rate * gradient
    weights[:] = np.sign(weights) * np.maximum(0, np.abs(weights) - rate * PENALTY)


def learn_cues(studied: Iterable[Studied]) -> dict[str, dict[str, float]]:
    """The weights of the cues, by kind of error."""
    found = examples(studied)
    return {kind: fit(found, kind) for kind in KINDS}


def write_cues(weights: Mapping[tuple[str, str], Mapping[str, float]], path: Path, comment: str) -> None:
    """Writes the table that `load_cues` reads; `weights` by language and kind."""
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for lang in sorted({lang for lang, _ in weights}):
        of_kind = [weights.get((lang, kind), {}) for kind in KINDS]
        lines += [
            "\t".join((lang, cue, *(_cell(some, cue) for some in of_kind))) for cue in sorted(set().union(*of_kind))
        ]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _cell(weights: Mapping[str, float], cue: str) -> str:
    return f"{weights[cue]:.2f}" if cue in weights else ""
