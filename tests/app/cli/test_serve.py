"""The server as people run it: stopped at any moment, watched, and never left with half an answer."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ingest.files import hashes
from ingest.snapshot import MANIFEST, RECORD, Home

ROOT = Path(__file__).resolve().parents[3]
COMMAND = "from app.command import main; main()"
HOST = "127.0.0.1"
SOON = 25
"""Seconds; a server that never stops is what these tests look for, not a slow machine."""

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def starting(home: Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that has said that it starts, in a group of its own as on a terminal."""
    port = free_port()
    command = [sys.executable, "-c", COMMAND, "--home", str(home), "serve", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stderr and any("http://" in line for line in process.stderr), "it did not start"
            yield process, port
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def get(port: int, path: str, **headers: str) -> tuple[int, bytes]:
    """Status and body of one answer on a connection of its own; read whole, or an error."""
    connection = http.client.HTTPConnection(HOST, port, timeout=SOON)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def await_ready(port: int) -> None:
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        try:
            if get(port, "/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.05)
    pytest.fail("the server did not answer")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("after", [0.0, 0.4, 1.0])
def test_it_stops_when_told_to_however_early(home: Path, sent: signal.Signals, after: float) -> None:
    with starting(home) as (process, _):
        time.sleep(after)
        os.killpg(process.pid, sent)  # to the workers too, as a terminal does
        assert process.wait(SOON) in (0, 130, -sent)
        assert process.stderr and "Traceback" not in process.stderr.read()


def test_answers_that_have_begun_are_finished(home: Path) -> None:
    with starting(home) as (process, port):
        await_ready(port)
        ends: list[object] = []
        stop = threading.Event()

        def ask() -> None:
            while not stop.is_set():
                try:
                    status, body = get(port, "/api/v1/search?q=creature&per_page=100")
                    ends.append((status, json.loads(body)["total"]))
                except ConnectionError:  # it does not listen any more
                    return
                except (http.client.HTTPException, ValueError) as error:
                    ends.append(error)

        asking = [threading.Thread(target=ask) for _ in range(4)]
        for thread in asking:
            thread.start()
        while len(ends) < 20:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 0
        stop.set()
        for thread in asking:
            thread.join()
    assert len(set(ends)) == 1 and ends[0][0] == 200 and ends[0][1] > 0


def test_figures_are_those_of_all_workers_whichever_is_asked(home: Path) -> None:
    with starting(home) as (_, port):
        await_ready(port)
        for _ in range(40):
            assert get(port, "/api/v1/suggest?q=mani")[0] == 200
        for _ in range(6):
            text = get(port, "/metrics")[1].decode()
            (counted,) = re.findall(r'rosetta_requests_total\{.*route="/api/v1/suggest".*\} ([0-9.]+)', text)
            assert float(counted) == 40


def test_the_log_has_a_line_for_each_request_where_wanted(home: Path) -> None:
    with starting(home, ROSETTA_LOG="info") as (process, port):
        await_ready(port)
        assert get(port, "/api/v1/search?q=confidential", X_Request_Id="one-of-mine")[0] == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 0
        assert process.stderr
        lines = process.stderr.read().splitlines()
    told = [json.loads(line) for line in lines]
    (mine,) = [one for one in told if one.get("request") == "one-of-mine"]
    assert (mine["route"], mine["status"], mine["level"]) == ("/api/v1/search", 200, "info")
    assert not any(word in line for line in lines for word in ("confidential", HOST))


def test_a_home_of_another_version_is_built_anew(tmp_path: Path, home: Path) -> None:
    shutil.copytree(home, tmp_path / "home")
    snapshot = Home(tmp_path / "home").sound()
    assert snapshot
    with closing(sqlite3.connect(snapshot.path / RECORD)) as record:
        record.execute("UPDATE meta SET value = 'older' WHERE key = 'schema'")
        record.commit()
    manifest = json.loads((snapshot.path / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = {name: sha for name, sha in hashes(snapshot.path).items() if name != MANIFEST}
    manifest["inputs"] = "of another version"
    (snapshot.path / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    with starting(tmp_path / "home") as (_, port):
        await_ready(port)
