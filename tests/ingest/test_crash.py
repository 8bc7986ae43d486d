"""Builds killed at any moment: the old snapshot serves on, and the next build needs no help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.paths import resource_dir
from ingest.pipeline import build
from ingest.snapshot import KEEP, Home

ROOT = Path(__file__).resolve().parents[2]
CARDS = ("Lightform", "Cloudform", "Ugin, the Ineffable", "Storm Crow", "Opt", "Fblthp, Lost on the Range")
SUBJECTS = (
    ("a face-down creature", "una criatura boca abajo", "牌面朝下的生物"),
    ("a plotted card", "una carta tramada", "已设谋的牌"),
    ("a token that's a copy", "una ficha que es una copia", "作为复制品的衍生物"),
    ("a manifested permanent", "un permanente manifestado", "已显化的永久物"),
)
PREDICATES = (
    ("is turned face up only if {n} mana was paid", "se pone boca arriba solo si se pagaron {n} manás", "只有支付了{n}点法术力才会翻回正面"),
    ("can't attack during the turn it has {n} counters", "no puede atacar el turno en que tiene {n} contadores", "在有{n}个指示物的回合中不能攻击"),
    ("keeps its {n} Auras when its controller changes", "conserva sus {n} Auras cuando cambia de controlador", "在操控者改变时保留其{n}个灵气"),
)  # fmt: skip
TIMES = 20
RULINGS = 250


def rulings(count: int) -> str:
    """So many dated rulings about cards and mechanics, each in the three languages, as JSON Lines."""
    rows = []
    for n in range(count):
        subject, predicate = SUBJECTS[n % len(SUBJECTS)], PREDICATES[n // 4 % len(PREDICATES)]
        card = CARDS[n % len(CARDS)]
        shared = {"date": f"20{10 + n % 15}-{1 + n % 12:02}-{1 + n % 28:02}", "ruling": str(n), "card": card}
        for lang, who, does in zip(("en", "es", "zh-Hans"), subject, predicate, strict=True):
            stop = "。" if lang == "zh-Hans" else "."
            text = f"{who[0].upper()}{who[1:]}{'' if lang == 'zh-Hans' else ' '}{does.format(n=n)}{stop}"
            rows.append(json.dumps(shared | {"lang": lang, "text": text}, ensure_ascii=False))
    return "\n".join(rows) + "\n"


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/stat").is_file(), reason="needs a system that tells how much a process has done"
)
def test_builds_killed_at_any_moment_leave_a_sound_snapshot_and_the_next_one_succeeds(tmp_path: Path) -> None:
    sources, catalogue = tmp_path / "sources", resource_dir("data") / "catalogue"
    sources.mkdir()
    (sources / "many.jsonl").write_text(rulings(RULINGS), encoding="utf-8")
    program = [sys.executable, Path(__file__).with_name("killed_builds.py"), tmp_path / "home", sources, catalogue]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    ran = subprocess.run(
        [*map(str, program), str(TIMES), "7"],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    looks = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(looks) == TIMES and sum(look["killed"] for look in looks) >= TIMES * 0.7, looks
    assert all(look["sound"] and look["rulings"] in (RULINGS, RULINGS + 1) for look in looks), looks
    assert not any(look["left_running"] for look in looks), looks

    home = Home(tmp_path / "home")
    built = build(home, [sources], catalogue, force=True)
    assert home.sound() == built.snapshot
    assert built.snapshot.manifest.counts["rulings"] == RULINGS + 1
    assert len(home.names()) <= KEEP
    assert {path.name for path in home.path.iterdir()} == {"snapshots", "CURRENT", "build.lock", "sources.json"}
