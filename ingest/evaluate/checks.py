"""Measures the checks: spoilt translations found, good ones left alone."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.checks import CHECKS, CheckContext, CollectionCheck, run_checks
from ingest.checks.base import Check, Pair
from ingest.evaluate.mutations import MUTATIONS
from ingest.evaluate.pairs import Aligned, as_ruling
from ingest.model import Finding

LOUD = ("error", "warning")
FALSE_ALARMS = "false alarms"
EACH = tuple(check for check in CHECKS if not isinstance(check, CollectionCheck))
"""The checks that look at one ruling at a time."""


@dataclass(frozen=True, slots=True)
class Figure:
    """How many of how many, and by which checks."""

    found: int
    of: int
    checks: Mapping[str, int]

    @property
    def share(self) -> float:
        """The share found, 0 of none."""
        return self.found / self.of if self.of else 0.0


def loud(
    aligned: Aligned, context: CheckContext, target: str | None = None, checks: Sequence[Check] = EACH
) -> list[Finding]:
    """The findings of severity error or warning on a translation, or on what stands in for it."""
    findings = run_checks([as_ruling(0, aligned, target)], context, checks)
    return [finding for finding in findings if finding.severity in LOUD and finding.lang == aligned.lang]


def false_alarms(pairs: Iterable[Aligned], context: CheckContext, checks: Sequence[Check] = EACH) -> Figure:
    """How many good translations get an alarm."""
    return _figure([loud(pair, context, checks=checks) for pair in pairs])


def recall(
    name: str,
    pairs: Iterable[Aligned],
    context: CheckContext,
    *,
    seed: int = 1,
    checks: Sequence[Check] = EACH,
    known: Mapping[Aligned, Sequence[Finding]] | None = None,
) -> Figure:
    """How many translations spoilt by a mutation get an alarm they did not have before.

    `known` are the alarms that some pairs have as they are.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable, no secret
    found = []
    for pair in pairs:
        spoilt = MUTATIONS[name](Pair(*as_ruling(0, pair).texts, context), chance)
        if spoilt is not None and spoilt != pair.target:
            alarms = known[pair] if known and pair in known else loud(pair, context, checks=checks)
            before = {_told(finding) for finding in alarms}
            after = loud(pair, context, spoilt, checks)
            found.append([finding for finding in after if _told(finding) not in before])
    return _figure(found)


def _told(finding: Finding) -> tuple:
    """A finding without its place, which a mutation may move."""
    return finding.check, tuple(sorted(finding.params.items()))


def _figure(found: Sequence[Sequence[Finding]]) -> Figure:
    counts: Counter[str] = Counter(check for findings in found for check in {finding.check for finding in findings})
    return Figure(sum(map(bool, found)), len(found), dict(counts.most_common()))


def sample(pairs: Sequence[Aligned], size: int, seed: int) -> list[Aligned]:
    """So many of the pairs, the same for the same seed; all of fewer."""
    return random.Random(seed).sample(list(pairs), min(size, len(pairs)))  # noqa: S311 - repeatable, no secret


def measure(pairs: Sequence[Aligned], context: CheckContext, *, seed: int = 1) -> dict[str, Figure]:
    """Every figure over some pairs, the false alarms first."""
    known = {pair: loud(pair, context) for pair in pairs}
    figures = {FALSE_ALARMS: _figure(list(known.values()))}
    for name in MUTATIONS:
        figures[name] = recall(name, pairs, context, seed=seed, known=known)
    return figures


def compare_with_defects(
    findings: Iterable[Finding], entries: Mapping[str, str], defects: Iterable[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Which listed defects `(entry, kind)` have a finding that such a defect may be, and which have none.

    `entries` gives the name of each text's entry, as the list writes it.
    """
    by_entry: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        if finding.text in entries:
            by_entry[entries[finding.text]].add(finding.check)
    hits, misses = [], []
    for entry, kind in defects:
        (hits if by_entry[entry] & KINDS[kind] else misses).append((entry, kind))
    return hits, misses


KINDS = {
    "glossary_missing": {"terminology", "other-term"},
    "inconsistent_term": {"inconsistent-term", "deprecated-term", "terminology", "card-name"},
    "outdated_term": {"outdated-wording", "deprecated-term"},
    "typo": {"singular-verb", "doubled-word", "article", "spacing"},
    "partial_paren": {"foreign-insertion"},
    "wrong_language": {"wrong-language"},
    "latin_in_zh": {"latin-in-chinese"},
    "duplicate": {"duplicate"},
}
"""The checks that find a kind of defect as the list of known ones names them."""
