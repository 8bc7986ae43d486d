"""Comparisons kept beside a snapshot, for the build after it; what can't be read is compared anew."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.linking.comparing import NOTHING, Comparisons
from ingest.linking.vectors import Vectors
from ingest.linking.verdicts import Verdicts

TABLE = "compared.json"
PAIRS = {"digests": np.uint64, "pairs": np.uint32, "found": np.uint8, "outcomes": np.int32, "kept": np.bool_}
VECTORS = {"starts": np.uint32, "concepts": np.int32, "weights": np.float64, "asked": np.bool_}
VERDICTS = {"kinds": np.uint8, "scores": np.float64, "apart": np.bool_, "bounds": np.uint32, "said": np.uint8}
Columns = dict[str, npt.NDArray[Any]]


def remember(folder: Path, compared: Comparisons, rules: str) -> None:
    """Writes comparisons into a folder that is made; `rules` stands for the code that judged."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = _tidied(compared)
    for held, kinds in ((kept, PAIRS), (kept.vectors, VECTORS), (kept.verdicts, VERDICTS)):
        for name, kind in kinds.items():
            np.save(folder / f"{name}.npy", getattr(held, name).astype(kind), allow_pickle=False)
    said = {"rules": rules, "concepts": list(kept.vectors.names)}
    (folder / TABLE).write_text(json.dumps(said, ensure_ascii=False), encoding="utf-8")


def _tidied(compared: Comparisons) -> Comparisons:
    """The comparisons without the verdicts that no pair has any more, where there are many."""
    if compared.judged <= len(compared.verdicts) // 2:
        return compared
    used, outcomes = np.unique(compared.outcomes, return_inverse=True)
    verdicts = compared.verdicts.only([at for at in used.tolist() if at != NOTHING])
    outcomes = outcomes - int(NOTHING in used)  # what had no verdict stands first, and stays without
    return replace(compared, outcomes=outcomes, verdicts=verdicts)


def remembered(folder: Path, rules: str) -> Comparisons | None:
    """The comparisons of a folder, or None where there are none, or other rules judged them."""
    try:
        said = json.loads((folder / TABLE).read_text(encoding="utf-8"))
        if said["rules"] != rules:
            return None
        vectors, pairs = _columns(folder, VECTORS), _columns(folder, PAIRS)
        vectors["starts"], pairs["pairs"] = vectors["starts"].astype(np.intp), pairs["pairs"].astype(np.intp)
        verdicts = Verdicts(**_columns(folder, VERDICTS))
        compared = Comparisons(**pairs, verdicts=verdicts, vectors=Vectors(said["concepts"], **vectors))
        return compared if _whole(compared) else None
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        return None


def _columns(folder: Path, kinds: dict[str, Any]) -> Columns:
    return {name: np.load(folder / f"{name}.npy", allow_pickle=False) for name in kinds}


def _whole(compared: Comparisons) -> bool:
    """Whether all parts are as long as each other, and point at what is there."""
    many, rulings = len(compared.pairs), len(compared.digests)
    return (
        compared.pairs.shape == (many, 2)
        and compared.found.shape == compared.outcomes.shape == compared.kept.shape == (many,)
        and compared.digests.ndim == 1
        and int(compared.pairs.max(initial=-1)) < rulings
        and int(compared.outcomes.min(initial=NOTHING)) >= NOTHING
        and int(compared.outcomes.max(initial=NOTHING)) < len(compared.verdicts)
        and compared.verdicts.whole()
        and len(compared.vectors) == rulings
        and compared.vectors.whole()
    )
