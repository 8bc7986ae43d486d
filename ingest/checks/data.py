"""All that the checks look up, read from the catalogue's folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ingest.catalogue import Catalogue
from ingest.checks.context import CheckContext
from ingest.checks.dismissed import load_dismissed
from ingest.checks.neighbours import load_neighbours
from ingest.checks.polarity import load_cues
from ingest.checks.renderings import Renderings, kin, load_renderings
from ingest.checks.wording import load_wordings
from ingest.languages import LANGUAGES
from ingest.languages.detect import insertions
from ingest.linking.card_finder import CardFinder, card_finder
from ingest.linking.finder import Finder
from ingest.model import Entry, Relation

PLAIN = frozenset({"word"})
"""Kinds of entries that are plain vocabulary: translators may choose words for them."""


def check_context(
    catalogue: Catalogue,
    *,
    families: Mapping[str, str] | None = None,
    relations: Sequence[Relation] = (),
    entries: Iterable[Entry] = (),
    reworded: Mapping[str, tuple[str, str, str]] | None = None,
) -> CheckContext:
    """The context of a catalogue, with the tables of its folder, that knows a collection too."""
    return knowing(catalogue_context(catalogue), families or {}, relations, entries, reworded)


def knowing(
    context: CheckContext,
    families: Mapping[str, str],
    relations: Sequence[Relation],
    entries: Iterable[Entry],
    reworded: Mapping[str, tuple[str, str, str]] | None = None,
) -> CheckContext:
    """The same context in a collection.

    `families` gives the family of each ruling, `relations` how rulings relate, `entries` what the sources state,
    `reworded` whose source changed.
    """
    pages: dict[str, list[Entry]] = {}
    for entry in entries:
        pages.setdefault(entry.file, []).append(entry)
    return replace(context, families=families, relations=relations, pages=pages, reworded=reworded or {})


def catalogue_context(catalogue: Catalogue, cards: CardFinder | None = None) -> CheckContext:
    """What checks may look up of any text, whatever the collection it is in; `cards` finds names, else those of all."""
    glossary = {id: term for id, term in catalogue.terms.items() if term.kind not in PLAIN}
    finder = Finder(glossary, LANGUAGES, catalogue.contexts, queries=False)
    folder = catalogue.folder or Path()
    return CheckContext(
        finder=finder,
        terms=glossary,
        cards=catalogue.cards,
        card_finder=cards or card_finder(catalogue),
        wordings=load_wordings(folder / "outdated.toml"),
        renderings=Renderings(load_renderings(folder / "renderings.tsv"), kin(glossary, finder)),
        neighbours=load_neighbours(folder / "neighbours.tsv"),
        cues=load_cues(folder / "negation.tsv"),
        dismissed=load_dismissed(folder / "dismissed.toml"),
        insertions=insertions,
    )
