"""What checks may ask about: glossary, cards, languages, families, pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ingest.checks.dismissed import Dismissals
from ingest.checks.neighbours import Neighbours
from ingest.checks.polarity import Cues
from ingest.checks.renderings import Renderings
from ingest.checks.wording import Wordings
from ingest.model import Entry, Insertion, Relation, Term, Text


@dataclass(frozen=True)
class CheckContext:
    """Everything a check may look up beside the texts; each part may be absent.

    `pages` gives the entries of each source file, `families` the family of each
    ruling, `insertions` finds foreign spans in a text of a language, `reworded` gives for a
    translation how its source read and reads now, and since when. `glossary` are the
    terms of texts, by id, that were looked for already.
    """

    finder: Any = None
    terms: Mapping[str, Term] = field(default_factory=dict)
    cards: Any = None
    families: Mapping[str, str] = field(default_factory=dict)
    relations: Sequence[Relation] = ()
    pages: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    wordings: Wordings = field(default_factory=Wordings)
    renderings: Renderings = field(default_factory=Renderings)
    neighbours: Neighbours = field(default_factory=Neighbours)
    cues: Cues = field(default_factory=Cues)
    dismissed: Dismissals = field(default_factory=Dismissals)
    card_finder: Any = None
    reworded: Mapping[str, tuple[str, str, str]] = field(default_factory=dict)
    insertions: Callable[[str, str], Sequence[Insertion]] | None = None
    glossary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    @cached_property
    def same(self) -> Mapping[str, Sequence[str]]:
        """The rulings that state the same as a ruling by a relation of their own, by its id."""
        found: dict[str, list[str]] = defaultdict(list)
        for relation in self.relations:
            if relation.kind == "same":
                found[relation.a].append(relation.b)
                found[relation.b].append(relation.a)
        return dict(found)

    def matches(self, text: Text) -> tuple[Any, ...]:
        """The glossary terms of a text in order, none where there is no finder."""
        if text.id in self.glossary:
            return self.glossary[text.id]
        if self.finder is None:
            return ()
        return tuple(self.finder.find(text.body, text.lang, text.insertions))

    def names(self, text: Text) -> Sequence[Any]:
        """The cards named in a text, none where there is no finder of cards."""
        if self.card_finder is None:
            return ()
        return self.card_finder.find(text.body, text.lang, text.insertions)

    def foreign(self, text: Text) -> Sequence[Insertion]:
        """The spans of a text in another language: as read, else looked for now."""
        if text.insertions or self.insertions is None:
            return text.insertions
        return self.insertions(text.body, text.lang)
