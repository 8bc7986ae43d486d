"""The tables of the record, and rulings as the JSON that its rows hold."""

from __future__ import annotations

import json
from datetime import date as Date
from typing import Any

from ingest.model import Insertion, Link, Ruling, SourceRef, Text

VERSION = 5
READABLE = (4, VERSION)
"""In version 4 rulings and findings are numbered without room between them: such a record is never added to."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (path TEXT PRIMARY KEY, format TEXT, sha256 TEXT, attribution TEXT, licence TEXT) WITHOUT ROWID;
CREATE TABLE rulings (n INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, family TEXT NOT NULL, date TEXT,
  data TEXT NOT NULL);
CREATE TABLE texts (id TEXT PRIMARY KEY, ruling TEXT NOT NULL, lang TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE spans (text TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE links (kind TEXT, target TEXT, n INTEGER, role TEXT, PRIMARY KEY (kind, target, n)) WITHOUT ROWID;
CREATE TABLE families (id TEXT PRIMARY KEY, rulings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE relations (a TEXT, b TEXT, kind TEXT, reason TEXT, score REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TABLE cards (id TEXT PRIMARY KEY, name TEXT NOT NULL, rulings INTEGER NOT NULL,
  data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE terms (id TEXT PRIMARY KEY, mechanic INTEGER NOT NULL, rulings INTEGER NOT NULL,
  data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE suggestions (n INTEGER PRIMARY KEY, key TEXT, weight REAL, kind TEXT, id TEXT, text TEXT, lang TEXT);
CREATE TABLE suggestion_heads (head TEXT, place INTEGER, n INTEGER, PRIMARY KEY (head, place)) WITHOUT ROWID;
CREATE TABLE findings (n INTEGER PRIMARY KEY, check_id TEXT, severity TEXT, ruling TEXT, lang TEXT,
  data TEXT NOT NULL);
CREATE TABLE problems (n INTEGER PRIMARY KEY, file TEXT, line INTEGER, code TEXT, severity TEXT, detail TEXT);
CREATE TABLE former (id TEXT PRIMARY KEY, successor TEXT, since TEXT NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE changes (n INTEGER PRIMARY KEY, snapshot TEXT NOT NULL, kind TEXT NOT NULL,
  ruling TEXT NOT NULL, data TEXT NOT NULL);
"""

INDEXES = """
CREATE INDEX rulings_order ON rulings (n, id);
CREATE INDEX rulings_family ON rulings (family);
CREATE INDEX texts_ruling ON texts (ruling);
CREATE INDEX links_n ON links (n);
CREATE INDEX relations_b ON relations (b);
CREATE INDEX cards_name ON cards (name);
CREATE INDEX suggestions_key ON suggestions (key);
CREATE INDEX findings_check ON findings (check_id, severity, lang);
CREATE INDEX findings_severity ON findings (severity);
CREATE INDEX findings_lang ON findings (lang, check_id, severity);
CREATE INDEX findings_expected ON findings (check_id, json_extract(data, '$.params.expected'));
CREATE INDEX findings_ruling ON findings (ruling);
CREATE INDEX changes_ruling ON changes (ruling);
"""


def dumps(value: object) -> str:
    """Canonical JSON: the same value gives the same characters."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def ruling_json(ruling: Ruling) -> str:
    """The ruling as the JSON of its row."""
    return dumps(
        {
            "id": ruling.id,
            "date": ruling.date.isoformat() if ruling.date else None,
            "texts": [_text_fields(text) for text in ruling.texts],
            "links": [_link_fields(link) for link in ruling.links],
        }
    )


def ruling_of(data: str) -> Ruling:
    """The ruling of a row."""
    fields = json.loads(data)
    return Ruling(
        fields["id"],
        Date.fromisoformat(fields["date"]) if fields["date"] else None,
        tuple(_text_of(text) for text in fields["texts"]),
        tuple(_link_of(link) for link in fields["links"]),
    )


def _text_fields(text: Text) -> dict[str, Any]:
    return {
        "id": text.id,
        "lang": text.lang,
        "body": text.body,
        "origin": text.origin,
        "label": text.label,
        "insertions": [[i.start, i.end, i.lang] for i in text.insertions],
        "sources": [[s.file, s.entry, s.first_line, s.last_line, s.label, s.publisher] for s in text.sources],
    }


def _text_of(fields: dict[str, Any]) -> Text:
    return Text(
        fields["id"],
        fields["lang"],
        fields["body"],
        fields["origin"],
        fields["label"],
        tuple(Insertion(*insertion) for insertion in fields["insertions"]),
        tuple(SourceRef(*source) for source in fields["sources"]),
    )


def _link_fields(link: Link) -> list[Any]:
    span = list(link.span) if link.span else None
    return [link.kind, link.target, link.basis, link.role, link.lang, link.text, span, link.evidence]


def _link_of(fields: list[Any]) -> Link:
    kind, target, basis, role, lang, text, span, evidence = fields
    return Link(kind, target, basis, role, lang, text, tuple(span) if span else None, evidence)
