"""Pages that explain: how to search, and the API for those who write programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.pages.view import Answer, Ask
from app.present.urls import api

EXAMPLES = (
    ("words", "face down tapped", "en"),
    ("phrase", '"牌面朝下"', "zh-Hans"),
    ("without", "manifest -cloak", "en"),
    ("either", "cloak OR encubrir", "en"),
    ("card", 'card:"Ransom Note"', "en"),
    ("mechanic", "mechanic:manifest", "en"),
    ("lang", "lang:es objetivo", "es"),
    ("origin", "origin:official", "en"),
    ("date", "date>=2024-06-01", "en"),
    ("has", "-has:es", "en"),
    ("notation", "+1/+1 {X}", "en"),
)
"""One example of each thing a query can say: the message that explains it, the query and its language."""

KEYS = (("/", "focus"), ("j", "next"), ("k", "previous"), ("c", "copy"), ("?", "help"))

ROUTES = (
    ("/search", "search", {"q": "牌面朝下 横置"}),
    ("/rulings", "rulings", {}),
    ("/cards", "cards", {}),
    ("/mechanics", "mechanics", {}),
    ("/findings", "findings", {}),
    ("/suggest", "suggest", {"q": "man"}),
    ("/openapi.json", "openapi", {}),
)
"""Addresses of the API worth a try, and the message that explains each."""


@dataclass(frozen=True, slots=True)
class Example:
    """A query one can try: what it shows, its text with the language that is in, its link."""

    key: str
    q: str
    url: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The context of `help.html`."""

    examples: Sequence[Example]
    keys: Sequence[tuple[str, str]]
    lacking: str


@dataclass(frozen=True, slots=True)
class ApiPage:
    """The context of `api.html`: addresses with what they give, and one as a command."""

    routes: Sequence[Example]
    command: str
    openapi: str


def help_page(ask: Ask) -> Answer:
    """How to search, read a result and use the keyboard."""
    examples = [Example(key, q, ask.urls.search({"q": q}), lang) for key, q, lang in EXAMPLES]
    # English is what is translated from: to a reader of it, Spanish is the nearest that may lack.
    lacking = ask.words.lang if ask.words.lang != "en" else "es"
    page = HelpPage(examples, KEYS, lacking)
    return Answer("help.html", page, ask.words.plain("help.title"), api("/openapi.json"))


def api_page(ask: Ask) -> Answer:
    """What programs can ask, with links to try."""
    routes = [Example(key, api(path), api(path, params)) for path, key, params in ROUTES]
    command = f"curl '{ask.absolute(routes[0].url)}'"
    page = ApiPage(routes, command, api("/openapi.json"))
    return Answer("api.html", page, ask.words.plain("api.title"), api("/openapi.json"))
