"""The glossary's terms that a word leaves. No HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ingest.languages import fold
from ingest.model import Term

if TYPE_CHECKING:
    from app.services import Knowledge


def named_like(knowledge: Knowledge, q: str) -> list[Term]:
    """The terms one of whose names or forms holds a word, in the glossary's order; all for a blank one."""
    folded = fold(q).text.strip()
    return [term for term in knowledge.terms.values() if not folded or _holds(term, folded)]


def _holds(term: Term, folded: str) -> bool:
    forms = [form for held in (term.forms, term.deprecated) for some in held.values() for form in some]
    return any(folded in fold(form).text for form in (*term.names.values(), *forms))
