"""A server of feeds on this machine that misbehaves as told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Handler"], None]


@dataclass
class Site:
    """What the server answers: bodies by path, and what to do instead, one misdeed after another."""

    address: str = ""
    bodies: dict[str, bytes] = field(default_factory=dict)
    misdeeds: dict[str, list[Answer]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def asked_for(self, path: str) -> list[dict[str, str]]:
        """The headers of each request for a path."""
        return [headers for asked, headers in self.asked if asked == path]


class Handler(BaseHTTPRequestHandler):
    site: Site

    def do_GET(self) -> None:
        self.site.asked.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
        misdeeds = self.site.misdeeds.get(self.path)
        if misdeeds:
            misdeeds.pop(0)(self)
        elif self.path in self.site.bodies:
            whole(self)
        else:
            self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def begin(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()


def tag(body: bytes) -> str:
    return f'"{len(body)}-{sum(body)}"'


def whole(handler: Handler) -> None:
    """Answers as a good server does: tags, 304, parts."""
    body = handler.site.bodies[handler.path]
    start = handler.headers.get("Range", "").removeprefix("bytes=").rstrip("-")
    if handler.headers.get("If-None-Match") == tag(body):
        handler.begin(304, ETag=tag(body))
    elif start and handler.headers.get("If-Range") == tag(body):
        said = f"bytes {start}-{len(body) - 1}/{len(body)}"
        rest = body[int(start) :]
        handler.begin(
            206, ETag=tag(body), Content_Length=str(len(rest)), Content_Range=said, Content_Type="application/json"
        )
        handler.wfile.write(rest)
    else:
        handler.begin(200, ETag=tag(body), Content_Length=str(len(body)), Content_Type="application/json")
        handler.wfile.write(body)


def cut_off(handler: Handler) -> None:
    """Sends half of what it announced, and hangs up."""
    body = handler.site.bodies[handler.path]
    handler.begin(200, ETag=tag(body), Content_Length=str(len(body)), Content_Type="application/json")
    handler.wfile.write(body[: len(body) // 2])


def unannounced_cut(handler: Handler) -> None:
    """Sends half, says nothing of its length, and hangs up."""
    body = handler.site.bodies[handler.path]
    handler.begin(200, Content_Type="application/json")
    handler.wfile.write(body[: len(body) // 2])


def silent(handler: Handler) -> None:
    """Begins, and says no more until the one who asked gives up."""
    handler.begin(200, Content_Length="1000", Content_Type="application/json")
    handler.wfile.flush()
    handler.connection.settimeout(10)
    handler.rfile.read(1)


def dripping(handler: Handler) -> None:
    """Sends a little now and then, for ever or until nobody listens."""
    handler.begin(200, Content_Type="application/json")
    with suppress(OSError):
        for _ in range(100):
            handler.wfile.write(b"          ")
            time.sleep(0.01)


def status(code: int, **headers: str) -> Answer:
    return lambda handler: handler.begin(code, Content_Length="0", **headers)


def html(handler: Handler) -> None:
    body = b"<!doctype html><p>Please log in"
    handler.begin(200, Content_Length=str(len(body)), Content_Type="text/html; charset=utf-8")
    handler.wfile.write(body)


def html_said_to_be_json(handler: Handler) -> None:
    body = b"<!doctype html><p>Please log in"
    handler.begin(200, Content_Length=str(len(body)), Content_Type="application/json")
    handler.wfile.write(body)


@contextmanager
def serving() -> Iterator[Site]:
    """The site, served until the end."""
    site = Site()
    handler = type("Bound", (Handler,), {"site": site})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    site.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
