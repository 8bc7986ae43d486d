"""Rulings, their families, and what builds changed."""

from __future__ import annotations

from app.api import problems, serialise
from app.api.endpoint import PAGING, Asked, Data, Endpoint, Moved
from app.present import urls
from ingest.synopsis import LINKS

_FAMILY = "f-"


def rulings(asked: Asked) -> Data:
    """All rulings in a stable order."""
    store = asked.knowledge.store
    page = asked.page_of(store.count_rulings())
    return {
        **page.members("/rulings"),
        "rulings": [serialise.ruling(one, asked.knowledge) for one in store.list_rulings(page.offset, page.size)],
    }


def ruling(asked: Asked, id: str) -> Data | Moved:
    """One ruling with its relations; a text's or former id leads to its ruling."""
    store = asked.knowledge.store
    found = store.ruling(id)
    if found is None:
        successor = store.resolve(id)
        if successor is None or successor == id:
            raise problems.unknown("ruling", id)
        return Moved(urls.twin("rulings", successor))
    relations = [serialise.relation(one) for one in store.relations(id)[:LINKS]]
    return {**serialise.ruling(found, asked.knowledge), "relations": relations}


def family(asked: Asked, id: str) -> Data | Moved:
    """The rulings that state the same thing, oldest first, a page of them."""
    store = asked.knowledge.store
    bare = id.removeprefix(_FAMILY)
    found = store.family(bare)
    if found is None:
        return _family_of(asked, id, bare)
    page = asked.page_of(len(found.rulings))
    members = store.rulings(page.cut(found.rulings))
    return {**serialise.family(found, members, asked.knowledge), **page.members(f"/families/{id}")}


def changes(asked: Asked) -> Data:
    """What builds changed after a snapshot: rulings added, changed and withdrawn."""
    since = asked.arguments.one("since")
    if not since:
        raise problems.missing("since", "Give the name that X-Snapshot said, as since=…")
    if not _is_known(asked, since):
        raise problems.ApiProblem(404, "unknown-snapshot", hint="It is the value of X-Snapshot.")
    store = asked.knowledge.store
    page = asked.page_of(store.count_changes(since))
    return {
        "since": since,
        "snapshot": asked.knowledge.snapshot,
        **page.members("/changes", {"since": since}),
        "changes": [serialise.change(one) for one in store.changes(since, page.offset, page.size)],
    }


def _family_of(asked: Asked, id: str, bare: str) -> Moved:
    member = asked.knowledge.store.resolve(bare)
    found = asked.knowledge.store.family_of(member) if member else None
    if found is None:
        raise problems.unknown("family", id)
    return Moved(urls.twin("families", serialise.family_id(found)))


def _is_known(asked: Asked, snapshot: str) -> bool:
    return bool(asked.knowledge.store.tells_of(snapshot) or asked.services.pinned(snapshot))


ENDPOINTS = (
    Endpoint(
        "/rulings",
        rulings,
        "All rulings, in a stable order",
        "Rulings",
        parameters=PAGING,
        errors=(410,),
    ),
    Endpoint(
        "/rulings/{id}",
        ruling,
        "One ruling in all its versions",
        "RulingDetail",
        errors=(404, 410),
        moves=True,
    ),
    Endpoint(
        "/families/{id}",
        family,
        "The rulings that state the same thing",
        "FamilyDetail",
        parameters=PAGING,
        errors=(404, 410),
        moves=True,
    ),
    Endpoint(
        "/changes",
        changes,
        "What changed since a snapshot",
        "Changes",
        parameters=("since", *PAGING),
        errors=(400, 404, 410),
    ),
)
