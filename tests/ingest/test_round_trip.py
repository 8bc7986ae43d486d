"""What is exported as JSON Lines and read again is what it was."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.errors import UnreadableSource
from ingest.exports import EXPORTS, ExportOptions, Statement
from ingest.paths import resource_dir

LINES = (
    "• (2024-06-07 official)", "• (2024-06-07 MTGZH)", "• (2024-02-31)", "  它不会重置。", "  它不會重置，這張牌橫置。",
    "  It stays tapped.", "  Permanece girado cuando entra.", "  2/2.", "  • one “quoted” \\ {X}\u2028\U0001f3b2",
    "Lightform", "",
)  # fmt: skip
pages = st.lists(st.sampled_from(LINES) | st.text(max_size=30).map("  {}".format), min_size=2, max_size=20)


def exported(rulings):
    languages = tuple(dict.fromkeys(text.lang for ruling in rulings for text in ruling.texts))
    out = io.BytesIO()
    jsonl = next(export for name, export in EXPORTS.items() if name == "jsonl")
    jsonl.write(map(Statement, rulings), (), out, ExportOptions(languages=languages))
    return out.getvalue().decode()


def stated(made):
    return sorted(
        (
            ruling.id,
            str(ruling.date),
            [(text.id, text.lang, text.body, text.origin, text.label) for text in ruling.texts],
        )
        for ruling in made.rulings
    )


def test_the_five_documents_survive(assembled):
    sources = sorted((resource_dir("data") / "sources").glob("*.txt"))
    before = assembled({path.name: path.read_text(encoding="utf-8") for path in sources})
    after = assembled({"all.jsonl": exported(before.rulings)})
    assert stated(after) == stated(before)
    assert len(stated(after)) == 67


def test_any_page_survives(assembled):
    survived = []

    @settings(max_examples=150, deadline=None, database=None)
    @given(pages)
    def check(lines):
        text = "\n".join(["• (2018-07-13 gpt)", *lines]).encode("utf-8", "replace").decode()
        try:
            before = assembled({"a.txt": text})
        except UnreadableSource:
            return
        if before.rulings:
            survived.append(stated(before))
            assert stated(assembled({"a.jsonl": exported(before.rulings)})) == survived[-1]

    check()
    assert len(survived) > 50
