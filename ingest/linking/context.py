"""Which term an ambiguous form is, judged by the words beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ingest.catalogue.contexts import ContextRule
from ingest.linking.lexicon import Found, Owner

NONE = "-"
_REACH = 90
_WORD = re.compile(r"\{[^{}\s]{1,8}\}|[+-]?[\dx*]+/[+-]?[\dx*]+|[^\W_]+(?:'[^\W\d_]+)*|[^\w\s]")
_SIZE = re.compile(r"[+-]?[\dx*]+/[+-]?[\dx*]+")
_SENTENCE_END = {"en": ".;!?", "es": ".;!?", "zh-Hans": "。；！？.;!?"}


class Contexts:
    """The rules of one language, asked which term a form is."""

    def __init__(self, lang: str, rules: Iterable[ContextRule]) -> None:
        self._lang = lang
        self._by_form: dict[str, list[ContextRule]] = {}
        self._by_kind: dict[str, list[ContextRule]] = {}
        for rule in rules:
            if rule.lang != lang:
                continue
            for form in rule.forms:
                self._by_form.setdefault(form, []).append(rule)
            for kind in rule.kinds:
                self._by_kind.setdefault(kind, []).append(rule)

    def choose(self, folded: str, found: Found, *, guess: bool = True) -> tuple[Owner | None, bool]:
        """The owner that the context makes it, if any, and whether that is settled.

        Without `guess`, what is so only where nothing speaks against it stays open.
        """
        around = _Around(self._lang, folded, found)
        for rule in self._by_form.get(folded[found.start : found.end], ()):
            if (guess or rule.before or rule.after) and around.fits(rule):
                return _chosen(rule, found.owners), True
        for owner in found.owners:
            for rule in self._by_kind.get(owner.kind, ()):
                if around.fits(rule):
                    return (None if rule.choose == NONE else owner), True
        return None, False


def _chosen(rule: ContextRule, owners: Sequence[Owner]) -> Owner | None:
    if not rule.choose:
        return owners[0]
    return next((owner for owner in owners if owner.target == rule.choose), None)


class _Around:
    """The words before and after a form, to the ends of its sentence."""

    def __init__(self, lang: str, folded: str, found: Found) -> None:
        self._han = lang == "zh-Hans"
        ends = _SENTENCE_END[lang]
        before = folded[max(0, found.start - _REACH) : found.start]
        after = folded[found.end : found.end + _REACH]
        self._before = before[max(before.rfind(end) for end in ends) + 1 :]
        cuts = [at for end in ends if (at := after.find(end)) >= 0]
        self._after = after[: min(cuts)] if cuts else after
        self._starts = not self._before.strip()
        self._ends = not self._after.strip()

    def fits(self, rule: ContextRule) -> bool:
        """True where the rule holds here."""
        if not rule.before and not rule.after:
            return True
        if self._han:
            return _ends_near(self._before, rule) or _starts_near(self._after, rule)
        if ("<start>" in rule.before and self._starts) or ("<end>" in rule.after and self._ends):
            return True
        return not rule.before.isdisjoint(_last(self._before, rule.within)) or (
            not rule.after.isdisjoint(_first(self._after, rule.within))
        )


def _ends_near(before: str, rule: ContextRule) -> bool:
    return any(needle in before[-(rule.within + len(needle)) :] for needle in rule.before)


def _starts_near(after: str, rule: ContextRule) -> bool:
    return any(needle in after[: rule.within + len(needle)] for needle in rule.after)


def _first(text: str, count: int) -> set[str]:
    return {name for word in _WORD.findall(text)[:count] for name in _names(word)}


def _last(text: str, count: int) -> set[str]:
    return {name for word in _WORD.findall(text)[-count:] for name in _names(word)}


def _names(word: str) -> tuple[str, ...]:
    """A word and the class it belongs to: `<number>`, `<size>`, `<symbol>`."""
    if word.isdigit():
        return word, "<number>"
    if word.startswith("{"):
        return word, "<symbol>"
    if _SIZE.fullmatch(word):
        return word, "<size>"
    return (word,)
