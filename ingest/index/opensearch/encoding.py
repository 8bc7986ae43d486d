"""How texts are written into an OpenSearch index: names as tokens, impacts as frequencies.

What a term adds to a text is computed once, by `ingest.index.scoring`, for every
engine. It goes into the index as the term's frequency, in fixed point, and the
index's similarity gives it back: scores agree whatever engine serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ingest.index.arrays import MAX_NAME, decode
from ingest.index.contract import FACETS

SCALE = 65_536
"""Parts of one unit of impact."""
_JOIN, _NOTHING = "\x01", "\x02"
_ESCAPED = frozenset("%\x01\x02")
_LONGEST_ROW = 16_384

UNIT_KINDS = ("families", "rulings")
KEYWORDS = (*FACETS, "checks", "family_languages")


def token(name: str) -> str:
    """The name as one token of white-space separated text, cut as every engine cuts it.

    >>> token("=a b"), token("100%")
    ('=a%20b', '100%25')
    """
    return "".join(f"%{ord(char):02x}" if char.isspace() or char in _ESCAPED else char for char in named(name))


def named(value: str) -> str:
    """The name or value as every engine keeps it: cut to `MAX_NAME` bytes."""
    return decode(value.encode()[:MAX_NAME])


def weighted(tokens: Iterable[str], impacts: Iterable[float]) -> str:
    """The tokens of a text, each with what it adds there.

    >>> weighted(["=face"], [1.5]).split("\\x01")
    ['=face', '98304']
    """
    pairs = zip(tokens, impacts, strict=True)
    return " ".join(f"{name}{_JOIN}{max(1, round(impact * SCALE))}" for name, impact in pairs)


def in_places(tokens: Sequence[str], places: Sequence[int]) -> str:
    """The tokens of a text at their places, given in the order of places.

    >>> in_places(["=a", "en~a", "=b"], [0, 0, 2]).split(" ")
    ['=a\\x01en~a', '\\x02', '=b']
    """
    rows: list[str] = []
    for name, place in zip(tokens, places, strict=True):
        if place == len(rows) - 1:
            rows[-1] = f"{rows[-1]}{_JOIN}{name}"
            continue
        rows.extend(_NOTHING for _ in range(place - len(rows)))
        rows.append(name)
    return " ".join(rows)


def settings(shards: int) -> Mapping[str, Any]:
    """The settings of an index of units while it is filled: no refresh, no copy, and no wait for the disk
    at every request, for what is half loaded when a machine fails is loaded anew."""
    similarity = {"type": "scripted", "script": {"source": f"return query.boost * doc.freq / {SCALE}.0;"}}
    return {
        "number_of_shards": shards,
        "number_of_replicas": 0,
        "refresh_interval": "-1",
        "translog": {"durability": "async"},
        "max_result_window": 100_000,
        "max_inner_result_window": 10_000,
        "similarity": {"impact": similarity},
        "analysis": {
            "tokenizer": {"tokens": {"type": "whitespace", "max_token_length": _LONGEST_ROW}},
            "filter": {
                "impact": {"type": "delimited_term_freq", "delimiter": _JOIN},
                "row": {"type": "pattern_capture", "preserve_original": False, "patterns": [f"([^{_JOIN}]+)"]},
            },
            "analyzer": {
                "impacts": {"type": "custom", "tokenizer": "tokens", "filter": ["impact"]},
                "places": {"type": "custom", "tokenizer": "tokens", "filter": ["row"]},
            },
        },
    }


def mappings(meta: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a unit and of its texts; `meta` says what the index was made from."""
    keyword, integer = {"type": "keyword"}, {"type": "integer"}
    impacts = {"type": "text", "analyzer": "impacts", "index_options": "freqs", "similarity": "impact", "norms": False}
    text = {
        "id": {"type": "keyword", "index": False},
        "rank": integer,
        "lang": keyword,
        "origin": keyword,
        "day": integer,
        "terms": impacts,
        "concepts": impacts,
        "places": {"type": "text", "analyzer": "places", "norms": False},
    }
    return {
        "dynamic": "strict",
        "_meta": dict(meta),
        "_source": {"excludes": ["texts.terms", "texts.concepts", "texts.places"]},
        "properties": {
            "rank": integer,
            **dict.fromkeys(KEYWORDS, keyword),
            "texts": {"type": "nested", "properties": text},
        },
    }
