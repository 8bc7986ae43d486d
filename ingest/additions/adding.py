"""What pages that came add to the snapshot of the build before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ingest.addition import Addition
from ingest.additions.before import Before, Profiles
from ingest.additions.coming import Coming
from ingest.additions.feed_pages import pages_with
from ingest.additions.findings import findings_of, found
from ingest.additions.joining import Joined, join
from ingest.additions.kept import Kept, stands
from ingest.additions.order import follows
from ingest.additions.restated import restated
from ingest.additions.shared import Shared
from ingest.additions.stands import Stands
from ingest.analysis import Analysis, Analyst
from ingest.catalogue import Catalogue
from ingest.checks.source_changed import lasting
from ingest.errors import NotPatched
from ingest.fingerprint import content_sum
from ingest.linking.link import Standing, standing
from ingest.linking.spans import TermSpan, TermSpans
from ingest.model import Family, Finding, Relation, Ruling
from ingest.store.spans import MOST_SPANNED

_AT_ONCE = 400


@dataclass(frozen=True, slots=True)
class Added:
    """What is added, the relations among all it touches, and what the next page will hang on.

    `findings` says how many more there are.
    """

    addition: Addition
    among: list[Relation]
    joined: Joined
    kept: Kept
    findings: int


def add(came: Coming, before: Before, catalogue: Catalogue) -> Added:
    """What pages add to what is known of before; raises `NotPatched` where a whole build is called for."""
    assembled, replaced = restated(came.assembled, before)
    came, before = replace(came, assembled=assembled), replace(before, gone=frozenset(one.id for one in replaced))
    analysis, new = _read(came, before, catalogue)
    joined = join(new, before, catalogue, Profiles(new.profiles, before, catalogue))
    findings = found(new.rulings, came, analysis, joined.relations, before)
    addition = replace(_addition(came, new, joined, findings, before, catalogue), replaced=replaced)
    kept, where = before.kept, stands(assembled.entries, new.turns, catalogue)
    kept = replace(
        kept,
        speakers=joined.more.speakers,
        stands=kept.stands.without(before.gone).with_more(Stands.of(where)),
        shared=kept.shared.without(before.gone).with_more(Shared.of(new.rulings)),
        content=kept.content + _content(addition, joined, findings, before),
    )
    more = sum(map(len, findings.values())) - sum(len(findings_of(id, before)) for id in findings.keys() | before.gone)
    return Added(addition, joined.together.among(addition.members), joined, kept, more)


def _read(came: Coming, before: Before, catalogue: Catalogue) -> tuple[Analysis, Standing]:
    """What the new rulings say by themselves, and how they stand."""
    assembled = came.assembled
    finder = before.kept.names.finder(text for ruling in assembled.rulings for text in ruling.texts)
    analyst = Analyst(catalogue, finder)
    stated = [(ruling, assembled.entries[ruling.id]) for ruling in assembled.rulings]
    said, findings, glossary, _ = analyst.analyse(stated)
    analysis = Analysis(findings=findings, context=replace(analyst.context, glossary=glossary))
    return analysis, standing(assembled, catalogue, said, pages_with(assembled, said, before, catalogue))


def _addition(
    came: Coming,
    new: Standing,
    joined: Joined,
    findings: Mapping[str, tuple[Finding, ...]],
    before: Before,
    catalogue: Catalogue,
) -> Addition:
    own = {ruling.id: ruling for ruling in new.rulings}
    beside = _beside(findings.keys() - own.keys() | own.keys() & before.gone, joined, before)
    families = (*joined.families, *beside)
    members = {id: own.get(id) or before.ruling(id) for family in families for id in family.rulings}
    targets = {link.target for ruling in new.rulings for link in ruling.links if link.kind == "card"}
    return Addition(
        rulings=new.rulings,
        follows=follows(came.assembled, before),
        families=families,
        gone=tuple(family.id for family in (*joined.gone, *beside)),
        members=members,
        relations=joined.relations,
        dropped=tuple((one.a, one.b) for one in joined.dropped),
        findings=tuple(one for id in members for one in _of(id, findings, before)),
        matches=_matches(members.values(), new.matches, before),
        cards={id: card for id in sorted(targets) if (card := catalogue.card(id))},
        sources=came.read.sources,
        problems=came.read.problems,
    )


def _of(id: str, findings: Mapping[str, tuple[Finding, ...]], before: Before) -> tuple[Finding, ...]:
    return findings[id] if id in findings else findings_of(id, before)


def _beside(rulings: Iterable[str], joined: Joined, before: Before) -> list[Family]:
    """The families of rulings in which something else is found now, that are not changed themselves."""
    changed = {id for family in joined.families for id in family.rulings}
    ids = {family for id in rulings if id not in changed and (family := before.store.family_of(id))}
    return [family for id in sorted(ids) if (family := before.store.family(id))]


def _matches(rulings: Iterable[Ruling], new: Mapping[str, TermSpans], before: Before) -> dict[str, TermSpans]:
    """The terms in each text of some rulings; of those of before as the record keeps them."""
    texts = [text for ruling in rulings for text in ruling.texts]
    known = [text.id for text in texts if text.id not in new]
    if any(len(text.body) > MOST_SPANNED for text in texts):
        raise NotPatched("the record does not keep all terms of a very long text")
    held: dict[str, TermSpans] = {id: TermSpans(()) for id in known}
    for at in range(0, len(known), _AT_ONCE):
        for id, spans in before.store.term_spans(known[at : at + _AT_ONCE]).items():
            held[id] = TermSpans(TermSpan(start, end, term) for term, start, end in spans)
    return held | {text.id: new[text.id] for text in texts if text.id in new}


def _content(addition: Addition, joined: Joined, findings: Mapping[str, tuple[Finding, ...]], before: Before) -> int:
    """By how much the sum of the content becomes another."""
    was = (one for id in (findings.keys() - addition.new) | before.gone for one in findings_of(id, before))
    now = (one for held in findings.values() for one in held)
    come = content_sum(addition.rulings, joined.families, joined.relations, lasting(now))
    return come - content_sum(addition.replaced, joined.gone, joined.dropped, lasting(was))
