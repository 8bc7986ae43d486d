"""What a server does while its cluster is in trouble."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ingest.index.opensearch.cluster import Cluster
from tests.cluster.conftest import Site
from tests.cluster.nodes import PATIENCE, Nodes

pytestmark = pytest.mark.cluster

SEARCH = "/api/v1/search?q=manifest"


def _some_ruling(client: FlaskClient) -> str:
    answer = client.get("/api/v1/rulings?per_page=1")
    assert answer.json is not None
    return f"/api/v1/rulings/{answer.json['rulings'][0]['id']}"


def test_a_node_that_dies_and_returns_fails_no_search(
    site: Site, client_of_nodes: Cluster, nodes: Nodes, server: Callable[..., Flask]
) -> None:
    site.publish(client_of_nodes, replicas=2)
    app = server()
    seen: list[tuple[int, int]] = []
    done = threading.Event()

    def ask() -> None:
        client = app.test_client()
        while not done.is_set():
            answer = client.get(SEARCH)
            seen.append((answer.status_code, (answer.json or {}).get("total", -1)))

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        time.sleep(1)
        nodes.kill("two")
        nodes.wait_for(2)
        time.sleep(1)
        nodes.start("two")
        nodes.wait_for(3, status=("green",))
        time.sleep(1)
    finally:
        done.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert len(seen) > 20
    assert len(set(seen)) == 1
    assert seen[0][0] == 200
    assert seen[0][1] > 0


def test_without_its_cluster_a_server_says_so_shows_rulings_and_recovers_by_itself(
    site: Site, client_of_nodes: Cluster, nodes: Nodes, server: Callable[..., Flask]
) -> None:
    site.publish(client_of_nodes, replicas=2)
    client = server().test_client()
    ruling = _some_ruling(client)
    nodes.kill()
    try:
        answer = client.get(SEARCH)
        assert (answer.status_code, (answer.json or {})["code"]) == (503, "search-unavailable")
        assert answer.headers["Retry-After"]
        assert client.get(ruling).status_code == 200
        assert client.get("/readyz").status_code == 200
        page = client.get("/en/search?q=manifest")
        assert page.status_code == 503
        assert "<form" in page.text
    finally:
        nodes.start()
        nodes.wait_for(3, status=("green",))
    deadline = time.monotonic() + 60
    while client.get(SEARCH).status_code != 200 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert client.get(SEARCH).status_code == 200


def test_a_cluster_that_says_nothing_holds_up_neither_rulings_nor_for_long_searches(
    site: Site, client_of_nodes: Cluster, nodes: Nodes, server: Callable[..., Flask]
) -> None:
    site.publish(client_of_nodes, replicas=2)
    app = server()
    ruling = _some_ruling(app.test_client())
    nodes.pause()
    try:
        statuses: list[int] = []
        threads = [
            threading.Thread(target=lambda: statuses.append(app.test_client().get(SEARCH).status_code))
            for _ in range(12)
        ]
        for thread in threads:
            thread.start()
        assert app.test_client().get(ruling).status_code == 200
        assert any(thread.is_alive() for thread in threads), "the rulings waited for the searches"
        for thread in threads:
            thread.join(PATIENCE)
        assert statuses == [503] * 12
    finally:
        nodes.resume()
        nodes.wait_for(3, status=("green",))
    deadline = time.monotonic() + 60
    while app.test_client().get(SEARCH).status_code != 200 and time.monotonic() < deadline:
        time.sleep(0.5)
    assert app.test_client().get(SEARCH).status_code == 200
