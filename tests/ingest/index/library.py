"""A small library of rulings in our own words, for the engine's tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest

from ingest.index import ENGINES, Clause, Doc, Engine, Exclusion, Plan
from ingest.languages import LANGUAGES
from tests.cluster.nodes import cluster

EACH_ENGINE = [
    pytest.param(name, marks=pytest.mark.cluster if name == "opensearch" else ()) for name in sorted(ENGINES)
]
"""The engines by name, for tests of what all of them keep."""


@dataclass(frozen=True)
class Line:
    """One text of the library; texts of one ruling share `ruling`."""

    ruling: str
    lang: str
    body: str
    day: str = "2024-06-07"
    family: str | None = None
    origin: str = "official"
    cards: tuple[str, ...] = ()
    mechanics: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    concepts: tuple[tuple[str, float], ...] = field(default=())


LIBRARY = (
    Line("morph", "zh-Hans", "已显化的生物若具有变身异能，你可以支付变身费用。", mechanics=("manifest", "morph"),
         concepts=(("manifest", 1.0), ("morph", 1.0))),
    Line("morph", "en", "If a manifested creature has morph, you may pay its morph cost.",
         mechanics=("manifest", "morph"), concepts=(("manifest", 1.0), ("morph", 1.0))),
    Line("nameless", "zh-Hans", "已显化的生物没有名称。", mechanics=("manifest",), concepts=(("manifest", 1.0),)),
    Line("nameless", "en", "A manifested creature has no name.", mechanics=("manifest",),
         concepts=(("manifest", 1.0),)),
    Line("double", "zh-Hans", "双面牌不会横置。", cards=("paper-mirror",)),
    Line("double", "en", "A double-faced card doesn't tap.", cards=("paper-mirror",)),
    Line("plot", "zh-Hans", "设谋[费用]意指你可以支付[费用]并放逐此牌。", "2024-04-12"),
    Line("plot", "en", "Plot [cost] means you may pay the cost and exile this card. It costs {X}{U}.", "2024-04-12"),
    Line("zero", "zh-Hans", "如果你以不支付其法术力费用的方式施放已设谋的牌，则X的值必须选为0。", "2024-04-12"),
    Line("zero", "en", "If you cast a plotted card without paying its mana cost, the value chosen for X must be 0.",
         "2024-04-12"),
    Line("size", "zh-Hans", "它是２／２生物，其上有一个+1/+1指示物。", "2024-02-02"),
    Line("size", "en", "It is a 2/2 creature with a +1/+1 counter on it.", "2024-02-02"),
    Line("up", "en", "Turn it face up at any time.", "2024-02-02", cards=("paper-mirror", "tin-lantern")),
    Line("down", "en", "A face-down card stays face down. Look up its name only later.", "2024-02-02",
         cards=("tin-lantern",)),
    Line("down-zh", "zh-Hans", "此牌以牌面朝下的方式留在战场上。", "2024-02-02", origin="machine", family="down"),
    Line("campaign", "es", "La campaña termina al final del turno.", "2024-02-02", origin="unstated"),
    Line("bell", "es", "La campana suena una vez.", "2024-02-02", origin="unstated"),
    Line("mana", "es", "Agrega un maná de cualquier color.", "2024-02-02", origin="unstated", checks=("terminology",)),
    Line("mana-nfd", "es", "Otro mana\u0301 aparece.", "2024-02-02", origin="unstated"),
    Line("child", "es", "El niño y su abuelo están girados.", "2023-01-01", origin="community"),
    Line("token", "es", "Crea dos fichas de criatura.", "2023-01-01", origin="community"),
    Line("trad", "zh-Hant", "橫置的永久物不會因此重置。", "2022-01-01", origin="community"),
)  # fmt: skip


def doc(number: int, line: Line) -> Doc:
    """The document of a line."""
    pairs = LANGUAGES["zh-Hans" if line.lang == "zh-Hant" else line.lang].postings(line.body)
    return Doc(
        text_id=f"t{number:02}-{line.ruling}-{line.lang}",
        ruling_id=line.ruling,
        family_id=line.family or line.ruling,
        lang=line.lang,
        day=date.fromisoformat(line.day).toordinal(),
        origin=line.origin,
        cards=line.cards,
        mechanics=line.mechanics,
        checks=line.checks,
        terms=[term for term, _ in pairs],
        positions=[at for _, at in pairs],
        concepts=line.concepts,
    )


PATIENT = {"opensearch": (60.0,)}
"""What is right or wrong does not hang on how busy the machine is that runs three nodes and the tests."""


def needs(engine: str) -> None:
    """Skips where this engine's machines are not here; `make test-cluster` brings them up."""
    if engine == "opensearch":
        cluster()


def build(directory: Path, engine: str = "whoosh", lines: tuple[Line, ...] = LIBRARY) -> Engine:
    """An open engine over the lines."""
    needs(engine)
    builder = ENGINES[engine].builder()
    for number, line in enumerate(lines):
        builder.add(doc(number, line))
    builder.finish(directory)
    return ENGINES[engine].open(directory, *PATIENT.get(engine, ()))  # type: ignore[call-arg]


def words(text: str, lang: str = "en", **parts: object) -> Clause:
    """A clause that asks for the words of a text."""
    groups = tuple(token.alternatives for token in LANGUAGES[lang].query_tokens(text))
    return Clause(groups, **parts)  # type: ignore[arg-type]


def quoted(*phrases: str, lang: str = "en") -> Clause:
    """A clause that asks for literal phrases."""
    return Clause(phrases=tuple(LANGUAGES[lang].phrase(phrase) for phrase in phrases))


def without(phrase: str, lang: str = "en") -> Exclusion:
    """The exclusion of a literal phrase."""
    return Exclusion(phrase=LANGUAGES[lang].phrase(phrase))


def found(engine: Engine, *clauses: Clause, **plan: object) -> list[str]:
    """The ids of what answers, best first."""
    return [row.id for row in engine.search(Plan(clauses, **plan)).rows]  # type: ignore[arg-type]
