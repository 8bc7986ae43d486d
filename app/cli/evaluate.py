"""`rosetta eval`: quality as figures, on a gold standard."""

from __future__ import annotations

import json
from pathlib import Path

import click

from app.cli.check_figures import SIZE as CHECKED
from app.cli.check_figures import show_checks
from app.cli.crossing_figures import show_crossing
from app.cli.judged_figures import show_judged
from app.cli.linking_figures import show_alignment, show_links, show_subjects
from app.cli.options import with_settings
from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge, Services
from app.settings import Settings
from ingest.catalogue import load_catalogue
from ingest.evaluate import crossing, retrieval
from ingest.evaluate.subjects import SIZE

MEASURES = ("ndcg", "recall", "cross", "mrr")
NAMES = {"ndcg": "nDCG@10", "recall": "recall@10", "cross": "cross-language recall@10", "mrr": "MRR@10"}


MANY = 1 << 30
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("eval")
@click.argument("queries", required=False, type=FILE)
@click.option("--links", type=FILE, help="Gold pairs: measure how rulings are joined.")
@click.option("--align", type=FILE, help="Aligned pairs: measure how translations find their English.")
@click.option("--reference", type=FILE, help="The English rulings for --align.")
@click.option("--cards", type=FILE, help="English rulings: measure how pages without heading find their card.")
@click.option("--cross", type=FILE, help="Aligned pairs: measure how the Chinese finds what is here in English.")
@click.option("--checks", type=FILE, help="Translations: measure what checks find of errors put into them.")
@click.option("--size", type=click.IntRange(min=0), help="Sample for those; 0 is all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed draws another sample.")
@click.option("--pairs", type=click.Path(path_type=Path), help="Gold pairs; beside QUERIES by default.")
@click.option("--judged", type=FILE, help="Judgements of hits: the precision of the first five for QUERIES.")
@click.option("--verbose", is_flag=True, help="List what is not perfect.")
@click.option("--json", "as_json", is_flag=True, help="Give the figures of QUERIES as JSON.")
@with_settings
def evaluate(
    settings: Settings,
    queries: Path | None,
    links: Path | None,
    align: Path | None,
    reference: Path | None,
    cards: Path | None,
    cross: Path | None,
    checks: Path | None,
    size: int | None,
    seed: int,
    pairs: Path | None,
    judged: Path | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Measure the search on graded QUERIES (JSON Lines), or linking on gold pairs or a corpus."""
    _require(links or queries or align or cards or cross or checks, "name graded queries, or an option with its file")
    _require(queries or not judged, "--judged goes with the QUERIES that were judged")
    _require(bool(align) == bool(reference), "--align and --reference go together")
    if links:
        show_links(Services(settings).current(), links, verbose)
    if align and reference:
        show_alignment(load_catalogue(settings.catalogue), align, reference, size or 0, seed, verbose)
    if cards:
        show_subjects(load_catalogue(settings.catalogue), cards, SIZE if size is None else size, seed, verbose)
    if cross:
        show_crossing(Services(settings).current(), cross, crossing.SIZE if size is None else size, seed, verbose)
    if checks:
        measured = CHECKED if size is None else size or MANY
        show_checks(load_catalogue(settings.catalogue), checks, measured, seed, verbose)
    if queries:
        _measure(Services(settings).current(), queries, pairs, judged, verbose, as_json)


def _require(given: object, otherwise: str) -> None:
    if not given:
        raise click.UsageError(otherwise)


def _measure(
    knowledge: Knowledge, queries: Path, pairs: Path | None, judged: Path | None, verbose: bool, as_json: bool
) -> None:
    if judged:
        show_judged(knowledge, queries, judged, verbose)
    else:
        _measure_search(knowledge, queries, pairs, verbose, as_json)


def _measure_search(knowledge: Knowledge, queries: Path, pairs: Path | None, verbose: bool, as_json: bool) -> None:
    families = retrieval.load_families(pairs or queries.with_name("gold_pairs.json"))
    asked = retrieval.load_queries(queries)

    def answers(q: str) -> list[list[str]]:
        page = search(knowledge, SearchRequest(q=q, per_page=retrieval.CUT))
        return [retrieval.entry_names(hit.rulings) for hit in page.hits]

    report = retrieval.evaluate(asked, families, answers, _languages(knowledge))
    if as_json:
        click.echo(json.dumps({measure: report.mean(measure) for measure in MEASURES}))
        return
    _show(report, verbose)


def _languages(knowledge: Knowledge) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for ruling in knowledge.store.list_rulings(0, knowledge.store.count_rulings()):
        for text in ruling.texts:
            for source in text.sources:
                found.setdefault(retrieval.entry_name(source.file, source.entry), set()).add(text.lang)
    return found


def _show(report: retrieval.Report, verbose: bool) -> None:
    click.echo(f"{len(report.scores)} queries")
    for measure in MEASURES:
        each = "  ".join(f"{lang} {report.mean(measure, lang):.3f}" for lang in ("en", "zh", "es"))
        click.echo(f"{NAMES[measure]:<25} {report.mean(measure):.3f}   {each}")
    for score in report.scores if verbose else ():
        if score.ndcg < 0.999 or score.recall < 1:
            said = f"{score.query.id} ndcg {score.ndcg:.2f} recall {score.recall:.2f} mrr {score.mrr:.2f}"
            click.echo(f"{said}  {score.query.q}")
