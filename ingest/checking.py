"""The translation checks, run over linked rulings with all they may look up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ingest.catalogue import Catalogue
from ingest.checks import CheckContext, run_checks
from ingest.languages import LANGUAGES
from ingest.linking import Linked
from ingest.linking.finder import Finder
from ingest.model import Entry, Finding


def check(linked: Linked, entries: Iterable[Entry], catalogue: Catalogue) -> list[Finding]:
    """What the checks find in linked rulings, in the order of the rulings."""
    pages: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        pages[entry.file].append(entry)
    context = CheckContext(
        finder=Finder(catalogue.terms, LANGUAGES, catalogue.contexts),
        terms=catalogue.terms,
        cards=catalogue.cards,
        families={ruling: family.id for family in linked.families for ruling in family.rulings},
        relations=linked.relations,
        pages=pages,
    )
    return run_checks(linked.rulings, context)
