"""A published knowledge base on the three nodes, and servers over it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from ingest.index.opensearch.cluster import Cluster
from ingest.publication import Follower, publish
from ingest.snapshot import Home, Snapshot
from tests.cluster.nodes import Nodes, cluster


@pytest.fixture(scope="session")
def nodes() -> Nodes:
    """Three nodes that found each other."""
    return cluster()


@pytest.fixture
def client_of_nodes(nodes: Nodes) -> Iterator[Cluster]:
    """The product's client of the nodes."""
    made = Cluster(nodes.url, seconds=60)
    yield made
    made.close()


@dataclass(frozen=True)
class Site:
    """One publisher and the folder that servers fetch records from."""

    builder: Home
    records: Path

    def publish(self, client: Cluster, snapshot: Snapshot | None = None, replicas: int = 2) -> str:
        """The name of the snapshot that now serves."""
        found = snapshot or self.builder.sound()
        assert found is not None
        publish(found, client, self.records, replicas=replicas, progress=lambda stage: None)
        return found.name


@pytest.fixture
def site(home: Path, tmp_path: Path, client_of_nodes: Cluster) -> Iterator[Site]:
    """The five documents, built in a home of this test's own; what it and others published goes away."""
    _clear(client_of_nodes)
    shutil.copytree(home, tmp_path / "builder")
    yield Site(Home(tmp_path / "builder"), tmp_path / "records")
    _clear(client_of_nodes)


def _clear(client: Cluster) -> None:
    for one in client.publications():
        client.drop(one.name)


@pytest.fixture
def server(nodes: Nodes, site: Site, tmp_path: Path) -> Callable[..., Flask]:
    """Makes app servers, each with an empty home, that know the nodes and the records alone."""
    from app import create_app
    from app.settings import Settings

    def make(name: str = "server", records: str | None = None) -> Flask:
        where = records or str(site.records)
        folder = tmp_path / name
        settings = Settings.from_environment({"ROSETTA_ENGINE": "opensearch", "ROSETTA_RECORDS": where}, home=folder)
        follower = Follower(Home(folder), Cluster(nodes.url), where)
        follower.follow()
        made = create_app(settings=settings)
        made.testing = True
        made.extensions["follower"] = follower
        return made

    return make


def another(home: Home, name: str) -> Snapshot:
    """A second snapshot of the same content under a newer name, as a rebuild would leave it."""
    found = home.sound()
    assert found is not None
    copy = home.snapshots / name
    shutil.copytree(found.path, copy)
    manifest = (copy / "manifest.json").read_text(encoding="utf-8")
    (copy / "manifest.json").write_text(manifest.replace(found.name, name), encoding="utf-8")
    return home.open(name)
