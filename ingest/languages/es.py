"""Spanish: plurals, agreement, abbreviations; conjugation is in `es_verbs`."""

from __future__ import annotations

import re

from ingest.languages.es_verbs import conjugate
from ingest.languages.latin import LatinLanguage

_HEAD_ENDS = re.compile(r"\s(?:de|del|a|al|en|con|sin|por|para|que|no|o|y)\s|\s[+\-\d{]")
_UNACCENTED = str.maketrans("áéíóú", "aeiou")
_STRESSED_END = re.compile(r"[áéíóú][ns]$")
_AGENT = re.compile(r"(?:or|ón|án|ín|és)$")


class Spanish(LatinLanguage):
    """Spanish."""

    tag = "es"
    name = "español"
    codes = ("sp", "spa", "es-ES", "es-MX")
    stemmer = "spanish"
    denials = ("que no sea ", "que no sean ", "que no es ", "que no son ")
    abbreviations = frozenset({"p", "ej", "p.ej", "pág", "sr", "sra", "dr", "dra", "ud", "uds", "núm", "vs", "art"})

    def inflect(self, lemma: str, part: str) -> set[str]:
        """The regular forms of a lemma, the lemma included.

        >>> sorted(Spanish().inflect("habilidad disparada", "noun"))
        ['habilidad disparada', 'habilidades disparadas']
        >>> sorted(Spanish().inflect("girado", "adj"))
        ['girada', 'giradas', 'girado', 'girados']
        >>> {"encubre", "encubierta"} & Spanish().inflect("encubrir", "verb")
        {'encubre'}
        """
        if part == "verb":
            verb, _, rest = lemma.partition(" ")
            tail = f" {rest}" if rest else ""
            return {lemma, *(form + tail for form in conjugate(verb))}
        if part == "noun":
            return {lemma, _plural_phrase(lemma)}
        if part == "adj" and " " not in lemma:
            return _agree(lemma)
        return {lemma}


def _plural_phrase(phrase: str) -> str:
    ends = _HEAD_ENDS.search(phrase)
    end = ends.start() if ends else len(phrase)
    return " ".join(_plural(word) for word in phrase[:end].split()) + phrase[end:]


def _plural(word: str) -> str:
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    if word[-1] in "aeiouáéó":
        return f"{word}s"
    if _STRESSED_END.search(word):
        return f"{word.translate(_UNACCENTED)}es"
    return word if word[-1] in "sx" else f"{word}es"


def _agree(adjective: str) -> set[str]:
    singular = {adjective}
    if adjective.endswith("o"):
        singular.add(f"{adjective[:-1]}a")
    elif _AGENT.search(adjective):
        singular.add(f"{adjective.translate(_UNACCENTED)}a")
    return singular | {_plural(form) for form in singular}
