"""A disk that is full and a folder that can't be written: said in one line, and what was built before serves on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.paths import resource_dir
from tests.ingest.strained_builds import LEFT, ROOT

STAGE = re.compile(r"\w+: [0-9.]+ s")
"""How far a build has come, a line for each step."""

ALONE = ["unshare", "--user", "--map-root-user", "--mount"]
"""Runs a command with mounts of its own: nothing outside sees them, and they go with it."""


def mounts_are_allowed(folder: Path) -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = [*ALONE, "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_a_full_disk_and_a_read_only_one_cost_nothing_that_was_there(tmp_path: Path) -> None:
    if not mounts_are_allowed(tmp_path):
        pytest.skip("needs a mount namespace, which this machine does not give")
    (tmp_path / "disk").mkdir()
    program = [
        sys.executable,
        Path(__file__).with_name("strained_builds.py"),
        tmp_path / "disk",
        resource_dir("data") / "sources",
    ]
    ran = subprocess.run(
        [*ALONE, *map(str, program)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    *looks, last = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(looks) == 2 * (len(LEFT) + 1)
    for look in looks:
        assert look["same"], look
        assert set(look["left"]) <= {"CURRENT", "build.lock", "snapshots", "sources.json"}, look
    builds, searches = looks[0::2], looks[1::2]
    assert all(look["exit"] == 0 and look["hits"] for look in searches), searches
    for look in builds:
        assert look["exit"] == 2, look
        said = [line for line in look["said"].splitlines() if not STAGE.fullmatch(line)]
        assert len(said) == 1 and said[0].startswith("rosetta: "), look
        assert re.search(
            "Read-only" if look["strain"] == "read-only" else "No space left|disk is full", look["said"]
        ), look
    assert (last["exit"], last["same"]) == (0, False)
