"""What a person sees of a build while it runs."""

from __future__ import annotations

import io
import sys

import pytest

from app.cli.progress import Steps


class Terminal(io.StringIO):
    """What a terminal was shown."""

    def isatty(self) -> bool:
        return True


def build(steps: Steps) -> None:
    for done in range(0, 101, 10):
        steps.step("analysing", done, 100)
    steps.step("linking", 0, 1)


def test_each_step_is_a_line_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with Steps() as steps:
        build(steps)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["analysing", "linking"]
    assert all(line.endswith(" s") for line in lines)


def test_each_step_is_a_bar_on_a_terminal_and_ends_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with Steps() as steps:
        build(steps)
    shown = terminal.getvalue()
    assert "100/100" in shown and "#" in shown
    assert shown.index("analysing") < shown.index("linking")
    assert shown.rpartition("linking")[2].strip().startswith("[") and "100%" in shown.rpartition("linking")[2]


def test_a_step_that_fails_is_not_said_to_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        with Steps() as steps:
            build(steps)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["analysing"]


def test_nothing_is_said_where_nothing_is_built(capsys: pytest.CaptureFixture[str]) -> None:
    with Steps():
        pass
    assert capsys.readouterr().err == ""
