"""What people, programs and nuisances ask a server, made of what it holds."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

PAGES = 8
"""Pages of the list of rulings from which words and ids are taken."""
FILTERS = (
    {"lang": "es"}, {"lang": "zh-Hans"}, {"text_lang": "en"}, {"origin": "official"}, {"since": "2015-01-01"},
    {"collapse": "none"}, {"sort": "date"}, {"per_page": "100"}, {"page": "3"},
)  # fmt: skip
SYNTAX = (
    "-{a}",
    '"{a} {b}"',
    "{a} OR {b}",
    "({a} {b}",
    "card:{a}",
    "mechanic:{a}",
    "date>=2020 {a}",
    "has:es -has:zh {a}",
    "check:numerals {a}",
)
HOSTILE = (
    "", " ", "*", "(" * 300, '"' * 99, "a" * 5000, "{X}" * 100, "显" * 2000, "<script>alert(1)</script>", "\x00", "\ud83d",
    "'; DROP TABLE rulings; --", "../../etc/passwd", "%", "NOT " * 200, "-" * 400, "\u202e\u200b", "date:9999-99-99",
)  # fmt: skip
PLACES = (
    "/", "/en", "/es/cards", "/zh/mechanics", "/en/glossary", "/es/quality", "/zh/help", "/en/api", "/compare", "/static/base.css",
    "/api/v1/cards", "/api/v1/mechanics?per_page=100", "/api/v1/findings?severity=error", "/api/v1/sources", "/api/v1/openapi.json",
    "/healthz", "/readyz", "/nothing/here", "/api/v1/nothing", "/api/v1/rulings/none", "/api/v1/search?Q=x", "/static/../../etc/passwd",
    "/sitemap.xml", "/en/opensearch.xml",
)  # fmt: skip

Get = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Known:
    """What a server holds, as far as questions need it."""

    texts: Sequence[str]
    rulings: Sequence[str]
    cards: Sequence[str]
    names: Sequence[str]


def known(get: Get) -> Known:
    """Texts, ids and names from the server's own lists."""
    pages = [json.loads(get(f"/api/v1/rulings?per_page=100&page={page}")) for page in range(1, PAGES + 1)]
    rulings = [ruling for page in pages for ruling in page["rulings"]]
    cards = json.loads(get("/api/v1/cards?per_page=100"))["cards"]
    return Known(
        [text["body"] for ruling in rulings for text in ruling["texts"]],
        [ruling["id"] for ruling in rulings],
        [card["id"] for card in cards],
        [name for card in cards for name in card["names"].values() if name],
    )


def question(held: Known, chance: random.Random) -> str:
    """An address to ask: mostly searches of all kinds, now and then anything else."""
    kind = chance.choices(("search", "page", "suggest", "ruling", "place"), (50, 15, 15, 12, 8))[0]
    if kind == "place":
        return chance.choice(PLACES)
    if kind == "ruling":
        ui, id = chance.choice(("/en", "/es", "/zh", "/api/v1")), chance.choice(held.rulings)
        return (
            f"{ui}/rulings/{id}"
            if chance.random() < 0.7 or not held.cards
            else f"{ui}/cards/{chance.choice(held.cards)}"
        )
    if kind == "suggest":
        return f"/api/v1/suggest?q={_quoted(_piece(held, chance)[: chance.randint(1, 6)])}"
    params = {"q": _asked(held, chance)} | (chance.choice(FILTERS) if chance.random() < 0.3 else {})
    base = "/api/v1/search" if kind == "search" else chance.choice(("/en/search", "/es/search", "/zh/search"))
    return f"{base}?{urlencode(params, errors='surrogatepass')}"


def _asked(held: Known, chance: random.Random) -> str:
    roll = chance.random()
    if roll < 0.06:
        return chance.choice(HOSTILE)
    if roll < 0.2 and held.names:
        return chance.choice(held.names)
    if roll < 0.35:
        return chance.choice(SYNTAX).format(a=_piece(held, chance), b=_piece(held, chance))
    if roll < 0.5:
        return chance.choice(held.texts)[:300]
    return " ".join(_piece(held, chance) for _ in range(chance.randint(1, 4)))


def _piece(held: Known, chance: random.Random) -> str:
    """A word of some text, or a few characters where the text has no spaces."""
    text = chance.choice(held.texts)
    words = text.split()
    if len(words) > 3:
        return chance.choice(words)
    start = chance.randrange(max(1, len(text) - 4))
    return text[start : start + chance.randint(1, 4)]


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")
