"""The nodes: connection, names of versioned indices, the alias that says which serve."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from ingest.errors import RosettaError, SnapshotError
from ingest.index.opensearch.connection import (
    URL_SETTING,
    connect,
    explained,
    patiently,
    places,
    refuse_partial,
)
from ingest.index.opensearch.encoding import UNIT_KINDS, mappings, settings
from ingest.snapshot import is_name

PREFIX = "rosetta"
SECONDS = 3.0
"""A node that takes longer is left for the next, twice: a slow cluster must not fill a server with waiting requests."""
OLDEST = (2, 13)
"""The first version that says how much each named query adds to a score."""
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
        self._client = connect(self.url, seconds, _IN_FLIGHT)
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
        with explained(self.url):
            answer = self._client.search(index=index, body=body, params={"include_named_queries_score": "true"})
            refuse_partial(answer, self.url)
            return {"hits": answer["hits"], "aggregations": answer.get("aggregations", {})}

    # --- indices -----------------------------------------------------------------

    def create(self, name: str, meta: Mapping[str, Any], *, shards: int) -> None:
        """Make the empty indices of a publication, not yet served."""
        body = {"settings": {"index": settings(shards)}, "mappings": mappings(meta)}
        self._require_version()
        with explained(self.url):
            for kind in UNIT_KINDS:
                index = index_name(name, kind)
                # What changes something is given time: asked again by the client it would stand in its own way.
                self._client.indices.create(index=index, body=body, request_timeout=_LOADING_SECONDS)

    def _require_version(self) -> None:
        with explained(self.url):
            said = self._client.info()["version"]["number"]
            if tuple(map(int, said.split(".")[:2])) < OLDEST:
                raise RosettaError(
                    f"nodes of version {said} do not say what each word adds to a score",
                    where=places(self.url), hint=f"OpenSearch {OLDEST[0]}.{OLDEST[1]} and newer do",
                )  # fmt: skip

    def fill(self, name: str, kind: str, documents: Iterable[tuple[str, Mapping[str, Any]]]) -> int:
        """How many documents were taken in, all of them or an error."""
        from opensearchpy.helpers import streaming_bulk

        index = index_name(name, kind)
        actions = ({"_index": index, "_id": at, "_source": document} for at, document in documents)
        with explained(self.url):
            taken = streaming_bulk(
                self._client, actions, chunk_size=1000, max_chunk_bytes=16 << 20,
                max_retries=5, initial_backoff=1, request_timeout=_LOADING_SECONDS,
            )  # fmt: skip
            return sum(1 for worked, _ in taken if worked)

    def settle(self, name: str) -> None:
        """Make what was filled searchable, on as few segments as serve fastest."""
        with explained(self.url):
            for kind in UNIT_KINDS:
                index = index_name(name, kind)
                refresh = partial(self._client.indices.refresh, index=index, request_timeout=_LOADING_SECONDS)
                patiently(refresh)
                merge = partial(self._client.indices.forcemerge, index=index, max_num_segments=1)
                patiently(partial(merge, request_timeout=_LOADING_SECONDS * 5))
                self._set(index, {"refresh_interval": "60s"})
                patiently(refresh)

    def _set(self, index: str, values: Mapping[str, Any]) -> None:
        put = partial(self._client.indices.put_settings, index=index, body={"index": values})
        patiently(partial(put, request_timeout=_LOADING_SECONDS))

    def replicate(self, name: str, replicas: int) -> None:
        """Copy the shards of what was filled, and wait until as many copies serve as there are nodes for.

        Done last: nodes then copy files, where each copy would have to analyse and merge every text again.
        """
        indices = ",".join(index_name(name, kind) for kind in UNIT_KINDS)
        with explained(self.url):
            self._set(indices, {"number_of_replicas": replicas})
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
        with explained(self.url):
            found = self._client.indices.stats(index=f"{PREFIX}-{name}-*", metric="store")
        return int(found["_all"]["total"]["store"]["size_in_bytes"])

    def health(self, name: str) -> str:
        """`green`, `yellow` or `red`: the worst of a publication's indices."""
        with explained(self.url):
            found = self._client.cluster.health(index=f"{PREFIX}-{name}-*")
        return found["status"]

    def drop(self, name: str) -> None:
        """Delete the indices of a publication; those that are not there are no error."""
        with explained(self.url):
            for kind in UNIT_KINDS:
                delete = partial(self._client.indices.delete, index=index_name(name, kind), ignore=[404])
                patiently(partial(delete, request_timeout=_LOADING_SECONDS))

    # --- the alias -----------------------------------------------------------------

    def serve(self, name: str) -> None:
        """Point the aliases at a publication, all in one step."""
        actions: list[Mapping[str, Any]] = []
        for kind in UNIT_KINDS:
            actions.append({"remove": {"index": f"{PREFIX}-*-{kind}", "alias": _alias(kind), "must_exist": False}})
            actions.append({"add": {"index": index_name(name, kind), "alias": _alias(kind)}})
        with explained(self.url):
            self._client.indices.update_aliases(body={"actions": actions}, request_timeout=_LOADING_SECONDS)

    def serving(self) -> Publication | None:
        """The publication that the aliases point at, None where nothing is published.

        Raises `SnapshotError` where they point at something else.
        """
        found = self._mappings(_alias(UNIT_KINDS[0]))
        if not found:
            return None
        if len(found) > 1 or not is_name(found[0].meta.get("snapshot")):
            names = ", ".join(one.name for one in found)
            raise SnapshotError(
                "the alias does not point at one publication", where=f"{_alias(UNIT_KINDS[0])}: {names}",
                hint="run rosetta publish",
            )  # fmt: skip
        return found[0]

    def publications(self) -> list[Publication]:
        """All that was loaded into the cluster, oldest first by the time it was made."""
        found = [one for one in self._mappings(f"{PREFIX}-*-{UNIT_KINDS[0]}") if "created" in one.meta]
        return sorted(found, key=lambda one: (str(one.meta["created"]), one.name))

    def _mappings(self, index: str) -> list[Publication]:
        with explained(self.url):
            found = self._client.indices.get_mapping(index=index, params={"ignore_unavailable": "true"})
            return [
                Publication(
                    name.removeprefix(f"{PREFIX}-").removesuffix(f"-{UNIT_KINDS[0]}"),
                    body["mappings"].get("_meta", {}),
                )
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
