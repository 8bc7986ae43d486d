"""Findings of the record: those that filters leave, and how many there are of each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ingest.model import Finding
from ingest.store.connections import Connections
from ingest.store.rows import finding_of

COLUMNS = {"check": "check_id", "severity": "severity", "lang": "lang", "ruling": "ruling"}
EXPECTED = "json_extract(data, '$.params.expected')"
Condition = tuple[str, list[object]]


def select(record: Connections, wanted: Mapping[str, str], lacking: str, offset: int, limit: int) -> list[Finding]:
    """A stretch of the findings that filters leave, those about a text of another language last."""
    found: list[Finding] = []
    for condition in _conditions(wanted, lacking):
        if limit >= 0 and len(found) >= limit:
            break
        left = limit - len(found) if limit >= 0 else -1
        found += _stretch(record, condition, offset, left)
        # What the first condition had to skip, the second need not.
        offset = max(0, offset - _number(record, condition)) if not found else 0
    return found


def _stretch(record: Connections, condition: Condition, offset: int, limit: int) -> list[Finding]:
    clause, values = condition
    rows = record.rows(f"SELECT data FROM findings {clause} ORDER BY n LIMIT ? OFFSET ?", [*values, limit, offset])
    return [finding_of(data) for (data,) in rows]


def count(record: Connections, wanted: Mapping[str, str], lacking: str) -> int:
    """How many findings filters leave."""
    return sum(_number(record, condition) for condition in _conditions(wanted, lacking))


def _number(record: Connections, condition: Condition) -> int:
    clause, values = condition
    return int(record.rows(f"SELECT count(*) FROM findings {clause}", values)[0][0])


def tally(record: Connections, by: str, wanted: Mapping[str, str], lacking: str) -> dict[str, int]:
    """How many findings each value of a filter would leave beside the other filters."""
    column, counts = COLUMNS[by], Counter[str]()
    for clause, values in _conditions({name: value for name, value in wanted.items() if name != by}, lacking):
        counts.update(dict(record.rows(f"SELECT {column}, count(*) FROM findings {clause} GROUP BY {column}", values)))
    return dict(counts)


def _conditions(wanted: Mapping[str, str], lacking: str) -> list[Condition]:
    """What findings must meet; those about a text in another language meet a condition of their own."""
    rest = {name: value for name, value in wanted.items() if value}
    conditions = [_all(_condition(name, value) for name, value in rest.items())]
    lang = rest.pop("lang", "")
    if lacking and lang and rest.pop("check", lacking) == lacking:
        others = (f"check_id = ? AND lang <> ? AND {EXPECTED} = ?", [lacking, lang, lang])
        conditions.append(_all([*(_condition(name, value) for name, value in rest.items()), others]))
    return conditions


def _all(conditions: Iterable[Condition]) -> Condition:
    parts = list(conditions)
    clause = " AND ".join(said for said, _ in parts)
    return f"WHERE {clause}" if clause else "", [value for _, values in parts for value in values]


def _condition(name: str, value: str) -> Condition:
    if name == "card":
        cards = "SELECT id FROM links JOIN rulings USING (n) WHERE kind = 'card' AND target = ?"
        return f"ruling IN ({cards})", [value]
    return f"{COLUMNS[name]} = ?", [value]
