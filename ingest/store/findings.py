"""Findings of the record: those that filters leave, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Mapping

from ingest.model import Finding
from ingest.store.connections import Connections
from ingest.store.rows import finding_of

COLUMNS = {"check": "check_id", "severity": "severity", "lang": "lang", "ruling": "ruling"}
Condition = tuple[str, list[object]]


def select(record: Connections, wanted: Mapping[str, str], lacking: str, offset: int, limit: int) -> list[Finding]:
    """A stretch of the findings that filters leave, those about a text of another language last."""
    clause, values = _clause(wanted, lacking)
    order, of_order = ("lang <> ?, n", [wanted["lang"]]) if _reaches_others(wanted, lacking) else ("n", [])
    rows = record.rows(
        f"SELECT data FROM findings {clause} ORDER BY {order} LIMIT ? OFFSET ?", [*values, *of_order, limit, offset]
    )
    return [finding_of(data) for (data,) in rows]


def count(record: Connections, wanted: Mapping[str, str], lacking: str) -> int:
    """How many findings filters leave."""
    clause, values = _clause(wanted, lacking)
    return int(record.rows(f"SELECT count(*) FROM findings {clause}", values)[0][0])


def tally(record: Connections, by: str, wanted: Mapping[str, str], lacking: str) -> dict[str, int]:
    """How many findings each value of a filter would leave beside the other filters."""
    clause, values = _clause({name: value for name, value in wanted.items() if name != by}, lacking)
    column = COLUMNS[by]
    return dict(record.rows(f"SELECT {column}, count(*) FROM findings {clause} GROUP BY {column}", values))


def _clause(wanted: Mapping[str, str], lacking: str) -> Condition:
    parts = [_condition(name, value, wanted, lacking) for name, value in wanted.items() if value]
    clause = " AND ".join(said for said, _ in parts)
    return f"WHERE {clause}" if clause else "", [value for _, values in parts for value in values]


def _condition(name: str, value: str, wanted: Mapping[str, str], lacking: str) -> Condition:
    if name == "card":
        cards = "SELECT id FROM links JOIN rulings USING (n) WHERE kind = 'card' AND target = ?"
        return f"ruling IN ({cards})", [value]
    if name == "lang" and _reaches_others(wanted, lacking):
        others = "check_id = ? AND json_extract(data, '$.params.expected') = ?"
        return f"(lang = ? OR ({others}))", [value, lacking, value]
    return f"{COLUMNS[name]} = ?", [value]


def _reaches_others(wanted: Mapping[str, str], lacking: str) -> bool:
    return bool(lacking and wanted.get("lang") and wanted.get("check", lacking) in ("", lacking))
