"""Failures that translators met in comparable tools: files that a spreadsheet breaks, versions put beside the wrong text."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from app import create_app
from ingest.exports.csv import read_csv
from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import Home

# TRN-06: gaps, two paragraphs of one text, the order swapped, a label missing.
PAGE = """单卡释疑

• (2024-04-12 official)

  此异能会立即结算。

  This ability resolves at once.

• (2024-04-12 official)

  这一条只有中文版本。

• (2024-04-12 official)

  这一条的前一半在这里。

  这一条的后一半在这里。

  Both halves of this one are here, in a single paragraph.

• (2024-04-12 official)

  Nobody has translated this one yet.

• (2024-04-12 gpt)

  The English of this one comes first.

  这一条的英文在前。

• (2024-04-12)

  这一条没有写明来源。

  Where this one is from is not written.
"""
# TRN-08: what a spreadsheet would run, quote or cut.
CELLS = """单卡释疑

• (2024-04-12 official)

  +1/+1指示物会移走。

  +1/+1 counters are removed.

• (2024-04-13 official)

  -3：放逐它。

  -3: Exile it.

• (2024-04-14 official)

  ＝2不行。

  =2 isn't allowed, "so to say", never
"""


@pytest.fixture(scope="module")
def clients(tmp_path_factory):
    """Builds each page alone; gives the application's client over it."""
    made = {}
    for name, page in (("page", PAGE), ("cells", CELLS)):
        folder = tmp_path_factory.mktemp(name)
        (folder / "sources").mkdir()
        (folder / "sources" / f"{name}.txt").write_text(page, encoding="utf-8")
        build(Home(folder / "home"), [folder / "sources"], resource_dir("data") / "catalogue")
        made[name] = create_app(home=folder / "home").test_client()
    return made


def test_no_text_stands_beside_one_of_another_entry_and_gaps_are_gaps(clients):
    html = clients["page"].get("/en/compare?collapse=none&text_lang=en&text_lang=zh").get_data(as_text=True)
    rows = {}
    for row in BeautifulSoup(html, "html.parser").select(".bench"):
        said = {
            lang: "".join(cell.get_text() for cell in row.select(f'td[lang="{lang}"]')) for lang in ("en", "zh-Hans")
        }
        rows[said["en"] or said["zh-Hans"]] = (said["zh-Hans"], bool(row.select("td.gap")))
    assert rows == {
        "This ability resolves at once.": ("此异能会立即结算。", False),
        "这一条只有中文版本。": ("这一条只有中文版本。", True),
        "Both halves of this one are here, in a single paragraph.": (
            "这一条的前一半在这里。\n这一条的后一半在这里。",
            False,
        ),
        "Nobody has translated this one yet.": ("", True),
        "The English of this one comes first.": ("这一条的英文在前。", False),
        "Where this one is from is not written.": ("这一条没有写明来源。", False),
    }


@pytest.mark.parametrize("dialect", ["", "excel"])
def test_a_sheet_opens_right_and_comes_back_as_it_went(clients, dialect):
    client = clients["cells"]
    sheet = client.get("/api/v1/exports/csv", query_string={"dialect": dialect}).data
    assert sheet.startswith(b"\xef\xbb\xbf") == (dialect == "excel")
    stated = {
        text["body"] for ruling in client.get("/api/v1/rulings").get_json()["rulings"] for text in ruling["texts"]
    }
    rows = list(read_csv(sheet))
    assert {cell for row in rows for name, cell in row.items() if name.startswith("text:") and cell} == stated
    assert all("\ufeff" not in name for row in rows for name in row)
    assert any(body.startswith("+1/+1") for body in stated) and any(body.startswith("=2") for body in stated)
    if dialect:
        assert b"'+1/+1" in sheet and b"\r\n" in sheet
