"""Answers to show in the document; a test holds each against its schema."""

from __future__ import annotations

from typing import Any

_NAMES = {"en": "manifest", "es": "manifestar", "zh-Hans": "显化"}
_TEXT = {
    "id": "q4m7c2x5k3v9d6ha",
    "lang": "zh-Hans",
    "body": "牌面朝下的牌可以横置。",
    "origin": "official",
    "label": "official",
    "relation": "same",
    "date": "2024-06-07",
    "insertions": [],
    "sources": [
        {"file": "rulings.txt", "entry": 3, "first_line": 17, "last_line": 17, "label": "official", "publisher": None}
    ],
    "sources_total": 1,
    "marks": [[0, 4], [8, 10]],
}
_CARD_NAMES = {"en": "Kozilek, the Broken Reality", "es": None, "zh-Hans": None}
_CARD = {
    "id": "kozilek-the-broken-reality",
    "names": _CARD_NAMES,
    "basis": "name-in-text",
    "role": "subject",
}
_MECHANIC = {"id": "manifest", "names": _NAMES, "basis": "term-in-text", "role": "about"}
_STATEMENT = {
    "id": "k3v9d6haq4m7c2x5",
    "date": "2024-06-07",
    "family": "f-k3v9d6haq4m7c2x5",
    "url": "/rulings/k3v9d6haq4m7c2x5",
    "cards": [_CARD],
    "cards_total": 1,
    "mechanics": [_MECHANIC],
    "mechanics_total": 1,
    "texts": [_TEXT],
}

EXAMPLES: dict[str, Any] = {
    "SearchAnswer": {
        "query": {
            "q": "牌面朝下 横置",
            "language": "zh-Hans",
            "concepts": ["face-down", "tapped"],
            "explanation": "face-down and tapped, in any language",
        },
        "total": 1,
        "page": 1,
        "per_page": 20,
        "next": None,
        "warnings": [],
        "facets": {
            "mechanics": [{"value": "manifest", "count": 1, "label": _NAMES}],
            "cards": [],
            "languages": [{"value": "zh-Hans", "count": 1}],
            "origins": [{"value": "official", "count": 1}],
            "years": [{"value": "2024", "count": 1}],
        },
        "hits": [
            {
                **_STATEMENT,
                "score": 12.3,
                "texts_total": 1,
                "reasons": [{"kind": "concept", "detail": "face-down"}],
                "partial": False,
                "missing": [],
            }
        ],
    },
    "Rulings": {
        "total": 1,
        "page": 1,
        "per_page": 20,
        "next": None,
        "rulings": [_STATEMENT],
        "warnings": [],
    },
    "RulingDetail": {**_STATEMENT, "relations": [], "warnings": []},
    "Findings": {
        "total": 1,
        "page": 1,
        "per_page": 20,
        "next": None,
        "findings": [
            {
                "check": "numerals",
                "severity": "warning",
                "ruling": "k3v9d6haq4m7c2x5",
                "text": "q4m7c2x5k3v9d6ha",
                "lang": "zh-Hans",
                "span": [0, 2],
                "sources": [{"file": "rulings.txt", "entry": 3}],
                "message": {
                    "en": "A number of the original is missing.",
                    "es": "Falta un número del original.",
                    "zh-Hans": "缺少原文中的数字。",
                },
                "suggestion": None,
                "url": "/rulings/k3v9d6haq4m7c2x5",
            }
        ],
        "warnings": [],
    },
    "Changes": {
        "since": "20241201T080000",
        "snapshot": "20241202T080000",
        "total": 0,
        "page": 1,
        "per_page": 20,
        "next": None,
        "changes": [],
        "warnings": [],
    },
}
"""One answer for each schema that has an example."""
