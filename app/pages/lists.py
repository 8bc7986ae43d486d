"""Long lists: which stretch is shown, and the links to the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.pages.view import Ask
from app.present.pager import Pager
from app.present.urls import Params


@dataclass(frozen=True, slots=True)
class Listing:
    """A stretch of a list: its pager and the URL of each page that is offered."""

    pager: Pager
    page_urls: Mapping[int, str]


def listing(ask: Ask, path: str, pager: Pager, params: Params | None = None) -> Listing:
    """The stretch of a list that lives at `path`, and where its other pages are."""
    wanted = {number for number in (*pager.shown, pager.previous, pager.next) if number}
    rest = dict(params or {})
    return Listing(
        pager,
        {n: ask.urls.at(path, {**rest, **({"page": n} if n > 1 else {})}) for n in wanted},
    )
