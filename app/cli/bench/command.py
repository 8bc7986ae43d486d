"""`rosetta bench`: what can be asked to be measured, and how it is said."""

from __future__ import annotations

import json
from pathlib import Path

import click

from app.cli.options import with_settings
from app.settings import Settings

FROM = "Folder of the corpus to build from; without it the knowledge base of --home is measured."
QUICK_TEXTS, QUICK_QUESTIONS, QUESTIONS = 3_000, 40, 200


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path, file_okay=False), help=FROM)
@click.option("--texts", type=click.IntRange(100, 10_000_000), help="About so many texts of it; all by default.")
@click.option("--quick", is_flag=True, help="Few texts, few questions: to see that it runs.")
@click.option("--build", "only_build", is_flag=True, help="Measure the build and nothing else.")
@click.option("--no-families", is_flag=True, help="Build without joining or checking rulings: for the search alone.")
@click.option("--questions", type=click.IntRange(10, 10_000), default=QUESTIONS, help="Of each kind.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the texts and the questions.")
@click.option("--no-rivals", is_flag=True, help="Leave the other engines out.")
@click.option("--no-http", is_flag=True, help="Leave the server out.")
@click.option("--growth", "grow", is_flag=True, help="Measure the index at 20,000 and 200,000 texts too (minutes).")
@click.option("--engine", type=click.Choice(["opensearch"]), help="Measure this engine beside the embedded one, too.")
@click.option("--sizes", default="70000,1000000", show_default=True, help="Numbers of texts for --engine.")
@click.option("--json", "as_json", is_flag=True, help="Give it as JSON.")
@with_settings
def bench(
    settings: Settings, corpus: Path | None, texts: int | None, quick: bool, only_build: bool, no_families: bool,
    questions: int, seed: int, no_rivals: bool, no_http: bool, grow: bool,
    engine: str | None, sizes: str, as_json: bool,
) -> None:  # fmt: skip
    """Measure build, size, memory, start-up and speed, beside other search engines on the same tokens."""
    if only_build and corpus is None:
        raise click.UsageError("--build needs --corpus: there is nothing to build from")
    # Imported here: the other commands must not pay for a web application and a builder at once.
    from app.cli.bench.run import Wanted, measure
    from app.cli.bench.table import lines

    if quick:
        texts, questions = texts or QUICK_TEXTS, min(questions, QUICK_QUESTIONS)
    wanted = Wanted(
        corpus, texts, questions, seed, joined=not no_families, only_build=only_build,
        rivals=not no_rivals, http=not no_http, growth=grow,
        beside=_numbers(sizes) if engine else (),
    )  # fmt: skip
    report = measure(settings, wanted)
    click.echo(json.dumps(report, ensure_ascii=False, indent=1) if as_json else "\n".join(lines(report)))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError as error:
        raise click.BadParameter("numbers with commas between them", param_hint="--sizes") from error
