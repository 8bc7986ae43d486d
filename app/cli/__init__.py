"""The `rosetta` command: the one place where every room of the house meets."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from app.cli.bench import bench
from app.cli.build import build
from app.cli.check import check
from app.cli.evaluate import evaluate
from app.cli.explain import explain
from app.cli.export import export
from app.cli.fetch import fetch
from app.cli.import_ import import_
from app.cli.publish import publish
from app.cli.search import search
from app.cli.serve import serve
from app.cli.status import status
from app.settings import Settings
from ingest.errors import RosettaError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--home", type=click.Path(path_type=Path, file_okay=False), help="Folder of the knowledge base.")
@click.pass_context
def cli(context: click.Context, home: Path | None) -> None:
    """Rosetta Rulings: Magic rulings in Chinese, Spanish and English."""
    context.obj = Settings.from_environment(home=home)


for command in (build, serve, search, explain, check, export, import_, fetch, publish, status, evaluate, bench):
    cli.add_command(command)


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
