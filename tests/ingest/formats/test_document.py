"""Bytes as people save them."""

from __future__ import annotations

import codecs
import random

import pytest

from ingest.errors import UnreadableSource
from ingest.formats import choose, decode

PAGE = (
    "单卡释疑\n\n• (2024-06-07 official)\n\n  第一条。\n\n  First one.\n\n"
    "• (2024-06-07 gpt)\n\n  第二条。\n\n  Last one without newline."
)
TRADITIONAL = "單卡釋疑\n\n• (2024-06-07 official)\n\n  如果某張雙面牌被顯化，則它牌面朝下。\n\n  First one."
SPANISH = "Señal\n\n13/07/2018\n\nAún así, ¿permanecerá girado el niño? “Sí”.\n"


def shape(content):
    document = decode(content, "page.txt")
    reading = choose(document).read(document)
    return [
        (entry.heading, str(entry.date), entry.label, [(p.lang, p.body) for p in entry.paragraphs])
        for entry in reading.entries
    ]


PLAIN = shape(PAGE.encode())


@pytest.mark.parametrize(
    "data",
    [
        codecs.BOM_UTF8 + PAGE.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF16_LE + PAGE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + PAGE.encode("utf-16-be"),
        PAGE.encode("utf-16-le"),
        PAGE.encode("utf-16-be"),
        PAGE.encode("utf-32"),
        PAGE.encode("gb18030"),
        PAGE.replace("\n", "\r").encode(),
        PAGE.replace(")\n", ") \t \n").encode(),
        PAGE.replace("\n\n", "\n\n\n\n").encode(),
        PAGE.replace("\n\n", "\n").encode(),
        PAGE.replace("  ", "\t").encode(),
        PAGE.replace("  ", "\u3000").encode(),
        PAGE.replace("2024-06-07 ", "２０２４－０６－０７\u00a0").replace("(", "（").replace(")", "）").encode(),
        PAGE.replace("• (", "\u200b• \u200e(\ufeff").encode(),
        PAGE.replace("第一", "\x00第一").encode(),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_the_same_page_is_read_however_it_was_saved(data):
    assert PLAIN == [
        ("单卡释疑", "2024-06-07", "official", [("zh-Hans", "第一条。"), ("en", "First one.")]),
        ("单卡释疑", "2024-06-07", "gpt", [("zh-Hans", "第二条。"), ("en", "Last one without newline.")]),
    ]
    assert shape(data) == PLAIN


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (TRADITIONAL, "big5"),
        (TRADITIONAL, "gb18030"),
        (SPANISH, "cp1252"),
        (SPANISH, "utf-16-le"),
        ("光形\n\n13/07/2018\n\n横置。", "gb18030"),
        ("光形\n\n13/07/2018\n\n翻開。", "big5"),
        ("Łąka\n\n13/07/2018\n\nGdy stwór umiera, możesz dobrać kartę.", "cp1250"),
    ],
)
def test_legacy_encoding_of_a_small_file_is_told(text, encoding):
    lines = text.encode(encoding, "ignore").decode(encoding).split("\n")
    assert list(decode(text.encode(encoding, "ignore"), "page.txt").lines) == lines


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (PAGE.encode().replace(b"First", b"F\xffirst"), 7),
        (codecs.BOM_UTF8 + b"one\ntwo\n\xff\xfe", 3),
        (b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(4000), 1),
    ],
    ids=["one bad byte", "bad after BOM", "picture"],
)
def test_what_is_no_text_is_refused_with_its_line(data, line):
    with pytest.raises(UnreadableSource) as refused:
        decode(data, "page.txt")
    assert refused.value.where == f"page.txt:{line}"
    assert refused.value.hint


def test_no_random_bytes_are_taken_for_rulings():
    chance = random.Random(7)
    refused = 0
    for _ in range(60):
        try:
            choose(decode(chance.randbytes(chance.randrange(1, 300)), "page.txt"))
        except UnreadableSource:
            refused += 1
    assert refused == 60


@pytest.mark.parametrize("content", ["", "\n\n\n", "单卡释疑", "Just a text.\n\nAnd another.", "{}", "[1, 2]"])
def test_what_no_format_reads_is_refused_with_what_was_tried(content):
    with pytest.raises(UnreadableSource) as refused:
        choose(decode(content.encode(), "page.txt"))
    assert refused.value.where == "page.txt:1"
    assert all(name in refused.value.hint for name in ("bulleted", "dated", "jsonl"))
