"""What else a ruling may speak of where a question names a term, from `associations.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from ingest.errors import CatalogueError

FILE = "associations.toml"


def load_associations(folder: Path) -> dict[str, tuple[str, ...]]:
    """For each term the others that may stand for it in an answer; nothing where there is no file."""
    file = folder / FILE
    if not file.is_file():
        return {}
    try:
        table = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(str(error), where=FILE) from error
    for id_, others in table.items():
        if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
            raise CatalogueError("not a list of term ids", where=f"{FILE} {id_}")
    return {id_: tuple(others) for id_, others in table.items()}


def unknown_associations(associations: Mapping[str, tuple[str, ...]], known: Mapping[str, object]) -> list[str]:
    """The ids that no term has, one line each; nothing where all are known.

    >>> unknown_associations({"die": ("leaves",)}, {"die": ...})
    ['die: no term leaves']
    """
    named = [(id_, one) for id_, others in associations.items() for one in (id_, *others)]
    return sorted({f"{id_}: no term {one}" for id_, one in named if one not in known})
