"""`rosetta eval --checks` over a few translations of our own."""

from __future__ import annotations

import gzip
import json
import re

from ingest.evaluate.mutations import MUTATIONS

LINES = [
    ("You can't untap that creature.", "No puedes enderezar esa criatura."),
    ("Draw three cards. Then discard two cards.", "Roba tres cartas. Luego descarta dos cartas."),
    ("Exile target creature.", "Exilia la criatura objetivo."),
    ("The creature can attack this turn.", "La criatura puede atacar este turno."),
    ("It deals 3 damage to that player.", "Hace 3 puntos de daño a ese jugador."),
    ("Sacrifice a token.", "Sacrifica una ficha."),
    ("It gets +1/+1 until end of turn.", "Obtiene +1/+1 hasta el final del turno."),
    ("Tap that land. It doesn't untap.", "Gira esa tierra. No se endereza."),
]


def test_every_kind_of_error_has_a_figure_on_both_halves_and_as_shipped(rosetta, tmp_path):
    file = tmp_path / "cards.jsonl.gz"
    with gzip.open(file, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"en": en, "es": es}) + "\n" for en, es in LINES)
    code, out, _ = rosetta("eval", "--checks", file, "--size", "0")
    assert code == 0
    counted = [int(number) for number in re.findall(r"(\d+) pairs", out)]
    assert sum(counted) == len(LINES) and all(counted)
    for name in ("false alarms", *MUTATIONS):
        (line,) = [line for line in out.splitlines() if line.startswith(name + " ")]
        assert len(re.findall(r"\d\.\d{3} +\d+|–", line)) == 3, line
    left = next(line for line in out.splitlines() if line.startswith("left in English"))
    assert re.findall(r"\d\.\d{3}", left) == ["1.000"] * 3
