"""The command as the tests of its parts run it."""

from __future__ import annotations

import pytest

from app.cli import main


@pytest.fixture
def rosetta(capsys):
    """Runs the command; gives its exit code, what it printed, and what it said on standard error."""

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return ended.value.code or 0, printed.out, printed.err

    return run
