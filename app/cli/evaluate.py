"""`rosetta eval`: quality as figures, on a gold standard."""

from __future__ import annotations

import json
from pathlib import Path

import click

from app.cli.options import with_settings
from app.search.request import SearchRequest
from app.search.service import search
from app.services import Knowledge, Services
from app.settings import Settings
from ingest.evaluate import links as link_figures
from ingest.evaluate import retrieval

MEASURES = ("ndcg", "recall", "cross", "mrr")
NAMES = {"ndcg": "nDCG@10", "recall": "recall@10", "cross": "cross-language recall@10", "mrr": "MRR@10"}


@click.command("eval")
@click.argument("queries", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--links", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Gold pairs: measure how rulings are joined.")
@click.option("--pairs", type=click.Path(path_type=Path), help="Gold pairs; beside QUERIES by default.")
@click.option("--verbose", is_flag=True, help="List the queries that are not perfect.")
@click.option("--json", "as_json", is_flag=True, help="Give it as JSON.")
@with_settings
def evaluate(
    settings: Settings, queries: Path | None, links: Path | None, pairs: Path | None, verbose: bool, as_json: bool
) -> None:
    """Measure the search on graded QUERIES (JSON Lines), or with --links the joining of rulings."""
    knowledge = Services(settings).current()
    if links:
        _show_links(_link_report(knowledge, links), verbose)
    if queries:
        _measure_search(knowledge, queries, pairs, verbose, as_json)
    if not (links or queries):
        raise click.UsageError("name a file of graded queries, or --links with gold pairs")


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


def _link_report(knowledge: Knowledge, gold: Path) -> link_figures.LinkReport:
    store = knowledge.store
    rulings = store.list_rulings(0, store.count_rulings())
    relations = {(min(r.a, r.b), max(r.a, r.b)): r for ruling in rulings for r in store.relations(ruling.id)}
    return link_figures.evaluate(link_figures.load_gold(gold), rulings, store.families(), relations.values())


def _show_links(report: link_figures.LinkReport, verbose: bool) -> None:
    for name, figures in (("unit (same + reworded)", report.unit), *report.relations.items()):
        said = f"precision {figures.precision:.3f}  recall {figures.recall:.3f}  F1 {figures.f1:.3f}"
        click.echo(f"{name:<24} {said}  right {figures.right}  wrong {len(figures.wrong)}  missed {len(figures.missed)}")
        for sign, pairs in (("wrong", figures.wrong), ("missed", figures.missed)):
            for a, b in pairs if verbose else ():
                click.echo(f"    {sign} {a} {b}")
    click.echo(f"type right for {report.type_right:.3f} of {report.found} gold pairs found")
    for (a, b), gold, found in report.mistyped:
        click.echo(f"    {a} {b} is {gold}, found as {found}")
    click.echo(f"parallel pairs in one family: {len(report.parallel_in_family)}")
