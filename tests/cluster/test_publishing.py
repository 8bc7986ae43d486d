"""Publishing to a real cluster: all or nothing, one step, three kept; servers follow."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from ingest.errors import SnapshotError
from ingest.index.opensearch import loading
from ingest.index.opensearch.cluster import Cluster
from ingest.publication import Follower
from ingest.snapshot import Home
from tests.cluster.conftest import Site, another
from tests.cluster.nodes import PATIENCE, Nodes

pytestmark = pytest.mark.cluster

NAMES = tuple(f"20990101T00000000{number}-0123456789" for number in range(5))


def test_a_server_with_nothing_of_its_own_starts_from_the_cluster_and_the_records(
    site: Site, client_of_nodes: Cluster, server: Callable[..., Flask]
) -> None:
    name = site.publish(client_of_nodes)
    answer = server().test_client().get("/api/v1/search?q=牌面朝下")
    assert (answer.status_code, answer.headers["X-Snapshot"]) == (200, name)
    assert answer.json is not None
    assert answer.json["total"] > 0


@pytest.fixture
def served_by_http(site: Site) -> Iterator[str]:
    """The address that serves the folder of records."""
    site.records.mkdir(exist_ok=True)
    handler = functools.partial(_Quiet, directory=str(site.records))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Tests say what went wrong."""


def test_records_are_fetched_by_http_and_checked(
    site: Site, client_of_nodes: Cluster, server: Callable[..., Flask], served_by_http: str, tmp_path: Path
) -> None:
    name = site.publish(client_of_nodes)
    assert server("first", served_by_http).test_client().get("/readyz").status_code == 200
    record = site.records / name / "record.sqlite"
    record.write_bytes(record.read_bytes()[:-1] + b"x")
    follower = Follower(Home(tmp_path / "second"), client_of_nodes, served_by_http)
    with pytest.raises(SnapshotError, match="not what was published"):
        follower.follow()
    assert Home(tmp_path / "second").current_name() is None


