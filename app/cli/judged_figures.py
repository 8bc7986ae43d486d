"""What `rosetta eval QUERIES --judged` says: how good the first hits are, by those who read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from app.search.request import SearchRequest
from app.search.service import answer
from app.services import Knowledge
from ingest.evaluate import judged, retrieval
from ingest.evaluate.judged import ANSWERS, BEARS, SHOWN, JudgedReport
from ingest.index.contract import Row


def show_judged(knowledge: Knowledge, queries: Path, judgements: Path, verbose: bool) -> None:
    """Prints precision over the first hits of graded queries, as judged, and how many hits nobody judged."""
    asked = [(query.id, query.q) for query in retrieval.load_queries(queries)]
    graded = judged.load_judgements(judgements)
    found = {q: answer(knowledge, SearchRequest(q=q, per_page=SHOWN)).rows for _, q in asked}
    report = judged.evaluate(asked, graded, lambda q: _hits(knowledge, found[q]))
    bears, answers = report.precision(BEARS), report.precision(ANSWERS)
    click.echo(f"{len(report.grades)} queries, {report.unjudged} of their hits not judged")
    click.echo(f"precision@{SHOWN}  {bears:.3f} bear on the question, {answers:.3f} answer it")
    click.echo(f"first hit    {report.first(BEARS):.3f} bear on the question, {report.first(ANSWERS):.3f} answer it")
    _show_apart(
        judged.evaluate(asked, graded, lambda q: _hits(knowledge, found[q], partial=False)),
        judged.evaluate(asked, graded, lambda q: _hits(knowledge, found[q], partial=True)),
    )
    for query, row in report.grades.items() if verbose else ():
        click.echo(f"    {query}  {' '.join('?' if grade is None else str(grade) for grade in row)}")


def _show_apart(whole: JudgedReport, partial: JudgedReport) -> None:
    """Prints what is gained where the page says of a hit that it holds only part of what was asked."""
    marked = [grade or 0 for row in partial.grades.values() for grade in row]
    bears, answers = (sum(grade >= least for grade in marked) for least in (BEARS, ANSWERS))
    shown = whole.precision(BEARS), whole.precision(ANSWERS)
    click.echo(f"not marked   {shown[0]:.3f} bear on the question, {shown[1]:.3f} answer it")
    click.echo(f"marked       {len(marked)} as part of an answer: {bears} bear on the question, {answers} answer it")


def _hits(knowledge: Knowledge, rows: Sequence[Row], partial: bool | None = None) -> list[list[str]]:
    """The ids of all texts of each of the first hits, those of a large family that a page leaves out too.

    `partial` picks out those that are marked so, or those that are not.
    """
    families = (knowledge.store.family(row.id) for row in rows if partial in (None, row.partial))
    return [
        [text.id for ruling in knowledge.store.rulings(one.rulings) for text in ruling.texts] for one in families if one
    ]
