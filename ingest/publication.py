"""A snapshot made common to many servers: its index in a cluster, its record where each can fetch it.

`publish` fills new indices, lays the record out, and only then turns the alias:
whatever fails before leaves what serves as it was. `follow` is a server's part.
A server keeps what it fetched as a snapshot of its own home, so that it goes on
showing rulings while the cluster is away.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

from ingest.errors import RosettaError, SnapshotError
from ingest.files import sha256_or_none, sync
from ingest.index.opensearch import loading
from ingest.index.opensearch.cluster import Cluster, Publication
from ingest.index.opensearch.engine import PLACE, TABLES, mark
from ingest.records import LARGEST, Records
from ingest.snapshot import (
    ADDITIONS,
    COMPARED,
    INDEX,
    KEEP,
    MANIFEST,
    Home,
    Manifest,
    Snapshot,
    is_name,
    read_manifest,
)

VOCABULARY = tuple(
    f"{INDEX}/{TABLES}/{names}.{array}.npy"
    for names in ("terms", "concepts")
    for array in ("names", "starts", "weights")
)
"""The arrays of a snapshot's own index that a server needs beside a cluster."""
_DERIVED = (f"{INDEX}/{TABLES}/", f"{INDEX}/whoosh/", f"{COMPARED}/", f"{ADDITIONS}/")
_SECONDS = 30.0

Progress = Callable[[str], None]


def publish(
    snapshot: Snapshot, cluster: Cluster, records: Path, *, replicas: int = 1, progress: Progress = print
) -> Publication:
    """What now serves: the snapshot in the cluster and its record in the folder `records`.

    Raises `EngineUnavailable` or `SnapshotError`; then the publication before serves on.
    """
    name = snapshot.name.lower()
    snapshot.verify()
    serving = _serving_already(snapshot, cluster, records)
    if serving is not None:
        progress("it serves already")
        cluster.replicate(name, replicas)
        return serving
    cluster.drop(name)  # what is left of a load that was killed
    mark(snapshot.path / INDEX, name)
    progress("laying out the record")
    manifest, size = _lay_out(snapshot, records)
    progress("filling the indices")
    meta = {"snapshot": snapshot.name, "manifest": manifest, "bytes": size}
    loading.load(cluster, name, snapshot.path / INDEX / TABLES, meta, replicas=replicas)
    cluster.serve(name)
    _forget_older(cluster, name, records)
    return Publication(name, meta)


def _serving_already(snapshot: Snapshot, cluster: Cluster, records: Path) -> Publication | None:
    """The publication of this very snapshot, where it serves and is whole: it must not be taken down to be loaded."""
    try:
        serving = cluster.serving()
        if serving is None or serving.meta["snapshot"] != snapshot.name:
            return None
        loading.verify(cluster, serving.name)
    except SnapshotError:
        return None
    laid_out = sha256_or_none(records / snapshot.name / MANIFEST)
    return serving if laid_out == serving.meta.get("manifest") else None


def _forget_older(cluster: Cluster, serving: str, records: Path) -> None:
    """Drop all publications but the newest few and the one that serves, whatever the clocks of publishers say."""
    held = [one for one in cluster.publications() if is_name(one.meta.get("snapshot")) and one.name != serving]
    for old in held[: len(held) - (KEEP - 1)] if len(held) >= KEEP else ():
        cluster.drop(old.name)
        shutil.rmtree(records / str(old.meta["snapshot"]), ignore_errors=True)


def _lay_out(snapshot: Snapshot, records: Path) -> tuple[str, int]:
    """The hash of the manifest of what was laid out, in one step, for servers to fetch; and the bytes of it all."""
    place, aside = records / snapshot.name, records / f".{snapshot.name}"
    shutil.rmtree(aside, ignore_errors=True)
    files: dict[str, str] = {}
    for name, digest in snapshot.manifest.files.items():
        if name in VOCABULARY or not name.startswith(_DERIVED):
            _copy(snapshot.path / name, aside / name)
            files[name] = digest
    marker = f"{INDEX}/{PLACE}"
    _copy(snapshot.path / marker, aside / marker)
    files[marker] = sha256_or_none(aside / marker) or ""
    text = json.dumps(asdict(replace(snapshot.manifest, files=files)), ensure_ascii=False, indent=1)
    (aside / MANIFEST).write_text(text, encoding="utf-8")
    sync(*aside.rglob("*"), aside)
    shutil.rmtree(place, ignore_errors=True)
    aside.rename(place)
    size = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    return hashlib.sha256(text.encode()).hexdigest(), size


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


class Follower:
    """Keeps a server's home at what the cluster serves."""

    def __init__(self, home: Home, cluster: Cluster, records: str) -> None:
        self._home, self._cluster, self._records = home, cluster, Records(records)
        self._sound = ""

    def follow(self) -> None:
        """Fetch what serves where the home does not have it, and make it the home's current snapshot.

        Raises `EngineUnavailable` where the cluster is silent, `SnapshotError` where nothing is published
        or the record is not what was published; the home stays as it was.
        """
        serving = self._cluster.serving()
        if serving is None:
            raise SnapshotError("nothing is published yet", where=self._cluster.url, hint="run rosetta publish")
        name = str(serving.meta["snapshot"])
        if self._home.current_name() == name and self._holds(name):
            return
        with self._home.lock(wait=_SECONDS):
            if not self._holds(name):
                self._fetch(serving)
            self._home.point(name)
            self._home.prune()

    def _holds(self, name: str) -> bool:
        """Whether the home has the snapshot as it was published; looked at in full once."""
        if self._sound != name:
            try:
                self._home.open(name).verify()
            except SnapshotError:
                return False
            self._sound = name
        return (self._home.snapshots / name / INDEX / PLACE).is_file()

    def _fetch(self, serving: Publication) -> None:
        name = str(serving.meta["snapshot"])
        left = min(int(serving.meta.get("bytes", LARGEST)), LARGEST)
        with self._home.writing() as aside:
            left -= self._records.take(f"{name}/{MANIFEST}", aside, MANIFEST, str(serving.meta["manifest"]), left)
            for file, digest in self._published(aside / MANIFEST, name).files.items():
                left -= self._records.take(f"{name}/{file}", aside, file, digest, left)
            sync(*aside.rglob("*"), aside)
            self._home.snapshots.mkdir(exist_ok=True)
            place = self._home.snapshots / name
            shutil.rmtree(place, ignore_errors=True)
            aside.rename(place)

    @staticmethod
    def _published(file: Path, name: str) -> Manifest:
        try:
            return read_manifest(file, name)
        except (ValueError, TypeError) as error:
            raise SnapshotError(
                f"published by another version: {error}", where=name, hint="publish with the version of this server"
            ) from error


def followed(home: Home, records: str | None) -> Follower:
    """The follower that the settings ask for; `RosettaError` where they do not say where records are."""
    if not records:
        raise RosettaError(
            "where records are published is not said", where="ROSETTA_RECORDS", hint="a folder or an http address"
        )
    return Follower(home, Cluster(), records)
