"""A few small files of each kind, in the three languages: where a fuzzer starts from."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping, Sequence

A = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
BULLETED = "单卡释疑\n\n• (2018-07-13 official)\n\n  它不会重置。\n\n  It stays tapped.\n\n• (2019-01-02 gpt)\n\n  2/2。\n\n  A 2/2."
DATED = "Señal de prueba\n\n13/07/2018\n\nPermanece girada (or morph).\n\nMay 6th, 2023\n\nIt costs {2}{U}.\n"
WEB = (
    "<!doctype html><meta charset=utf-8><title>x</title><nav>no</nav><h1>测试卡</h1><ul><li>(2018-07-13 gpt)<p>它不会重置。<p>"
    'It costs <img alt="{E}">&amp;<br>more.</ul><table><tr><td>13/07/2018<td>Queda girada.</table><script>x</script>'
)
ROWS = (
    {"date": "2018-07-13", "lang": "en", "text": "It stays tapped.", "card": "Test", "ruling": "1"},
    {
        "date": "2018-07-13",
        "lang": "zh-Hans",
        "text": "它保持横置。",
        "origin": "machine",
        "label": "gpt",
        "ruling": "1",
    },
)
RULINGS = [{"object": "ruling", "oracle_id": A, "source": "wotc", "published_at": "2009-10-01", "comment": "It stays."}]
CARDS = [
    {"object": "card", "oracle_id": A, "name": "A // B", "lang": "zhs", "layout": "transform", "card_faces": [{"name": "A", "printed_name": "甲"}, {"name": "B", "printed_name": "乙"}]},
    {"object": "card", "name": "C // C", "lang": "en", "layout": "reversible_card", "card_faces": [{"oracle_id": A, "name": "C"}]},
]  # fmt: skip
FACE = {
    "name": "A // B", "faceName": "A", "layout": "split", "identifiers": {"scryfallOracleId": A}, "rulings": [{"date": "2009-10-01", "text": "x"}],
    "foreignData": [{"language": "Spanish", "name": "Uno // Dos", "faceName": "Uno"}],
}  # fmt: skip
TOLD = {"published_at": "2018-07-13", "comment": r"One.\nTwo.", "source": "gpt", "translation": r"第一。\n第二。"}
MTGCH = {"name": "A // B", "zhs_name": "甲 // 乙", "oracle_id": A, "layout": "split", "rulings": [TOLD], "other_faces": [{"name": "B", "rulings": [TOLD]}]}  # fmt: skip


def _json(value: object) -> tuple[bytes, ...]:
    """A value on one line, and with an item a line."""
    whole = json.dumps(value, ensure_ascii=False)
    lines = (
        "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in value) + "\n]\n"
        if isinstance(value, list)
        else ""
    )
    return tuple(text.encode() for text in (whole, lines) if text)


def _zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("a.txt", BULLETED), ("set/b.txt", DATED), ("../c.txt", DATED)):
            archive.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()


def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, text in (("a.txt", BULLETED), ("../b.txt", DATED)):
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return out.getvalue()


SAMPLES: Mapping[str, Sequence[bytes]] = {
    "bulleted": (
        BULLETED.encode(),
        BULLETED.encode("utf-16"),
        BULLETED.encode("gb18030"),
        BULLETED.replace("\n", "\r\n").encode(),
    ),
    "dated": (DATED.encode(), DATED.encode("cp1252"), DATED.replace("\n", "\r").encode()),
    "jsonl": ("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS).encode(),),
    "web-page": (WEB.encode(), WEB.encode("gb18030")),
    "scryfall-rulings": _json(RULINGS),
    "mtgch-rulings": _json([TOLD]),
    "mtgch-cards": _json([MTGCH]),
    "scryfall-cards": _json(CARDS),
    "mtgjson-atomic-cards": _json({"meta": {}, "data": {"A // B": [FACE, FACE | {"faceName": "B"}]}}),
    "mtgjson-keywords": _json({"data": {"abilityWords": ["Test"], "keywordActions": ["Manifest"]}}),
    "zip": (_zip(),),
    "tar": (_tar(),),
    "tar.gz": (gzip.compress(_tar(), mtime=0),),
}
