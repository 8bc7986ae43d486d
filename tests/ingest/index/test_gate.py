"""The gate before a cluster: few at once, and a rest after failures."""

from __future__ import annotations

import threading

import pytest

from ingest.errors import EngineUnavailable
from ingest.index.opensearch.gate import Gate


def _fail(gate: Gate) -> None:
    with pytest.raises(EngineUnavailable, match="silent"), gate.through():
        raise EngineUnavailable("silent")


def test_no_more_than_so_many_are_let_through() -> None:
    gate = Gate(1, wait=0.0)
    with gate.through(), pytest.raises(EngineUnavailable, match="wait"), gate.through():
        pytest.fail("it was let through")
    with gate.through():
        pass


def test_one_that_waits_gets_the_place_that_gets_free() -> None:
    gate, inside, through = Gate(1, wait=10.0), threading.Event(), []

    def second() -> None:
        inside.wait()
        with gate.through():
            through.append("second")

    thread = threading.Thread(target=second)
    thread.start()
    with gate.through():
        inside.set()
        through.append("first")
    thread.join()
    assert through == ["first", "second"]


def test_after_failures_in_a_row_it_refuses_at_once_and_lets_one_try() -> None:
    now = [100.0]
    gate = Gate(failures=2, rest=5.0, clock=lambda: now[0])
    _fail(gate)
    with gate.through():
        pass
    _fail(gate)
    _fail(gate)
    with pytest.raises(EngineUnavailable, match="just now"), gate.through():
        pytest.fail("it was let through")
    now[0] += 6
    _fail(gate)  # the try
    with pytest.raises(EngineUnavailable, match="just now"), gate.through():
        pytest.fail("it was let through")
    now[0] += 6
    with gate.through():
        pass
    with gate.through():
        pass


def test_being_refused_for_want_of_a_place_is_no_failure_of_the_cluster() -> None:
    gate = Gate(1, wait=0.0, failures=1)
    with gate.through(), pytest.raises(EngineUnavailable, match="wait"), gate.through():
        pytest.fail("it was let through")
    with gate.through():
        pass
