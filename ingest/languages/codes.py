"""Language codes as people and programs write them, and the one we use."""

from __future__ import annotations

import re
import unicodedata

_NAMES = {
    "en": "en eng english ingles inglés 英文 英语 英語 anglais",
    "es": "es sp spa esp spanish español espanol castellano castilian 西班牙文 西班牙语 西班牙語",
    "zh-Hans": (
        "zh zho chi zhs chs cn sc cmn hans chinese simplified chinesesimplified simplifiedchinese"
        " 中文 汉语 漢語 普通话 简体 简体中文 简中 中文简体 中文(简体) chino chinosimplificado"
    ),
    "zh-Hant": (
        "zht cht tc tw hk hant traditional chinesetraditional traditionalchinese"
        " 繁体 繁體 繁体中文 繁體中文 正體中文 繁中 中文(繁體) 中文(繁体) chinotradicional"
    ),
    "und": "und undetermined",
}
_BY_NAME = {name: tag for tag, names in _NAMES.items() for name in names.split()}
_PRIMARY = {"en": "en", "eng": "en", "es": "es", "spa": "es", "und": "und"}
_CHINESE = {"zh", "zho", "chi", "cmn"}
_TRADITIONAL = {"hant", "tw", "hk", "mo", "cht", "tc", "traditional"}
_SEPARATORS = re.compile(r"[-_\s.@]+")
_SUBTAG = re.compile(r"[a-z0-9]{1,8}")
_LONGEST = 40


def canonical(code: str) -> str | None:
    """The BCP 47 tag of a language under any usual code or name, else None.

    >>> [canonical(code) for code in ("zh_CN", "Spanish", "EN-us", "繁體", "tlh")]
    ['zh-Hans', 'es', 'en', 'zh-Hant', None]
    """
    if not code or len(code) > _LONGEST:
        return None
    plain = unicodedata.normalize("NFKC", code).strip().lower()
    named = _BY_NAME.get(plain) or _BY_NAME.get(re.sub(r"[-_\s(),]+", "", plain))
    return named or _from_subtags([part for part in _SEPARATORS.split(plain) if part])


def _from_subtags(parts: list[str]) -> str | None:
    if not parts or not all(_SUBTAG.fullmatch(part) for part in parts):
        return None
    primary, rest = parts[0], set(parts[1:])
    if primary in _CHINESE:
        # The script decides before the region: zh-Hans-HK is simplified.
        if rest & {"hans", "simplified"}:
            return "zh-Hans"
        return "zh-Hant" if rest & _TRADITIONAL else "zh-Hans"
    return _PRIMARY.get(primary)
