"""Saved web pages: what a reader sees is read, whatever markup and encoding it came in."""

from __future__ import annotations

import codecs
import html

import pytest

from ingest.formats import choose, decode
from ingest.formats.base import Reading

CHINESE = "如果某张双面牌被显化，则它牌面朝下。"
TRADITIONAL = "如果某張雙面牌被顯化，則它牌面朝下。"
SPANISH = "Aún así, ¿permanecerá girado? “Sí”, si el daño es 2."
ENGLISH = "It costs {2}{U} & stays “tapped”."
SHELL = (
    '<!doctype html><html lang="en"><head><meta charset="{charset}"><title>Rulings • (2001-01-01 gpt) no</title>'
    "<style>p {{ color: red }}</style><script>var x = '13/07/2018';</script></head><body>"
    "<nav><ul><li>(2001-01-01 gpt) Menu</li></ul></nav><header>13/07/2001<p>Top of all pages.</p></header>"
    "{body}<aside>14/07/2001</aside><footer>13/07/2002<p>Imprint.</p></footer><noscript>13/07/2003</noscript>"
    "<!-- 13/07/2004 --></body></html>"
)


def read(body: str, charset: str = "utf-8", encoding: str = "utf-8") -> Reading:
    page = SHELL.format(charset=charset, body=body).encode(encoding, "xmlcharrefreplace")
    document = decode(page, "page.html")
    format = choose(document)
    assert format.name == "web page"
    return format.read(document)


def stated(reading: Reading) -> list[tuple[str | None, str, str | None, list[tuple[str, str]]]]:
    return [(e.heading, str(e.date), e.label, [(p.lang, p.body) for p in e.paragraphs]) for e in reading.entries]


PAIRED = [("单卡释疑", "2024-06-07", "official", [("zh-Hans", CHINESE), ("en", ENGLISH)])]
SYMBOLS = '<img src="2.svg" alt="{2}"><img src="u.svg" alt="U">'
MARKED = html.escape(ENGLISH).replace("{2}{U}", SYMBOLS)
BULLETED = {
    "a list": f"<h2>单卡释疑</h2><ul><li>(2024-06-07 official)<p>{CHINESE}</p><p>{MARKED}</p></li></ul>",
    "paragraphs": f"<h1>单卡释疑</h1><p>• (2024-06-07 official)</p><p>{CHINESE}</p><p>{MARKED}</p>",
    "line breaks": f"<div>单卡释疑<br>• (2024-06-07 official)<br>{CHINESE}<br/><br>{MARKED}</div>",
    "a table": f"<table><tr><td colspan=2>单卡释疑</td></tr><tr><td>• (2024-06-07 official)</td></tr><tr><td>{CHINESE}</td><td>{MARKED}</td></tr></table>",
    "unclosed and nested": f"<div><div><h3>单卡释疑</h3><ul><li>(2024-06-07 official)<p><span>{CHINESE}</span><p><b>{MARKED}</b></ul></div>",
    "soft line ends": f"<h2>单卡释疑</h2>\n<ul>\n  <li>(2024-06-07\n official)\n<p>\n{CHINESE}\n</p><p>{MARKED.replace(' stays', chr(10) + ' stays')}</p></li></ul>",
}  # fmt: skip


@pytest.mark.parametrize("markup", BULLETED)
def test_pairs_are_read_from_any_markup(markup: str) -> None:
    reading = read(BULLETED[markup])
    assert stated(reading) == PAIRED
    assert reading.problems == []


DATED = [
    ("Señal de prueba", "2018-07-13", None, [("es", SPANISH)]),
    ("Señal de prueba", "2018-07-14", None, [("en", ENGLISH)]),
    ("Señal de prueba", "2018-07-15", None, [("zh-Hans", CHINESE)]),
]
ROWS = (("13/07/2018", SPANISH), ("14/07/2018", MARKED), ("15/07/2018", CHINESE))


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Se&ntilde;al de prueba</h1>" + "".join(f"<p>{day}</p><p>{text}</p>" for day, text in ROWS),
        "<h1>Señal de prueba</h1><dl>" + "".join(f"<dt>{day}<dd>{text}" for day, text in ROWS) + "</dl>",
        "<h1>Señal de prueba</h1><table>" + "".join(f"<tr><td>{day}<td>{text}" for day, text in ROWS) + "</table>",
        "<h1>Señal de prueba</h1><div>" + "<br>".join(f"{day}<br>{text}<br>" for day, text in ROWS) + "</div>",
    ],
    ids=["paragraphs", "definitions", "table", "line breaks"],
)
def test_dated_paragraphs_are_read_from_any_markup(body: str) -> None:
    assert stated(read(body)) == DATED


def test_lines_are_those_of_the_file() -> None:
    reading = read("\n\n<h1>Test</h1>\n<p>13/07/2018</p>\n\n<p>It stays tapped.</p>\n")
    (entry,) = reading.entries
    assert (entry.line, entry.paragraphs[0].first_line) == (4, 6)


@pytest.mark.parametrize(
    ("said", "encoding", "text"),
    [
        ("utf-8", "utf-8", CHINESE),
        ("gb2312", "gb18030", CHINESE),
        ("big5", "big5hkscs", TRADITIONAL),
        ("iso-8859-1", "cp1252", SPANISH),
        ("iso-8859-1", "utf-8", CHINESE),  # said wrong
        ("utf-8", "gb18030", CHINESE),
        ("utf-8", "cp1252", SPANISH),
        ("big5", "gb18030", CHINESE),
        ("gb2312", "big5hkscs", TRADITIONAL),
        ("x-unheard-of", "gb18030", CHINESE),  # said nothing anyone knows
        ("", "big5hkscs", TRADITIONAL),
        ("utf-16", "utf-16", SPANISH),
    ],
)
def test_an_encoding_is_believed_as_far_as_it_makes_sense(said: str, encoding: str, text: str) -> None:
    reading = read(f"<h1>Test</h1><p>13/07/2018</p><p>{text}</p>", said, encoding)
    assert [p.body for entry in reading.entries for p in entry.paragraphs] == [text]


def test_where_bytes_fit_two_encodings_the_page_decides() -> None:
    both = "横法".encode("gb18030")
    assert both.decode("big5hkscs") == "筵楊"
    page = SHELL.format(charset="{}", body="<h1>Test</h1><p>13/07/2018</p><p>%</p>").encode(
        "ascii", "xmlcharrefreplace"
    )
    for said, encoding in (("gb2312", "gb18030"), ("big5", "big5hkscs")):
        document = decode(page.replace(b"{}", said.encode()).replace(b"%", both), "page.html")
        assert document.encoding == encoding
        assert both.decode(encoding) in "\n".join(document.lines)


@pytest.mark.parametrize("said", ["hex", "rot13", "unicode_escape", "idna", "undefined", "x" * 5000, "'\"><"])
def test_an_encoding_that_is_none_harms_nothing(said: str) -> None:
    page = SHELL.format(charset=said, body=f"<h1>Test</h1><p>13/07/2018</p><p>{CHINESE}</p>").encode("gb18030")
    (entry,) = choose(decode(page, "page.html")).read(decode(page, "page.html")).entries
    assert entry.paragraphs[0].body == CHINESE


def test_marks_at_the_start_win_over_what_a_page_says() -> None:
    page = codecs.BOM_UTF8 + SHELL.format(charset="gb2312", body=f"<p>13/07/2018</p><p>{CHINESE}</p>").encode()
    assert CHINESE in "\n".join(decode(page, "page.html").lines)
