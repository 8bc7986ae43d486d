"""What a concordance is of: a term of the glossary, or words as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.search.expand import expand
from app.search.parse import parse
from app.search.request import SearchRequest
from ingest.index.contract import MAX_WINDOW, Clause, Plan, Scope
from ingest.model import LANGUAGES, Span, Term, Text

if TYPE_CHECKING:
    from app.services import Knowledge


@dataclass(frozen=True, slots=True)
class Subject:
    """A term, or None for words that the glossary does not have; `lang` is where it is looked for."""

    words: str
    lang: str
    term: Term | None

    def spans(self, knowledge: Knowledge, text: Text, terms: list[tuple[str, int, int]]) -> list[Span]:
        """Where it stands in a text, whose terms are given."""
        if self.term:
            return [(start, end) for id, start, end in terms if id == self.term.id]
        return literal(knowledge, self.words, text)


def subject_of(knowledge: Knowledge, words: str, lang: str | None) -> Subject:
    """What is meant: a term by its id or any of its names and forms, else the words as they stand."""
    words = " ".join(words.split())
    if term := knowledge.terms.get(words):
        return Subject(words, lang or _spoken(term), term)
    whole = [one for one in knowledge.finder.find_query(words, lang or "und") if one.end - one.start >= len(words)]
    best = next((one for one in whole if one.lang == lang), whole[0] if whole else None)
    if best:
        return Subject(words, lang or best.lang, knowledge.terms[best.target])
    return Subject(words, lang or _language(knowledge, words), None)


def rulings_with(knowledge: Knowledge, subject: Subject, most: int) -> tuple[int, list[str]]:
    """How many rulings hold it in its language, and the ids of the newest of them."""
    plan = _plan(knowledge, subject)
    ids: list[str] = []
    total = 0
    for offset in range(0, most, MAX_WINDOW):
        answer = knowledge.engine.search(_at(plan, offset))
        total = answer.total
        ids += [row.id for row in answer.rows]
        if offset + MAX_WINDOW >= total:
            break
    return total, ids


def literal(knowledge: Knowledge, words: str, text: Text) -> list[Span]:
    """Where words stand in a text, whole words, whatever their case."""
    language = knowledge.languages.of(text.lang)
    folded, wanted = language.fold(text.body), language.fold(words).text.strip()
    found, at = [], folded.text.find(wanted) if wanted else -1
    while at >= 0:
        if language.is_boundary(folded.text, at) and language.is_boundary(folded.text, at + len(wanted)):
            found.append(folded.span(at, at + len(wanted)))
        at = folded.text.find(wanted, at + 1)
    return found


def _plan(knowledge: Knowledge, subject: Subject) -> Plan:
    scope = Scope(langs=(subject.lang,))
    if subject.term:
        return Plan((Clause(concepts=((subject.term.id, 1.0),)),), scope, sort="date", collapse="none", facet_values=1)
    quoted = subject.words.replace('"', " ")
    plan = expand(knowledge, parse(f'"{quoted}"'), SearchRequest(q=quoted, sort="date", collapse="none")).plan
    return Plan(plan.clauses, scope, sort="date", collapse="none", facet_values=1)


def _at(plan: Plan, offset: int) -> Plan:
    return Plan(plan.clauses, plan.scope, plan.sort, plan.collapse, offset, MAX_WINDOW, plan.facet_values)


def _spoken(term: Term) -> str:
    return next((lang for lang in LANGUAGES if lang in term.names), LANGUAGES[0])


def _language(knowledge: Knowledge, words: str) -> str:
    return expand(knowledge, parse(words), SearchRequest(q=words)).query.language
