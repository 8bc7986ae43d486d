"""Documents with and without further pages, each built whole, and what the pages add: the measure for patches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from ingest import collect
from ingest.addition import Addition
from ingest.analysis import analyse
from ingest.assemble import assemble
from ingest.catalogue import Catalogue, load_catalogue
from ingest.checking import check
from ingest.linking.link import link
from ingest.linking.statement import forget_finders
from ingest.model import Family, Text
from ingest.paths import resource_dir
from ingest.reading import read_sources
from ingest.recording import Come
from ingest.upstream import Past

DOCUMENTS = sorted((resource_dir("data") / "sources").glob("*.txt"))
PAIR = "{card}\n\n• ({day} official)\n\n  {zh}\n\n  {en}\n"
DATED = "{card}\n\n{day}\n\n{text}\n"


@dataclass(frozen=True)
class Step:
    """What sources come to, and what they add to the step before."""

    come: Come
    addition: Addition | None


@cache
def _catalogue() -> Catalogue:
    """Loaded once: what finds card names takes a second to make of it."""
    return load_catalogue(resource_dir("data") / "catalogue")


def come(paths: list[Path]) -> Come:
    """All that the sources come to."""
    read, catalogue = read_sources(collect.find(paths)), _catalogue()
    assembled = assemble(read.entries, catalogue.origin_of)
    analysis = analyse(assembled, catalogue)
    linked = link(assembled, catalogue, analysis.taken())
    findings = check(linked, read.entries, analysis)
    return Come(replace(read, entries=()), len(read.entries), linked, findings, catalogue, Past(), analysis.tokens)


def addition(before: Come, after: Come) -> Addition:
    """What is in the one and not in the other."""
    old = {ruling.id: ruling for ruling in before.linked.rulings}
    now = {ruling.id: ruling for ruling in after.linked.rulings}
    assert all(now[id] == ruling for id, ruling in old.items()), "the material changes what a ruling says"
    order = [None, *now]
    follows = {id: order[place] for place, id in enumerate(now) if id not in old}
    relations = _relations(after)
    as_before = _relations(before)
    told = {pair for pair, one in relations.items() if as_before.get(pair) != one}
    dropped = as_before.keys() - relations.keys()
    families = _changed(before, after, {id for pair in (*told, *dropped) for id in pair})
    members = {id: now[id] for family in families for id in family.rulings}
    targets = {link.target for id in follows for link in now[id].links if link.kind == "card"}
    return Addition(
        rulings=tuple(now[id] for id in follows),
        follows=follows,
        families=families,
        gone=tuple(one.id for one in before.linked.families if members.keys() & set(one.rulings)),
        members=members,
        relations=tuple(relations[pair] for pair in sorted(told)),
        dropped=tuple(sorted(dropped)),
        findings=tuple(one for one in after.findings if one.ruling in members),
        matches={text.id: after.linked.matches[text.id] for one in members.values() for text in one.texts},
        cards={id: card for id in sorted(targets) if (card := after.catalogue.card(id))},
        sources=tuple(one for one in after.read.sources if one not in before.read.sources),
        problems=tuple(one for one in after.read.problems if one not in before.read.problems),
    )


def _relations(held: Come) -> Mapping:
    return {(one.a, one.b): one for one in held.linked.relations}


def _changed(before: Come, after: Come, touched: set[str]) -> tuple[Family, ...]:
    """The families that are new or other than they were, or in which something else is related or found."""
    old = set(before.linked.families)
    noted = {
        one.ruling for one in (*before.findings, *after.findings) if (one in before.findings) != (one in after.findings)
    }
    return tuple(one for one in after.linked.families if one not in old or (touched | noted) & set(one.rulings))


@pytest.fixture(scope="session")
def finders_kept() -> Iterator[None]:
    """What finds names is kept from build to build: to make it takes ten times as long as to build a few pages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ingest.analysis.forget_finders", lambda: None)
        yield
    forget_finders()


@pytest.fixture(scope="session")
def steps(finders_kept: None, tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """The five documents, then one page more at a time: each step knows what it adds to the one before."""
    folder = tmp_path_factory.mktemp("pages")
    paths, found = list(DOCUMENTS), [Step(come(DOCUMENTS), None)]
    for name, text in pages(found[0].come).items():
        (folder / name).write_text(text, "utf-8")
        paths.append(folder / name)
        now = come(paths)
        found.append(Step(now, addition(found[-1].come, now)))
    return found


def pages(held: Come) -> Mapping[str, str]:
    """Pages by the name of their file: each changes something of another kind."""
    texts = {(family.id, text.lang): text.body for family in held.linked.families for text in _texts(held, family)}
    whole = [
        family.id for family in held.linked.families if {(family.id, "en"), (family.id, "zh-Hans")} <= texts.keys()
    ]
    one, other = whole[0], whole[-1]
    return {
        "0 news.txt": PAIR.format(
            card="Opt", day="2031-05-05", zh="占卜前先念咒文：鹦鹉学舌。", en="Say the zebra's rhyme before you scry."
        ),
        "zz older.txt": DATED.format(card="Nota de rescate", day="01/02/1999", text=texts[one, "en"]),
        "between.txt": PAIR.format(card="Lightform", day="2018-07-13", zh=texts[other, "zh-Hans"], en=texts[one, "en"]),
        "001 no day.txt": DATED.format(
            card="Counterspell",
            day="31/02/2020",
            text="Contrarrestar dos veces el mismo hechizo no sirve de nada, , dijo la cebra.",
        ),
        "again.txt": PAIR.format(
            card="Opt",
            day="2031-05-05",
            zh="占卜之后 再念一遍the咒文。",
            en="Say the the zebra's rhyme once more after you scry for 3.",
        ),
        "last.txt": PAIR.format(
            card="Jace, the Mind Sculptor",
            day="2031-05-05",
            zh="显化的鹏洛客不横置。",
            en="A manifested planeswalker doesn't untap zebras.",
        ),
    }


def _texts(held: Come, family: Family) -> list[Text]:
    return [text for ruling in held.linked.rulings if ruling.id in family.rulings for text in ruling.texts]
