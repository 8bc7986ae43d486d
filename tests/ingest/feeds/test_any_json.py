"""Whatever JSON says, a feed is read or refused with its file: nothing in it breaks the reading."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest import collect
from ingest.reading import read_sources

KEYS = (
    "oracle_id", "published_at", "comment", "source", "translation", "name", "layout", "lang", "printed_name", "card_faces",
    "rulings", "foreignData", "language", "faceName", "identifiers", "scryfallOracleId", "other_faces", "zhs_name", "date",
    "text", "data", "meta", "abilityWords", "keywordActions",
)  # fmt: skip
WORDS = st.sampled_from(
    ["", "2018-07-13", "2018-02-30", "zhs", "Storm Oracle", "a // b", "token", "\\n", "\ud83d", "x" * 400]
)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5)
keys = st.sampled_from(KEYS)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6), max_leaves=25
)
rulings = st.fixed_dictionaries(
    {"oracle_id": anything, "published_at": anything, "comment": anything, "source": anything}
)
cards = st.fixed_dictionaries(
    {
        "oracle_id": WORDS,
        "name": WORDS,
        "layout": anything,
        "lang": anything,
        "card_faces": anything,
        "printed_name": anything,
    }
)


def others(*named: str) -> dict[str, st.SearchStrategy]:
    return {key: anything for key in KEYS if key not in named}


faces = st.fixed_dictionaries({"name": anything, "layout": anything}, optional=others("name", "layout"))
atomic = st.dictionaries(WORDS, st.lists(faces, min_size=1, max_size=2), min_size=1).map(
    lambda data: {"meta": {}, "data": data}
)
mtgch = st.fixed_dictionaries({"name": WORDS, "zhs_name": anything}, optional=others("name", "zhs_name"))
documents = (
    anything
    | st.lists(rulings, min_size=1)
    | st.lists(cards, min_size=1)
    | atomic
    | mtgch
    | st.lists(mtgch, min_size=1)
)


@settings(max_examples=60)
@given(documents, st.sampled_from([None, 0, 2]), st.integers(0, 3))
def test_any_json_is_read_or_refused(document: object, indent: int | None, cut: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "feed.json"
        written = json.dumps(document, indent=indent)
        path.write_text(written[: len(written) - cut], encoding="utf-8")
        read = read_sources(collect.find([path]))
    assert read.sources or [problem.code for problem in read.problems] == ["unreadable-source"]
    for entry in read.entries:
        assert entry.paragraphs and entry.file == "feed.json"
        assert all(paragraph.body.strip() and 1 <= entry.line <= paragraph.last_line for paragraph in entry.paragraphs)
    for said in (*(card.name for card in read.cards), *(problem.detail for problem in read.problems)):
        said.encode("utf-8")
