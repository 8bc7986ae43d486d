"""What is said of rulings by themselves does not hang on how many processes say it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest import analysis, spread
from ingest.analysis import Analysis, analyse
from ingest.assemble import Assembled
from ingest.catalogue import load_catalogue

PAGE = "".join(
    f"• ({2000 + n}-07-13 gpt)\n\n  如果你牌面朝下地施放第{n}张牌，则它没有名称。\n\n"
    f"  If you cast card {n} face down, it has no name.\n\n"
    for n in range(20)
)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_one_process_and_several_come_to_the_same(
    method: str, assembled: Callable[..., Assembled], catalogue_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"{method} is not to be had here")
    monkeypatch.setattr(analysis, "CHUNK", 4)
    monkeypatch.setattr(spread, "method", lambda: method)
    stated, catalogue = assembled({"a.txt": PAGE}), load_catalogue(catalogue_dir)
    told = []
    for processes in "12":
        monkeypatch.setenv("ROSETTA_PROCESSES", processes)
        told.append(_told(analyse(stated, catalogue), stated))
    alone, together = told
    assert alone == together
    said, _, tokens = alone
    assert len(said) == 20 and all(one.mechanics or one.matches for one in said.values())
    assert all("=face" in terms or "zh~牌" in terms or "zh1~牌" in terms for terms, _, _ in tokens)


def _told(found: Analysis, stated: Assembled) -> tuple:
    texts = [text for ruling in stated.rulings for text in ruling.texts]
    return found.said, found.findings, [(*found.tokens.of(text), found.tokens.block(text).tolist()) for text in texts]
