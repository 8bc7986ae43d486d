"""What every export keeps, over the whole registry."""

from __future__ import annotations

import io

import pytest

from ingest.exports import EXPORTS, ExportOptions, TextExport
from ingest.exports.sheet import header


@pytest.fixture(params=sorted(EXPORTS))
def kind(request):
    return EXPORTS[request.param]


def test_says_what_it_is(kind):
    assert "/" in kind.media_type and kind.extension.startswith(".") and kind.holds in ("rulings", "terms")


def test_streams_what_it_writes(kind, statements, terms):
    for dialect in ("", *kind.dialects):
        pieces = list(kind.pieces(statements, terms, ExportOptions(dialect=dialect)))
        out = io.BytesIO()
        kind.write(statements, terms, out, ExportOptions(dialect=dialect))
        if isinstance(kind, TextExport):
            assert len(pieces) > min(len(terms), len(statements)), "comes in pieces"
            assert b"".join(pieces) == out.getvalue()
        else:
            assert len(b"".join(pieces)) == len(out.getvalue()) > 0


def test_nothing_to_export_is_still_a_document(kind):
    for dialect in ("", *kind.dialects):
        written = b"".join(kind.pieces((), (), ExportOptions(dialect=dialect)))
        assert written == b"" if kind.id == "jsonl" else len(written) > 0


def test_renamed_language_codes_are_used(kind, statements, terms):
    options = ExportOptions(languages=("en", "zh-Hans"), codes={"zh-Hans": "zh_CN"})
    if isinstance(kind, TextExport):
        written = "".join(kind.chunks(statements, terms, options))
        assert "zh_CN" in written and "zh-Hans" not in written
    else:
        assert "text:zh_CN" in header(options)
