"""Memory is watched while processes come and go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.bench.load import memory_mb

TELLS = Path("/proc/self/smaps_rollup").exists()


@pytest.mark.skipif(not TELLS, reason="this system does not tell what processes hold")
def test_a_process_that_runs_holds_something() -> None:
    held = memory_mb(os.getpid())
    assert held["largest_process"] > 0
    assert held["all_processes"] > 0


def test_a_process_that_has_ended_holds_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    assert memory_mb(process.pid) == {}


@pytest.mark.skipif(not TELLS, reason="this system does not tell what processes hold")
def test_a_process_that_ends_between_two_looks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    monkeypatch.setattr("app.cli.bench.load._family", lambda pid: [pid, process.pid])
    assert memory_mb(os.getpid())["largest_process"] > 0