def test_a_load_that_fails_leaves_the_alias_and_no_index_behind(
    site: Site, client_of_nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = site.publish(client_of_nodes)
    fill = client_of_nodes.fill
    half = lambda name, kind, documents: fill(name, kind, list(documents)[::2])  # noqa: E731 # stands in for a method
    monkeypatch.setattr(client_of_nodes, "fill", half)
    with pytest.raises(SnapshotError, match="the cluster holds"):
        site.publish(client_of_nodes, another(site.builder, NAMES[0]))
    serving = client_of_nodes.serving()
    assert serving is not None
    assert serving.meta["snapshot"] == before
    assert [one.meta["snapshot"] for one in client_of_nodes.publications()] == [before]


def test_what_serves_is_not_taken_down_to_be_published_again(site: Site, client_of_nodes: Cluster) -> None:
    name = site.publish(client_of_nodes).lower()
    made = _uuid(client_of_nodes, name)
    site.publish(client_of_nodes, replicas=1)
    assert _uuid(client_of_nodes, name) == made


def _uuid(client: Cluster, name: str) -> str:
    """Another one for an index that was made again."""
    index = f"rosetta-{name}-families"
    found: str = client._client.indices.get_settings(index=index)[index]["settings"]["index"]["uuid"]
    return found


def test_a_server_fetches_again_what_was_damaged_on_its_disk(
    site: Site, client_of_nodes: Cluster, tmp_path: Path
) -> None:
    name = site.publish(client_of_nodes)
    home = Home(tmp_path / "second")
    Follower(home, client_of_nodes, str(site.records)).follow()
    record = home.snapshots / name / "record.sqlite"
    whole = record.read_bytes()
    record.write_bytes(whole[:1000])
    Follower(home, client_of_nodes, str(site.records)).follow()
    assert record.read_bytes() == whole


def test_a_publisher_whose_clock_is_behind_drops_nothing_that_serves(
    site: Site, client_of_nodes: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAMES[:3]:
        site.publish(client_of_nodes, another(site.builder, name))
    load = functools.partial(_loaded_at, "1999", loading.load)
    monkeypatch.setattr(loading, "load", load)
    newest = site.publish(client_of_nodes, another(site.builder, NAMES[3]))
    serving = client_of_nodes.serving()
    assert serving is not None
    assert serving.meta["snapshot"] == newest
    assert len(client_of_nodes.publications()) == 3


def _loaded_at(clock: str, load: Callable[..., None], *given: Any, **settings: Any) -> None:
    cluster, name, tables, meta = given
    load(cluster, name, tables, {**meta, "created": clock}, **settings)


def test_a_server_waits_for_the_first_publication_and_says_so(
    client_of_nodes: Cluster, site: Site, tmp_path: Path
) -> None:
    with pytest.raises(SnapshotError, match="nothing is published"):
        Follower(Home(tmp_path / "early"), client_of_nodes, str(site.records)).follow()


def test_without_its_index_a_server_says_so_and_shows_rulings(
    site: Site, client_of_nodes: Cluster, server: Callable[..., Flask]
) -> None:
    name = site.publish(client_of_nodes)
    client = server().test_client()
    client_of_nodes.drop(name)
    answer = client.get("/api/v1/search?q=manifest")
    assert (answer.status_code, (answer.json or {})["code"]) == (503, "search-unavailable")
    assert client.get("/api/v1/rulings?per_page=1").status_code == 200


def test_three_publications_are_kept(site: Site, client_of_nodes: Cluster) -> None:
    published = [site.publish(client_of_nodes)]
    published += [site.publish(client_of_nodes, another(site.builder, name)) for name in NAMES[:3]]
    assert [one.meta["snapshot"] for one in client_of_nodes.publications()] == published[-3:]
    assert sorted(place.name for place in site.records.iterdir()) == sorted(published[-3:])


def test_a_red_index_is_refused(site: Site, client_of_nodes: Cluster, nodes: Nodes) -> None:
    name = site.publish(client_of_nodes, replicas=0).lower()
    loading.verify(client_of_nodes, name)
    holder = _holder(client_of_nodes, name)
    nodes.kill(holder)
    try:
        nodes.wait_for(2, status=("red",))
        with pytest.raises(SnapshotError, match="lost a shard"):
            loading.verify(client_of_nodes, name)
    finally:
        nodes.start(holder)
    loading.verify(client_of_nodes, name)


def _holder(client: Cluster, name: str) -> str:
    """The node that holds the only copy of a publication's families."""
    shards = client._client.cat.shards(index=f"rosetta-{name}-families", format="json")
    return next(shard["node"] for shard in shards)


def test_a_swap_under_load_fails_no_search_and_mixes_no_snapshots(
    site: Site, client_of_nodes: Cluster, server: Callable[..., Flask]
) -> None:
    names = {site.publish(client_of_nodes)}
    app = server()
    seen: list[tuple[int, str, str | None]] = []
    done = threading.Event()

    def ask() -> None:
        client = app.test_client()
        while not done.is_set():
            answer = client.get("/api/v1/search?q=manifest&per_page=2")
            next_page = (answer.json or {}).get("next") or ""
            seen.append((answer.status_code, answer.headers.get("X-Snapshot", ""), next_page))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for name in NAMES[:3]:
            names.add(site.publish(client_of_nodes, another(site.builder, name)))
            app.extensions["follower"].follow()
            _wait_until(lambda name=name: seen and seen[-1][1] == name)  # type: ignore[misc]
    finally:
        done.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert {status for status, _, _ in seen} == {200}
    assert {name for _, name, _ in seen} == names
    assert all(name in str(following) for _, name, following in seen)


def _wait_until(true: Callable[[], object], seconds: float = 60) -> None:
    waited = threading.Event()
    for _ in range(int(seconds * 20)):
        if true():
            return
        waited.wait(0.05)
    pytest.fail("it did not happen")
