"""JSON as it is sent: UTF-8 as it stands, members in the order of the contract, a line end."""

from __future__ import annotations

import json

from flask import Response


def json_bytes(data: object) -> bytes:
    """The JSON text of `data` in UTF-8, no character escaped that need not be.

    >>> json_bytes({"q": "显化 ñ"}).decode()
    '{"q":"显化 ñ"}\\n'
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # A lone surrogate from a feed has no UTF-8 form; it must not cost the answer.
    return (text + "\n").encode("utf-8", "replace")


def reply(data: object, status: int = 200) -> Response:
    """`data` as an answer of the API."""
    return Response(json_bytes(data), status=status, content_type="application/json")
