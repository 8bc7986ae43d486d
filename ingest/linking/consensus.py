"""Whether two groups of rulings state the same: what most of their members are to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ingest.linking.judge import OWN_CARDS, judge
from ingest.linking.profile import Profile
from ingest.model import Relation

ASKED = 4
"""How many of each group are asked at the most."""
CLOSE = 0.8
"""How alike two may be, that are not the same for some detail, to have no say."""


class Consensus:
    """Asks members of two groups what they are to each other: one pair alike makes no family of two groups.

    Each step of a chain may be right and its ends say different things.
    """

    def __init__(self, profiles: Mapping[str, Profile], relations: Iterable[Relation]) -> None:
        self._profiles = profiles
        self._known = {(r.a, r.b): self._read((r.a, r.b), r.kind, r.score, r.reason) for r in relations}

    def agree(self, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether more of the pairs asked say that they are the same than that they are not.

        Two that are nearly the same have no say, nor have two in different languages that are not found alike.
        Where as many say yes as no, English decides, which translations are made from.
        """
        pairs = [(a, b) for a in _some(one) for b in _some(other)]
        said = [self._says(*pair) for pair in pairs]
        if said.count(True) == said.count(False):
            said = [says for pair, says in zip(pairs, said, strict=True) if self._in_english(*pair)]
        return said.count(True) > said.count(False)

    def _in_english(self, *pair: str) -> bool:
        return all("en" in self._profiles[id].wordings for id in pair)

    def _says(self, a: str, b: str) -> bool | None:
        pair = (a, b) if a < b else (b, a)
        if pair not in self._known:
            verdict = judge(self._profiles[pair[0]], self._profiles[pair[1]])
            told = (verdict.kind, verdict.score, verdict.reason) if verdict else ()
            self._known[pair] = self._read(pair, *told)
        return self._known[pair]

    def _read(self, pair: tuple[str, str], kind: str = "", score: float = 0.0, reason: str = "") -> bool | None:
        if kind in ("same", "reworded"):
            return True
        if reason.startswith(OWN_CARDS):
            return False
        strangers = self._profiles[pair[0]].wordings.keys().isdisjoint(self._profiles[pair[1]].wordings)
        return None if strangers or (kind == "related" and score >= CLOSE) else False


def _some(group: Sequence[str]) -> list[str]:
    """A few of a group, from all over it."""
    few = min(len(group), ASKED)
    return [group[at * len(group) // few] for at in range(few)]
