"""What an address of records may send, and that nothing but what was published is taken."""

from __future__ import annotations

import hashlib
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ingest.errors import SnapshotError
from ingest.records import Records

BODY = b"what was published"
DIGEST = hashlib.sha256(BODY).hexdigest()
OK = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"

Send = Callable[[Callable[[bytes], object]], None]


@pytest.fixture
def address_that() -> Iterator[Callable[[Send], str]]:
    """The address of a server that sends what it is told to, to whoever asks."""
    running: list[socketserver.ThreadingTCPServer] = []

    def made(send: Send) -> str:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.rfile.readline()
                with suppress(OSError):
                    send(self.wfile.write)

        server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        running.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield made
    for server in running:
        server.shutdown()
        server.server_close()


def _take(place: str, folder: Path, most: int = 1000, seconds: float = 60.0) -> int:
    return Records(place, seconds).take("name/file", folder, "file", DIGEST, most)


def test_what_was_published_is_taken_from_an_address_and_from_a_folder(
    address_that: Callable[[Send], str], tmp_path: Path
) -> None:
    (tmp_path / "records" / "name").mkdir(parents=True)
    (tmp_path / "records" / "name" / "file").write_bytes(BODY)
    sent = b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
    for number, place in enumerate((address_that(lambda write: write(OK + sent)), str(tmp_path / "records"))):
        assert _take(place, tmp_path / str(number)) == len(BODY)
        assert (tmp_path / str(number) / "file").read_bytes() == BODY


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"SSH-2.0-other\r\n", "cannot fetch"),
        (b"", "cannot fetch"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "cannot fetch.*404"),
        (b"HTTP/1.1 302 Found\r\nLocation: file:///etc/hosts\r\n\r\n", "cannot fetch"),
        (OK + b"\r\n<html>please log in</html>", "not what was published"),
        (OK + b"Content-Length: 18\r\n\r\nwhat was", "cannot fetch|not what was published"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n12\r\nwhat was", "cannot fetch|not what was published"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nwhat was", "cannot fetch"),
        (OK + b"\r\n", "not what was published"),
    ],
)
def test_whatever_else_an_address_sends_is_refused_in_one_way(
    address_that: Callable[[Send], str], tmp_path: Path, sent: bytes, said: str
) -> None:
    with pytest.raises(SnapshotError, match=said):
        _take(address_that(lambda write: write(sent)), tmp_path)


def test_an_address_that_never_ends_fills_no_disk(address_that: Callable[[Send], str], tmp_path: Path) -> None:
    def endless(write: Callable[[bytes], object]) -> None:
        write(OK + b"\r\n")
        while True:
            write(b"x" * 65536)

    with pytest.raises(SnapshotError, match="larger than"):
        _take(address_that(endless), tmp_path, most=1 << 20)
    assert (tmp_path / "file").stat().st_size <= 3 << 20


def test_an_address_that_drips_holds_nobody_for_ever(address_that: Callable[[Send], str], tmp_path: Path) -> None:
    def dripping(write: Callable[[bytes], object]) -> None:
        write(OK + b"\r\n")
        while True:
            write(b"x")
            time.sleep(0.02)

    with pytest.raises(SnapshotError, match="too long"):
        _take(address_that(dripping), tmp_path, seconds=0.2)


@pytest.mark.parametrize("place", ["/nowhere/at/all", "http://127.0.0.1:1", "http://[", "https://127.0.0.1:99999"])
def test_a_place_that_is_none_is_said(place: str, tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="cannot fetch"):
        _take(place, tmp_path)


def test_no_file_is_written_outside(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="outside"):
        Records(str(tmp_path)).take("name/x", tmp_path / "inside", "../x", DIGEST, 10)
