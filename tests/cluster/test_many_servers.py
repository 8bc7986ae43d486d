"""Two app servers behind nginx over three nodes: none of them is missed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.index.opensearch.cluster import Cluster
from tests.cluster.conftest import Site, another
from tests.cluster.nodes import PATIENCE, Nodes, free_ports

pytestmark = pytest.mark.cluster

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
NEWER = "20990101T000000009-0123456789"


class Server:
    """One app server: a process group of its own, with an empty home."""

    def __init__(self, nodes: Nodes, records: Path, home: Path, port: int) -> None:
        self.address = f"127.0.0.1:{port}"
        settings = {
            "ROSETTA_ENGINE": "opensearch",
            "ROSETTA_OPENSEARCH_URL": nodes.url,
            "ROSETTA_RECORDS": str(records),
        }
        command = [sys.executable, "-m", "app.command", "--home", str(home), "serve", "--port", str(port)]
        self._log = (home.parent / f"{home.name}.log").open("wb")
        self._process = subprocess.Popen(
            command, env={**os.environ, **settings}, stdout=self._log, stderr=self._log, start_new_session=True
        )

    def kill(self) -> None:
        """Kill it with all its workers, as a power cut would."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._log.close()


@pytest.fixture
def servers(site: Site, client_of_nodes: Cluster, nodes: Nodes, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers that found the publication."""
    site.publish(client_of_nodes)
    running = [
        Server(nodes, site.records, tmp_path / f"server-{number}", port) for number, port in enumerate(free_ports(2))
    ]
    for one in running:
        _wait_for(f"http://{one.address}/readyz")
    yield running
    for one in running:
        if one._process.poll() is None:
            one.kill()


@pytest.fixture
def door(servers: list[Server], tmp_path: Path) -> Iterator[str]:
    """The address of nginx before them, set up as in `deploy/`."""
    if shutil.which("nginx") is None:
        pytest.skip("no nginx here")
    (port,) = free_ports(1)
    text = CONFIGURATION.read_text(encoding="utf-8")
    for name, server in zip(("app-one:8000", "app-two:8000"), servers, strict=True):
        assert name in text
        text = text.replace(name, server.address)
    own = "".join(
        f"{kind}_temp_path {tmp_path / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = re.sub(r"listen \d+;", f"listen 127.0.0.1:{port};", text).replace("http {", f"http {{ {own}", 1)
    (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
    globally = f"daemon off; pid {tmp_path / 'nginx.pid'}; error_log {tmp_path / 'nginx.log'};"
    command = ["nginx", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-g", globally]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _wait_for(f"http://127.0.0.1:{port}/readyz")
    yield f"http://127.0.0.1:{port}"
    running.terminate()
    running.wait(PATIENCE)


def test_a_server_and_a_node_that_die_under_load_are_not_missed_and_both_servers_take_a_swap(
    door: str, servers: list[Server], site: Site, client_of_nodes: Cluster, nodes: Nodes
) -> None:
    seen: list[tuple[int, str]] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            seen.append(_get(f"{door}/api/v1/search?q=manifest"))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        time.sleep(2)
        newer = site.publish(client_of_nodes, another(site.builder, NEWER))
        deadline = time.monotonic() + PATIENCE
        for server in servers:
            while _get(f"http://{server.address}/api/v1/search?q=x")[1] != newer and time.monotonic() < deadline:
                time.sleep(0.2)
        nodes.kill("three")
        nodes.wait_for(2)
        servers[0].kill()
        time.sleep(3)
    finally:
        done.set()
        for thread in threads:
            thread.join(PATIENCE)
        nodes.start("three")
    assert len(seen) > 50
    assert {status for status, _ in seen} == {200}
    assert seen[0][1] != newer
    assert seen[-1][1] == newer


def _get(address: str) -> tuple[int, str]:
    """The status and the snapshot of an answer; 0 where there was none."""
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            answer.read()
            return answer.status, answer.headers["X-Snapshot"]
    except urllib.error.HTTPError as error:
        error.close()
        return error.code, ""
    except OSError:
        return 0, ""


def _wait_for(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while _get(address)[0] != 200:
        assert time.monotonic() < deadline, f"{address} does not answer"
        time.sleep(0.2)
