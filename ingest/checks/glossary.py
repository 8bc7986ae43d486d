"""Forms that the glossary advises against, and terms a page says in several ways."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date as Date

from ingest.checks.base import Flaw, Page, PageCheck, Row, TextCheck
from ingest.checks.context import CheckContext
from ingest.linking.finder import Match
from ingest.model import Text

HAN = re.compile("[\u3400-\u9fff]")
NAMED = re.compile(r"(?:costes?|habilidad(?:es)?) de $", re.IGNORECASE)
"""What stands before the name of a mechanic in Spanish."""


class DeprecatedTerm(TextCheck):
    """A form that the glossary marks as not to be used; in an official text that is information.

    The publisher's own texts keep the terms of their day, and nobody here mends them.
    """

    id = "deprecated-term"
    params = ("found", "expected")
    bad = (("zh-Hans", "所结附的牌被编码于该生物上。"),)
    good = (("zh-Hans", "所放逐的牌被赋码于该生物上。"), ("en", "The card is encoded on it."))

    def examine(self, text: Text, date: Date | None, context: CheckContext) -> Iterator[Flaw]:
        for match in context.matches(text):
            expected = context.terms[match.target].names.get(text.lang)
            if match.deprecated and expected and not _of_an_era(match, text, context):
                found = text.body[match.start : match.end]
                severity = "info" if text.origin == "official" else None
                yield Flaw((match.start, match.end), {"found": found, "expected": expected}, expected, severity)


def _of_an_era(match: Match, text: Text, context: CheckContext) -> bool:
    """Whether a rules change left the form behind: then `outdated-wording` says so, with the date."""
    return any(
        found.start() < match.end and match.start < found.end()
        for pattern, _ in context.wordings.of(text.lang)
        for found in pattern.finditer(text.body)
    )


class InconsistentTerm(PageCheck):
    """A page spells one term in several ways that the glossary knows; the rarer ways are named."""

    id = "inconsistent-term"
    severity = "info"
    params = ("term", "found", "usual")

    def survey(self, page: Page, context: CheckContext) -> Iterator[Flaw]:
        ways: dict[tuple[str, str], dict[str, list[tuple[Row, Match]]]] = defaultdict(lambda: defaultdict(list))
        for row in page.rows:
            for match in context.matches(row.text) if row.text.lang != "en" else ():
                if _comparable(match, row.text, context):
                    ways[row.text.lang, match.target][match.form].append((row, match))
        for (lang, term), found in ways.items():
            yield from _flaws(lang, term, found, context)


def _comparable(match: Match, text: Text, context: CheckContext) -> bool:
    """Whether a match is a name as such.

    In Spanish a mechanic's is after `coste de` and `habilidad de`; anywhere else it is inflected.
    """
    if match.ambiguous or match.deprecated or match.lang != text.lang:
        return False
    if text.lang.startswith("zh"):
        return True
    return context.terms[match.target].mechanic and bool(NAMED.search(text.body[: match.start]))


def _flaws(lang: str, term: str, found: Mapping[str, list[tuple[Row, Match]]], context: CheckContext) -> Iterator[Flaw]:
    name = context.terms[term].names.get(lang, "")
    usual = name if name in found else max(found, key=lambda form: len(found[form]))
    english = context.terms[term].names.get("en", term)
    for form, places in found.items():
        for row, match in places if differ(form, usual) else ():
            params = {"term": english, "found": row.text.body[match.start : match.end], "usual": usual}
            yield Flaw((match.start, match.end), params, text=row.text, ruling=row.ruling)


def differ(form: str, usual: str) -> bool:
    """Whether two forms are two spellings of a name: in Chinese a short and a long one.

    One inside the other is the name with something around it, and what shares
    nothing is another word for another place.

    >>> differ("进场", "进战场"), differ("已设谋", "设谋"), differ("disfraz", "disfrazarse")
    (True, False, True)
    """
    if not (HAN.search(form) and HAN.search(usual)):
        return form.lower() != usual.lower()
    short, long = sorted((form, usual), key=len)
    rest = iter(long)
    return short not in long and all(character in rest for character in short)
