"""Other engines over the same tokens: SQLite FTS5, Tantivy, and Whoosh's own searcher.

Each is asked, from Python and with the making of the query counted, for the best twenty with their scores
and, as our answers say it, how many there are in all; so is our engine, which gives the ids of families
where the others give their own numbers of texts. What it takes with the five facets and the reasons of a
page, which the others do not give, is measured apart.
"""

from __future__ import annotations

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from app.cli.bench.tokens import TOP, Asked, Tokens


class Missing(Exception):
    """An engine that is not installed; the message says how to get it."""


class Rival(ABC):
    """An engine to compare with. `most` bounds how many questions of a kind it is asked."""

    name: ClassVar[str]
    most: ClassVar[int] = 10_000

    def __init__(self, tokens: Tokens, folder: Path) -> None:
        self._tokens = tokens

    @abstractmethod
    def search(self, asked: Asked) -> int | None:
        """How many texts answer, None where it was not counted."""

    def takes(self, asked: Asked) -> bool:
        """Whether it can answer a question of this kind."""
        return True

    def close(self) -> None:
        """Gives back what it holds."""
        return


class Fts5(Rival):
    """SQLite's full-text index."""

    name = "SQLite FTS5"

    def __init__(self, tokens: Tokens, folder: Path) -> None:
        super().__init__(tokens, folder)
        self._database = sqlite3.connect(folder / "fts5.sqlite", isolation_level=None)
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.execute("CREATE VIRTUAL TABLE texts USING fts5(terms, literal, mechanics, content='')")
        rows = ((_said("t", r.terms), _said("t", r.literal), _said("m", r.mechanics)) for r in tokens.rows())
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO texts(terms, literal, mechanics) VALUES (?, ?, ?)", rows)
        self._database.execute("COMMIT")
        self._database.execute("INSERT INTO texts(texts) VALUES ('optimize')")

    def search(self, asked: Asked) -> int | None:
        """How many texts answer."""
        match = (self._match(asked),)
        self._database.execute(
            "SELECT rowid, rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 20", match
        ).fetchall()
        return self._database.execute("SELECT count(*) FROM texts WHERE texts MATCH ?", match).fetchone()[0]

    def _match(self, asked: Asked) -> str:
        if asked.row:
            return f'literal : "{_said("t", self._tokens.numbers([term for term, _ in asked.row]))}"'
        words = f"terms : ({' OR '.join(f't{n}' for n in self._tokens.numbers(asked.terms))})"
        return f"mechanics : m{self._tokens.mechanic(asked.mechanic)} AND {words}" if asked.mechanic else words

    def close(self) -> None:
        """Closes the database."""
        self._database.close()


class Tantivy(Rival):
    """The Rust library, through its Python package."""

    name = "Tantivy"

    def __init__(self, tokens: Tokens, folder: Path) -> None:
        super().__init__(tokens, folder)
        try:
            import tantivy
        except ImportError as error:
            raise Missing("Tantivy is not installed: pip install tantivy") from error
        self._module: Any = tantivy
        builder = tantivy.SchemaBuilder()
        for field, kept in (("terms", "freq"), ("literal", "position"), ("mechanics", "basic")):
            builder.add_text_field(field, stored=False, tokenizer_name="whitespace", index_option=kept)
        self._schema = builder.build()
        (folder / "tantivy").mkdir()
        index = tantivy.Index(self._schema, path=str(folder / "tantivy"))
        self._fill(index, tokens)
        index.reload()
        self._searcher = index.searcher()

    def _fill(self, index: Any, tokens: Tokens) -> None:
        writer = index.writer(heap_size=200_000_000, num_threads=1)
        for row in tokens.rows():
            document = self._module.Document()
            document.add_text("terms", _said("t", row.terms))
            document.add_text("literal", _said("t", row.literal))
            document.add_text("mechanics", _said("m", row.mechanics))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    def search(self, asked: Asked) -> int | None:
        """How many texts answer."""
        found = self._searcher.search(self._query(asked), TOP, count=True)
        # Its hits are handed over one by one, when they are asked for.
        for score, address in found.hits:
            _ = score, address.doc
        return found.count

    def _query(self, asked: Asked) -> Any:
        query, occur = self._module.Query, self._module.Occur
        if asked.row:
            numbers = self._tokens.numbers([term for term, _ in asked.row])
            said = [f"t{number}" for number in numbers]
            # The library refuses a phrase of one word.
            several = len(said) > 1
            return query.phrase_query(self._schema, "literal", said) if several else self._term("literal", said[0])
        words = query.boolean_query(
            [(occur.Should, self._term("terms", f"t{n}")) for n in self._tokens.numbers(asked.terms)]
        )
        if not asked.mechanic:
            return words
        about = query.const_score_query(self._term("mechanics", f"m{self._tokens.mechanic(asked.mechanic)}"), 0.0)
        return query.boolean_query([(occur.Must, about), (occur.Must, words)])

    def _term(self, field: str, term: str) -> Any:
        return self._module.Query.term_query(self._schema, field, term)


class WhooshSearcher(Rival):
    """Whoosh as it comes, over the postings that our index holds; it keeps no facets."""

    name = "Whoosh's searcher"
    most = 20

    def __init__(self, tokens: Tokens, folder: Path) -> None:
        super().__init__(tokens, folder)
        from whoosh.index import open_dir

        self._searcher = open_dir(str(tokens.whoosh)).searcher()

    def search(self, asked: Asked) -> int | None:
        """None: to count costs it a second search."""
        from whoosh.query import Or, Phrase, Term

        if asked.row:
            query: Any = Phrase("terms", [term for term, _ in asked.row])
        else:
            query = Or([Term("terms", term) for term in asked.terms])
        list(self._searcher.search(query, limit=TOP))
        return None

    def takes(self, asked: Asked) -> bool:
        """Not those with a filter."""
        return asked.mechanic is None

    def close(self) -> None:
        """Closes the index."""
        with contextlib.suppress(OSError):
            self._searcher.close()


RIVALS: tuple[type[Rival], ...] = (Tantivy, Fts5, WhooshSearcher)


def _said(letter: str, numbers: Any) -> str:
    return " ".join(f"{letter}{number}" for number in numbers)
