"""What a row or a unit of an export is: a ruling, and the versions of it that other rulings word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.model import Ruling, Text

_TRUST = {origin: place for place, origin in enumerate(("official", "unstated", "community", "machine"))}

Sayers = Callable[[Ruling], Collection[str]]
"""The ids of the rulings that say the same as one, judged so directly and not by way of a third."""


Group = tuple[Sequence[Ruling], Sequence[Ruling]]
"""The rulings of a family that are wanted, and all of the family, from which they may borrow."""


@dataclass(frozen=True, slots=True)
class Version:
    """A text, and the ruling that words it."""

    text: Text
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Statement:
    """A ruling with its own texts; `borrowed` holds, by language, what it lacks and another ruling words.

    `again` is set where each of its texts stands in another statement of its family already.
    """

    ruling: Ruling
    borrowed: Mapping[str, Version] = field(default_factory=dict)
    again: bool = False

    @property
    def languages(self) -> frozenset[str]:
        """The languages it is worded in."""
        return frozenset((*(text.lang for text in self.ruling.texts), *self.borrowed))

    def version(self, lang: str) -> Version | None:
        """The best version in a language: the ruling's own first."""
        own = self.ruling.text_in(lang)
        return Version(own, self.ruling) if own else self.borrowed.get(lang)

    def versions(self, languages: Iterable[str]) -> list[Version]:
        """The versions in those of the languages that there are."""
        return [version for lang in languages if (version := self.version(lang))]


def statements(groups: Iterable[Group], sayers: Sayers, languages: Collection[str]) -> Iterator[Statement]:
    """Yields the wanted rulings as statements, each with what it lacks and another of its family words."""
    for wanted, family in groups:
        if len(family) > 1:
            yield from _of_family(wanted, family, sayers, languages)
        else:
            yield from map(Statement, wanted)


def _of_family(
    wanted: Sequence[Ruling], family: Sequence[Ruling], sayers: Sayers, languages: Collection[str]
) -> Iterator[Statement]:
    known = {ruling.id: ruling for ruling in family}
    said: set[tuple[str, str]] = set()
    made: dict[str, Statement] = {}
    for ruling in sorted(wanted, key=lambda one: -len({text.lang for text in one.texts})):
        again = all((text.lang, text.body) in said for text in ruling.texts)
        made[ruling.id] = statement = Statement(ruling, _borrowed(ruling, known, sayers, languages), again)
        said |= {(text.lang, text.body) for text in ruling.texts}
        said |= {(version.text.lang, version.text.body) for version in statement.borrowed.values()}
    yield from (made[ruling.id] for ruling in wanted)


def _borrowed(
    ruling: Ruling, known: Mapping[str, Ruling], sayers: Sayers, languages: Collection[str]
) -> dict[str, Version]:
    wanted = [lang for lang in languages if not ruling.text_in(lang)]
    if not wanted:
        return {}
    others = [known[id] for id in sayers(ruling) if id in known and id != ruling.id]
    found: dict[str, Version] = {}
    for lang in wanted:
        worded = [Version(text, other) for other in others if (text := other.text_in(lang))]
        if worded:
            found[lang] = min(worded, key=lambda version: _distance(version, ruling))
    return found


def _distance(version: Version, ruling: Ruling) -> tuple[int, int, str]:
    """How far a version is from what one would choose: of the best origin, then of the nearest day."""
    days = [one.date.toordinal() if one.date else 0 for one in (version.ruling, ruling)]
    return _TRUST[version.text.origin], abs(days[0] - days[1]), version.text.id
