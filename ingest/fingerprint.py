"""Hashes of all that goes into a build and of all that comes out: both repeat from build to build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from ingest.collect import Found
from ingest.files import canonical_hash, hashes, sha256_or_none
from ingest.linking.link import Linked
from ingest.model import Finding
from ingest.paths import HERE
from ingest.store.schema import dumps, ruling_json


def content_hash(linked: Linked, findings: Iterable[Finding]) -> str:
    """A hash of all that the sources and the catalogue come to; it repeats from build to build."""
    digest = hashlib.sha256()
    for ruling in linked.rulings:
        digest.update(ruling_json(ruling).encode() + b"\n")
    digest.update(dumps([[family.id, family.rulings] for family in linked.families]).encode())
    digest.update(dumps([[r.a, r.b, r.kind] for r in linked.relations]).encode())
    digest.update(dumps([[f.check, f.severity, f.ruling, f.lang, f.span] for f in findings]).encode())
    return digest.hexdigest()


def inputs_hash(files: Sequence[Found], catalogue_dir: Path) -> str:
    """A hash of all that goes in: the sources, the catalogue, and the code that reads them."""
    held = {path: sha256_or_none(path) for path in {file.path for file in files}}
    named = {file.name: held[file.path] for file in files}
    return canonical_hash([named, hashes(catalogue_dir), code_hash()])


@cache
def code_hash() -> str:
    """A hash of the code of `ingest`: a changed rule is a changed input."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*.py")):
        digest.update(path.relative_to(HERE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
