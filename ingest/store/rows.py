"""Cards, terms and findings from the JSON that the record's rows hold."""

from __future__ import annotations

import json

from ingest.model import Card, Finding, Term


def _lists(names: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {lang: tuple(values) for lang, values in names.items()}


def card_of(data: str) -> Card:
    """The card of its row."""
    fields = json.loads(data)
    return Card(**fields | {"aliases": _lists(fields["aliases"])})


def term_of(data: str) -> Term:
    """The term of its row."""
    fields = json.loads(data)
    lists = {key: _lists(fields[key]) for key in ("forms", "deprecated", "slang", "ambiguous")}
    tuples = {key: tuple(fields[key]) for key in ("siblings", "broader")}
    return Term(**fields | lists | tuples)


def finding_of(data: str) -> Finding:
    """The finding of its row."""
    fields = json.loads(data)
    return Finding(**fields | {"span": tuple(fields["span"]) if fields["span"] else None})
