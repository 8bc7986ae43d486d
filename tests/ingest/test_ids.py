"""What a permalink is made of, and what it is not."""

from __future__ import annotations

import string
import unicodedata
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.ids import text_id
from ingest.normalize import normalise_body

DAY = date(2024, 6, 7)
BODY = 'Niño\'s "plot" stays.'


@pytest.mark.parametrize(
    "same",
    [
        "Niño’s “plot” stays.",
        '  Niño\'s\u00a0\u3000 "plot"\n\tstays. ',
        unicodedata.normalize("NFD", BODY),
        '\ufeffNi\u200bño\'s "plot" stays.\r\n',
    ],
)
def test_typography_does_not_change_an_id(same):
    assert text_id(DAY, "en", same) == text_id(DAY, "en", BODY)


@pytest.mark.parametrize(
    "other",
    [
        (date(2024, 6, 8), "en", BODY),
        (None, "en", BODY),
        (DAY, "es", BODY),
        (DAY, "en", BODY.upper()),
        (DAY, "en", BODY.removesuffix(".")),
        (DAY, "en", 'Nino\'s "plot" stays.'),
        (DAY, "en", 'Niño\'s "plot"stays.'),
    ],
)
def test_what_a_reader_would_see_changes_it(other):
    assert text_id(*other) != text_id(DAY, "en", BODY)


@given(st.text(), st.sampled_from(["en", "es", "zh-Hans"]))
def test_an_id_is_16_base32_letters_and_survives_normalising(body, lang):
    id = text_id(DAY, lang, body)
    assert len(id) == 16 and set(id) <= set(string.ascii_lowercase + "234567")
    assert text_id(DAY, lang, normalise_body(body)) == id
