"""Questions drawn from the texts themselves, of each kind that people ask."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.knowledge import Knowledge
from app.search.analysis import words
from ingest.model import Ruling

RARE = (2, 20)
"""A rare word stands in so many texts, from and to."""
COMMON = 0.01
"""A common word stands in at least this share of the texts."""
CLAUSE = (4, 16)
DRAWN = 60
"""How many texts are drawn before a kind is given up as one that these texts do not have."""
_CLAUSE_END = re.compile(r"[，。；：！？、（）「」“”,.;:!?()\s]+")
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the text, and for a filtered one the mechanic that narrows it."""

    kind: str
    text: str
    mechanic: str | None = None


class Drawer:
    """Draws questions of each kind; the same for the same texts and seed."""

    def __init__(self, knowledge: Knowledge, seed: int) -> None:
        self._knowledge = knowledge
        self._chance = random.Random(seed)  # noqa: S311 - chance that repeats
        self._rulings = knowledge.store.count_rulings()
        self._common: list[str] = []

    def draw(self, each: int) -> dict[str, list[Question]]:
        """So many questions of each kind; a kind that the texts do not have is left out."""
        self._common = self._common_words()
        kinds = {kind: list(self._several(kind, draw, each)) for kind, draw in KINDS.items()}
        return {kind: drawn for kind, drawn in kinds.items() if drawn}

    def _several(self, kind: str, draw: Callable[..., Question | None], each: int) -> Iterator[Question]:
        for _ in range(each):
            tries = (draw(self, kind) for _ in range(DRAWN))
            question = next(filter(None, tries), None)
            if question is None:
                return
            yield question

    # --- kinds ---------------------------------------------------------------

    def rare_word(self, kind: str) -> Question | None:
        """One word that few texts hold."""
        held = self._words(self._body("en", "es"))
        rare = [word for word in held if RARE[0] <= self._frequency(word) <= RARE[1]]
        return Question(kind, self._chance.choice(rare)) if rare else None

    def three_words(self, kind: str) -> Question | None:
        """Three words that many texts hold."""
        if len(self._common) < 3:
            return None
        return Question(kind, " ".join(self._chance.sample(self._common, 3)))

    def eight_words(self, kind: str) -> Question | None:
        """Eight words as they follow each other in a text."""
        run = self._run(8)
        return Question(kind, " ".join(run)) if run else None

    def phrase(self, kind: str) -> Question | None:
        """Three to five words in quotes, as they follow each other in a text."""
        body = self._body("en", "es")
        held = body.split()
        length = self._chance.randint(3, 5)
        if len(held) < length:
            return None
        start = self._chance.randrange(len(held) - length + 1)
        said = re.sub(r"[\"“”„«»]", "", " ".join(held[start : start + length]))
        return Question(kind, f'"{said}"')

    def chinese(self, kind: str) -> Question | None:
        """A clause of a Chinese text."""
        clauses = [one for one in _CLAUSE_END.split(self._body("zh-Hans")) if CLAUSE[0] <= len(one) <= CLAUSE[1]]
        return Question(kind, self._chance.choice(clauses)) if clauses else None

    def filtered(self, kind: str) -> Question | None:
        """Two common words of a ruling among the rulings of its mechanic."""
        ruling = self._ruling()
        mechanics = sorted({link.target for link in ruling.links if link.kind == "mechanic" and link.role == "about"})
        said = {word for text in ruling.texts for word in self._words(text.body)}
        held = [word for word in self._common if word in said]
        if not mechanics or len(held) < 2:
            return None
        return Question(kind, " ".join(self._chance.sample(held, 2)), self._chance.choice(mechanics))

    def beginning(self, kind: str) -> Question | None:
        """The first two to five letters of the name of a card, in any language."""
        cards = [link.target for link in self._ruling().links if link.kind == "card"]
        card = self._knowledge.store.card(cards[0]) if cards else None
        if card is None:
            return None
        name = self._chance.choice(sorted(card.names.values()))
        return Question(kind, name[: self._chance.randint(2, 5)].strip() or name)

    # --- inside --------------------------------------------------------------

    def _ruling(self) -> Ruling:
        return self._knowledge.store.list_rulings(self._chance.randrange(self._rulings), 1)[0]

    def _body(self, *langs: str) -> str:
        """A text in one of the languages, empty where the ruling drawn has none."""
        bodies = [text.body for text in self._ruling().texts if text.lang in langs]
        return self._chance.choice(bodies) if bodies else ""

    def _words(self, body: str) -> list[str]:
        return [word.lower() for word in _WORD.findall(body)]

    def _run(self, length: int) -> list[str]:
        held = self._words(self._body("en", "es"))
        if len(held) < length:
            return []
        start = self._chance.randrange(len(held) - length + 1)
        return held[start : start + length]

    def _frequency(self, word: str) -> int:
        """In how many texts the word's likeliest form stands, in any language."""
        terms = [token.alternatives[0][0] for token in words(word, self._knowledge.languages)]
        return max(self._knowledge.engine.document_frequency(terms), default=0)

    def _common_words(self) -> list[str]:
        seen = {word for _ in range(DRAWN) for word in self._words(self._body("en", "es"))}
        least = max(2.0, COMMON * self._knowledge.counts.get("texts", 0))
        return [word for word in sorted(seen) if self._frequency(word) >= least]


KINDS: dict[str, Callable[[Drawer, str], Question | None]] = {
    "one rare word": Drawer.rare_word,
    "three common words": Drawer.three_words,
    "eight-word question": Drawer.eight_words,
    "phrase": Drawer.phrase,
    "Chinese clause": Drawer.chinese,
    "words and a filter": Drawer.filtered,
    "suggestion": Drawer.beginning,
}
"""How a question of each kind is drawn."""
