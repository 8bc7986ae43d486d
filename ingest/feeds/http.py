"""One request at a time, politely: who we are, how long we wait, how often we ask again, where we follow to."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from ingest.errors import RosettaError

USER_AGENT = "RosettaRulings/0.1 (a knowledge base of card rulings; rosetta fetch)"
TRIES = 5
WAITS = (1.0, 2.0, 4.0, 8.0)
LONGEST_WAIT = 120.0
"""Whoever asks us to come back later than this is asked another day."""
AGAIN = frozenset([429, 500, 502, 503, 504])
MAX_SMALL = 4 << 20

FAULTS = (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError)


class FetchError(RosettaError):
    """What was asked for can't be had; what was fetched before is as it was."""


class Refused(FetchError):
    """The server answered, and asking again would not change its answer."""


@dataclass(slots=True)
class Client:
    """Asks for addresses; `timeout` is for each piece, `sleep` waits between tries."""

    timeout: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    headers: dict[str, str] = field(default_factory=lambda: {"User-Agent": USER_AGENT, "Accept": "*/*;q=0.9"})

    @contextmanager
    def open(self, url: str, headers: Mapping[str, str] | None = None) -> Iterator[Any]:
        """The answer to one GET; a 304 is an answer. Raises `Refused`, or one of `FAULTS` to try again."""
        if urlsplit(url).scheme not in ("http", "https"):
            raise Refused("not an address of the web", where=url[:200])
        request = urllib.request.Request(url, headers=self.headers | dict(headers or {}))  # noqa: S310 - checked above
        try:
            answer = _OPENER.open(request, timeout=self.timeout)
        except urllib.error.HTTPError as error:
            if error.code != 304 and error.code not in AGAIN and error.code != 416:
                with error:
                    raise Refused(f"answered {error.code} {error.reason}", where=url, hint="try later") from error
            answer = error
        with answer:
            yield answer

    def small(self, url: str) -> bytes:
        """The whole of a small file; raises `FetchError`."""

        def once() -> bytes:
            with self.open(url) as answer:
                require_answer(answer)
                data: bytes = answer.read(MAX_SMALL + 1)
                announced = answer.headers.get("Content-Length")
            if len(data) > MAX_SMALL:
                raise Refused(f"larger than {MAX_SMALL >> 20} MiB", where=url)
            if announced and announced.isdigit() and int(announced) != len(data):
                raise http.client.IncompleteRead(data)
            return data

        return self.persist(url, once)

    def persist(self, url: str, once: Callable[[], Any]) -> Any:
        """What `once` gives, tried again with growing pauses; raises `FetchError` in the end."""
        for attempt in range(TRIES):
            try:
                return once()
            except FAULTS as error:
                if attempt == TRIES - 1:
                    what = f"gave up after {TRIES} tries: {_said(error)}"
                    raise FetchError(what, where=url, hint="try later") from error
                self.sleep(_pause(error, attempt, url))
        raise FetchError("gave up", where=url)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, never from https to http."""

    max_redirections = 5
    max_repeats = 2

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        allowed = ("https",) if urlsplit(req.full_url).scheme == "https" else ("http", "https")
        if urlsplit(newurl).scheme not in allowed:
            fp.close()
            raise Refused(f"redirects to {urlsplit(newurl).scheme}", where=req.full_url)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


_OPENER = urllib.request.build_opener(_Redirects)


def require_answer(answer: Any) -> None:
    """Returns nothing; raises the answer itself, to try again, where it says that it can't answer now."""
    if answer.status in AGAIN:
        raise urllib.error.HTTPError(answer.url, answer.status, answer.reason, answer.headers, None)


def _pause(error: BaseException, attempt: int, url: str) -> float:
    asked = _retry_after(error.headers.get("Retry-After")) if isinstance(error, urllib.error.HTTPError) else None
    if asked is not None and asked > LONGEST_WAIT:
        raise Refused(f"asks to come back in {asked:.0f} s", where=url, hint="try then") from error
    return max(asked or 0.0, WAITS[min(attempt, len(WAITS) - 1)])


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait, from a number or a date."""
    if not value:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _said(error: BaseException) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"answered {error.code}"
    reason = getattr(error, "reason", None) or error
    return " ".join(str(reason).split())[:200] or type(error).__name__
