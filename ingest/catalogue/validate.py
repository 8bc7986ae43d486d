"""What must hold of the catalogue as a whole: checked by tests, told by `rosetta status`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ingest.catalogue.contexts import ContextRule
from ingest.languages import fold
from ingest.model import LANGUAGES, Term


def flaws(terms: Mapping[str, Term], contexts: Iterable[ContextRule] = ()) -> list[str]:
    """What is wrong, one line each; nothing where the catalogue is sound."""
    rules = tuple(contexts)
    return [
        *(line for lang in LANGUAGES for line in _shared_forms(terms, lang)),
        *_unknown_siblings(terms),
        *_unknown_broader(terms),
        *_unknown_choices(terms, rules),
    ]


def _shared_forms(terms: Mapping[str, Term], lang: str) -> Iterator[str]:
    """Forms that two terms of one language own, unless all but one call them ambiguous."""
    owners: dict[str, dict[str, bool]] = {}
    for term in terms.values():
        for form in (*term.forms.get(lang, ()), *term.deprecated.get(lang, ())):
            owners.setdefault(fold(form).text, {})[term.id] = False
    for form, owned in sorted(owners.items()):
        if len(owned) > 1:
            yield f"{lang} {form}: owned by {', '.join(sorted(owned))}; mark it ambiguous"


def _unknown_siblings(terms: Mapping[str, Term]) -> Iterator[str]:
    for term in terms.values():
        for sibling in term.siblings:
            if sibling not in terms:
                yield f"{term.id}: no sibling {sibling}"
            elif term.id not in terms[sibling].siblings:
                yield f"{term.id}: {sibling} does not name it as a sibling"


def _unknown_broader(terms: Mapping[str, Term]) -> Iterator[str]:
    for term in terms.values():
        for broader in term.broader:
            if broader not in terms:
                yield f"{term.id}: no broader {broader}"
            elif terms[broader].broader:
                yield f"{term.id}: {broader} is itself filed under another"


def _unknown_choices(terms: Mapping[str, Term], rules: Iterable[ContextRule]) -> Iterator[str]:
    for rule in rules:
        if rule.choose in ("", "-"):
            continue
        if rule.choose not in terms:
            yield f"context of {', '.join(sorted(rule.forms))}: no term {rule.choose}"
            continue
        own = {fold(form).text for form in terms[rule.choose].ambiguous.get(rule.lang, ())}
        own |= {fold(form).text for form in terms[rule.choose].forms.get(rule.lang, ())}
        for form in sorted(rule.forms - own):
            yield f"context of {form}: {rule.choose} has no such form in {rule.lang}"
