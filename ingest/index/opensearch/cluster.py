"""The nodes: connection, names of versioned indices, the alias that says which serve."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ingest.errors import EngineUnavailable, RosettaError
from ingest.index.opensearch.encoding import UNIT_KINDS, mappings, settings

PREFIX = "rosetta"
URL_SETTING = "ROSETTA_OPENSEARCH_URL"
SECONDS = 3.0
"""A node that takes longer is left for the next, twice: a slow cluster must not fill a server with waiting requests."""
_IN_FLIGHT = 16
_LOADING_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Publication:
    """Indices of one snapshot that the cluster holds."""

    name: str
    meta: Mapping[str, Any]


class Cluster:
    """A client of the nodes; shared by threads."""

    def __init__(self, url: str | None = None, *, seconds: float = SECONDS) -> None:
        self.url = url or os.environ.get(URL_SETTING, "")
        self._seconds = seconds
        self._client = _connect(self.url, seconds)
        self._threads = ThreadPoolExecutor(_IN_FLIGHT, thread_name_prefix="cluster")

    # --- search ------------------------------------------------------------------

    def ask(self, requests: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Mapping[str, Any]]:
        """The answers to several searches, each over one index, asked at the same time.

        Raises `EngineUnavailable` where any of them has no answer from every shard. One
        request for all would be one round trip, but would not say what each word added.
        """
        if len(requests) == 1:
            return [self._search(*requests[0])]
        return list(self._threads.map(lambda request: self._search(*request), requests))

    def _search(self, index: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        with _explained(self.url):
            answer = self._client.search(index=index, body=body, params={"include_named_queries_score": "true"})
        _refuse_partial(answer, self.url)
        return answer

    # --- indices -----------------------------------------------------------------

    def create(self, name: str, meta: Mapping[str, Any], *, shards: int) -> None:
        """Make the empty indices of a publication, not yet served."""
        body = {"settings": {"index": settings(shards)}, "mappings": mappings(meta)}
        with _explained(self.url):
            for kind in UNIT_KINDS:
                self._client.indices.create(index=index_name(name, kind), body=body)

    def fill(self, name: str, kind: str, documents: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
        """How many documents were taken in, all of them or an error."""
        from opensearchpy.helpers import streaming_bulk

        index = index_name(name, kind)
        actions = ({"_index": index, "_id": at, "_source": document} for at, document in documents)
        with _explained(self.url):
            taken = streaming_bulk(
                self._client, actions, chunk_size=1000, max_chunk_bytes=16 << 20,
                max_retries=5, initial_backoff=1, request_timeout=_LOADING_SECONDS,
            )  # fmt: skip
            return sum(1 for worked, _ in taken if worked)

    def settle(self, name: str) -> None:
        """Make what was filled searchable, on as few segments as serve fastest."""
        with _explained(self.url):
            for kind in UNIT_KINDS:
                index = index_name(name, kind)
                self._client.indices.refresh(index=index, request_timeout=_LOADING_SECONDS)
                self._client.indices.forcemerge(index=index, max_num_segments=1, request_timeout=_LOADING_SECONDS * 5)
                self._client.indices.put_settings(index=index, body={"index": {"refresh_interval": "60s"}})
                self._client.indices.refresh(index=index, request_timeout=_LOADING_SECONDS)

    def replicate(self, name: str, replicas: int) -> None:
        """Copy the shards of what was filled, and wait until as many copies serve as there are nodes for.

        Done last: nodes then copy files, where each copy would have to analyse and merge every text again.
        """
        indices = ",".join(index_name(name, kind) for kind in UNIT_KINDS)
        with _explained(self.url):
            self._client.indices.put_settings(index=indices, body={"index": {"number_of_replicas": replicas}})
            found = self._client.cluster.health(index=indices)
            shards = found["active_primary_shards"] * min(replicas + 1, found["number_of_data_nodes"])
            self._client.cluster.health(
                index=indices, request_timeout=2 * _LOADING_SECONDS,
                params={"wait_for_active_shards": shards, "timeout": f"{_LOADING_SECONDS:.0f}s"},
            )  # fmt: skip

    def counts(self, name: str, kind: str) -> tuple[int, int]:
        """How many units and texts an index holds."""
        body = {
            "size": 0, "track_total_hits": True,
            "aggs": {"texts": {"nested": {"path": "texts"}}},
        }  # fmt: skip
        (answer,) = self.ask([(index_name(name, kind), body)])
        return answer["hits"]["total"]["value"], answer["aggregations"]["texts"]["doc_count"]

    def size(self, name: str) -> int:
        """The bytes on disk of a publication, all copies counted."""
        with _explained(self.url):
            found = self._client.indices.stats(index=f"{PREFIX}-{name}-*", metric="store")
        return int(found["_all"]["total"]["store"]["size_in_bytes"])

    def health(self, name: str) -> str:
        """`green`, `yellow` or `red`: the worst of a publication's indices."""
        with _explained(self.url):
            found = self._client.cluster.health(index=f"{PREFIX}-{name}-*")
        return found["status"]

    def drop(self, name: str) -> None:
        """Delete the indices of a publication; those that are not there are no error."""
        with _explained(self.url):
            for kind in UNIT_KINDS:
                self._client.indices.delete(index=index_name(name, kind), ignore=[404])

    # --- the alias -----------------------------------------------------------------

    def serve(self, name: str) -> None:
        """Point the aliases at a publication, all in one step."""
        actions: list[Mapping[str, Any]] = []
        for kind in UNIT_KINDS:
            actions.append({"remove": {"index": f"{PREFIX}-*-{kind}", "alias": _alias(kind), "must_exist": False}})
            actions.append({"add": {"index": index_name(name, kind), "alias": _alias(kind)}})
        with _explained(self.url):
            self._client.indices.update_aliases(body={"actions": actions})

    def serving(self) -> Publication | None:
        """The publication that the aliases point at, None where nothing is published."""
        found = self._mappings(_alias(UNIT_KINDS[0]))
        return found[0] if found else None

    def publications(self) -> list[Publication]:
        """All that the cluster holds, oldest first by the time they were made."""
        found = self._mappings(f"{PREFIX}-*-{UNIT_KINDS[0]}")
        return sorted(found, key=lambda one: (str(one.meta.get("created", "")), one.name))

    def _mappings(self, index: str) -> list[Publication]:
        with _explained(self.url):
            found = self._client.indices.get_mapping(index=index, params={"ignore_unavailable": "true"})
        return [
            Publication(name.removeprefix(f"{PREFIX}-").removesuffix(f"-{UNIT_KINDS[0]}"), body["mappings"]["_meta"])
            for name, body in found.items()
        ]

    def close(self) -> None:
        """Close the connections."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._client.close()


def index_name(name: str, kind: str) -> str:
    """The index of a publication's units of one kind."""
    return f"{PREFIX}-{name.lower()}-{kind}"


