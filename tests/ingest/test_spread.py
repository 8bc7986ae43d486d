"""Work spread over processes: the same comes of it as without, whatever becomes of them."""

from __future__ import annotations

import gc
import multiprocessing
import operator
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest import spread as spreading
from ingest.spread import available, beside, spread, uncollected

NUMBERS = list(range(100))
ALL = [[-1, *NUMBERS[at : at + 7]] for at in range(0, 100, 7)]


@pytest.fixture(params=["fork", "spawn"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How processes start."""
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"{request.param} is not to be had here")
    monkeypatch.setattr(spreading, "method", lambda: request.param)
    return request.param


@pytest.mark.parametrize("processes", [1, 2, 3, 50])
def test_what_comes_back_is_in_order_and_whole(method: str, processes: int) -> None:
    if method == "spawn" and processes > 3:
        processes = 3  # each of them loads Python anew
    assert list(spread(operator.add, [-1], NUMBERS, 7, processes)) == ALL
    assert not multiprocessing.active_children()


def test_few_things_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "_worker", None)
    assert list(spread(operator.add, [0], [1, 2, 3], 1, 8)) == [[0, 1], [0, 2], [0, 3]]
    assert list(spread(operator.add, [0], [], 1, 8)) == []


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> int:
    """The process that starts others, by forking it."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("no forking here")
    monkeypatch.setattr(spreading, "method", lambda: "fork")
    monkeypatch.setenv("ROSETTA_PROCESSES", "2")
    return os.getpid()


def test_what_a_killed_process_leaves_is_done_all_the_same(forked: int) -> None:
    def work(shared: list[int], chunk: Sequence[int]) -> list[int]:
        if os.getpid() != forked and 50 in chunk:
            os.kill(os.getpid(), signal.SIGKILL)
        return [*shared, *chunk]

    assert list(spread(work, [-1], NUMBERS, 7, 3)) == ALL
    assert not multiprocessing.active_children()


def test_an_error_is_raised_as_if_there_were_one_process(forked: int) -> None:
    def work(_: object, chunk: Sequence[int]) -> Sequence[int]:
        if 50 in chunk:
            raise ValueError("fifty")
        return chunk

    with pytest.raises(ValueError, match="fifty"):
        list(spread(work, None, NUMBERS, 7, 3))
    assert not multiprocessing.active_children()


def test_who_stops_listening_leaves_no_process_behind(forked: int) -> None:
    results = spread(operator.add, [-1], NUMBERS, 7, 3)
    assert next(results) == ALL[0]
    assert multiprocessing.active_children()
    results.close()
    assert not multiprocessing.active_children()


def test_what_is_done_beside_is_done_when_the_block_ends(tmp_path: Path, method: str) -> None:
    with beside(os.mkdir, tmp_path / "made"):
        (tmp_path / "meanwhile").mkdir()
    assert (tmp_path / "made").is_dir() and (tmp_path / "meanwhile").is_dir()
    assert not multiprocessing.active_children()


def test_what_fails_beside_is_done_again_and_says_why(tmp_path: Path, forked: int) -> None:
    def work() -> None:
        (tmp_path / str(os.getpid())).touch()
        if os.getpid() != forked:
            os.kill(os.getpid(), signal.SIGKILL)

    with beside(work):
        pass
    assert (tmp_path / str(forked)).is_file()
    with pytest.raises(FileNotFoundError), beside(os.rmdir, tmp_path / "nothing"):
        pass


def test_the_block_that_fails_ends_what_is_done_beside(forked: int) -> None:
    with pytest.raises(ValueError, match="here"), beside(time.sleep, 600):
        raise ValueError("here")
    assert not multiprocessing.active_children()


def test_cycles_are_collected_again_afterwards() -> None:
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_setting_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROSETTA_PROCESSES", "5")
    assert available() == 5
    for unusable in ("", "0", "many", "-1"):
        monkeypatch.setenv("ROSETTA_PROCESSES", unusable)
        assert available() >= 1
        assert available() != 5 or os.cpu_count() == 5
