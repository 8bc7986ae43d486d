"""What can be said of each ruling by itself, said once, by as many processes as there are cores.

Linking, checks and index all ask what a text holds. The answer hangs on the ruling and on
the catalogue alone, so it is worked out ahead of them, and spread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ingest.assemble import Assembled
from ingest.catalogue import Catalogue
from ingest.checks import CheckContext, examine
from ingest.checks.data import catalogue_context
from ingest.languages import LANGUAGES
from ingest.linking.card_finder import CardFinder
from ingest.linking.finder import Match
from ingest.linking.names_in import NameTable
from ingest.linking.statement import Statement, StatementReader, forget_finders
from ingest.model import Entry, Finding, Ruling
from ingest.reading import Progress, silent
from ingest.spread import spread
from ingest.tokens import Counted, Tokens, count

CHUNK = 256
"""Rulings that a process analyses at a time."""


@dataclass(slots=True)
class Analysis:
    """What each ruling says, what the checks find in it alone, the index's terms in each text.

    `context` is what the checks looked things up in, `names` the names of all cards.
    """

    said: dict[str, Statement] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    context: CheckContext = field(default_factory=CheckContext)
    tokens: Tokens = field(default_factory=Tokens)
    names: NameTable = field(default_factory=lambda: NameTable({}, LANGUAGES))

    def taken(self) -> dict[str, Statement]:
        """What each ruling says, kept here no longer: whoever asks lets go of it as soon as may be."""
        said, self.said = self.said, {}
        return said


Stated = tuple[Ruling, Sequence[Entry]]
"""A ruling and the entries that state it."""
Part = tuple[dict[str, Statement], list[Finding], dict[str, tuple[Match, ...]], Counted]
"""Of some rulings: what they say, what is found in them, the glossary's terms in their translations, the index's."""


def analyse(assembled: Assembled, catalogue: Catalogue, progress: Progress = silent) -> Analysis:
    """The analysis of all rulings; what was needed to find terms and names in them is let go of."""
    stated = [(ruling, assembled.entries[ruling.id]) for ruling in assembled.rulings]
    analyst = Analyst(catalogue)
    whole, glossary = Analysis(), {}
    for said, findings, terms, counted in spread(_analysed, analyst, stated, CHUNK):
        whole.said |= said
        whole.findings += findings
        whole.tokens.add(counted)
        glossary |= terms
        progress("analysing", len(whole.said), len(stated))
    if analyst.context.card_finder:
        whole.names = NameTable.of(analyst.context.card_finder, LANGUAGES)
    # Nothing is looked for any more: what finds terms and names takes as much room as a third of the texts.
    whole.context = replace(analyst.context, glossary=glossary, finder=None, card_finder=None)
    forget_finders()
    return whole


class Analyst:
    """Analyses rulings with what the catalogue knows; `cards` finds their names, else those of all cards."""

    def __init__(self, catalogue: Catalogue, cards: CardFinder | None = None) -> None:
        self._catalogue = catalogue
        self._reader = StatementReader(catalogue, cards)
        self.context = catalogue_context(catalogue, cards)

    def __reduce__(self) -> tuple[type[Analyst], tuple[Catalogue]]:
        return Analyst, (self._catalogue,)

    def analyse(self, stated: Sequence[Stated]) -> Part:
        """The analysis of some rulings."""
        texts = [text for ruling, _ in stated for text in ruling.texts]
        glossary = {text.id: self.context.matches(text) for text in texts if text.lang != "en"}
        context = replace(self.context, glossary=glossary)
        findings = list(examine((ruling for ruling, _ in stated), context))
        said = {ruling.id: self._reader.read(ruling, entries) for ruling, entries in stated}
        return said, findings, glossary, count(texts)


def _analysed(analyst: Analyst, stated: Sequence[Stated]) -> Part:
    return analyst.analyse(stated)
