"""A translation memory that comes back: units by their id, variants by their text's."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ingest.imports.base import Given, Reader, Unit
from ingest.imports.xml import local, parsed
from ingest.languages import canonical

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


class TmxReader(Reader):
    """TMX 1.1 to 1.4: inline elements are read as the text in them."""

    id = "tmx"
    suffixes = (".tmx",)

    def read(self, data: bytes) -> Iterator[Unit]:
        root = parsed(data)
        if local(root) != "tmx":
            raise ValueError(f"its root is {local(root)}, not tmx")
        for unit in (one for one in root.iter() if local(one) == "tu"):
            yield Unit(unit.get("tuid"), dict(_variants(unit)))


def _variants(unit: Element) -> Iterator[tuple[str, Given]]:
    for variant in (one for one in unit if local(one) == "tuv"):
        lang = canonical(variant.get(_LANG) or variant.get("lang") or "")
        segment = next((one for one in variant if local(one) == "seg"), None)
        ids = [one.text for one in variant if local(one) == "prop" and one.get("type") == "x-text-id"]
        if lang and segment is not None:
            yield lang, Given("".join(segment.itertext()), ids[0] if ids else None)
