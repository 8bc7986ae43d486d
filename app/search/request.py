"""What a search is asked, read from the parameters of a URL; pages, API and command share it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.search.arguments import Arguments, Given
from ingest.languages import canonical
from ingest.model import LANGUAGES, ORIGINS, Filters, Notice

PARAMETERS = (
    "q",
    "lang",
    "text_lang",
    "card",
    "mechanic",
    "origin",
    "since",
    "until",
    "sort",
    "collapse",
    "page",
    "per_page",
    "snapshot",
    "ui",
)
"""Every parameter of a search, in the order URLs of ours give them."""

SORTS = ("relevance", "date")
COLLAPSES = ("family", "none")
QUERY_LENGTH = 500
PER_PAGE = 20
PER_PAGE_MOST = 100
PAGE_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One search as asked: the query's text, what narrows it, and which page of the answer.

    `ui` is the language in which the query is explained.
    """

    q: str = ""
    filters: Filters = field(default_factory=Filters)
    text_langs: tuple[str, ...] = ()
    sort: str = "relevance"
    collapse: str = "family"
    page: int = 1
    per_page: int = PER_PAGE
    snapshot: str | None = None
    ui: str = "en"

    def params(self) -> dict[str, str | int | tuple[str, ...]]:
        """The parameters that ask for this again, without those that say nothing.

        >>> SearchRequest(q="显化", filters=Filters(langs=("es",)), page=2).params()
        {'q': '显化', 'lang': ('es',), 'page': 2}
        """
        every = dict(zip(PARAMETERS, self._values(), strict=True))
        return {name: value for name, value in every.items() if value not in ("", (), _BLANK[name])}

    def _values(self) -> tuple[str | int | tuple[str, ...], ...]:
        narrowed = self.filters
        return (
            self.q,
            narrowed.langs,
            self.text_langs,
            narrowed.cards,
            narrowed.mechanics,
            narrowed.origins,
            narrowed.since.isoformat() if narrowed.since else "",
            narrowed.until.isoformat() if narrowed.until else "",
            self.sort,
            self.collapse,
            self.page,
            self.per_page,
            self.snapshot or "",
            self.ui,
        )


_BLANK = dict(zip(PARAMETERS, SearchRequest()._values(), strict=True))


def parse_request(args: Given, also: tuple[str, ...] = ()) -> tuple[SearchRequest, tuple[Notice, ...]]:
    """The search that parameters ask for, and what about them was not taken as given.

    Never fails. `also` names parameters that are the caller's own.

    >>> request, notices = parse_request({"q": ["显化", "变身"], "per_page": ["1000"]})
    >>> request.q, request.per_page, [notice.code for notice in notices]
    ('显化', 100, ['repeated-parameter', 'clamped'])
    """
    given = Arguments(args, (*PARAMETERS, *also))
    return read_request(given), tuple(given.notices)


def read_request(given: Arguments) -> SearchRequest:
    """The search that these arguments ask for; they keep the notices."""
    return SearchRequest(
        q=given.one("q", QUERY_LENGTH),
        filters=_filters(given),
        text_langs=given.languages("text_lang"),
        sort=given.choice("sort", SORTS),
        collapse=given.choice("collapse", COLLAPSES),
        page=given.number("page", 1, 1, PAGE_MOST),
        per_page=given.number("per_page", PER_PAGE, 1, PER_PAGE_MOST),
        snapshot=given.one("snapshot") or None,
        ui=_interface(given),
    )


def unasked(q: str, notices: tuple[Notice, ...] | list[Notice]) -> Notice | None:
    """The notice of a misspelt `q` where there is no `q` itself, or None.

    Such a request asks for something that was not understood: to list everything would be a
    wrong answer that looks like a right one.

    >>> request, notices = parse_request({"Q": ["显化"]})
    >>> unasked(request.q, notices).param
    'Q'
    """
    if q.strip():
        return None
    misspelt = (notice for notice in notices if notice.code == "misspelt-parameter")
    return next((notice for notice in misspelt if notice.detail == "q"), None)


def _filters(given: Arguments) -> Filters:
    since, until = given.date("since"), given.date("until", end=True)
    if since and until and since > until:
        given.note("empty-range", f"{since} > {until}", "since")
    return Filters(
        langs=given.languages("lang"),
        cards=given.many("card", names=True),
        mechanics=given.many("mechanic", names=True),
        origins=given.options("origin", ORIGINS),
        since=since,
        until=until,
    )


def _interface(given: Arguments) -> str:
    asked = given.one("ui")
    tag = canonical(asked) if asked else "en"
    if tag not in LANGUAGES:
        given.note("unknown-choice", "en", "ui")
    return tag if tag in LANGUAGES else "en"
