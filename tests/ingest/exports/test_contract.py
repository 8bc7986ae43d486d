"""What every export keeps, over the whole registry."""

from __future__ import annotations

import io

import pytest

from ingest.exports import EXPORTS, ExportOptions


@pytest.fixture(params=sorted(EXPORTS))
def kind(request):
    return EXPORTS[request.param]


def test_says_what_it_is(kind):
    assert "/" in kind.media_type and kind.extension.startswith(".") and kind.holds in ("rulings", "terms")


def test_streams_what_it_writes(kind, rulings, terms, export):
    for dialect in ("", *kind.dialects):
        chunks = list(kind.chunks(rulings, terms, ExportOptions(dialect=dialect)))
        assert len(chunks) > min(len(terms), len(rulings)), "comes in pieces"
        assert "".join(chunks).encode() == export_without_cards(kind, rulings, terms, dialect)


def export_without_cards(kind, rulings, terms, dialect):
    out = io.BytesIO()
    kind.write(rulings, terms, out, ExportOptions(dialect=dialect))
    return out.getvalue()


def test_nothing_to_export_is_still_a_document(kind):
    for dialect in ("", *kind.dialects):
        written = "".join(kind.chunks((), (), ExportOptions(dialect=dialect)))
        assert written == "" if kind.id == "jsonl" else written.endswith("\n")


def test_renamed_language_codes_are_used(kind, rulings, terms):
    options = ExportOptions(languages=("en", "zh-Hans"), codes={"zh-Hans": "zh_CN"})
    written = "".join(kind.chunks(rulings, terms, options))
    assert "zh_CN" in written and "zh-Hans" not in written
