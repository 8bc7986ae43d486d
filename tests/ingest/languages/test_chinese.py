"""The Chinese dictionary: fed by ourselves, cut to a corpus, silent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ingest.errors import SnapshotError
from ingest.languages import Languages, Segmenter, load_languages

TEXTS = ("牌面朝下的永久物不会横置。", "如果某张双面牌被显化，它会牌面朝下地进战场。", "顯化的生物沒有名稱。")
TERMS = ("牌面朝下", "永久物", "显化", "双面牌", "{X}", "牌")


@pytest.fixture(scope="module")
def whole() -> Segmenter:
    return Segmenter.packaged(TERMS)


def cut(segmenter: Segmenter, run: str) -> list[str]:
    return [run[start:end] for start, end in segmenter.cut(run)]


def test_the_catalogues_terms_are_words(whole: Segmenter) -> None:
    assert cut(whole, "牌面朝下的永久物") == ["牌面朝下", "的", "永久物"]
    assert cut(whole, "双面牌被显化") == ["双面牌", "被", "显化"]


def test_the_cut_dictionary_cuts_the_same(whole: Segmenter, tmp_path: Path) -> None:
    dictionary = whole.cut_dictionary(TEXTS)
    (tmp_path / "words.txt").write_text(dictionary, encoding="utf-8")
    small, large = load_languages(tmp_path / "words.txt"), Languages(whole)
    assert len(dictionary.splitlines()) < 100
    for text in TEXTS:
        assert small["zh-Hans"].postings(text) == large["zh-Hans"].postings(text)
        assert small["zh-Hans"].query_tokens(text) == large["zh-Hans"].query_tokens(text)


@pytest.mark.parametrize("damaged", ["", "牌面 12\n", "nonsense"])
def test_a_damaged_dictionary_is_refused(damaged: str) -> None:
    with pytest.raises(SnapshotError):
        Segmenter.parse(damaged)


def test_nothing_is_printed_and_no_cache_is_touched(tmp_path: Path) -> None:
    (tmp_path / "jieba.cache").mkdir()
    program = (
        "import sys; from ingest.languages import language\n"
        "words = language('zh').query_tokens('显化的生物'); assert words\n"
        "sys.exit(0)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={"TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3]), "PATH": ""},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["jieba.cache"]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("它不会横置。你可以支付{X}！好吗？", ["它不会横置。", "你可以支付{X}！", "好吗？"]),
        ("他说：“可以。”然后抓牌。", ["他说：“可以。”", "然后抓牌。"]),
        ("（这是提示。）好", ["（这是提示。）", "好"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in Languages()["zh-Hans"].sentences(text)] == sentences
