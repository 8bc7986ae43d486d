"""What answers at the cluster's address may be no cluster, or another than is needed."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from http import HTTPStatus

import pytest

from ingest.errors import EngineUnavailable, RosettaError, SnapshotError
from ingest.index.opensearch import connection
from ingest.index.opensearch.cluster import Cluster

SEARCH = [("rosetta-some-families", {"query": {"match_all": {}}})]
NAME = "20990101T000000000-0123456789"


@pytest.fixture
def cluster_that() -> Iterator[Callable[..., Cluster]]:
    """A client of a server that answers all with one body, at first that it is busy if so asked."""
    running: list[http.server.ThreadingHTTPServer] = []
    clients: list[Cluster] = []

    def made(body: object, status: int = 200, kind: str = "application/json", busy: int = 0) -> Cluster:
        sent = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        refused = iter(range(busy))

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response(status if next(refused, None) is None else HTTPStatus.TOO_MANY_REQUESTS)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 # the names that the server looks for

            def log_message(self, *_: object) -> None:
                """Tests say what went wrong."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        running.append(server)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        clients.append(Cluster(f"http://127.0.0.1:{server.server_address[1]}"))
        return clients[-1]

    yield made
    for client in clients:
        client.close()
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"fine": True}, 200, "application/json"),
        ([], 200, "application/json"),
        ("null", 200, "application/json"),
        ('{"hits": ', 200, "application/json"),
        ("<html>please log in</html>", 200, "text/html"),
        ("OK", 200, "text/plain"),
        ({"_shards": {"failed": 0}, "timed_out": False}, 200, "application/json"),
        ({"_shards": {"failed": 1, "total": 1}, "timed_out": False, "hits": {}}, 200, "application/json"),
        ({"error": "no such index"}, 404, "application/json"),
        ("<html>forbidden</html>", 403, "text/html"),
        ({"error": {"type": "circuit_breaking_exception"}}, 429, "application/json"),
        ("bad gateway", 502, "text/plain"),
    ],
)
def test_a_search_has_an_answer_or_the_cluster_is_unavailable(
    cluster_that: Callable[..., Cluster], body: object, status: int, kind: str
) -> None:
    with pytest.raises(EngineUnavailable):
        cluster_that(body, status, kind).ask(SEARCH)


def _index(meta: object) -> dict[str, object]:
    return {"mappings": {"_meta": meta} if meta is not None else {}}


@pytest.mark.parametrize(
    "indices",
    [
        {"somebody-else": _index(None)},
        {"rosetta-bench-families": _index({"created": "2099"})},
        {"rosetta-a-families": _index({"snapshot": "../../etc", "manifest": "0"})},
        {"rosetta-a-families": _index({"snapshot": NAME}), "rosetta-b-families": _index({"snapshot": NAME})},
    ],
)
def test_an_alias_that_points_at_no_publication_is_refused(
    cluster_that: Callable[..., Cluster], indices: dict[str, object]
) -> None:
    with pytest.raises(SnapshotError, match="alias"):
        cluster_that(indices).serving()


def test_an_alias_that_is_not_there_serves_nothing(cluster_that: Callable[..., Cluster]) -> None:
    assert cluster_that({}).serving() is None


def test_indices_that_others_made_are_no_publications(cluster_that: Callable[..., Cluster]) -> None:
    indices = {"rosetta-other-families": _index(None), "rosetta-ours-families": _index({"created": "2099"})}
    assert [one.name for one in cluster_that(indices).publications()] == ["ours"]


@pytest.mark.parametrize(
    ("number", "enough"), [("1.3.20", False), ("2.12.0", False), ("2.13.0", True), ("3.1.0", True)]
)
def test_nodes_too_old_to_say_what_each_word_adds_are_refused(
    cluster_that: Callable[..., Cluster], number: str, enough: bool
) -> None:
    client = cluster_that({"version": {"number": number, "distribution": "opensearch"}})
    if enough:
        client.create("some", {}, shards=1)
    else:
        with pytest.raises(RosettaError, match=number):
            client.create("some", {}, shards=1)


@pytest.mark.parametrize("url", ["http://[", "http://a:b:c:d", "ftp://somewhere:99999999"])
def test_an_address_that_is_none_is_said_in_one_line(url: str) -> None:
    try:
        client = Cluster(url)
    except RosettaError as error:
        assert "ROSETTA_OPENSEARCH_URL" in str(error)
    else:
        with pytest.raises(EngineUnavailable):
            client.ask(SEARCH)
        client.close()


def test_nodes_without_memory_to_spare_are_given_time_to_clear_some(
    cluster_that: Callable[..., Cluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WAITS", (0.0, 0.0, 0.0))
    cluster_that({"acknowledged": True}, busy=3).drop(NAME)
    with pytest.raises(EngineUnavailable, match="429"):
        cluster_that({"acknowledged": True}, busy=4).drop(NAME)


def test_a_search_does_not_wait_for_busy_nodes(cluster_that: Callable[..., Cluster]) -> None:
    with pytest.raises(EngineUnavailable, match="429"):
        cluster_that({"_shards": {"failed": 0}, "timed_out": False, "hits": {}}, busy=1).ask(SEARCH)
