"""A real server in a process of its own: how soon it answers, what it holds, how it bears many at once."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from app.cli.bench.questions import Question
from app.cli.bench.searching import SUGGESTION
from app.cli.bench.timing import Times
from ingest.errors import RosettaError

HOST = "127.0.0.1"
START_WITHIN = 60.0
PATIENCE = 30.0
LONGEST = 20.0
"""Seconds that one load lasts at most."""
_COMMAND = "from app.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs; `started` is how many seconds it took to its first answer."""

    port: int
    pid: int
    started: float


@dataclass(frozen=True, slots=True)
class Load:
    """What so many clients met."""

    clients: int
    times: Times
    seconds: float
    errors: int

    def figures(self) -> dict[str, float]:
        """Requests a second, their times, the answers that were none."""
        rate = round(len(self.times.samples) / self.seconds, 1)
        return {"clients": self.clients, "per_second": rate, **self.times.figures(), "errors": self.errors}


@contextmanager
def serving(home: Path) -> Iterator[Server]:
    """A `rosetta serve` over a home on a free port of this machine, stopped in the end."""
    port = _free_port()
    command = [sys.executable, "-c", _COMMAND, "--home", str(home), "serve", "--host", HOST, "--port", str(port)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            _await_answer(process, port, began + START_WITHIN)
            yield Server(port, process.pid, time.perf_counter() - began)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _await_answer(process: subprocess.Popen[bytes], port: int, deadline: float) -> None:
    while time.perf_counter() < deadline:
        if process.poll() is not None:
            raise RosettaError("the server ended before it answered", where=f"{HOST}:{port}")
        try:
            with closing(_Client(port)) as client:
                if client.get("/api/v1/search?q=face+down") == http.client.OK:
                    return
        except OSError:
            time.sleep(0.01)
    raise RosettaError("the server did not answer", where=f"{HOST}:{port}")


class _Client:
    """One connection, kept open as browsers do."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)

    def close(self) -> None:
        """Gives the connection back."""
        self._connection.close()

    def get(self, path: str) -> int:
        """The status of the answer, which is read to its end."""
        self._connection.request("GET", path)
        with self._connection.getresponse() as response:
            response.read()
            return response.status


def path_of(question: Question) -> str:
    """The address that asks a question of the API.

    >>> path_of(Question("words and a filter", "tap it", "morph"))
    '/api/v1/search?q=tap+it&mechanic=morph'
    """
    name = "suggest" if question.kind == SUGGESTION else "search"
    given = {"q": question.text} | ({"mechanic": question.mechanic} if question.mechanic else {})
    return f"/api/v1/{name}?{urlencode(given)}"


def load(port: int, paths: Sequence[str], clients: int) -> Load:
    """What so many clients meet that ask all the paths among them, as fast as they are answered.

    A client is a thread with a connection of its own. They take their share of the cores that the
    server runs on, so the server alone is faster than this says.
    """
    samples: list[float] = []
    errors: list[str] = []
    began = time.perf_counter()
    threads = [
        threading.Thread(target=_ask_all, args=(port, paths[n::clients], began + LONGEST, samples, errors))
        for n in range(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Load(clients, Times(tuple(samples or [0.0])), time.perf_counter() - began, len(errors))


def _ask_all(port: int, paths: Sequence[str], deadline: float, samples: list[float], errors: list[str]) -> None:
    with closing(_Client(port)) as client:
        for path in paths:
            start = time.perf_counter()
            if start > deadline:
                return
            try:
                status = client.get(path)
            except (OSError, http.client.HTTPException) as error:
                errors.append(str(error))
                client.close()  # the next request opens it anew
                continue
            samples.append((time.perf_counter() - start) * 1000)
            if status != http.client.OK:
                errors.append(str(status))


def memory_mb(pid: int) -> dict[str, float]:
    """Megabytes of a server: its largest process alone, and all of them with what they share counted once.

    Empty on systems that do not tell it in `/proc`.
    """
    found = [parts for one in _family(pid) if (parts := _parts(one))]
    if not found:
        return {}
    largest = max(parts["Rss"] for parts in found)
    return {"largest_process": largest, "all_processes": round(sum(parts["Pss"] for parts in found), 1)}


def _family(pid: int) -> list[int]:
    """A process and those below it."""
    below = _told(Path(f"/proc/{pid}/task/{pid}/children")).split()
    return [pid, *(one for child in below for one in _family(int(child)))]


def _parts(pid: int) -> dict[str, float]:
    rows = _told(Path(f"/proc/{pid}/smaps_rollup")).splitlines()
    lines = (line.split() for line in rows if line.endswith(" kB"))
    return {parts[0].rstrip(":"): round(int(parts[1]) / 1e3, 1) for parts in lines}


def _told(file: Path) -> str:
    """What the system tells of a process; nothing of one that has ended, or where it tells nobody."""
    try:
        return file.read_text()
    except OSError:
        return ""
