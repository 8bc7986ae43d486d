"""gzip for text, each encoding with an ETag of its own.

The library for this (flask-compress) brings two compiled codecs and writes its tags with a
colon; what is needed is this much.
"""

from __future__ import annotations

import gzip

from flask import Response, request

GZIP_MARK = "-gzip"
"""What the ETag of a compressed answer ends in."""

SMALLEST = 512
LARGEST_FILE = 4 * 1024 * 1024

_LEVEL = 5
_TEXT = ("application/json", "application/javascript", "application/xml", "image/svg+xml")


def accepts_gzip() -> bool:
    """True where the client would rather have gzip than the bytes as they are."""
    return request.accept_encodings.best_match(("gzip", "identity")) == "gzip"


def compress(response: Response) -> None:
    """Compresses a text answer of some size for a client that asks for it."""
    if not (accepts_gzip() and _is_worth_it(response)):
        return
    # Static files come as open files, which Flask hands through unread.
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < SMALLEST:
        return
    response.set_data(gzip.compress(body, _LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    etag, weak = response.get_etag()
    if etag:
        response.set_etag(etag + GZIP_MARK, weak=bool(weak))


def _is_worth_it(response: Response) -> bool:
    if response.status_code in (204, 206, 304) or "Content-Encoding" in response.headers:
        return False
    if response.is_streamed and not response.direct_passthrough:
        return False
    if (response.content_length or 0) > LARGEST_FILE:
        return False
    kind = response.mimetype
    return kind.startswith("text/") or kind in _TEXT or kind.endswith(("+json", "+xml"))
