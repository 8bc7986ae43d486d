"""Regular forms by rule."""

from __future__ import annotations

import pytest

from ingest.languages import language


@pytest.mark.parametrize(
    ("lang", "lemma", "part", "forms"),
    [
        ("en", "manifest", "verb", "manifest manifests manifested manifesting"),
        ("en", "plot", "verb", "plot plots plotted plotting"),
        ("en", "copy", "verb", "copy copies copied copying"),
        ("en", "exile", "verb", "exile exiles exiled exiling"),
        ("en", "counter", "verb", "counter counters countered countering"),
        ("en", "destroy", "verb", "destroy destroys destroyed destroying"),
        ("en", "ability", "noun", "ability abilities"),
        ("en", "face-down", "adj", "face-down"),
        ("es", "ficha", "noun", "ficha fichas"),
        ("es", "disfraz", "noun", "disfraz disfraces"),
        ("es", "maldición", "noun", "maldición maldiciones"),
        ("es", "contador", "noun", "contador contadores"),
        ("es", "girado", "adj", "girado girada girados giradas"),
        ("es", "legal", "adj", "legal legales"),
        ("zh-Hans", "显化", "verb", "显化"),
    ],
)
def test_all_forms(lang: str, lemma: str, part: str, forms: str) -> None:
    assert language(lang).inflect(lemma, part) == set(forms.split())


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("manifestar", "manifiesta manifiestas manifestó manifestará manifestada manifestados manifieste"),
        ("girar", "gira gire girada girarlo girarse gíralo girándola giraste"),
        ("enderezar", "endereza enderece enderezadas enderezarlos"),
        ("exiliar", "exilia exílialo exilies exiliado"),
        ("proteger", "protege proteja protegida protegerlos"),
        ("atacar", "ataca ataque atacó atacando"),
        ("pagar", "paga pague pagando págalo"),
        ("disfrazarse", "disfrazarse disfrazar disfraza disfrazada disfrácense"),
        ("descubrir", "descubre descubra descubriendo"),
    ],
)
def test_spanish_verbs_have_the_forms_that_rulings_use(verb: str, forms: str) -> None:
    found = language("es").inflect(verb, "verb")
    assert set(forms.split()) - found == set()


def test_a_phrase_inflects_where_its_head_is() -> None:
    assert language("en").inflect("turn face up", "verb") >= {"turned face up", "turning face up"}
    assert language("en").inflect("copy of a card", "noun") == {"copy of a card", "copies of a card"}
    assert language("es").inflect("coste de maná", "noun") == {"coste de maná", "costes de maná"}
    assert language("es").inflect("habilidad disparada", "noun") >= {"habilidades disparadas"}
    assert language("es").inflect("contador +1/+1", "noun") == {"contador +1/+1", "contadores +1/+1"}
