"""Which card a page is about, and which cards its rulings only name: always with the basis."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date

from ingest.catalogue import Catalogue
from ingest.linking.card_finder import CardMatch
from ingest.model import Card, Link, Ruling

FULL, SHORT, BOTH_VERSIONS = 3.0, 1.0, 1.0
"""What it says for a card that an entry names it in full, in short, in two languages."""
MECHANIC, DATE = 2.0, 1.5
"""What it says that the page turns on a mechanic the card has, on days the card has rulings of."""
COMMON_EXAMPLE = 2.0
"""A card that so many other cards' rulings name, as their example, says half as much by being named."""
LEAST = 1.0
AHEAD = 1.5
"""How many times the next best the best must be, to be more than a candidate."""
MOST_CANDIDATES = 5


@dataclass(slots=True)
class PageOfCard:
    """The rulings that a page gives under one heading, with what they name and turn on."""

    heading: str | None
    rulings: list[Ruling] = field(default_factory=list)
    days: set[Date] = field(default_factory=set)
    mechanics: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Subject:
    """A card a page is about, or may be: `role` is `subject` or `candidate`."""

    card: str
    basis: str
    role: str
    evidence: str


def subjects(page: PageOfCard, names: Mapping[str, Sequence[CardMatch]], catalogue: Catalogue) -> list[Subject]:
    """The card that a page is about, or the candidates where that is not settled.

    A person's decision comes first, then the heading, then what the texts name
    together with what is known of the cards. `names` are the cards named in each text.
    """
    decided = catalogue.headings.card(page.heading) if page.heading else None
    if decided:
        return [Subject(decided, "decided", "subject", f"heading “{page.heading}”")]
    titled = _titled(page, catalogue)
    scored = _scores(page, names, catalogue, titled)
    if len(titled) == 1:
        return [Subject(titled[0].id, "heading", "subject", f"heading “{page.heading}”")]
    if titled:
        return _settled([one for one in scored if one.card in {card.id for card in titled}], "heading")
    return _settled(scored, "name-in-text")


def _titled(page: PageOfCard, catalogue: Catalogue) -> list[Card]:
    """The cards whose name the heading is; of one name, a card goes before faces and tokens."""
    if not page.heading or catalogue.headings.is_section(page.heading):
        return []
    named = (whole(card, catalogue) for card in catalogue.cards.by_name(page.heading))
    found = {card.id: card for card in named}.values()
    return [card for card in found if card.kind == "card"] or list(found)


def whole(card: Card, catalogue: Catalogue) -> Card:
    """The card that a face or another version belongs to; a card as it is."""
    if card.kind == "card" or not card.oracle_id:
        return card
    return catalogue.cards.by_oracle_id(card.oracle_id) or card


@dataclass(frozen=True, slots=True)
class _Scored:
    card: str
    score: float
    named: float
    full: bool
    reasons: tuple[str, ...]


def _scores(
    page: PageOfCard, names: Mapping[str, Sequence[CardMatch]], catalogue: Catalogue, titled: Sequence[Card]
) -> list[_Scored]:
    stated = {card.id for card in titled}
    points: dict[str, float] = defaultdict(float, dict.fromkeys(stated, FULL))
    full: Counter[str] = Counter()
    short: Counter[str] = Counter()
    for ruling in page.rulings:
        tongues: dict[tuple[str, bool], set[str]] = defaultdict(set)
        for text in ruling.texts:
            for match in names.get(text.id, ()):
                tongues[match.target, match.short].add(text.lang)
        for (card, is_short), langs in tongues.items():
            (short if is_short else full)[card] += 1
            points[card] += (SHORT if is_short else FULL) + BOTH_VERSIONS * (len(langs) > 1)
    scored = [
        _with_facts(page, card, score, full, short, catalogue)
        for card, score in points.items()
        if card in stated or not _token(card, catalogue)
    ]
    return sorted(scored, key=lambda one: (-one.score, one.card))


def _token(card: str, catalogue: Catalogue) -> bool:
    """Whether a card is a token: rulings name those that their card makes, and are of none."""
    found = catalogue.cards.get(card)
    return found is not None and found.kind == "token"


def _with_facts(
    page: PageOfCard, card: str, score: float, full: Counter[str], short: Counter[str], catalogue: Catalogue
) -> _Scored:
    facts = catalogue.facts.of(card)
    named, score = score, score / (1 + facts.elsewhere / COMMON_EXAMPLE)
    reasons = []
    if full[card]:
        reasons.append(f"named in {full[card]} of {len(page.rulings)}")
    if short[card]:
        reasons.append(f"called by its short name in {short[card]}")
    mechanics = [mechanic for mechanic, _ in page.mechanics.most_common() if mechanic in facts.mechanics]
    if mechanics:
        score += MECHANIC * min(1.0, sum(page.mechanics[m] for m in mechanics) / max(1, len(page.rulings)) + 0.25)
        reasons.append(f"has {', '.join(mechanics[:3])}")
    if page.days & facts.days:
        score += DATE * len(page.days & facts.days) / len(page.days)
        reasons.append(f"has rulings of {max(page.days & facts.days).isoformat()}")
    return _Scored(card, score, named, bool(full[card]), tuple(reasons))


def _settled(scored: Sequence[_Scored], basis: str) -> list[Subject]:
    """The best as subject where it is well ahead of the next, else the best few as candidates."""
    scored = [one for one in scored if one.named + one.score >= 2 * LEAST or one.score >= LEAST]
    if not scored:
        return []
    best = scored[0]
    near = [one for one in scored[1:] if one.score * AHEAD > best.score]
    said = basis if best.full or basis == "heading" else "short-name"
    if not near:
        return [Subject(best.card, said, "subject", "; ".join(best.reasons))]
    return [
        Subject(one.card, basis if one.full else "short-name", "candidate", "; ".join(one.reasons))
        for one in [best, *near][:MOST_CANDIDATES]
    ]


def page_links(
    page: PageOfCard, found: Sequence[Subject], names: Mapping[str, Sequence[CardMatch]]
) -> dict[str, list[Link]]:
    """The card links of each ruling of a page: its subject or candidates, and whom it names.

    The span of the first place where a text names the card goes with the link.
    """
    roles = {one.card: one for one in found}
    links: dict[str, list[Link]] = {}
    for ruling in page.rulings:
        named: dict[str, tuple[str, CardMatch]] = {}
        for text in ruling.texts:
            for match in names.get(text.id, ()):
                named.setdefault(match.target, (text.id, match))
        own = [_link(one, named.get(one.card)) for one in found]
        links[ruling.id] = own + list(_mentions(named, roles))
    return links


def _link(subject: Subject, place: tuple[str, CardMatch] | None) -> Link:
    text, match = place if place else (None, None)
    span = (match.start, match.end) if match else None
    lang = match.lang if match else None
    return Link("card", subject.card, subject.basis, subject.role, lang, text, span, subject.evidence)


def _mentions(named: Mapping[str, tuple[str, CardMatch]], roles: Mapping[str, Subject]) -> Iterable[Link]:
    """Links to the cards a ruling names beside its own; a short name that several share is none."""
    own = {(text, match.start) for card, (text, match) in named.items() if card in roles}
    for card, (text, match) in named.items():
        if card not in roles and not match.short and not match.ambiguous and (text, match.start) not in own:
            yield Link("card", card, "name-in-text", "mention", match.lang, text, (match.start, match.end))
