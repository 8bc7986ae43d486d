"""Learns what speaks for a dropped or added negation: makes `negation.tsv`.

Official translations are the good examples, the same with one negation taken
out or put in are the bad ones. Logistic regression that drives most weights to zero.
"""

from __future__ import annotations

import random
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ingest.checks.context import CheckContext
from ingest.checks.polarity import HEADER, KINDS, cues
from ingest.evaluate.mutations import AFFIRMED, DENIED
from ingest.evaluate.pairs import Aligned, as_pair

FEWEST = 25
"""Passages a cue must stand in."""
EPOCHS, BATCH, RATE, PENALTY = 14, 512, 0.3, 1e-4
SMALLEST = 0.1


@dataclass(frozen=True, slots=True)
class Example:
    """The cues of a passage, which kind of error it holds ("" for none), and its text's number."""

    cues: Mapping[str, float]
    kind: str
    group: int


def examples(aligned: Iterable[Aligned], context: CheckContext, seed: int = 4) -> list[Example]:
    """Passages as they are and with an error in them."""
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    found = []
    for pair in aligned:
        group = zlib.crc32(pair.source.encode())
        for segment in as_pair(pair, context).segments:
            source, target = segment.source.body, segment.target.body
            found.append(Example(cues(source, target), "", group))
            for kind, spoilt in (("dropped", _drop(target, chance)), ("added", _add(target, chance))):
                if spoilt:
                    found.append(Example(cues(source, spoilt), kind, group))
    return found


def _drop(body: str, chance: random.Random) -> str | None:
    found = list(DENIED.finditer(body))
    if not found:
        return None
    one = chance.choice(found)
    return body[: one.start()] + ("能够" if one.group() == "无" else "") + body[one.end() + (one.group() == "无") :]


def _add(body: str, chance: random.Random) -> str | None:
    found = [one.start() for one in re.finditer(AFFIRMED, body)]
    if not found:
        return None
    place = chance.choice(found)
    return f"{body[:place]}不{body[place:]}"


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


def write_cues(lang: str, weights: Mapping[str, Mapping[str, float]], path: Path, comment: str) -> None:
    """Writes the table that `load_cues` reads; `weights` by kind."""
    lines = [f"# {line}" for line in comment.splitlines()] + ["\t".join(HEADER)]
    for cue in sorted(set().union(*weights.values())):
        cells = [f"{weights[kind][cue]:.2f}" if cue in weights[kind] else "" for kind in KINDS]
        lines.append("\t".join((lang, cue, *cells)))
    path.write_text("\n".join(lines) + "\n", "utf-8")
