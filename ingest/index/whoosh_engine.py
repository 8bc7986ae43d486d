"""The embedded index: Whoosh holds schema, postings and positions, tables answer.

At build the postings go into a Whoosh index in one segment, and into the tables
that `engine` maps and scores as whole arrays: from the same arrays, so that the two
are written side by side. Whoosh's own searcher steps through postings one by one
in Python and is never asked.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from whoosh import fields
from whoosh.codec.whoosh3 import W3Codec
from whoosh.index import create_in, open_dir

from ingest.errors import NotPatched, SnapshotError
from ingest.files import copied
from ingest.index.arrays import Names, decode
from ingest.index.contract import Doc
from ingest.index.described import describe
from ingest.index.engine import open_tables
from ingest.index.inversion import Inverted, joined, occurrence_keys
from ingest.index.patching import patch_tables
from ingest.index.table_builder import TableBuilder, write_postings, write_units
from ingest.spread import beside, uncollected

WHOOSH = "whoosh"
_TERMS = "terms"
SEGMENT = ".seg"
"""What the name of a segment ends in: it is never written again."""
SEGMENTS = 20
"""So many pieces an index may have; one more, and it is written as a whole again."""


def _schema() -> fields.Schema:
    return fields.Schema(text_id=fields.STORED(), terms=fields.TEXT(phrase=True, spelling=False))


class WhooshBuilder(TableBuilder):
    """Takes in documents and writes the index of a snapshot."""

    def finish(self, directory: Path) -> None:
        """Write the Whoosh index and its tables into an empty directory.

        Beside each other only where both make arrays and files of arrays: of each object that one of
        two processes looks at, the page it lies on is there twice.
        """
        store = directory / WHOOSH
        store.mkdir(parents=True)
        with uncollected():
            facts, inverted = self._sorted()
            written = write_units(directory, describe(facts), self._shares)
            del facts
            with beside(_write, store, inverted, written.texts.ids):
                write_postings(directory, inverted, written)


def patch(before: Path, after: Path, docs: Sequence[Doc], gone: Iterable[str], shares: Mapping[str, float]) -> None:
    """Writes the index that a whole build would write of the one `before` and of what is no longer as it was there.

    See `patch_tables`. No text goes, so in Whoosh's index only a segment is added. Raises `NotPatched`
    where there are too many of those already, too.
    """
    held = list((before / WHOOSH).iterdir())
    if sum(file.suffix == SEGMENT for file in held) >= SEGMENTS:
        raise NotPatched("the Whoosh index has too many segments")
    new, ids = patch_tables(before, after, docs, gone, shares)
    (after / WHOOSH).mkdir(exist_ok=True)
    for file in held:
        copied(file, after / WHOOSH / file.name)
    if len(ids):
        _add_segment(open_dir(str(after / WHOOSH)), new, ids)


def verify(directory: Path) -> None:
    """Raise `SnapshotError` where tables and Whoosh's postings disagree."""
    engine = open_tables(directory)
    engine.verify()
    try:
        stored = read_postings(directory / WHOOSH)
    except Exception as error:  # Whoosh raises whatever its files make it stumble on.
        raise SnapshotError(f"the Whoosh index is damaged: {error}", where=str(directory)) from error
    held = engine.document_frequency([term.decode(errors="ignore") for term in stored.terms])
    if held != np.diff(stored.starts).tolist():
        raise SnapshotError("tables and Whoosh index disagree", where=str(directory), hint="build again")


# --- writing ---------------------------------------------------------------------


def _write(directory: Path, found: Inverted, text_ids: Names) -> None:
    """Texts and sorted postings into a new index of one segment."""
    _add_segment(create_in(str(directory), _schema()), found, text_ids)


def _add_segment(index: Any, found: Inverted, text_ids: Names) -> None:
    """Texts and sorted postings into one segment more.

    Whoosh's `add_document` would keep a Python tuple per posting and sort them
    through pickled runs on disk; ours are sorted, so they go straight to the writers
    of its codec. Those are the same in every Whoosh since 2.7, but no published
    interface: the version is pinned exactly.
    """
    schema = index.schema
    writer: Any = index.writer(codec=W3Codec())
    lengths = np.bincount(found.texts, weights=np.diff(found.offsets), minlength=len(text_ids)).astype(int).tolist()
    for number, (text_id, length) in enumerate(zip(text_ids.tolist(), lengths, strict=True)):
        writer.perdocwriter.start_doc(number)
        writer.perdocwriter.add_field("text_id", schema["text_id"], decode(text_id), 0)
        writer.perdocwriter.add_field(_TERMS, schema[_TERMS], None, length)
        writer.perdocwriter.finish_doc()
    _write_postings(writer.fieldwriter, schema[_TERMS], found, lengths)
    writer.docnum, writer._added = len(text_ids), True
    writer.commit(merge=False)


def _write_postings(out: Any, terms: Any, found: Inverted, lengths: list[int]) -> None:
    encode = terms.format.encode
    encoded: dict[tuple[int, ...], bytes] = {}  # of those that stand once in a text: others are seldom alike
    out.start_field(_TERMS, terms)
    for term, postings in found.postings():
        out.start_term(term)
        for text, places in postings:
            value = encoded.get(places)
            if value is None:
                value = encode(places)
                if len(places) == 1:
                    encoded[places] = value
            out.add(text, float(len(places)), value, lengths[text])
        out.finish_term()
    out.finish_field()


# --- decoding --------------------------------------------------------------------


def read_postings(directory: Path) -> Inverted:
    """Every posting list of the Whoosh index, decoded; its texts are numbered segment after segment."""
    with open_dir(str(directory)).reader() as reader:
        leaves = [leaf for leaf, _ in reader.leaf_readers()]
        parts = [_read(leaf) for leaf in leaves]
        return parts[0] if len(parts) == 1 else joined(parts, [leaf.doc_count_all() for leaf in leaves])


def _read(reader: Any) -> Inverted:
    terms: list[bytes] = []
    starts, texts, counts, places = (array(kind) for kind in "qiii")
    starts.append(0)
    for term, blocks in _blocks(reader):
        for ids, values in blocks:
            texts.extend(ids)
            for value in values:
                counts.append(len(value))
                places.extend(value)
        terms.append(term)
        starts.append(len(texts))
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(np.array(counts), out=offsets[1:])
    keys = occurrence_keys(np.array(texts), np.array(counts), np.array(places))
    return Inverted(terms, np.array(starts), np.array(texts), offsets, keys)


def _blocks(reader: Any) -> Iterator[tuple[bytes, Iterator[tuple[list[int], list[list[int]]]]]]:
    """Each term with its blocks of texts and places."""
    if not reader.doc_count_all():
        return
    decode = reader.schema[_TERMS].format.decode_positions
    decoded: dict[bytes, list[int]] = {}
    for term in reader.lexicon(_TERMS):
        yield term, _term_blocks(reader.postings(_TERMS, term), decode, decoded)


def _term_blocks(
    matcher: Any, decode: Any, decoded: dict[bytes, list[int]]
) -> Iterator[tuple[list[int], list[list[int]]]]:
    while matcher.is_active():
        # A block at a time: `all_ids` and `next` take a Python step per posting.
        matcher._read_ids()
        matcher._read_values()
        for value in matcher._values:
            if value not in decoded:
                decoded[value] = decode(value)
        yield matcher._ids, [decoded[value] for value in matcher._values]
        matcher._next_block()
