"""Every URL of the product, built from ids and parameters; nothing is glued together elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

Params = Mapping[str, "str | int | Iterable[str] | None"]

PREFIXES = {"en": "/en", "es": "/es", "zh-Hans": "/zh"}
"""The path under which each interface language lives."""

API = "/api/v1"

_PARTS = re.compile(r"\d+|[^\d.]+")


@dataclass(frozen=True, slots=True)
class Urls:
    """Builds page URLs that stay under one language prefix (or under none).

    >>> Urls("/es").ruling("k3v9")
    '/es/rulings/k3v9'
    """

    prefix: str = ""

    def home(self) -> str:
        """The front page."""
        return self.prefix or "/"

    def search(self, params: Params | None = None) -> str:
        """The results for a set of search parameters.

        >>> Urls().search({"q": "牌面朝下 横置", "page": 2, "card": None})
        '/search?q=%E7%89%8C%E9%9D%A2%E6%9C%9D%E4%B8%8B%20%E6%A8%AA%E7%BD%AE&page=2'
        """
        return self.at("/search", params)

    def ruling(self, ruling: str) -> str:
        """A ruling's permalink."""
        return self.at(f"/rulings/{_segment(ruling)}")

    def card(self, card: str, page: int = 1) -> str:
        """A card's page."""
        return self.at(f"/cards/{_segment(card)}", _from_second(page))

    def mechanic(self, mechanic: str, page: int = 1) -> str:
        """A mechanic's page."""
        return self.at(f"/mechanics/{_segment(mechanic)}", _from_second(page))

    def at(self, path: str, params: Params | None = None) -> str:
        """Any page of ours, by its path without prefix.

        >>> Urls("/zh").at("/cards", {"page": 2}), Urls("/zh").at("/")
        ('/zh/cards?page=2', '/zh')
        """
        where = self.prefix + path if path != "/" else self.home()
        return where + query_string(params or {})


def query_string(params: Params) -> str:
    """`?…` for the parameters that say something, in their order; "" for none.

    >>> query_string({"lang": ["en", "es"], "q": "", "page": 1})
    '?lang=en&lang=es&page=1'
    """
    pairs = [(name, one) for name, value in params.items() for one in _values(value)]
    return f"?{urlencode(pairs, quote_via=quote)}" if pairs else ""


def api(path: str, params: Params | None = None) -> str:
    """The API's URL for a path, which is the JSON twin of the page there.

    >>> api("/rulings/k3v9")
    '/api/v1/rulings/k3v9'
    """
    return API + path + query_string(params or {})


def twin(kind: str, identity: str) -> str:
    """The JSON twin of one ruling, card, mechanic or family.

    >>> twin("cards", "fblthp-lost-on-the-range")
    '/api/v1/cards/fblthp-lost-on-the-range'
    """
    return api(f"/{kind}/{_segment(identity)}")


def anchored(url: str, text: str) -> str:
    """The URL with the place of one text on that page."""
    return f"{url}#{quote(f't-{text}', safe='')}"


RULES = "https://yawgatog.com/resources/magic-rules/#R{number}"
"""Where each number of the Comprehensive Rules has an address of its own; the publisher's text has none."""


def rule(number: str) -> str:
    """Where a number of the Comprehensive Rules can be read.

    >>> rule("701.40a")
    'https://yawgatog.com/resources/magic-rules/#R70140a'
    """
    return RULES.format(number=number.replace(".", ""))


def rule_order(number: str) -> list[str]:
    """What numbers of rules are sorted by.

    >>> sorted(["701.40", "701.5b", "305"], key=rule_order)
    ['305', '701.5b', '701.40']
    """
    return [part.zfill(6) for part in _PARTS.findall(number)]


def strip_prefix(path: str) -> str:
    """The path of a page without the prefix of an interface language.

    >>> strip_prefix("/es/cards/lightform"), strip_prefix("/zh"), strip_prefix("/estate")
    ('/cards/lightform', '/', '/estate')
    """
    for prefix in PREFIXES.values():
        if path == prefix or path.startswith(prefix + "/"):
            return path[len(prefix) :] or "/"
    return path


def _segment(identity: str) -> str:
    return quote(identity, safe="")


def _from_second(page: int) -> Params:
    return {"page": page} if page > 1 else {}


def _values(value: str | int | Iterable[str] | None) -> list[str]:
    if value is None or value == "":
        return []
    if isinstance(value, str | int):
        return [str(value)]
    return [one for one in value if one]
