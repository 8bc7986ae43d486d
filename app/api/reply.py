"""JSON as it is sent: UTF-8 as it stands, members in the order of the contract, a line end."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

_encoder = msgspec.json.Encoder()


def json_bytes(data: object) -> bytes:
    """The JSON text of `data` in UTF-8, no character escaped that need not be.

    >>> json_bytes({"q": "显化 ñ"}).decode()
    '{"q":"显化 ñ"}\\n'
    """
    try:
        return _encoder.encode(data) + b"\n"
    except UnicodeEncodeError:
        # A lone surrogate from a feed or a query has no UTF-8 form; it must not cost the answer.
        return _encoder.encode(_sendable(data)) + b"\n"


def _sendable(data: Any) -> Any:
    """The same with a question mark for what UTF-8 has no form for."""
    if isinstance(data, str):
        return data.encode("utf-8", "replace").decode()
    if isinstance(data, dict):
        return {_sendable(name): _sendable(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_sendable(value) for value in data]
    return data


def reply(data: object, status: int = 200) -> Response:
    """`data` as an answer of the API."""
    return Response(json_bytes(data), status=status, content_type="application/json")
