"""From a request to a page: language, context, headers. Views know nothing of this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from flask import Response, current_app, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from app import i18n
from app.http.security import policy_with
from app.http.snapshot import SnapshotGone, knowledge
from app.pages.assets import asset, sheet
from app.pages.view import Answer, Ask, Moved, Page
from app.pages.worker import MODULES, STYLES
from app.present import urls
from app.present.dates import long_date, number

if TYPE_CHECKING:
    from app.services import Knowledge

PATHS = {prefix.lstrip("/"): lang for lang, prefix in urls.PREFIXES.items()}
"""The first segment of a path that names an interface language, and that language."""


CAME_FROM = "Sec-Fetch-Site"
"""The header in which a browser says where the reader comes from."""


def handler(page: Page) -> Callable[..., BaseResponse]:
    """The Flask view of a page of the registry."""

    def serve(ui: str | None = None, **params: str) -> BaseResponse:
        ask = asked(ui)
        answer = page.view(ask, **params)
        if isinstance(answer, Moved):
            return _moved(answer)
        return finished(rendered(ask, answer), ask, answer.twin)

    return serve


def asked(ui: str | None) -> Ask:
    """What this request asks, in the language its path names or its reader prefers."""
    held, args = _knowledge(request.args)
    return replace(bare(ui), knowledge=held, args=args)


def bare(ui: str | None) -> Ask:
    """The same without knowledge, for pages that must come even where none is open."""
    lang = PATHS.get(ui or "") or i18n.negotiate(request.cookies.get(i18n.COOKIE), request.accept_languages)
    services = current_app.extensions["rosetta"]
    words = current_app.extensions["rosetta-words"][lang]
    root = services.settings.base_url or request.url_root
    prefix = urls.PREFIXES[lang] if ui else ""
    return Ask(services, None, words, urls.Urls(prefix), request.args, root)


def rendered(ask: Ask, answer: Answer) -> Response:
    """The page as HTML."""
    path = urls.strip_prefix(request.path)
    params = request.args.to_dict(flat=False)
    written = sheet(*STYLES) if _arrives() else None
    html = render_template(
        answer.template,
        page=answer.page,
        answer=answer,
        ask=ask,
        t=ask.words,
        tn=ask.words.count,
        urls=ask.urls,
        place=path,
        canonical=urls.Urls().at(path, params),
        versions=_versions(path, params),
        interface=urls.PREFIXES[ask.words.lang],
        asset=asset,
        written=written,
        styles=() if written else STYLES,
        modules=MODULES,
        data_of=_data_of(ask),
        number=lambda value: number(value, ask.words.lang),
    )
    response = make_response(html, answer.status)
    response.vary.add(CAME_FROM)
    if written:
        response.headers["Content-Security-Policy"] = policy_with(written.hash)
    return response


def finished(response: Response, ask: Ask, twin: str) -> Response:
    """The response with its twin, its language, and what it varies by."""
    if twin:
        response.headers.add("Link", f'<{twin}>; rel="alternate"; type="application/json"')
    response.content_language.add(ask.words.lang)
    if not ask.urls.prefix:
        response.vary.update(["Accept-Language", "Cookie"])
    return response


def _arrives() -> bool:
    """Whether the reader comes from elsewhere: from a link, a bookmark, the address bar.

    Such a page carries its style sheets in itself, for it is painted a whole turn of the network
    earlier; whoever walks on from a page of ours has them, and is spared five kilobytes a page.
    """
    return request.headers.get(CAME_FROM) != "same-origin"


def _knowledge(args: MultiDict[str, str]) -> tuple[Knowledge, MultiDict[str, str]]:
    # A link into a snapshot that is gone still shows something: the same search, in today's.
    try:
        return knowledge(args.get("snapshot")), args
    except SnapshotGone:
        rest = [(name, value) for name, value in args.items(multi=True) if name != "snapshot"]
        return knowledge(), MultiDict(rest)


def _data_of(ask: Ask) -> str:
    """The day on which what is shown was built."""
    if not ask.knowledge:
        return ""
    return long_date(datetime.fromisoformat(ask.knowledge.created).date(), ask.words.lang)


def _moved(answer: Moved) -> BaseResponse:
    query = request.query_string.decode("ascii", "replace")
    place, _, fragment = answer.location.partition("#")
    location = place + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")
    return redirect(location, 308)


def _versions(path: str, params: Mapping[str, list[str]]) -> dict[str, str]:
    """This page under each interface language, its query kept."""
    return {lang: urls.Urls(prefix).at(path, params) for lang, prefix in urls.PREFIXES.items()}
