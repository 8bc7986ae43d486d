"""The `rosetta` command: the one place where every room of the house meets."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import click

from app.settings import Settings
from ingest.errors import RosettaError
from ingest.snapshot import Home

COMMANDS = "build serve search explain check export import fetch publish status eval bench".split()
_MODULES = {"import": "import_", "eval": "evaluate"}
"""Where the name of a module is not that of its command."""


class _Rosetta(click.Group):
    """Imports a command when it is asked for: none pays for what only another needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name == "build":
            _look_ahead(Home(Settings.from_environment(home=ctx.params.get("home")).home))
        module = _MODULES.get(cmd_name, cmd_name)
        found: click.Command = getattr(import_module(f"{__name__}.{module}"), module)
        return found


def _look_ahead(home: Home) -> None:
    """Begins to verify what was built before: that takes as long as to import all that builds."""
    with suppress(RosettaError):
        if name := home.current_name():
            home.open(name).begin_to_verify()


@click.group(cls=_Rosetta, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="Folder of the knowledge base.")
@click.pass_context
def cli(context: click.Context, home: Path | None) -> None:
    """Rosetta Rulings: Magic rulings in Chinese, Spanish and English."""
    context.obj = Settings.from_environment(home=home)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command and exits: 0 done, 1 findings, 2 it could not."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(cli.main(arguments, prog_name="rosetta", standalone_mode=False) or 0)
    except RosettaError as error:
        _fail(str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:  # a word of the command that was not understood
        context = getattr(error, "ctx", None)
        _fail(f"{error.format_message()} (see {context.command_path if context else 'rosetta'} --help)")
    except click.Abort:
        click.echo("rosetta: interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _fail(f"{place}{error.strerror or error}")


def _fail(message: str) -> NoReturn:
    """One line on standard error, and the exit code of what could not be done."""
    click.echo(f"rosetta: {' '.join(message.split())}", err=True)
    sys.exit(2)
