"""A way to the server that a test can cut: it passes on, says that the server is away, or says nothing."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PASSED_ON = ("Accept", "Accept-Encoding", "Cookie", "If-None-Match", "Sec-Fetch-Site")
KEPT_BACK = {"connection", "transfer-encoding", "content-length", "server", "date"}


class Gateway:
    """Where a reader asks; `away` answers 502 and `silence` nothing, until `back`."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.address = ""
        self.status = 0
        self.open = threading.Event()
        self.open.set()

    def away(self) -> None:
        self.status = 502

    def silence(self) -> None:
        self.open.clear()

    def back(self) -> None:
        self.status = 0
        self.open.set()

    def answer(self, path: str, headers: dict[str, str]) -> tuple[int, list[tuple[str, str]], bytes]:
        """Status, headers and body of the answer to give."""
        self.open.wait()
        if self.status:
            return self.status, [], b"away"
        try:
            with urllib.request.urlopen(urllib.request.Request(self.server + path, headers=headers), timeout=30) as got:
                return got.status, got.headers.items(), got.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers.items(), error.read()


@contextmanager
def gateway_to(server: str) -> Iterator[Gateway]:
    """A gateway in front of the server, on a free port, until the end of the block."""
    gateway = Gateway(server)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = {name: value for name, value in self.headers.items() if name in PASSED_ON}
            status, headers, body = gateway.answer(self.path, given)
            self.send_response(status)
            for name, value in headers:
                if name.lower() not in KEPT_BACK:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """A browser that no longer waits is no fault of the test."""

    with Quiet(("127.0.0.1", 0), Handler) as front:
        gateway.address = f"http://127.0.0.1:{front.server_port}"
        worker = threading.Thread(target=front.serve_forever, daemon=True)
        worker.start()
        yield gateway
        gateway.back()
        front.shutdown()
        worker.join()
