"""Comparisons kept beside a snapshot, for the build after it; what can't be read is compared anew."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path

import numpy as np

from ingest.linking.comparing import NOTHING, Comparisons
from ingest.linking.judge import Verdict

TABLE = "verdicts.json"
ARRAYS = {"digests": np.uint64, "pairs": np.uint32, "found": np.uint8, "outcomes": np.int32}


def remember(folder: Path, compared: Comparisons, rules: str) -> None:
    """Writes comparisons into a folder that is made; `rules` stands for the code that judged."""
    folder.mkdir(parents=True, exist_ok=True)
    used, outcomes = np.unique(compared.outcomes, return_inverse=True)
    verdicts = [compared.verdicts[at] for at in used.tolist() if at != NOTHING]
    outcomes = outcomes - int(NOTHING in used)  # what had no verdict stands first, and stays without
    held = {"digests": compared.digests, "pairs": compared.pairs, "found": compared.found, "outcomes": outcomes}
    for name, kind in ARRAYS.items():
        np.save(folder / f"{name}.npy", held[name].astype(kind), allow_pickle=False)
    said = {"rules": rules, "common": sorted(compared.common), "verdicts": [astuple(verdict) for verdict in verdicts]}
    (folder / TABLE).write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")


def remembered(folder: Path, rules: str) -> Comparisons | None:
    """The comparisons of a folder, or None where there are none, or other rules judged them."""
    try:
        said = json.loads((folder / TABLE).read_text(encoding="utf-8"))
        if said["rules"] != rules:
            return None
        held = {name: np.load(folder / f"{name}.npy", allow_pickle=False) for name in ARRAYS}
        verdicts = tuple(Verdict(*verdict) for verdict in said["verdicts"])
        compared = Comparisons(
            held["digests"],
            held["pairs"].astype(np.intp),
            held["found"],
            held["outcomes"],
            verdicts,
            frozenset(said["common"]),
        )
        return compared if _whole(compared) else None
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        return None


def _whole(compared: Comparisons) -> bool:
    """Whether all parts are as long as each other, and point at what is there."""
    many = len(compared.pairs)
    return (
        compared.pairs.shape == (many, 2)
        and compared.found.shape == compared.outcomes.shape == (many,)
        and compared.digests.ndim == 1
        and int(compared.pairs.max(initial=-1)) < len(compared.digests)
        and int(compared.outcomes.min(initial=NOTHING)) >= NOTHING
        and int(compared.outcomes.max(initial=NOTHING)) < len(compared.verdicts)
    )
