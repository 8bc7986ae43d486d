"""Hashes of all that goes into a build and of all that comes out: both repeat from build to build."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that goes into a build: the sha256 of each source by its name, the catalogue, the code that reads them."""

    sources: Mapping[str, str | None]
    catalogue: Mapping[str, str]

    @classmethod
    def of(cls, files: Sequence[Found], catalogue_dir: Path) -> Inputs:
        """What goes in; a source that can't be read has no hash."""
        held = {path: sha256_or_none(path) for path in {file.path for file in files}}
        return cls({file.name: held[file.path] for file in files}, hashes(catalogue_dir))

    def hash(self, names: Collection[str] | None = None) -> str:
        """A hash of it all, of the sources only those of some names where any are given."""
        sources = {name: digest for name, digest in self.sources.items() if names is None or name in names}
        return canonical_hash([sources, self.catalogue, code_hash()])


@cache
def code_hash() -> str:
    """A hash of the code of `ingest`: a changed rule is a changed input."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*.py")):
        digest.update(path.relative_to(HERE).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
