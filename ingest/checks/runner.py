"""Runs every check over rulings and their pages, and turns flaws into findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from ingest.checks.base import Check, CollectionCheck, Flaw, Page, PageCheck, Pair, PairCheck, Row, TextCheck
from ingest.checks.context import CheckContext
from ingest.checks.registry import CHECKS
from ingest.model import PIVOT_ORDER, Finding, Ruling, Text


def run_checks(
    rulings: Iterable[Ruling],
    context: CheckContext,
    checks: Iterable[Check] = CHECKS,
    examined: Iterable[Finding] | None = None,
) -> list[Finding]:
    """Every finding, by ruling in the order given, then by place in its text.

    `examined` is what `examine` found in the rulings, where that was asked before.
    """
    rulings, checks = tuple(rulings), tuple(checks)
    order = {ruling.id: place for place, ruling in enumerate(rulings)}
    found = chain(
        examine(rulings, context, checks) if examined is None else examined,
        _each_page(rulings, context, checks),
        _all_at_once(rulings, context, checks),
    )
    once = {sameness(finding): finding for finding in found if not context.dismissed.cover(finding)}
    return sorted(once.values(), key=lambda one: (order[one.ruling], *place(one)))


def place(finding: Finding) -> tuple[str, tuple[int, int], str]:
    """What the findings in one ruling are put in order by."""
    return finding.lang, finding.span or (0, 0), finding.check


def sameness(finding: Finding) -> tuple:
    """What makes two findings one: a text in two files is examined once for each."""
    return finding.check, finding.text, finding.span, tuple(sorted(finding.params.items()))


def examine(rulings: Iterable[Ruling], context: CheckContext, checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """What the checks find in each ruling whatever the others are."""
    checks = tuple(checks)
    alone = [check for check in checks if isinstance(check, TextCheck)]
    paired = [check for check in checks if isinstance(check, PairCheck)]
    for ruling in rulings:
        for text in ruling.texts:
            for check in alone:
                if not check.languages or text.lang in check.languages:
                    yield from (
                        _finding(check, flaw, ruling, text) for flaw in check.examine(text, ruling.date, context)
                    )
        for pair in pairs(ruling, context):
            for check in paired:
                yield from (_finding(check, flaw, ruling, pair.target) for flaw in check.compare(pair))


def pairs(ruling: Ruling, context: CheckContext) -> Iterator[Pair]:
    """Each translation of a ruling with its source: English, else the next that is there."""
    source = next((text for lang in PIVOT_ORDER if (text := ruling.text_in(lang))), None)
    for target in ruling.texts if source else ():
        if target.lang != source.lang:
            yield Pair(source, target, context)


def _each_page(rulings, context, checks) -> Iterator[Finding]:
    surveys = [check for check in checks if isinstance(check, PageCheck)]
    for page in pages(rulings, context) if surveys else ():
        for check in surveys:
            yield from (_finding(check, flaw, flaw.ruling, flaw.text) for flaw in check.survey(page, context))


def pages(rulings: Iterable[Ruling], context: CheckContext) -> list[Page]:
    """The pages that sources hold: every text read from one, in the order it stands there.

    A document is one page. Of a feed each card is one, and an entry that has nothing
    to do with its neighbours is none: what two cards share is no slip of anybody's.
    """
    entries = {(entry.file, entry.number): entry for held in context.pages.values() for entry in held}
    rows: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for ruling in rulings:
        for text in ruling.texts:
            for source in text.sources:
                entry = entries.get((source.file, source.entry))
                if not (entry and entry.alone):
                    card = (entry.oracle_id or entry.card or "") if entry else ""
                    rows[source.file, card].append(Row(source.entry, ruling, text))
    return [Page(key[0], tuple(sorted(held, key=lambda row: row.entry))) for key, held in sorted(rows.items())]


def _all_at_once(rulings, context, checks) -> Iterator[Finding]:
    for check in checks:
        if isinstance(check, CollectionCheck):
            yield from (_finding(check, flaw, flaw.ruling, flaw.text) for flaw in check.sweep(rulings, context))


def _finding(check: Check, flaw: Flaw, ruling: Ruling, text: Text) -> Finding:
    return Finding(
        check=check.id,
        severity=flaw.severity or check.severity,
        ruling=ruling.id,
        lang=text.lang,
        span=flaw.span,
        text=text.id,
        params=flaw.params,
        suggestion=flaw.suggestion,
    )
