"""The interface's words in three languages, and which of them a visitor gets.

Messages live in `data/messages/<language>.po`, those of a room with many of them in a folder
of its own there, under key-like ids (`ruling.versions`). Their placeholders are `{name}`;
what fills them is escaped.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept

INTERFACE = ("en", "es", "zh-Hans")
"""The interface's languages, in the order of the switch."""

COOKIE = "interface"
"""The cookie that remembers which language a person switched to."""

_DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """What the interface says, in one language."""

    lang: str
    catalogue: gettext.NullTranslations

    def __call__(self, key: str, **params: object) -> Markup:
        """A message as safe HTML, its parameters escaped; the key itself where there is none."""
        # A key without a message may come from a visitor's parameter: it is no template.
        return Markup.escape(self.catalogue.gettext(key)).format(**params) if self.has(key) else Markup.escape(key)

    def plain(self, key: str, **params: object) -> str:
        """A message as plain text, for attributes, headers and citations."""
        return self.catalogue.gettext(key).format(**params) if self.has(key) else key

    def template(self, key: str) -> str:
        """A message with its placeholders as they stand, for what fills it in the browser."""
        return self.catalogue.gettext(key)

    def count(self, key: str, n: int, **params: object) -> Markup:
        """A message in the plural form that goes with `n`, which fills `{n}` unless given."""
        template = self.catalogue.ngettext(key, key, n)
        return Markup.escape(template).format(**{"n": n, **params})

    def has(self, key: str) -> bool:
        """True where the language has this message."""
        return self.catalogue.gettext(key) != key


def read_catalogue(folder: Path, lang: str) -> Catalog:
    """The messages of one language as they stand in its files."""
    catalogue, *others = (_read(path, lang) for path in _files(folder, lang))
    for message in (message for other in others for message in other if message.id):
        catalogue.add(message.id, message.string, flags=message.flags)
    return catalogue


@lru_cache(maxsize=8)
def load(folder: Path) -> Mapping[str, Words]:
    """The interface's words of every language, read once per folder."""
    return {lang: Words(lang, _compiled(read_catalogue(folder, lang))) for lang in INTERFACE}


def negotiate(chosen: str | None, accepted: LanguageAccept) -> str:
    """The interface language for what a person chose earlier and what the browser asks for.

    >>> negotiate(None, LanguageAccept([("zh-TW", 1), ("en", 0.5)]))
    'zh-Hans'
    >>> negotiate("es", LanguageAccept([("zh-TW", 1)]))
    'es'
    """
    if chosen in INTERFACE:
        return chosen
    primary = {lang.split("-")[0]: lang for lang in INTERFACE}
    wanted = (tag.lower().replace("_", "-").split("-")[0] for tag, quality in accepted if quality)
    return next((primary[tag] for tag in wanted if tag in primary), _DEFAULT)


def _files(folder: Path, lang: str) -> list[Path]:
    return [folder / f"{lang}.po", *sorted(folder.glob(f"*/{lang}.po"))]


def _read(path: Path, lang: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=lang.replace("-", "_"))


def _compiled(catalogue: Catalog) -> gettext.GNUTranslations:
    file = BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return gettext.GNUTranslations(file)
