"""Hashes of all that goes into a build and of all that comes out: both repeat from build to build."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from ingest.collect import Found
from ingest.files import canonical_hash, hashes, sha256_or_none
from ingest.model import Family, Finding, Relation, Ruling
from ingest.paths import HERE
from ingest.store.schema import dumps, ruling_json


def content_sum(
    rulings: Iterable[Ruling], families: Iterable[Family], relations: Iterable[Relation], findings: Iterable[Finding]
) -> int:
    """The sum of the hashes of all that sources come to; it repeats from build to build.

    What comes is added to it, what goes is taken away.

    >>> one, other = (Relation("a", b, "same", "", 1.0) for b in "bc")
    >>> content_sum([], [], [one, other], []) - content_sum([], [], [one], []) == content_sum([], [], [other], [])
    True
    """
    said = chain(
        (ruling_json(ruling) for ruling in rulings),
        ("\n".join(("family", family.id, *family.rulings)) for family in families),
        ("\n".join(("relation", r.a, r.b, r.kind)) for r in relations),
        (dumps([f.check, f.severity, f.ruling, f.lang, f.span]) for f in findings),
    )
    return sum(int.from_bytes(hashlib.sha256(one.encode()).digest(), "big") for one in said)


def as_content(total: int) -> str:
    """The hash that a sum comes to, as hex."""
    return f"{total % (1 << 256):064x}"


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
