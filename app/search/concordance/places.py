"""The places where a term stands, each with what stands for it in the other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.search.concordance.subject import Subject
from ingest.bitext import Body, rows
from ingest.model import LANGUAGES, Ruling, Span, Text

if TYPE_CHECKING:
    from app.services import Knowledge

Terms = Mapping[str, list[tuple[str, int, int]]]

BATCH = 300
"""Texts whose terms are read at once."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """What stands for the term in another version: `form` is None where nothing is known to.

    `key` is what renderings are counted by, `passage` the part of the text that says what the
    term's sentence says, `likely` that it was told by numbers alone.
    """

    text: Text
    ruling: str
    passage: Span
    span: Span | None = None
    form: str | None = None
    key: str | None = None
    likely: bool = False

    def as_likely(self, span: Span, form: str, key: str) -> Rendering:
        """The same with what it is likely to be."""
        return replace(self, span=span, form=form, key=key, likely=True)


@dataclass(slots=True)
class Place:
    """A term in a text, and its renderings by language; a language without a version is not there."""

    ruling: Ruling
    text: Text
    span: Span
    renderings: dict[str, Rendering]


def places_in(knowledge: Knowledge, subject: Subject, rulings: Sequence[Ruling]) -> list[Place]:
    """The places in some rulings, in their order."""
    found: list[Place] = []
    for start in range(0, len(rulings), BATCH):
        batch = [(one, text, _versions(knowledge, one, subject)) for one in rulings[start : start + BATCH]
                 for text in one.texts if text.lang == subject.lang]  # fmt: skip
        every = {text.id for _, text, others in batch for text in (text, *(other for other, _ in others.values()))}
        terms = knowledge.store.term_spans(sorted(every))
        for ruling, text, others in batch:
            found += _places(knowledge, subject, ruling, text, others, terms)
    return found


def _versions(knowledge: Knowledge, ruling: Ruling, subject: Subject) -> dict[str, tuple[Text, str]]:
    """For each other language the version of the ruling, or of one that says the same."""
    wanted = [lang for lang in LANGUAGES if lang != subject.lang]
    found = {lang: (text, ruling.id) for lang in wanted if (text := ruling.text_in(lang))}
    if len(found) < len(wanted):
        same = [one.b for one in knowledge.store.relations(ruling.id) if one.kind == "same"]
        for other in knowledge.store.rulings(same):
            for lang in wanted:
                if lang not in found and (text := other.text_in(lang)):
                    found[lang] = text, other.id
    return found


def _places(
    knowledge: Knowledge,
    subject: Subject,
    ruling: Ruling,
    text: Text,
    others: Mapping[str, tuple[Text, str]],
    terms: Terms,
) -> Iterator[Place]:
    spans = subject.spans(knowledge, text, list(terms.get(text.id, ())))
    if not spans:
        return
    made = [Place(ruling, text, span, {}) for span in spans]
    for lang, (other, owner) in others.items():
        cut = rows(
            [Body(text.lang, text.body, terms.get(text.id, ())), Body(lang, other.body, terms.get(other.id, ()))]
        )
        for ours, theirs in cut:
            inside = [one for one in made if ours and ours[0] <= one.span[0] and one.span[1] <= ours[1]]
            _render(knowledge, subject, inside, Rendering(other, owner, theirs or (0, 0)), terms)
    yield from made


def _render(knowledge: Knowledge, subject: Subject, inside: list[Place], empty: Rendering, terms: Terms) -> None:
    """Gives each place of a passage what stands for it: the first to the first, and so on."""
    start, end = empty.passage
    id = subject.term.id if subject.term else None
    held = [
        (low, high) for one, low, high in terms.get(empty.text.id, ()) if one == id and start <= low and high <= end
    ]
    for number, place in enumerate(inside):
        rendering = empty
        if held:
            span = held[min(number, len(held) - 1)]
            form = empty.text.body[slice(*span)]
            rendering = replace(empty, span=span, form=form, key=stemmed(knowledge, form, empty.text.lang))
        place.renderings[empty.text.lang] = rendering


def stemmed(knowledge: Knowledge, form: str, lang: str) -> str:
    """What the inflections of a form have in common, by which they are counted together."""
    tokens = knowledge.languages.of(lang).tokens(form)
    stems = {token.start: token.term for token in tokens}
    return " ".join(stems[start] for start in sorted(stems)) if not lang.startswith("zh") else form
