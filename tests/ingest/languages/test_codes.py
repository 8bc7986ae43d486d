"""Language codes as people write them."""

from __future__ import annotations

import pytest

from ingest.languages import canonical, language


@pytest.mark.parametrize(
    ("tag", "codes"),
    [
        (
            "zh-Hans",
            "zh zhs zh-CN zh_CN ZH-hans cn chs Chinese 中文 简体 简体中文 zh-SG zh-Hans-HK zho cmn zh_CN.UTF-8",
        ),
        ("zh-Hant", "zht zh-TW zh_HK zh-Hant zh-Hant-TW tw 繁體 繁体中文 zh-MO"),
        ("es", "es sp spa es-ES es-MX es_419 Spanish español ESPAÑOL castellano es-Latn-ES"),
        ("en", "en eng en-US en_GB English EN inglés"),
        ("und", "und"),
    ],
)
def test_every_usual_code_is_accepted(tag: str, codes: str) -> None:
    assert {code: canonical(code) for code in codes.split()} == dict.fromkeys(codes.split(), tag)


def test_names_of_two_words() -> None:
    assert canonical("Chinese Simplified") == canonical(" Chinese (Simplified) ") == "zh-Hans"
    assert canonical("Traditional Chinese") == "zh-Hant"
    assert canonical("espan\u0303ol") == "es"


@pytest.mark.parametrize("code", ["", "fr", "xx-YY", "e", "english please", "zh" * 30, "🃏", "es;DROP"])
def test_others_are_not_guessed(code: str) -> None:
    assert canonical(code) is None
    assert language(code).tag == "und"
