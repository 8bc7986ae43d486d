"""What answers a search, made ready: one version to read, the others with where they stand, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.pages.elsewhere import Place, place_of
from app.pages.facets import named
from app.pages.shown import (
    Named,
    ShownDate,
    ShownRuling,
    ShownText,
    linked_cards,
    linked_terms,
    reading_order,
    shown_ruling,
)
from app.pages.view import Ask
from app.present.urls import anchored
from app.search.findings import doubtful
from app.search.telling import is_small, is_telling, telling_marks
from ingest.languages.scripts import is_han
from ingest.model import Hit, Query, Reason, Ruling, Span, Text


@dataclass(frozen=True, slots=True)
class ShownReason:
    """Why a hit answers: the kind of reason, and the word or name with its language.

    `asked` is the name of what was asked, where the other only stands for it.
    """

    kind: str
    detail: str
    lang: str | None
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A text of a hit: `place` where it is another ruling's, `reworded` where that one says it
    in other words, `doubt` the list of findings where checks doubt its terms."""

    text: ShownText
    place: Place | None
    reworded: bool
    doubt: str


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A family that answers, headed by the ruling of the version one reads first.

    `cards` begin with those of that ruling; `here` says how many those are. `partial` where it holds
    little of what was asked, `missing` what it says nothing of.
    """

    url: str
    date: ShownDate
    main: Version
    others: Sequence[Version]
    more: int
    cards: Sequence[Named]
    here: int
    candidates: Sequence[Named]
    mechanics: Sequence[Named]
    reasons: Sequence[ShownReason]
    partial: bool
    missing: Sequence[ShownReason]


def shown_hit(ask: Ask, hit: Hit, query: Query) -> ShownHit:
    """A hit with the version its reader reads first, and one of each other language."""
    texts = [text for ruling in hit.rulings for text in ruling.texts]
    said = said_forms(ask, query)
    marks = telling_marks(ask.knowledge.languages, hit.marks, texts, said)
    read = _one_per_language(hit.rulings, marks, ask.words.lang)
    # Of a family's many rulings only those are made ready whose words are shown.
    rulings = {ruling.id: shown_ruling(ask, ruling, marks) for ruling, _ in read}
    first, lead = read[0][1], rulings[read[0][0].id]
    chosen = {text.id for _, text in read}
    main, *others = _versions(ask, [_found(rulings[ruling.id], text.id) for ruling, text in read], lead, rulings)
    ordered = sorted(hit.rulings, key=lambda ruling: ruling.id != lead.id)
    cards = [card for ruling in ordered for card in linked_cards(ask, ruling)]
    return ShownHit(
        url=anchored(lead.url, first.id),
        date=lead.date,
        main=main,
        others=others,
        more=len({(text.lang, text.body) for text in texts}) - len(chosen),
        cards=_once(card for card in cards if card.role == "subject"),
        here=len(lead.cards),
        candidates=_once(card for card in cards if card.role == "candidate"),
        mechanics=_once(term for ruling in ordered for term in linked_terms(ask, ruling) if term.role != "listed"),
        reasons=_reasons(ask, hit, query, said),
        partial=hit.partial,
        missing=[_reason(ask, one, query) for one in hit.missing],
    )


def _found(ruling: ShownRuling, id: str) -> ShownText:
    return next(text for text in ruling.texts if text.id == id)


def said_forms(ask: Ask, query: Query) -> set[str]:
    """The forms of the terms that were asked for, as texts may hold them."""
    terms = [term for id in query.concepts if (term := ask.knowledge.terms.get(id))]
    forms = [form for term in terms for some in (*term.forms.values(), *term.deprecated.values()) for form in some]
    named = [name for term in terms for name in term.names.values()]
    return {form for form in (*named, *forms) if not is_small(form)}


def _one_per_language(
    rulings: Sequence[Ruling], marks: Mapping[str, Sequence[Span]], first: str
) -> list[tuple[Ruling, Text]]:
    """A text of each language, the reader's first: the one that matches, and of the ruling that leads."""
    by_language: dict[str, list[tuple[Ruling, Text]]] = {}
    for ruling in rulings:
        for text in ruling.texts:
            by_language.setdefault(text.lang, []).append((ruling, text))
    chosen: list[tuple[Ruling, Text]] = []
    for lang in sorted(by_language, key=lambda lang: reading_order(lang, first)):
        lead = chosen[0][0].id if chosen else ""
        chosen.append(min(by_language[lang], key=lambda one: (one[1].id not in marks, one[0].id != lead)))
    return chosen


def _versions(
    ask: Ask, texts: Sequence[ShownText], lead: ShownRuling, rulings: dict[str, ShownRuling]
) -> list[Version]:
    """The texts with where each stands, where that is not where the hit's head says."""
    apart = any(text.ruling != lead.id for text in texts)
    kinds = {one.b: one.kind for one in ask.knowledge.store.relations(lead.id)} if apart else {}
    doubts = {text.ruling: doubtful(ask.knowledge.store, text.ruling) for text in texts}
    return [
        Version(
            text,
            place_of(rulings[text.ruling], text) if _elsewhere(rulings[text.ruling], lead) else None,
            kinds.get(text.ruling) == "reworded",
            ask.urls.at("/quality", {"ruling": text.ruling}) if text.id in doubts[text.ruling] else "",
        )
        for text in texts
    ]


def _elsewhere(ruling: ShownRuling, lead: ShownRuling) -> bool:
    """Whether a ruling has another date or stands on other cards than the one that leads."""
    heads = [(one.date.iso, {card.id for card in one.cards}) for one in (ruling, lead)]
    return heads[0] != heads[1]


def _once(things: Iterable[Named]) -> list[Named]:
    first: dict[str, Named] = {}
    for thing in things:
        first.setdefault(thing.id, thing)
    return list(first.values())


def _reasons(ask: Ask, hit: Hit, query: Query, said: Iterable[str]) -> list[ShownReason]:
    """Why a hit answers: no word that a term or phrase named before says anyway, and none that says nothing."""
    every = [_reason(ask, reason, query) for reason in hit.reasons]
    whole = [one.detail.casefold() for one in every if one.kind != "word"]
    # A Chinese word is found by its pieces too: what a term says in any language says them.
    whole += [form for form in said if is_han(form[:1])]
    return [one for one in every if _is_worth_saying(ask, one, whole)]


def _is_worth_saying(ask: Ask, reason: ShownReason, whole: Sequence[str]) -> bool:
    if reason.kind == "concept":
        return not is_small(reason.detail)
    if reason.kind != "word":
        return True
    said = any(reason.detail.casefold() in one for one in whole)
    return not said and is_telling(ask.knowledge.languages, reason.detail)


def _reason(ask: Ask, reason: Reason, query: Query) -> ShownReason:
    if reason.kind in ("concept", "related", "card"):
        kind = "card" if reason.kind == "card" else "mechanic"
        asked = named(ask, kind, reason.asked)[0] if reason.asked else ""
        return ShownReason(reason.kind, *named(ask, kind, reason.detail), asked)
    return ShownReason(reason.kind, reason.detail, query.language)
