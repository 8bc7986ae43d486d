"""The order and the initials of names in an index, as each language's readers expect them."""

from __future__ import annotations

import unicodedata


def sort_key(name: str, lang: str) -> tuple[str, str]:
    """What names are sorted by: Latin letters without accents, Chinese by pinyin.

    >>> sorted(["变身", "伪装", "暗码"], key=lambda name: sort_key(name, "zh-Hans"))
    ['暗码', '变身', '伪装']
    >>> sorted(["Ñame", "nube", "ojo"], key=lambda name: sort_key(name, "es"))
    ['nube', 'Ñame', 'ojo']
    """
    if lang.startswith("zh"):
        from pypinyin import Style, pinyin  # half a megabyte of phrases, which few pages need

        spelt = "".join(one[0] for one in pinyin(name, style=Style.TONE3, neutral_tone_with_five=True))
        return spelt.casefold(), name
    return _plain(name, lang), name


def initial(name: str, lang: str) -> str:
    """The letter a name stands under; `#` for what has none.

    >>> initial("encubrir", "es"), initial("显化", "zh-Hans"), initial("+1", "en")
    ('E', 'X', '#')
    """
    spelt = sort_key(name[:1], lang)[0] if lang.startswith("zh") else _plain(name, lang)
    first = spelt[:1].upper().replace("\uffff", "")
    if spelt.startswith("n\uffff"):
        return "Ñ"
    return first if first.isalpha() else "#"


def _plain(name: str, lang: str) -> str:
    lowered = name.casefold()
    if lang == "es":
        # ñ is a letter of its own, after every other n.
        lowered = lowered.replace("ñ", "n\uffff")
    apart = unicodedata.normalize("NFD", lowered)
    return "".join(char for char in apart if not unicodedata.combining(char))