def _alias(kind: str) -> str:
    return f"{PREFIX}-{kind}"


def _connect(url: str, seconds: float) -> Any:
    if not url:
        raise RosettaError(
            "no cluster is named", where=URL_SETTING, hint="the address of a node, or several with commas"
        )
    try:
        from opensearchpy import OpenSearch
    except ImportError as error:
        raise RosettaError("the OpenSearch client is not installed", hint="pip install '.[opensearch]'") from error
    nodes = [node.strip() for node in url.split(",")]
    # Not compressed: the client does so at the highest level, which took more time than all else of a load.
    return OpenSearch(
        nodes, timeout=seconds, max_retries=2, retry_on_timeout=True, pool_maxsize=_IN_FLIGHT,
        retry_on_status=(502, 503),
    )  # fmt: skip


@contextmanager
def _explained(url: str) -> Iterator[None]:
    """Turns the client's errors into ours: the address and what to do, in one line."""
    from opensearchpy.exceptions import OpenSearchException

    try:
        yield
    except OpenSearchException as error:
        raise EngineUnavailable(f"the search cluster does not answer: {_reason(error)}", where=_places(url)) from error


def _places(url: str) -> str:
    """The nodes' addresses, without the names and passwords in them."""
    return ", ".join(node.rpartition("@")[2] for node in url.split(","))


def _reason(error: Exception) -> str:
    words = " ".join(str(part) for part in error.args if not isinstance(part, Exception)) or type(error).__name__
    return words.splitlines()[0][:200]


def _refuse_partial(answer: Mapping[str, Any], url: str) -> None:
    failed = answer["_shards"]["failed"]
    if failed or answer["timed_out"]:
        reason = f"{failed} of {answer['_shards']['total']} shards gave no answer in time"
        raise EngineUnavailable(f"the search cluster could not answer: {reason}", where=_places(url))
