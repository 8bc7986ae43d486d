"""What a build came to, written as a snapshot and published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ingest.additions.kept import Kept
from ingest.catalogue import Catalogue
from ingest.checks.source_changed import lasting
from ingest.files import hashes
from ingest.fingerprint import as_content, code_hash, content_sum
from ingest.indexing import write_index
from ingest.linking.link import Linked
from ingest.linking.remembered import remember
from ingest.lookup import write_lookup
from ingest.model import Finding
from ingest.pack import write_pack
from ingest.reading import Progress, Read
from ingest.snapshot import ADDITIONS, COMPARED, INDEX, PACK, RECORD, Home, Manifest, Snapshot
from ingest.store import write_store
from ingest.store.spans import packed
from ingest.store.writer import Record
from ingest.suggestions import suggestion_keys
from ingest.tokens import Tokens
from ingest.upstream import Past
from ingest.wordbook import write_wordbook


@dataclass(frozen=True, slots=True)
class Come:
    """All that sources and catalogue came to; the entries that were read are only counted, for they are let go."""

    read: Read
    entries: int
    linked: Linked
    findings: Sequence[Finding]
    catalogue: Catalogue
    past: Past
    tokens: Tokens
    kept: Kept | None = None
    """What pages that come later hang on, where any may."""

    def content(self) -> int:
        """The sum that the hash of it is made of: not of the past, so the same sources come to the same."""
        linked = self.linked
        return content_sum(linked.rulings, linked.families, linked.relations, lasting(self.findings))

    def counts(self) -> dict[str, int]:
        """How many there are of each thing."""
        return {
            "sources": len(self.read.sources),
            "entries": self.entries,
            "rulings": len(self.linked.rulings),
            "texts": sum(len(ruling.texts) for ruling in self.linked.rulings),
            "families": len(self.linked.families),
            "findings": len(self.findings),
            "problems": len(self.read.problems),
        }

    def record(self, name: str) -> Record:
        """The record of the snapshot of that name."""
        linked, catalogue, past = self.linked, self.catalogue, self.past.named(name)
        targets = {link.target for ruling in linked.rulings for link in ruling.links if link.kind == "card"}
        cards = {id: card for id in sorted(targets) if (card := catalogue.card(id))}
        return Record(
            rulings=linked.rulings,
            families=linked.families,
            sources=self.read.sources,
            relations=linked.relations,
            cards=cards,
            suggestions=suggestion_keys(linked.rulings, cards, catalogue.terms),
            terms=catalogue.terms,
            findings=self.findings,
            spans=packed(linked.matches, catalogue.terms),
            problems=self.read.problems,
            former=past.former,
            changes=past.changes,
            meta={"snapshot": name},
        )


def write_snapshot(home: Home, come: Come, inputs: str, progress: Progress) -> Snapshot:
    """The published snapshot of what a build came to; `inputs` is the hash of what went in. Needs the lock."""
    progress("writing", 0, 1)
    total = come.content()
    content = as_content(total)
    name = home.new_name(content)
    with home.writing() as aside:
        write_index(aside / INDEX, come.linked, come.findings, come.catalogue, come.tokens)
        _write_record(aside, name, come)
        remember(aside / COMPARED, come.linked.compared, code_hash())
        if come.kept:
            come.kept.save(aside / ADDITIONS, total)
        progress("publishing", 0, 1)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        sources = [source.path for source in come.read.sources]
        manifest = Manifest(name, made, inputs, content, sources, come.counts(), hashes(aside))
        return home.publish(aside, manifest)


def _write_record(aside: Path, name: str, come: Come) -> None:
    """Writes the record, the pack and the wordbook into a folder.

    Not beside the index, which would take a third of the time away: another process copies whatever
    it counts references to, and the two would hold as much again.
    """
    record = come.record(name)
    write_store(aside / RECORD, record)
    write_pack(aside / PACK, come.linked, come.catalogue, record.cards)
    write_wordbook(aside, come.linked, come.catalogue.cards.all(), come.tokens)
    write_lookup(aside / INDEX, record.cards.values(), come.catalogue)
