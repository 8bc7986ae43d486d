"""What stands first: what was named exactly, the newest wording, who is official; ties by date, then text."""

from __future__ import annotations

from datetime import date

import pytest

from app.knowledge import Knowledge
from app.search.request import SearchRequest
from app.search.service import search
from ingest.model import Hit, Ruling, Text
from ingest.synopsis import newest_first


def hits(knowledge: Knowledge, q: str) -> tuple[Hit, ...]:
    return search(knowledge, SearchRequest(q=q, per_page=100)).hits


def stands_on(hit: Hit, kind: str, target: str, role: str = "") -> bool:
    links = (link for ruling in hit.rulings for link in ruling.links if role in ("", link.role))
    return any((link.kind, link.target) == (kind, target) for link in links)


@pytest.mark.parametrize("q", ["Ransom Note", "Nota de rescate", "ransom note"])
def test_the_rulings_of_a_card_named_exactly_come_first(knowledge: Knowledge, q: str) -> None:
    on_it = [stands_on(hit, "card", "ransom-note") for hit in hits(knowledge, q)]
    assert on_it.count(True) >= 10
    assert on_it == sorted(on_it, reverse=True)


@pytest.mark.parametrize(("q", "mechanic"), [("cipher", "cipher"), ("设谋", "plot"), ("encubrir", "cloak")])
def test_the_rulings_of_a_mechanic_named_exactly_come_first(knowledge: Knowledge, q: str, mechanic: str) -> None:
    found = hits(knowledge, q)
    about = [at for at, hit in enumerate(found) if stands_on(hit, "mechanic", mechanic, "about")]
    others = [at for at, hit in enumerate(found) if not stands_on(hit, "mechanic", mechanic)]
    assert len(about) >= 4
    assert max(about) < min(others, default=len(found))


def told(id: str, day: date, origin: str) -> Ruling:
    return Ruling(id, day, (Text(id, "zh-Hans", "若你如此作。", origin),))


def test_the_newest_wording_then_the_official_one_then_the_id() -> None:
    early, late = date(2014, 9, 20), date(2024, 6, 7)
    by_machine, official, other, old = (
        told("a", late, "machine"),
        told("c", late, "official"),
        told("b", late, "machine"),
        told("0", early, "official"),
    )
    for order in ([old, other, by_machine, official], [official, by_machine, other, old]):
        assert newest_first(order) == [official, by_machine, other, old]


def test_equal_scores_go_by_date_then_by_id(knowledge_of) -> None:
    page = "Note {}\n\n{}\n\nEsta habilidad se dispara {} veces.\n"
    days = ("03/02/2024", "02/02/2024", "02/02/2024", "02/02/2024")
    small = knowledge_of({f"{n}.txt": page.format(n, day, n + 5) for n, day in enumerate(days)})
    found = hits(small, "dispara")
    assert len({hit.score for hit in found}) == 1
    assert len(found) == 4
    keys = [(-hit.rulings[0].date.toordinal(), hit.family) for hit in found]
    assert keys == sorted(keys)
