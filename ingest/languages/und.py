"""Text of no known language: words as they stand, and nothing guessed."""

from __future__ import annotations

from ingest.languages.base import Weighted
from ingest.languages.latin import LatinLanguage


class Undetermined(LatinLanguage):
    """A language that could not be told, such as that of `2/2.`"""

    tag = "und"
    name = "—"
    codes = ()
    stemmer = "porter"

    def word_terms(self, word: str) -> tuple[str, ...]:
        """The word, without a stem."""
        return tuple(term for term in super().word_terms(word) if "und~" not in term)

    def word_alternatives(self, word: str) -> Weighted:
        """The word and its stem in every language that has stems."""
        return tuple(
            (term, 0.85 if weight == 0.6 else weight)
            for term, weight in super().word_alternatives(word)
            if "und~" not in term
        )

    def inflect(self, lemma: str, part: str) -> set[str]:
        """The lemma itself."""
        return {lemma}
