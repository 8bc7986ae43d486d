"""Regular Spanish conjugation, with the spelling and stem changes that are general.

A verb's spelling does not say whether its stem changes (`manifestar`:
`manifiesta`, but `enderezar`: `endereza`), so both are given: the one that
is no word matches nothing.
"""

from __future__ import annotations

import re

_VOWEL = re.compile(r"[eo](?=[^aeiouáéíóú]*$)")
_UNACCENTED = str.maketrans("áéíóú", "aeiou")
_ACCENTED = str.maketrans("aeiou", "áéíóú")
_CLITICS = ("lo", "la", "los", "las", "le", "les", "se")

# Endings that carry the stress leave the stem as it is; under the others it may change.
_STRESSED = {
    "a": "amos áis é aste ó amos asteis aron aba abas ábamos abais aban aré arás ará aremos aréis arán"
    " aría arías aríamos aríais arían ara aras áramos arais aran ase ases asen ad ado ada ados adas ando",
    "e": "emos éis í iste ió imos isteis ieron ía ías íamos íais ían eré erás erá eremos eréis erán"
    " ería erías eríamos eríais erían iera ieras iéramos ierais ieran iese ieses iesen ed ido ida idos idas iendo",
    "i": "imos ís í iste ió imos isteis ieron ía ías íamos íais ían iré irás irá iremos iréis irán"
    " iría irías iríamos iríais irían iera ieras iéramos ierais ieran iese ieses iesen id ido ida idos idas iendo",
}
_UNSTRESSED = {"a": "o as a an e es en", "e": "o es e en a as an", "i": "o es e en a as an"}
_SUBJUNCTIVE = {"a": "emos éis", "e": "amos áis", "i": "amos áis"}


def conjugate(infinitive: str) -> set[str]:
    """The forms of a verb, pronouns at its end included; a reflexive's too.

    >>> {"tapa", "tapada", "taparlo", "tape"} <= conjugate("tapar")
    True
    >>> {"manifiesta", "manifestada", "manifiéstala"} <= conjugate("manifestar")
    True
    """
    verb = infinitive.removesuffix("se")
    if len(verb) < 3 or verb[-2:] not in ("ar", "er", "ir", "ír"):
        return {infinitive}
    theme = verb[-2].translate(_UNACCENTED)
    stem = verb[:-2]
    forms = {infinitive, verb}
    for ending in f"{_STRESSED[theme]} {_SUBJUNCTIVE[theme]}".split():
        forms.add(_spell(stem, ending, theme))
    for variant in _variants(stem):
        forms.update(_spell(variant, ending, theme) for ending in _UNSTRESSED[theme].split())
    return forms | _with_pronouns(verb, stem, theme)


def _variants(stem: str) -> set[str]:
    changes = {"e": "ie", "o": "ue"}
    return {stem, _VOWEL.sub(lambda found: changes[found.group()], stem, count=1)}


def _spell(stem: str, ending: str, theme: str) -> str:
    """Stem and ending, written so that the stem's last sound stays the same."""
    soft = ending[0] in "eéií"
    if theme == "a" and soft:
        for written, kept in (("c", "qu"), ("g", "gu"), ("z", "c")):
            if stem.endswith(written):
                return stem[: -len(written)] + kept + ending
    if theme != "a" and not soft:
        for written, kept in (("gu", "g"), ("g", "j"), ("c", "zc")):
            if stem.endswith(written):
                return stem[: -len(written)] + kept + ending
    return stem + ending


def _with_pronouns(verb: str, stem: str, theme: str) -> set[str]:
    gerund = stem + ("ando" if theme == "a" else "iendo")
    stressed = stem + ("ándo" if theme == "a" else "iéndo")
    hosts = {verb, stressed}
    hosts.update(spoken + ("a" if theme == "a" else "e") for spoken in _stressed_stems(stem))
    forms = {host + clitic for host in hosts for clitic in _CLITICS}
    return forms | {gerund} | _plural_reflexive(stem, theme)


def _stressed_stems(stem: str) -> set[str]:
    """The stem with the accent of an imperative with a pronoun: `gír`, `exíl`+`i`."""
    variants = _variants(stem)
    # The i of -iar is stressed in some verbs (envíalo) and not in others (exílialo).
    gliding = {_stress(variant[:-1]) + "i" for variant in variants if variant.endswith("i")}
    return {_stress(variant) for variant in variants} | gliding


def _stress(stem: str) -> str:
    for index in range(len(stem) - 1, -1, -1):
        if stem[index] in "aeiou":
            return stem[:index] + stem[index].translate(_ACCENTED) + stem[index + 1 :]
    return stem


def _plural_reflexive(stem: str, theme: str) -> set[str]:
    ending = {"a": "en", "e": "an", "i": "an"}[theme]
    return {_spell(spoken, ending, theme) + "se" for spoken in _stressed_stems(stem)}
