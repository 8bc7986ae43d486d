"""What every subcommand understands: `--home` after the command as before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import click

from app.settings import Settings


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command with its settings as first argument, `--home` taken into account."""

    @click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="Folder of the knowledge base.")
    @click.pass_obj
    @wraps(command)
    def run(settings: Settings, *arguments: Any, home: Path | None, **options: Any) -> None:
        command(replace(settings, home=home) if home else settings, *arguments, **options)

    return run
