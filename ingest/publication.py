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
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from urllib.parse import quote

from ingest.errors import RosettaError, SnapshotError
from ingest.files import sha256_or_none, sync
from ingest.index.opensearch import loading
from ingest.index.opensearch.cluster import Cluster, Publication
from ingest.index.opensearch.engine import PLACE, TABLES, mark
from ingest.snapshot import COMPARED, INDEX, KEEP, MANIFEST, Home, Manifest, Snapshot

VOCABULARY = tuple(
    f"{INDEX}/{TABLES}/{names}.{array}.npy"
    for names in ("terms", "concepts")
    for array in ("names", "starts", "weights")
)
"""The arrays of a snapshot's own index that a server needs beside a cluster."""
_DERIVED = (f"{INDEX}/{TABLES}/", f"{INDEX}/whoosh/", f"{COMPARED}/")
_SECONDS = 30.0
_LARGEST = 16 << 30
_CHUNK = 1 << 20

Progress = Callable[[str], None]


def publish(
    snapshot: Snapshot, cluster: Cluster, records: Path, *, replicas: int = 1, progress: Progress = print
) -> Publication:
    """What now serves: the snapshot in the cluster and its record in the folder `records`.

    Raises `EngineUnavailable` or `SnapshotError`; then the publication before serves on.
    """
    name = snapshot.name.lower()
    snapshot.verify()
    cluster.drop(name)  # what is left of a load that was killed
    mark(snapshot.path / INDEX, name)
    progress("laying out the record")
    manifest = _lay_out(snapshot, records)
    progress("filling the indices")
    meta = {"snapshot": snapshot.name, "manifest": manifest}
    loading.load(cluster, name, snapshot.path / INDEX / TABLES, meta, replicas=replicas)
    cluster.serve(name)
    for old in cluster.publications()[:-KEEP]:
        cluster.drop(old.name)
        shutil.rmtree(records / str(old.meta.get("snapshot", "-")), ignore_errors=True)
    return Publication(name, meta)


def _lay_out(snapshot: Snapshot, records: Path) -> str:
    """The hash of the manifest of what was laid out, in one step, for servers to fetch."""
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
    return hashlib.sha256(text.encode()).hexdigest()


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


class Follower:
    """Keeps a server's home at what the cluster serves."""

    def __init__(self, home: Home, cluster: Cluster, records: str) -> None:
        self._home, self._cluster, self._records = home, cluster, records.rstrip("/")

    def follow(self) -> None:
        """Fetch what serves where the home does not have it, and make it the home's current snapshot.

        Raises `EngineUnavailable` where the cluster is silent, `SnapshotError` where the record is not
        what was published; the home stays as it was.
        """
        serving = self._cluster.serving()
        if serving is None:
            return
        name = str(serving.meta["snapshot"])
        if self._home.current_name() == name and self._holds(name):
            return
        with self._home.lock(wait=_SECONDS):
            if not self._holds(name):
                self._fetch(name, str(serving.meta["manifest"]))
            self._home.point(name)
            self._home.prune()

    def _holds(self, name: str) -> bool:
        return (self._home.snapshots / name / INDEX / PLACE).is_file()

    def _fetch(self, name: str, digest: str) -> None:
        with self._home.writing() as aside:
            self._take(name, MANIFEST, aside, digest)
            manifest = Manifest(**json.loads((aside / MANIFEST).read_text(encoding="utf-8")))
            for file, expected in manifest.files.items():
                self._take(name, file, aside, expected)
            sync(*aside.rglob("*"), aside)
            self._home.snapshots.mkdir(exist_ok=True)
            place = self._home.snapshots / manifest.name
            shutil.rmtree(place, ignore_errors=True)
            aside.rename(place)

    def _take(self, name: str, file: str, aside: Path, digest: str) -> None:
        """One file of a publication, as it was laid out or not at all."""
        target = aside / file
        if aside.resolve() not in target.resolve().parents:
            raise SnapshotError("names a file outside of it", where=f"{self._records}/{name}")
        target.parent.mkdir(parents=True, exist_ok=True)
        _download(self._records, f"{name}/{file}", target)
        if sha256_or_none(target) != digest:
            raise SnapshotError("not what was published", where=f"{self._records}/{name}/{file}")


def _download(records: str, file: str, target: Path) -> None:
    try:
        if not records.startswith(("http://", "https://")):
            _copy(Path(records) / file, target)
            return
        with (
            urllib.request.urlopen(f"{records}/{quote(file)}", timeout=_SECONDS) as answer,  # noqa: S310 # http(s) only, above
            target.open("wb") as out,
        ):
            taken = 0
            while part := answer.read(_CHUNK):
                taken += out.write(part)
                if taken > _LARGEST:
                    raise SnapshotError("too large", where=f"{records}/{file}")
    except OSError as error:
        raise SnapshotError(f"cannot fetch: {error}", where=f"{records}/{file}") from error


def followed(home: Home, records: str | None) -> Follower:
    """The follower that the settings ask for; `RosettaError` where they do not say where records are."""
    if not records:
        raise RosettaError(
            "where records are published is not said", where="ROSETTA_RECORDS", hint="a folder or an http address"
        )
    return Follower(home, Cluster(), records)
