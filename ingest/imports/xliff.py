"""XLIFF 2 that comes back: a unit's segments joined again, its notes saying which texts they were."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ingest.imports.base import Given, Reader, Unit
from ingest.imports.xml import local, parsed
from ingest.languages import canonical


class XliffReader(Reader):
    """XLIFF 2.0 and 2.1; inline elements are read as the text in them, `cp` as its character."""

    id = "xliff"
    suffixes = (".xlf", ".xliff")

    def read(self, data: bytes) -> Iterator[Unit]:
        root = parsed(data)
        if local(root) != "xliff" or not (root.get("version") or "").startswith("2."):
            raise ValueError("not XLIFF 2")
        langs = {side: canonical(root.get(name) or "") for side, name in (("source", "srcLang"), ("target", "trgLang"))}
        for unit in (one for one in root.iter() if local(one) == "unit"):
            texts = {lang: given for side, lang in langs.items() if lang and (given := _side(unit, side))}
            if texts:
                yield Unit(unit.get("name"), texts)


def _side(unit: Element, side: str) -> Given | None:
    """One side of a unit, its segments joined; None where there is none."""
    parts = [part for part in unit if local(part) in ("segment", "ignorable")]
    # What lies between segments may have no target of its own: it is then the source's.
    read = [
        next((one for one in part if local(one) == side), part[0] if local(part) == "ignorable" and len(part) else None)
        for part in parts
    ]
    if not any(local(one) == side for one in read if one is not None):
        return None
    body = "".join(_words(one) for one in read if one is not None)
    note = "text-id" if side == "target" else "source-text-id"
    ids = [one.text for one in unit.iter() if local(one) == "note" and one.get("category") == note]
    return Given(body, ids[0] if ids else None)


def _words(element: Element) -> str:
    if local(element) == "cp":
        return chr(int(element.get("hex") or "FFFD", 16))
    return (element.text or "") + "".join(_words(one) + (one.tail or "") for one in element)
