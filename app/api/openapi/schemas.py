"""The shape of every noun and every answer, as JSON Schema."""

from __future__ import annotations

from typing import Any

from app.api.problems import CODES
from app.api.results import TEXTS
from app.search.request import PER_PAGE_MOST
from ingest.model import LANGUAGES, ORIGINS
from ingest.synopsis import LINKS, SOURCES

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer", "minimum": 0}
MAYBE_TEXT: Json = {"type": ["string", "null"]}
MAYBE_DAY: Json = {"type": ["string", "null"], "format": "date"}
LANG: Json = {"type": "string", "description": "A BCP 47 tag.", "examples": [*LANGUAGES]}
URL: Json = {"type": "string", "format": "uri-reference"}


def ref(name: str) -> Json:
    """A reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def shape(description: str, optional: tuple[str, ...] = (), **members: Json) -> Json:
    """An object whose members are always there, but for the optional ones."""
    required = [name for name in members if name not in optional]
    return {
        "type": "object",
        "description": description,
        "properties": members,
        "required": required,
    }


def array(items: Json, most: int | None = None) -> Json:
    """A list of at most `most`."""
    return {"type": "array", "items": items} | ({"maxItems": most} if most else {})


def listed(description: str, key: str, item: str, **more: Json) -> Json:
    """A page of a list."""
    return shape(description, **PAGED, **{key: array(ref(item), PER_PAGE_MOST)}, **more, **WARNINGS)


WARNINGS: Json = {"warnings": array(ref("Warning"))}
PAGED: Json = {
    "total": COUNT,
    "page": {"type": "integer", "minimum": 1},
    "per_page": {"type": "integer", "minimum": 1, "maximum": PER_PAGE_MOST},
    "next": {**URL, "type": ["string", "null"], "description": "The next page of this snapshot."},
}
SPAN: Json = {
    "type": "array",
    "prefixItems": [COUNT, COUNT],
    "minItems": 2,
    "maxItems": 2,
    "description": "Half-open offsets, in code points.",
}
IN_EVERY_LANGUAGE: Json = dict.fromkeys(LANGUAGES, TEXT)
LISTS: Json = {"type": "object", "additionalProperties": array(TEXT)}

LINKS_OF_RULING: Json = {
    "cards": array(ref("LinkedCard"), LINKS),
    "cards_total": COUNT,
    "mechanics": array(ref("LinkedMechanic"), LINKS),
    "mechanics_total": COUNT,
}
RULING: Json = {
    "id": TEXT,
    "date": MAYBE_DAY,
    "family": TEXT,
    "url": URL,
    **LINKS_OF_RULING,
    "texts": array(ref("Text")),
}
LINK: Json = {"id": TEXT, "names": ref("Names"), "basis": TEXT, "role": TEXT}
CARD: Json = {
    "id": TEXT,
    "kind": TEXT,
    "names": ref("Names"),
    "aliases": LISTS,
    "url": URL,
}
MECHANIC: Json = {
    "id": TEXT,
    "kind": TEXT,
    "rule": MAYBE_TEXT,
    "names": ref("Names"),
    "forms": LISTS,
    "deprecated": LISTS,
    "siblings": array(TEXT),
    "url": URL,
}
OF_ITS_RULINGS: Json = {**PAGED, "rulings": array(ref("Ruling"), PER_PAGE_MOST), **WARNINGS}

NOUNS: dict[str, Json] = {
    "Names": shape(
        "A name in every language of the product, null where there is none.",
        **dict.fromkeys(LANGUAGES, MAYBE_TEXT),
    ),
    "Message": shape("Words for people, in every language of the interface.", **IN_EVERY_LANGUAGE),
    "Warning": shape(
        "Something about the request that was not taken as given.",
        code=TEXT,
        param=MAYBE_TEXT,
        detail=TEXT,
        message=ref("Message"),
    ),
    "Source": shape(
        "Where a text was read: file, entry and lines, counted from 1.",
        file=TEXT,
        entry=COUNT,
        first_line=COUNT,
        last_line=COUNT,
        label={**MAYBE_TEXT, "description": "This source's own word for the origin of the text."},
        publisher={**MAYBE_TEXT, "description": "Who published the ruling, where the source says so."},
    ),
    "SourceFile": shape(
        "A file or feed that was read, and what is owed to those who publish it.",
        **dict.fromkeys(("file", "format", "sha256", "attribution", "licence"), TEXT),
    ),
    "Insertion": shape("A span in another language.", start=COUNT, end=COUNT, lang=LANG),
    "Text": shape(
        "One language version of a ruling.",
        id=TEXT,
        lang=LANG,
        body=TEXT,
        origin={"type": "string", "enum": [*ORIGINS]},
        label={**MAYBE_TEXT, "description": "The source's own word for its origin."},
        relation={"type": "string", "enum": ["same", "reworded"]},
        date=MAYBE_DAY,
        insertions=array(ref("Insertion")),
        sources=array(ref("Source"), SOURCES),
        sources_total=COUNT,
        marks={**array(SPAN), "description": "What matched, in `body`."},
    ),
    "LinkedCard": shape("A card that a ruling stands on or names, and why we say so.", **LINK),
    "LinkedMechanic": shape("A mechanic that a ruling is filed under, and why.", **LINK),
    "Ruling": shape("One dated statement in all its versions.", **RULING),
    "Relation": shape(
        "How one ruling relates to another.",
        ruling=TEXT,
        kind={"type": "string", "enum": ["same", "reworded", "parallel", "related"]},
        reason=TEXT,
        url=URL,
    ),
    "Card": shape("A card, and how many rulings stand on it.", **CARD, rulings=COUNT),
    "Mechanic": shape("A mechanic, and how many rulings it has.", **MECHANIC, rulings=COUNT),
    "Term": shape(
        "A term of the glossary: its meaning in our own words, and in how many texts of each language it stands.",
        **MECHANIC,
        definition={"oneOf": [ref("Message"), {"type": "null"}]},
        mechanic={"type": "boolean", "description": "Whether rulings are filed under it."},
        texts={"type": "object", "properties": dict.fromkeys(LANGUAGES, COUNT), "required": [*LANGUAGES]},
        search={**URL, "description": "Where the rulings that hold it are listed."},
    ),
    "Reason": shape("Why a hit answers.", ("asked",), kind=TEXT, detail=TEXT, asked=TEXT),
    "Problem": shape(
        "An error (RFC 9457).",
        ("hint", "param", "request_id"),
        type=URL,
        title=TEXT,
        status={"type": "integer", "minimum": 400, "maximum": 599},
        code={"type": "string", "enum": [*CODES]},
        detail=TEXT,
        hint={**TEXT, "description": "What to do about it."},
        param={**TEXT, "description": "The parameter it is about."},
        request_id=TEXT,
    ),
}

SEARCH: dict[str, Json] = {
    "Query": shape(
        "What was asked, as it was understood.",
        q=TEXT,
        language=LANG,
        concepts=array(TEXT),
        explanation=TEXT,
    ),
    "Facet": shape("How many hits a value would leave.", ("label",), value=TEXT, count=COUNT, label=ref("Names")),
    "Facets": shape(
        "What can narrow the answer.",
        **{name: array(ref("Facet")) for name in ("mechanics", "cards", "languages", "origins", "years")},
    ),
    "Hit": shape(
        "A family of rulings that answers (one ruling under `collapse=none`); `date` is the newest. "
        "`partial`: it holds less than half of what the best hit holds of what was asked, or answers much less well; "
        "`missing`: the terms it lacks. Of the first forty such hits come last.",
        id=TEXT,
        family=TEXT,
        score={"type": "number"},
        date=MAYBE_DAY,
        url=URL,
        **LINKS_OF_RULING,
        texts=array(ref("Text"), TEXTS),
        texts_total=COUNT,
        reasons=array(ref("Reason")),
        partial={"type": "boolean"},
        missing=array(ref("Reason")),
    ),
    "Suggestion": shape(
        "Something that what is typed may mean.",
        kind={"type": "string", "description": "`card`, `mechanic` or `term`."},
        id=TEXT,
        text=TEXT,
        lang=LANG,
        url={**URL, "type": ["string", "null"]},
        start={
            "type": "integer",
            "minimum": 0,
            "description": "Where in `q`, in code points, the words start that it completes.",
        },
    ),
    "Finding": shape(
        "What a check has to say about a text.",
        check=TEXT,
        severity={"type": "string", "enum": ["info", "warning", "error"]},
        ruling=TEXT,
        text=MAYBE_TEXT,
        lang=LANG,
        span={**SPAN, "type": ["array", "null"]},
        sources=array(shape("A file and its entry.", file=TEXT, entry=COUNT), SOURCES),
        message=ref("Message"),
        suggestion=MAYBE_TEXT,
        url=URL,
    ),
    "Change": shape(
        "What a build changed about one text.",
        ("beside",),
        snapshot=TEXT,
        kind={"type": "string", "enum": ["added", "corrected", "withdrawn", "version-added"]},
        ruling=TEXT,
        url=URL,
        text=TEXT,
        lang=LANG,
        before=MAYBE_TEXT,
        after=MAYBE_TEXT,
        dates={**array(MAYBE_DAY, 2), "description": "The day it bore before and bears after."},
        files=array(TEXT),
        beside={**array(TEXT), "description": "Ids of the translations that stayed as they were."},
    ),
}

ANSWERS: dict[str, Json] = {
    "SearchAnswer": shape(
        "A page of what answers a query.",
        query=ref("Query"),
        **PAGED,
        **WARNINGS,
        facets=ref("Facets"),
        hits=array(ref("Hit"), PER_PAGE_MOST),
    ),
    "Suggestions": shape("What may be meant.", q=TEXT, suggestions=array(ref("Suggestion"), 20), **WARNINGS),
    "Rulings": listed("A page of all rulings.", "rulings", "Ruling"),
    "RulingDetail": shape(
        "A ruling with its relations.",
        **RULING,
        relations=array(ref("Relation"), LINKS),
        **WARNINGS,
    ),
    "FamilyDetail": shape("Rulings that state the same thing.", id=TEXT, url=URL, **OF_ITS_RULINGS),
    "Cards": listed("A page of cards.", "cards", "Card"),
    "CardDetail": shape("A card with its rulings, newest first.", **CARD, **OF_ITS_RULINGS),
    "Mechanics": listed("A page of mechanics.", "mechanics", "Mechanic"),
    "MechanicDetail": shape("A mechanic with its rulings.", **MECHANIC, **OF_ITS_RULINGS),
    "Glossary": listed("A page of terms.", "terms", "Term"),
    "Findings": listed("A page of findings.", "findings", "Finding"),
    "Sources": listed("A page of the files and feeds read.", "sources", "SourceFile"),
    "Changes": listed("A page of changes.", "changes", "Change", since=TEXT, snapshot=TEXT),
}

SCHEMAS: dict[str, Json] = {**NOUNS, **SEARCH, **ANSWERS}
"""Every schema of the document by name."""
