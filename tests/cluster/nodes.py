"""A real cluster on this machine: three nodes from the published artifacts, on loopback."""

from __future__ import annotations

import atexit
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

LAUNCHER = Path(__file__).parent / "launcher"
WANTED = "ROSETTA_CLUSTER"
URL = "ROSETTA_OPENSEARCH_URL"
NAMES = ("one", "two", "three")
PATIENCE = 240.0
"""How long nodes and servers may take to come up."""
FETCHING = 240.0
"""How long Maven may take to fetch the artifacts, of which an empty repository has none."""
PORTS = range(20_000, 32_000)
"""None of those that systems give to outgoing connections: a node that returns finds its own ports free."""


class Nodes:
    """Three nodes, each a process that can be killed, stopped for a while and started again.

    A node ends when its standard input does, so none outlives this process however that ends; and
    it has a process group of its own, so that the system wakes a paused one to hear of it.
    """

    def __init__(self, folder: Path, classpath: str) -> None:
        self._folder, self._classpath = folder, classpath
        ports = free_ports(2 * len(NAMES))
        self._http = dict(zip(NAMES, ports[::2], strict=True))
        self._transport = dict(zip(NAMES, ports[1::2], strict=True))
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        """The addresses of all, as the product takes them."""
        return ",".join(f"http://127.0.0.1:{port}" for port in self._http.values())

    def start(self, *names: str) -> None:
        """Start nodes, all by default, and wait until they have found each other."""
        for name in names or NAMES:
            self._launch(name)
        self.wait_for(len(self._running))

    def _launch(self, name: str) -> None:
        home = self._folder / name
        (home / "config").mkdir(parents=True, exist_ok=True)
        (home / "tmp").mkdir(exist_ok=True)
        seeds = ",".join(f"127.0.0.1:{port}" for port in self._transport.values())
        command = [
            "java", "-Xms256m", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            f"-Djava.io.tmpdir={home / 'tmp'}",
            "-cp", self._classpath, "cluster.TestNode",
            name, str(home), str(self._http[name]), str(self._transport[name]), seeds, ",".join(NAMES),
        ]  # fmt: skip
        with (home / "log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd=home, process_group=0
            )

    def kill(self, *names: str) -> None:
        """Kill nodes, all by default, as a power cut would."""
        for name in names or tuple(self._running):
            process = self._running.pop(name)
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.communicate()

    def pause(self, *names: str) -> None:
        """Stop nodes in their tracks: they keep their connections and say nothing."""
        for name in names or tuple(self._running):
            self._running[name].send_signal(signal.SIGSTOP)

    def resume(self, *names: str) -> None:
        """Let paused nodes go on."""
        for name in names or tuple(self._running):
            self._running[name].send_signal(signal.SIGCONT)

    def wait_for(self, size: int, status: tuple[str, ...] = ("green", "yellow")) -> None:
        """Return once so many nodes see each other and no shard is worse off than `status`."""
        deadline, seen = time.monotonic() + PATIENCE, "no answer"
        while time.monotonic() < deadline and all(one.poll() is None for one in self._running.values()):
            try:
                seen = self._health()
            except OSError as error:
                seen = str(error)
            else:
                if seen["number_of_nodes"] == size and seen["status"] in status:  # type: ignore[index]
                    return
            time.sleep(0.3)
        pytest.fail(f"the nodes did not come up: {seen}\n{self._last_words()}")

    def _health(self) -> dict[str, object]:
        name = next(iter(self._running))
        with urllib.request.urlopen(f"http://127.0.0.1:{self._http[name]}/_cluster/health", timeout=10) as answer:
            return json.load(answer)

    def _last_words(self) -> str:
        return "\n".join(
            f"{name}: {(self._folder / name / 'log').read_text(errors='replace')[-1500:]}" for name in self._running
        )


def cluster() -> Nodes:
    """The three nodes of this run, started when first asked for; skips where they are not wanted or can't be."""
    found = _tried()
    if isinstance(found, Nodes):
        return found
    raise found


@cache
def _tried() -> Nodes | pytest.skip.Exception | pytest.fail.Exception:
    """The nodes, or why there are none: tried once, for every test that asks would try as long."""
    try:
        return _started()
    except (pytest.skip.Exception, pytest.fail.Exception) as outcome:
        return outcome


def _started() -> Nodes:
    if not os.environ.get(WANTED):
        pytest.skip("needs a cluster: make test-cluster starts one")
    classpath = _classpath()
    folder = Path(tempfile.mkdtemp(prefix="rosetta-cluster-"))
    nodes = Nodes(folder, classpath)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(nodes.kill)
    nodes.start()
    os.environ[URL] = nodes.url
    return nodes


def _classpath() -> str:
    for tool in ("java", "mvn"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} here: OpenSearch nodes need Java 17 or newer, and Maven to fetch them")
    made = LAUNCHER / "target" / "classpath.txt"
    if not _is_current(made):
        _fetch()
    jar = next((LAUNCHER / "target").glob("launcher-*.jar"))
    return f"{jar}{os.pathsep}{made.read_text(encoding='utf-8').strip()}"


def _is_current(made: Path) -> bool:
    """Whether the launcher was made from what it is now, and the artifacts are still where it found them."""
    if not made.is_file():
        return False
    sources = [LAUNCHER / "pom.xml", *(LAUNCHER / "src").rglob("*.java")]
    held = made.read_text(encoding="utf-8").strip().split(os.pathsep)
    newest = max(file.stat().st_mtime for file in sources)
    return made.stat().st_mtime >= newest and all(Path(file).is_file() for file in held)


def _fetch() -> None:
    command = ["mvn", "-q", "-B", "package"]
    try:
        done = subprocess.run(
            command,
            cwd=LAUNCHER,
            capture_output=True,
            text=True,
            check=False,
            timeout=FETCHING,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"the artifacts can't be had: Maven took more than {FETCHING:.0f} s")
    if done.returncode:
        pytest.skip(f"the artifacts can't be had: {done.stdout[-600:]}")


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    found: list[int] = []
    for port in random.sample(PORTS, len(PORTS)):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    pytest.fail("no port is free")
