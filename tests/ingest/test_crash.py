"""Builds killed at any moment: the old snapshot serves on, and the next build needs no help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from ingest.pipeline import build
from ingest.snapshot import KEEP, Home

ROOT = Path(__file__).resolve().parents[2]
PAGE = "".join(f"• (2018-07-13 gpt)\n\n  第{n}条。\n\n  Statement number {n} of them all.\n\n" for n in range(60))


def test_killed_builds_leave_a_sound_snapshot_and_the_next_one_succeeds(tmp_path, catalogue_dir):
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "a.txt").write_text(PAGE, encoding="utf-8")
    program = [sys.executable, Path(__file__).with_name("killed_builds.py"), tmp_path / "home", sources, catalogue_dir]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        [*program, "7"], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    looks = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sum(look["killed"] for look in looks) >= 15, looks
    assert all(look["sound"] and look["rulings"] == 60 for look in looks), looks

    home = Home(tmp_path / "home")
    built = build(home, [sources], catalogue_dir, force=True)
    assert home.sound() == built.snapshot
    assert built.snapshot.manifest.counts["rulings"] == 60
    assert len(home.names()) <= KEEP
    assert {path.name for path in home.path.iterdir()} == {"snapshots", "CURRENT", "build.lock", "sources.json"}
