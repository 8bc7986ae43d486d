"""What a page's view is asked and what it answers; no view touches the request itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from werkzeug.datastructures import MultiDict

from app.i18n import Words
from app.present.urls import Urls

if TYPE_CHECKING:
    from app.services import Knowledge, Services


@dataclass(frozen=True, slots=True)
class Ask:
    """One visit: the knowledge open now, the interface's words and URLs, the parameters."""

    services: Services
    knowledge: Knowledge
    words: Words
    urls: Urls
    args: MultiDict[str, str]
    root: str

    def absolute(self, url: str) -> str:
        """The URL with scheme and host, as it is cited and shared."""
        return self.root.rstrip("/") + url


@dataclass(frozen=True, slots=True)
class Answer:
    """A page to render: its template, its context, its title and its JSON twin."""

    template: str
    page: object
    title: str
    twin: str
    description: str = ""
    status: int = 200


@dataclass(frozen=True, slots=True)
class Moved:
    """The page lives elsewhere for good."""

    location: str


View = Callable[..., "Answer | Moved"]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the registry: the path it is served under, its name, its view."""

    rule: str
    name: str
    view: View
