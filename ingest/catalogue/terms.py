"""The terms of the game and of rulings, read from `data/catalogue/terms`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ingest.errors import CatalogueError
from ingest.languages import fold, language
from ingest.model import LANGUAGES, Names, Term

MECHANIC_KINDS = frozenset({"keyword ability", "keyword action", "ability word"})
"""Kinds that rulings are filed under unless an entry says otherwise."""

PARTS = ("noun", "verb", "adj")
_PLAIN = ("kind", "rule", "mechanic", "siblings", "broader")
UNDOING = {"en": "un", "es": "des"}
"""What a verb of a language begins with where its deed is undone."""
_LISTS = (*PARTS, "forms", "deprecated", "slang", "ambiguous", "undo")


def load_terms(folder: Path) -> dict[str, Term]:
    """All terms by id, from every `*.toml` in `folder/terms`, in order of id."""
    found: dict[str, tuple[str, Term]] = {}
    for file in sorted((folder / "terms").glob("*.toml")):
        for term in _read(file):
            if term.id in found:
                raise CatalogueError(
                    f"{term.id} is also in {found[term.id][0]}", where=file.name, hint="ids are unique"
                )
            found[term.id] = (file.name, term)
    if not found:
        raise CatalogueError("no terms", where=str(folder), hint="expected terms/*.toml")
    return {id_: found[id_][1] for id_ in sorted(found)}


def _read(file: Path) -> Iterator[Term]:
    try:
        tables = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(str(error), where=file.name) from error
    for id_, table in tables.items():
        yield build_term(id_, table, where=f"{file.name} [{id_}]")


def build_term(id_: str, table: Mapping[str, Any], *, where: str = "") -> Term:
    """The term that a table of the catalogue states, its inflections worked out.

    >>> term = build_term("token", {"kind": "object", "en": {"name": "token", "noun": ["token"]}})
    >>> term.forms["en"]
    ('token', 'tokens')
    """
    _check_shape(table, where or id_)
    cells = {lang: table[lang] for lang in LANGUAGES if lang in table}
    kind = table["kind"]
    return Term(
        id=id_,
        kind=kind,
        names={lang: cell["name"] for lang, cell in cells.items()},
        forms=_per_language(cells, _forms),
        deprecated=_per_language(cells, lambda _, cell: cell.get("deprecated", ())),
        slang=_per_language(cells, _slang),
        rule=table.get("rule"),
        siblings=tuple(table.get("siblings", ())),
        ambiguous=_per_language(cells, lambda _, cell: cell.get("ambiguous", ())),
        mechanic=table.get("mechanic", kind in MECHANIC_KINDS),
        broader=tuple(table.get("broader", ())),
    )


def _per_language(cells: Mapping[str, Any], read: Any) -> Names:
    values = ((lang, tuple(dict.fromkeys(read(lang, cell)))) for lang, cell in cells.items())
    return {lang: value for lang, value in values if value}


def _forms(lang: str, cell: Mapping[str, Any]) -> Iterable[str]:
    """The name, exact forms, then inflections, without what other lists hold."""
    taken = {fold(form).text for key in ("ambiguous", "deprecated") for form in cell.get(key, ())}
    regular = {form for part in PARTS for lemma in cell.get(part, ()) for form in language(lang).inflect(lemma, part)}
    ordered = [cell["name"], *cell.get("forms", ()), *sorted(regular)]
    return [form for form in ordered if fold(form).text not in taken]


def _slang(lang: str, cell: Mapping[str, Any]) -> Iterable[str]:
    """What people type, and every form of the verbs whose undoing it is: *unmanifesting* is no word of the rules."""
    undone = {form for lemma in cell.get("undo", ()) for form in language(lang).inflect(lemma, "verb")}
    return [*cell.get("slang", ()), *(UNDOING[lang] + form for form in sorted(undone))]


# --- shape -----------------------------------------------------------------


def _check_shape(table: Mapping[str, Any], where: str) -> None:
    unknown = sorted(set(table) - set(_PLAIN) - set(LANGUAGES))
    if unknown:
        known = ", ".join((*_PLAIN, *LANGUAGES))
        raise CatalogueError(f"unknown key {unknown[0]}", where=where, hint=f"known: {known}")
    if not isinstance(table.get("kind"), str):
        raise CatalogueError("no kind", where=where, hint='add kind = "…"')
    if "name" not in table.get("en", {}):
        raise CatalogueError("no English name", where=where, hint='add en.name = "…"')
    for lang in LANGUAGES:
        if lang in table:
            _check_cell(table[lang], f"{where} {lang}")


def _check_cell(cell: Mapping[str, Any], where: str) -> None:
    unknown = sorted(set(cell) - {"name", *_LISTS})
    if unknown:
        hint = f"known: name, {', '.join(_LISTS)}"
        raise CatalogueError(f"unknown key {unknown[0]}", where=where, hint=hint)
    if not str(cell.get("name", "")).strip():
        raise CatalogueError("no name", where=where, hint="leave the language out where it has none")
    if "undo" in cell and not any(where.endswith(f" {lang}") for lang in UNDOING):
        raise CatalogueError("undo in a language without such verbs", where=where, hint="list the words as slang")
    for key in _LISTS:
        values = cell.get(key, [])
        if not isinstance(values, list) or not all(isinstance(v, str) and v.strip() for v in values):
            raise CatalogueError(f"{key} is not a list of words", where=where)
