"""Agreement that English grammar fixes whatever the text is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date as Date

from ingest.checks.base import Flaw, TextCheck
from ingest.checks.context import CheckContext
from ingest.model import Text

SINGULAR = (
    "game|turn|step|phase|combat|creature|spell|ability|permanent|player|token|card|effect|opponent|land|artifact"
)
VERB = "end|begin|leave|enter|resolve|die|become|cease|lose|gain|go|deal|trigger|happen|remain|fail|apply|have|do"
AUXILIARY = (
    "(?:does|did|do|can|could|may|might|must|will|would|should|shall|to"
    "|let|lets|make|makes|made|cause|causes|have|has|having|see|watch|help)"
)
"""After these a singular subject has the plain verb: `let the game end`."""
CLAUSE = re.compile(
    r"(?<![^\W_])(if|when|whenever|or|after|before|once|as|until|unless) (?:the|that|this|a|an)"
    rf" ({SINGULAR}) ({VERB})(?=[.,;:)]| and | or )",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"(?<![^\W_])(an?) ([A-Za-z]+)(?![^\W_])")
VOWEL_SOUND = re.compile(
    r"(?:[aeiou](?!ni[cfqtv]|ser|se[ds]?$|sing|sur|til|ran|ro|n?e$)|hour|honest|heir|x$)", re.IGNORECASE
)


class SingularVerb(TextCheck):
    """`if the game end`: a singular subject with a plural verb."""

    id = "singular-verb"
    params = ("subject", "verb")
    languages = ("en",)
    bad = (("en", "Reveal it if you leave or the game end."),)
    good = (("en", "Have that creature fight, or let the game end."), ("en", "If the game ends, stop."))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for found in CLAUSE.finditer(text.body):
            before = text.body[: found.start()].rsplit(".", 1)[-1]
            if not re.search(rf"(?<![^\W_]){AUXILIARY}(?![^\W_])[^.;]{{0,40}}$", before):
                yield Flaw(found.span(3), {"subject": found.group(2), "verb": found.group(3)})


class Article(TextCheck):
    """`a ability` or `an creature`."""

    id = "article"
    severity = "info"
    params = ("found",)
    languages = ("en",)
    bad = (("en", "It has a ability."), ("en", "It's an creature."))
    good = (("en", "It has an ability, a unique one, a one-time effect, an X, an hour."),)

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for found in ARTICLE.finditer(text.body):
            article, word = found.groups()
            if len(word) > 3 and word.islower() and (article == "an") != bool(VOWEL_SOUND.match(word)):
                yield Flaw(found.span(), {"found": found.group()})
