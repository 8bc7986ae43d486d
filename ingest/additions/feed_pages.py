"""The pages that new rulings stand on; on those of feeds rulings of before stand, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from ingest.additions.before import Before
from ingest.assemble import Assembled
from ingest.catalogue import Catalogue
from ingest.errors import NotPatched
from ingest.linking.cards import PageOfCard
from ingest.linking.pages import STATED, PageKey, keywords_of, main_keyword, page_of, pages_of
from ingest.linking.statement import Statement
from ingest.model import Relation, Ruling


def pages_with(
    assembled: Assembled, said: Mapping[str, Statement], before: Before, catalogue: Catalogue
) -> dict[PageKey, PageOfCard]:
    """The pages of all entries, with what all turn on that stand there; `said` is what each ruling says.

    Raises `NotPatched` where a page of before turns on something else now.
    """
    pages = pages_of(assembled, {id: one.mechanics for id, one in said.items()}, catalogue.terms)
    cards = {card for one in said.values() for card in one.stated}
    held = _on_pages(cards, {key for key in pages if key[0] == STATED}, before)
    for key, page in pages.items():
        if key[0] != STATED:
            continue
        stay = _keywords(held.get(key, ()), catalogue, before.gone, leaving=False)
        was = stay + _keywords(held.get(key, ()), catalogue, before.gone, leaving=True)
        page.mechanics.update(stay)
        if main_keyword(was) != main_keyword(page.mechanics):
            raise NotPatched("a page of before turns on something else")
    return pages


def _on_pages(cards: Iterable[str], keys: Set[PageKey], before: Before) -> dict[PageKey, list[Ruling]]:
    """The rulings of before that stand on some pages of feeds, which are of these cards."""
    found: dict[PageKey, list[Ruling]] = {}
    for id in sorted({id for card in cards for id in before.store.card_rulings(card)}):
        if on := keys & {page_of(entry) for entry in before.stand(id).entries}:
            ruling = before.ruling(id)
            for key in on:
                found.setdefault(key, []).append(ruling)
    return found


def _keywords(rulings: Iterable[Ruling], catalogue: Catalogue, gone: frozenset[str], *, leaving: bool) -> Counter[str]:
    chosen = (ruling for ruling in rulings if (ruling.id in gone) == leaving)
    return Counter(keyword for ruling in chosen for keyword in keywords_of(ruling.links, catalogue.terms))


def require_pages_as_they_were(
    come: Iterable[Relation], dropped: Iterable[Relation], new: Sequence[Ruling], before: Before
) -> None:
    """Raises `NotPatched` where two say the same now and did not, or the other way round, on one page of before."""
    owner = {text.id: ruling.id for ruling in new for text in ruling.texts}
    names = {id: owner[id] for id in before.gone}
    was, now = (_same(relations, names) for relations in (dropped, come))
    for pair in was ^ now:
        one, other = (_stated(id, names, before) for id in pair)
        if not one.isdisjoint(other):
            raise NotPatched("two say the same now on a page of before")


def _same(relations: Iterable[Relation], names: Mapping[str, str]) -> set[frozenset[str]]:
    pairs = (frozenset(names.get(id, id) for id in (one.a, one.b)) for one in relations if one.kind == "same")
    return {pair for pair in pairs if len(pair) == 2}


def _stated(id: str, names: Mapping[str, str], before: Before) -> set[tuple[str, PageKey]]:
    """The files and pages on which a ruling stood before."""
    held = [old for old, name in names.items() if name == id] or [id]
    known = (before.kept.stands.stand(one) for one in held)
    return {(entry.file, page_of(entry)) for stand in known if stand for entry in stand.entries}
