"""How far a build has come: bars on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import Any

import click


class Steps:
    """Told of each step of a build; says so on standard error."""

    def __init__(self) -> None:
        self._bar = ExitStack()
        self._shown: Any = None
        self._name = ""
        self._since = 0.0

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed:
            self._bar.close()  # as far as it came
        else:
            self._end()

    def step(self, name: str, done: int, of: int) -> None:
        """Takes the word of a build that so much of a step is done."""
        if name != self._name:
            self._end()
            self._begin(name, of)
        if self._shown:
            self._shown.update(done - self._shown.pos)

    def _begin(self, name: str, of: int) -> None:
        self._name, self._since = name, time.perf_counter()
        if sys.stderr.isatty():
            bar = click.progressbar(length=of, label=f"{name:<10}", file=sys.stderr, show_pos=of > 1, show_eta=of > 1)
            self._shown = self._bar.enter_context(bar)

    def _end(self) -> None:
        if self._shown:
            self._shown.update(self._shown.length - self._shown.pos)
            self._bar.close()
            self._shown = None
        elif self._name:
            click.echo(f"{self._name}: {time.perf_counter() - self._since:.1f} s", err=True)
        self._name = ""
