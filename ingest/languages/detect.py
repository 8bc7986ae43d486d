"""Which language a paragraph is in, and which parts of it are in another.

Deterministic, offline, from general evidence: the script first, then the words
that hold sentences together and spelling (`evidence`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.languages.en import English
from ingest.languages.evidence import Evidence, weigh
from ingest.languages.latin import trim
from ingest.languages.scripts import HAN, count_scripts, is_traditional
from ingest.model import Insertion, Span

_ASIDE = re.compile(r"\([^()]*\)|（[^（）]*）")
_QUOTED = re.compile(r"“[^“”]*”|«[^«»]*»|\"[^\"]*\"")
_HAN_SPAN = re.compile(f"[{HAN}](?:[^A-Za-zÀ-ÿ]*[{HAN}][。！？」』]*)?")
_LATIN_SPAN = re.compile(f"[A-Za-zÀ-ÿ][^{HAN}。，；：（）「」]*[A-Za-zÀ-ÿ.!?]")
_LATIN_PER_HAN = 8
_SPANISH_SHARE = 3
_SENTENCE_WORDS = 3
_LONGEST = 20_000
_SENTENCES = English()


def detect(text: str) -> str:
    """The language of a paragraph: `en`, `es`, `zh-Hans`, `zh-Hant` or `und`.

    Asides in brackets count only where the rest does not settle it: a Spanish
    paragraph with an English aside is Spanish.

    >>> [detect(text) for text in ("It stays tapped.", "Permanece girado.", "它不会横置。", "2/2.")]
    ['en', 'es', 'zh-Hans', 'und']
    """
    text = text[:_LONGEST]
    han, latin, other = count_scripts(text)
    if other > han + latin:
        return "und"
    # A Chinese character says about as much as four letters, and it is a Chinese
    # text that keeps names and remains in Latin script, not the other way round.
    if han and han * _LATIN_PER_HAN >= latin:
        return "zh-Hant" if is_traditional(text) else "zh-Hans"
    main = _detect_latin(_QUOTED.sub(" ", _ASIDE.sub(" ", text)))
    return main if main != "und" else _decide(weigh(text))


def _detect_latin(text: str) -> str:
    found = weigh(text)
    if not (found.english_words and found.spanish_words):
        return _decide(found)
    words = {"en": 0, "es": 0, "und": 0}
    for start, end in _SENTENCES.sentences(text):
        sentence = weigh(text[start:end])
        words[_decide(sentence)] += sentence.words
    # A paragraph with whole sentences of both is a translation with remains of
    # its original, and originals are English.
    if words["es"] and words["es"] * _SPANISH_SHARE >= words["en"]:
        return "es"
    return _decide(found)


def _decide(found: Evidence) -> str:
    if found.other > max(found.english, found.spanish):
        return "und"
    if found.english == found.spanish:
        return "und"
    return "en" if found.english > found.spanish else "es"


def insertions(text: str, lang: str) -> tuple[Insertion, ...]:
    """The spans of a text in `lang` that are in another language, in their order.

    An aside in brackets, a quotation or a sentence. A title alone (a card's
    name) is no insertion: names stay as they are in any language.

    >>> text = "Tiene disfraz (or a morph cost)."
    >>> [(text[found.start : found.end], found.lang) for found in insertions(text, "es")]
    [('or a morph cost', 'en')]
    """
    text = text[:_LONGEST]
    if lang in ("en", "es"):
        found = [*_chinese_spans(text), *_foreign_pieces(text, lang)]
    elif lang.startswith("zh"):
        found = list(_latin_spans(text))
    else:
        found = []
    return tuple(_merge(text, sorted(found, key=lambda span: (span.start, -span.end))))


def _chinese_spans(text: str) -> Iterator[Insertion]:
    for match in _HAN_SPAN.finditer(text):
        tag = "zh-Hant" if is_traditional(match.group()) else "zh-Hans"
        yield Insertion(match.start(), match.end(), tag)


def _latin_spans(text: str) -> Iterator[Insertion]:
    for match in _LATIN_SPAN.finditer(text):
        found = weigh(match.group())
        spoken = _decide(found)
        if spoken != "und" and found.words >= _SENTENCE_WORDS and not _is_title(found):
            yield Insertion(match.start(), match.end(), spoken)


def _foreign_pieces(text: str, lang: str) -> Iterator[Insertion]:
    for start, end in _pieces(text):
        found = weigh(text[start:end])
        if _is_foreign(found, lang) and not _is_title(found):
            yield Insertion(start, end, "en" if lang == "es" else "es")


def _pieces(text: str) -> Iterator[Span]:
    for pattern in (_ASIDE, _QUOTED):
        for match in pattern.finditer(text):
            if inside := trim(text, (match.start() + 1, match.end() - 1)):
                yield inside
    # A sentence is judged without its asides, which are judged on their own.
    blanked = _ASIDE.sub(lambda aside: " " * len(aside.group()), text)
    yield from _SENTENCES.sentences(blanked)


def _is_foreign(found: Evidence, lang: str) -> bool:
    """Words of the other language that hold it together, and hardly any of its own."""
    theirs, ours = found.english_words, found.spanish_words
    points = found.english - 2 * found.spanish
    if lang == "en":
        theirs, ours = ours, theirs
        points = found.spanish - 2 * found.english
    return theirs > 0 and ours * 4 <= theirs and points > 0


def _is_title(found: Evidence) -> bool:
    """True where all but small words have a capital: the name of a card or a set."""
    return found.plain == 0 and found.capitals > 1


def _merge(text: str, spans: list[Insertion]) -> Iterator[Insertion]:
    """Spans without overlap; neighbours in one language become one."""
    current: Insertion | None = None
    for span in spans:
        if current is None:
            current = span
        elif span.start < current.end:
            continue
        elif span.lang == current.lang and not text[current.end : span.start].strip():
            current = Insertion(current.start, span.end, span.lang)
        else:
            yield current
            current = span
    if current is not None:
        yield current
