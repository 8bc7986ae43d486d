"""What an endpoint is, and the steps that all of them share; a view only turns a question to data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from flask import Response, current_app, request

from app.api import problems, serialise
from app.api.reply import reply
from app.http.caching import known_already, request_tag
from app.http.snapshot import knowledge
from app.search.arguments import Arguments
from app.search.request import PER_PAGE, PER_PAGE_MOST, unasked

if TYPE_CHECKING:
    from app.i18n import Words
    from app.services import Knowledge, Services

Data = dict[str, Any]

T = TypeVar("T")

PAGING = ("page", "per_page")


@dataclass(frozen=True, slots=True)
class Moved:
    """The address is another one, for good."""

    url: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list of `total` things."""

    number: int
    size: int
    total: int
    snapshot: str

    @property
    def offset(self) -> int:
        """How many things come before this page."""
        return (self.number - 1) * self.size

    def cut(self, every: Sequence[T]) -> Sequence[T]:
        """Those of all things that stand on this page."""
        return every[self.offset : self.offset + self.size]

    def members(self, path: str, more: Mapping[str, Any] | None = None) -> Data:
        """The members every list starts with; `more` are its other parameters, for `next`."""
        following = {**(more or {}), "page": self.number + 1, "per_page": self.size}
        last = self.offset + self.size >= self.total
        return {
            "total": self.total,
            "page": self.number,
            "per_page": self.size,
            "next": None if last else serialise.next_url(path, following, self.snapshot),
        }


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the API: the parameters, and the snapshot that answers."""

    arguments: Arguments
    knowledge: Knowledge

    @property
    def services(self) -> Services:
        """What the server answers with."""
        return current_app.extensions["rosetta"]

    @property
    def words(self) -> Mapping[str, Words]:
        """The interface's words, by language."""
        return current_app.extensions["rosetta-words"]

    def page_of(self, total: int) -> Page:
        """The page asked for of a list of so many; the last where there are not as many pages."""
        per_page = self.arguments.number("per_page", PER_PAGE, 1, PER_PAGE_MOST)
        last = max(1, -(-total // per_page))
        return Page(self.arguments.number("page", 1, 1, last), per_page, total, self.knowledge.snapshot)


View = Callable[..., "Data | Moved"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of the API: its view, its parameters by name, the schema of its answer.

    The routes and the OpenAPI document are both made from this.
    """

    path: str
    view: View
    summary: str
    schema: str
    parameters: tuple[str, ...] = ()
    errors: tuple[int, ...] = ()
    moves: bool = False
    example: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> tuple[str, ...]:
        """The parameters this address takes; each may pin a snapshot."""
        return tuple(dict.fromkeys((*self.parameters, "snapshot")))

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return self.path.replace("{", "<").replace("}", ">")

    @property
    def name(self) -> str:
        """A name for the route: the path's words."""
        return "-".join(part.strip("{}") for part in self.path.split("/") if part)


def handler(endpoint: Endpoint) -> Callable[..., Response]:
    """The Flask view of an endpoint."""

    def answer(**identity: str) -> Response:
        arguments = Arguments(request.args.to_dict(flat=False), endpoint.known)
        known = knowledge(arguments.one("snapshot") or None)
        unchanged = known_already(request_tag(known.snapshot))
        if unchanged:
            return unchanged
        return _sent(endpoint, Asked(arguments, known), identity)

    return answer


def _sent(endpoint: Endpoint, asked: Asked, identity: Mapping[str, str]) -> Response:
    _require_understood(endpoint, asked.arguments)
    data = endpoint.view(asked, **identity)
    if isinstance(data, Moved):
        return _moved(data)
    notices = [serialise.notice(one, asked.words) for one in asked.arguments.notices]
    return reply({**data, "warnings": notices + data.get("warnings", [])})


def _require_understood(endpoint: Endpoint, arguments: Arguments) -> None:
    if "q" not in endpoint.parameters:
        return
    misspelt = unasked(arguments.peek("q"), arguments.notices)
    if misspelt:
        raise problems.misspelt(misspelt.param, misspelt.detail)


def _moved(moved: Moved) -> Response:
    query = request.query_string.decode("ascii", "replace")
    location = f"{moved.url}?{query}" if query else moved.url
    return Response(status=308, headers={"Location": location})
