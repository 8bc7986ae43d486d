"""Validators: an ETag for each representation, and 304 for who holds it already.

What a program asks the API is answered from code, snapshot and request alone, so its tag is
known, and compared, before any work is done. Everything else is tagged by its content.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from flask import Response, current_app, g, request

from app.http.compression import GZIP_MARK, accepts_gzip
from ingest.paths import resource_dir

_CODE = Path(__file__).resolve().parents[2]


def release() -> str:
    """A fingerprint of the code and words that shape answers: another release gives other tags."""
    code = (path for room in ("app", "ingest") for path in (_CODE / room).rglob("*.py"))
    words = (resource_dir("data") / "messages").rglob("*.po")
    return tag(*(path.read_bytes() for path in sorted((*code, *words))))


def tag(*parts: str | bytes) -> str:
    """A short name for the content of `parts`, fit for an ETag.

    >>> tag("snapshot", "/search?q=显化") == tag("snapshot", b"/search?q=\\xe6\\x98\\xbe\\xe5\\x8c\\x96")
    True
    """
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return base64.b32encode(digest.digest()[:15]).decode().lower()


def known_already(etag: str) -> Response | None:
    """The 304 for a request that holds what is tagged `etag`, or None; remembers the tag.

    `*` is left for the end: it asks whether there is anything, which is not known yet.
    """
    g.etag = etag
    held = request.if_none_match
    forms = [etag + GZIP_MARK, etag] if accepts_gzip() else [etag]
    match = next((form for form in forms if held.is_weak(form) or held.is_strong(form)), None)
    if match is None or request.method not in ("GET", "HEAD"):
        return None
    response = Response(status=304)
    response.set_etag(match)
    return response


def request_tag(snapshot: str) -> str:
    """The tag of the answer that code, snapshot and this request determine."""
    code: str = current_app.extensions["rosetta-release"]
    return tag(code, snapshot, request.path, request.query_string)


def validate(response: Response) -> None:
    """Gives a complete answer its ETag and its rule for caches: keep, but ask each time."""
    response.vary.add("Accept-Encoding")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-cache"
    if not _is_whole(response) or "ETag" in response.headers:
        return
    if "etag" in g:
        response.set_etag(g.etag)
    elif not response.is_streamed:
        response.set_etag(tag(response.get_data()))


def revalidate(response: Response) -> None:
    """Turns a complete answer that the client holds already into a 304 without body."""
    etag, _ = response.get_etag()
    held = request.if_none_match
    if not etag or not _is_whole(response):
        return
    if held.star_tag or held.contains_weak(etag):
        response.status_code = 304
        response.direct_passthrough = False
        response.set_data(b"")
        for header in ("Content-Length", "Content-Type", "Content-Encoding"):
            response.headers.pop(header, None)


def _is_whole(response: Response) -> bool:
    readable = request.method in ("GET", "HEAD") and response.status_code == 200
    return readable and not response.cache_control.no_store
