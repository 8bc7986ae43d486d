"""What terms mean, in our own words: read from `data/catalogue/definitions.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ingest.errors import CatalogueError
from ingest.model import LANGUAGES

FILE = "definitions.toml"
LONGEST = 240
NO_DEFINITION: Mapping[str, str] = {}


@lru_cache(maxsize=4)
def load_definitions(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """The definition of each term that has one, in every language, by the term's id; none without the file."""
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise CatalogueError(f"definitions cannot be read: {problem}", where=FILE) from problem
    for term, said in found.items():
        if set(said) != set(LANGUAGES) or any(not text or len(text) > LONGEST for text in said.values()):
            raise CatalogueError(
                f"{term} needs one short sentence in each of {', '.join(LANGUAGES)}", where=FILE, hint="or leave it out"
            )
    return found
