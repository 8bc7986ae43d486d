"""Threads of a server take memory from one place; whoever runs it may say otherwise."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.allocation import CHOSEN, share_one_arena

ROOT = Path(__file__).resolve().parents[3]
THREADS = """
import ctypes, sys, threading
from app.cli.allocation import share_one_arena
told = sys.argv[2] == "told" and share_one_arena()
both = threading.Barrier(4)
def work():
    both.wait()
    held = [bytearray(50_000) for _ in range(20)]
    both.wait()
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(library.fopen(sys.argv[1].encode(), b"w"))
library.malloc_info(0, file)
library.fclose(file)
"""


def arenas(folder: Path, how: str, **environment: str) -> int:
    """From how many places four threads of a new process took memory."""
    report = folder / how
    given = {name: value for name, value in os.environ.items() if name != CHOSEN} | environment
    subprocess.run([sys.executable, "-c", THREADS, report, how], cwd=ROOT, env=given, check=True)
    return report.read_text(encoding="utf-8").count("<heap nr=")


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library can't be told"
)
def test_threads_take_memory_from_one_place_where_they_would_not(tmp_path: Path) -> None:
    assert arenas(tmp_path, "untold") > 1
    assert arenas(tmp_path, "told") == 1
    assert arenas(tmp_path, "told", **{CHOSEN: "3"}) > 1


def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CHOSEN, raising=False)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not share_one_arena()
