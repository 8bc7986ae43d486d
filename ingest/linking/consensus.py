"""Whether two groups of rulings state the same: what most of their members are to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ingest.linking.judge import judge
from ingest.linking.profile import Profile
from ingest.model import Relation

ASKED = 4
"""How many of each group are asked at the most."""
MAJORITY = 0.5


class Consensus:
    """Asks members of two groups what they are to each other: one pair alike makes no family of two groups.

    Each step of a chain may be right and its ends say different things.
    """

    def __init__(self, profiles: Mapping[str, Profile], relations: Iterable[Relation]) -> None:
        self._profiles = profiles
        self._joins = {(r.a, r.b): r.kind in ("same", "reworded") for r in relations}

    def agree(self, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether at least half of the pairs asked say the same.

        That two in different languages are not found alike says little: it counts for nothing.
        """
        pairs = [(a, b) for a in _some(one) for b in _some(other)]
        said = [same for pair in pairs if (same := self._same(*pair)) or self._share_a_language(*pair)]
        return sum(said) >= MAJORITY * len(said) if said else False

    def _share_a_language(self, a: str, b: str) -> bool:
        return not self._profiles[a].wordings.keys().isdisjoint(self._profiles[b].wordings)

    def _same(self, a: str, b: str) -> bool:
        pair = (a, b) if a < b else (b, a)
        if pair not in self._joins:
            verdict = judge(self._profiles[pair[0]], self._profiles[pair[1]])
            self._joins[pair] = verdict is not None and verdict.kind in ("same", "reworded")
        return self._joins[pair]


def _some(group: Sequence[str]) -> list[str]:
    """A few of a group, from all over it."""
    few = min(len(group), ASKED)
    return [group[at * len(group) // few] for at in range(few)]
