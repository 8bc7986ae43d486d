"""Everything a fuzzer ever found, and the samples it starts from, read soundly or refused with the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.endurance.harness import FINDS, TARGETS
from tests.endurance.samples import SAMPLES

KEPT = sorted(path for path in FINDS.glob("*/*") if path.is_file())


def test_every_target_starts_from_samples() -> None:
    assert SAMPLES.keys() == TARGETS.keys()
    assert all(SAMPLES.values())


@pytest.mark.parametrize("target", TARGETS)
def test_samples_are_read(target: str) -> None:
    for sample in SAMPLES[target]:
        TARGETS[target](sample)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_is_borne(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_something_is_kept_of_each_target() -> None:
    assert {path.parent.name for path in KEPT} == TARGETS.keys()
