"""Rulings linked: to mechanics, to cards, and to each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ingest.assemble import Assembled
from ingest.catalogue import Catalogue
from ingest.languages import LANGUAGES
from ingest.linking import decided
from ingest.linking.alignment import align, through_their_english
from ingest.linking.cards import PageOfCard, page_links, subjects
from ingest.linking.comparing import Comparisons, nothing_compared
from ingest.linking.consensus import Consensus
from ingest.linking.families import JOINING, gather
from ingest.linking.pages import STATED, Lists, PageKey, lists_of, pages_of, turning_on
from ingest.linking.profile import Profile, Profiler
from ingest.linking.relating import Pair, Related, relate
from ingest.linking.spans import TermSpans
from ingest.linking.speakers import Speakers
from ingest.linking.statement import Statement, StatementReader
from ingest.model import Family, Link, Relation, Ruling


@dataclass(frozen=True, slots=True)
class Linked:
    """Rulings with their links, the families they form, and the terms found in each text.

    `turns` gives the keyword that a ruling's page turns on, `compared` and `speakers` what a build after this
    one need not find again.
    """

    rulings: tuple[Ruling, ...]
    families: tuple[Family, ...]
    relations: tuple[Relation, ...] = ()
    matches: Mapping[str, TermSpans] = field(default_factory=dict)
    compared: Comparisons = field(default_factory=nothing_compared)
    speakers: Speakers = field(default_factory=partial(Speakers.of, (), {}))
    turns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """Rulings with their links, and each as it is compared with others."""

    rulings: tuple[Ruling, ...]
    lists: Lists
    profiles: Mapping[str, Profile]
    matches: Mapping[str, TermSpans]
    turns: Mapping[str, str]


def link(
    assembled: Assembled,
    catalogue: Catalogue,
    read: Mapping[str, Statement] | None = None,
    before: Comparisons | None = None,
) -> Linked:
    """The rulings with links to cards and mechanics, and the relations between them.

    `read` is what each ruling says by itself, where that is known already, `before` what
    came of comparing rulings in an earlier build: only what is new since is compared.
    """
    stand = standing(assembled, catalogue, read)
    del read  # the profiles hold what is compared: the rest would be as much again while it is
    rulings, profiles = stand.rulings, stand.profiles
    found = relate(rulings, profiles, before)
    relations, opposed, certain = _relations(rulings, profiles, catalogue, found)
    apart = [*opposed, *decided.apart(catalogue.decisions, rulings)]
    families = gather(rulings, relations, apart, stand.lists, certain, Consensus(profiles, relations).agree)
    return Linked(
        rulings, tuple(families), tuple(relations), stand.matches, found.compared, found.speakers, stand.turns
    )


def standing(
    assembled: Assembled,
    catalogue: Catalogue,
    read: Mapping[str, Statement] | None = None,
    known: Mapping[PageKey, PageOfCard] | None = None,
) -> Standing:
    """The rulings with their links, and what each is compared by; `read` as `link` has it.

    `known` are the pages they stand on, where others stand there, too.
    """
    said = StatementReader(catalogue).all(assembled.rulings, assembled.entries) if read is None else read
    pages = known or pages_of(assembled, {id: one.mechanics for id, one in said.items()}, catalogue.terms)
    cards = _card_links(assembled, said, pages, catalogue)
    rulings = tuple(replace(r, links=(*cards[r.id], *said[r.id].mechanics)) for r in assembled.rulings)
    lists, turns = lists_of(rulings, pages), turning_on(pages.values())
    profiles = _profiles(rulings, said, turns, lists, catalogue)
    matches = {text: terms for one in said.values() for text, terms in one.matches.items()}
    return Standing(rulings, lists, profiles, matches, turns)


# --- cards -----------------------------------------------------------------


def _card_links(
    assembled: Assembled, said: Mapping[str, Statement], pages: Mapping[PageKey, PageOfCard], catalogue: Catalogue
) -> dict[str, list[Link]]:
    """The card links of each ruling."""
    links: dict[str, dict[str, Link]] = defaultdict(dict)
    names = {text: found for one in said.values() for text, found in one.named.items()}
    for page in (page for (file, _), page in pages.items() if file != STATED):
        for id, found in page_links(page, subjects(page, names, catalogue), names).items():
            for one in found:
                links[id].setdefault(one.target, one)
    for ruling in assembled.rulings:
        for card in said[ruling.id].stated:
            links[ruling.id][card] = Link("card", card, "feed", "subject")
        for card in decided.cards(catalogue.decisions, ruling):
            links[ruling.id][card] = Link("card", card, "decided", "subject")
    return defaultdict(list, {id: list(found.values()) for id, found in links.items()})


# --- relations -------------------------------------------------------------


def _profiles(
    rulings: Sequence[Ruling],
    said: Mapping[str, Statement],
    turns: Mapping[str, str],
    lists: Lists,
    catalogue: Catalogue,
) -> dict[str, Profile]:
    return {r.id: profile_of(r, said[r.id], turns.get(r.id), lists[r.id], catalogue) for r in rulings}


def profile_of(
    ruling: Ruling, said: Statement, turns_on: str | None, lists: frozenset[object], catalogue: Catalogue
) -> Profile:
    """A ruling as it is compared: what it says, the keyword its page turns on, the lists it stands in."""
    profiler = Profiler(catalogue.terms, LANGUAGES, catalogue.weights, said.spans)
    return profiler.profile(ruling, said.matches, turns_on, lists, said.wordings)


def _relations(
    rulings: Sequence[Ruling], profiles: Mapping[str, Profile], catalogue: Catalogue, found: Related
) -> tuple[list[Relation], list[Pair], set[Pair]]:
    """The relations, those of people over those of rules; the pairs that contradict each other; those that are sure."""
    aligned = align(rulings, profiles)
    relations = {(r.a, r.b): r for r in through_their_english(found.relations, aligned, rulings)}
    certain = [*aligned, *decided.relations(catalogue.decisions, rulings)]
    relations |= {(r.a, r.b): r for r in certain}
    # What a person or the page of a card and day says stands over a contradiction that a rule saw.
    apart = [pair for pair in found.apart if (held := relations.get(pair)) is None or held.kind not in JOINING]
    return sorted(relations.values(), key=lambda r: (r.a, r.b)), apart, {(r.a, r.b) for r in certain}
