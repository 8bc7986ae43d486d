"""The index of a snapshot made of the one before and of what pages add: as a whole build would write it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import copyfile

from ingest.addition import Addition
from ingest.catalogue import Catalogue
from ingest.index.whoosh_engine import patch
from ingest.indexing import DICTIONARY, blocks, documents, shares
from ingest.languages import LANGUAGES, load_languages
from ingest.linking.link import Linked
from ingest.model import Relation, Text
from ingest.synopses_patching import Come, patch_synopses
from ingest.tokens import Tokens, chinese_words, count


def patch_index(
    before: Path, after: Path, addition: Addition, catalogue: Catalogue, relations: Sequence[Relation]
) -> None:
    """Writes the index after an addition into an empty folder, all but what names are looked up by.

    `before` is the index before the addition, `relations` are all those among its members. Raises
    `NotPatched` where that index lacks what is needed or would no longer be as good as one written whole.
    """
    tokens, known = _counted(before, addition)
    linked = Linked(tuple(addition.members.values()), addition.families, tuple(relations), addition.matches)
    come = list(documents(linked, addition.findings, tokens))
    families = [Come(family, rulings, blocks(rulings, linked, tokens)) for family, rulings, _ in come]
    with ThreadPoolExecutor(1) as thread:
        told = thread.submit(
            patch_synopses, before, after, families, addition.gone, linked.relations, catalogue, tokens.numbering
        )
        patch(before, after, [doc for *_, docs in come for doc in docs], addition.gone, shares(catalogue))
        told.result()
    _patch_dictionary(before / DICTIONARY, after / DICTIONARY, set(tokens.chinese_words()) - known)


def _counted(before: Path, addition: Addition) -> tuple[Tokens, set[str]]:
    """The terms of all texts of the families that come, and the Chinese words of those that are not new.

    Where no new text is Chinese these are read with the dictionary of before: it cuts them as the whole one
    does, and is loaded in a fraction of the time.
    """
    new: list[Text] = []
    old: list[Text] = []
    arrived = addition.new
    for id, ruling in addition.members.items():
        (new if id in arrived else old).extend(ruling.texts)
    come, tokens = count(new), Tokens()
    whole = any(chinese_words(come.names))
    known = count(old, LANGUAGES if whole else load_languages(before / DICTIONARY))
    for counted in (come, known):
        tokens.add(counted)
    return tokens, set(chinese_words(known.names))


def _patch_dictionary(before: Path, after: Path, words: Set[str]) -> None:
    """Writes the part of the Chinese dictionary that is used, with what new texts use of it."""
    if not words:
        copyfile(before, after)
        return
    extended = LANGUAGES.segmenter.extended(before.read_text(encoding="utf-8"), words)
    after.write_text(extended, encoding="utf-8")
