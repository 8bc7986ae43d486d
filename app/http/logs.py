"""The log: a line of JSON for each thing worth saying, with its request and with nothing of who asked what."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from flask import g, has_request_context


def configure(level: str) -> None:
    """Returns nothing: from now on the log goes to standard error, what is less than `level` left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


class Lines(logging.Formatter):
    """A record as one line of JSON: when, how bad, from where, in which request.

    Of an exception only its kind and its places in the code are told: its words
    may repeat what a person typed.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context() and "request_id" in g:
            told["request"] = g.request_id
        told |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1]:
            told |= _fault(record.exc_info[1])
        return json.dumps(told, ensure_ascii=False, default=str)


def _fault(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "trace": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
