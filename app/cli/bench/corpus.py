"""The rulings a measurement is made on: the shared corpus, and Spanish made from its card texts."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.errors import RosettaError

FILES = ("rulings_en.jsonl.gz", "rulings_zh.jsonl.gz", "card_texts.jsonl.gz")
SENTENCES = (1, 4)
"""How many sentences a made Spanish ruling has, from and to; real ones have two or three."""
SHORTEST = 20
_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE = re.compile(r"[^.\n]+\.")

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Records by language, as the product's own JSON Lines has them."""

    languages: Mapping[str, Sequence[Record]]

    @property
    def size(self) -> int:
        """How many texts there are, those printed on several cards counted each time."""
        return sum(map(len, self.languages.values()))

    def write(self, folder: Path) -> None:
        """Writes one source file for each language."""
        for lang, records in self.languages.items():
            lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in records)
            with (folder / f"{lang}.jsonl").open("w", encoding="utf-8") as file:
                file.writelines(lines)


def read_corpus(folder: Path, texts: int | None, seed: int) -> Corpus:
    """The corpus in a folder: all of it, or about so many texts, a third in each language.

    Whole cards are taken, in an order that the seed gives. Spanish rulings are made, as many as
    there are Chinese ones: `spanish_rulings` says how.
    """
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise RosettaError(f"no corpus here: {', '.join(missing)} missing", where=str(folder))
    english, chinese, cards = (list(_lines(folder / name)) for name in FILES)
    each = texts // 3 if texts else None
    chance = random.Random(seed)  # noqa: S311 - chance that repeats
    kept = {
        "en": [_record(one, "en", one["text"]) for one in _cards(english, each, chance)],
        "zh-Hans": [_record(one, "zh-Hans", one["zh"], "official") for one in _cards(chinese, each, chance)],
    }
    kept["es"] = spanish_rulings(cards, english, len(kept["zh-Hans"]), chance)
    return Corpus(kept)


def _lines(file: Path) -> Iterator[Record]:
    with gzip.open(file, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _record(ruling: Record, lang: str, text: str, origin: str | None = None) -> Record:
    record = {"card": ruling["card"], "date": ruling["date"], "lang": lang, "text": text}
    return {**record, "origin": origin} if origin else record


def _cards(rulings: list[Record], most: int | None, chance: random.Random) -> list[Record]:
    """The rulings of cards drawn by chance until there are enough; all of them without a limit."""
    if most is None or most >= len(rulings):
        return rulings
    by_card: dict[str, list[Record]] = {}
    for ruling in rulings:
        by_card.setdefault(ruling["card"], []).append(ruling)
    drawn: list[Record] = []
    for card in chance.sample(sorted(by_card), len(by_card)):
        if len(drawn) >= most:
            break
        drawn += by_card[card]
    return drawn[:most]


def spanish_rulings(cards: list[Record], dated: list[Record], number: int, chance: random.Random) -> list[Record]:
    """So many rulings in Spanish, which nobody ever said: for size and speed, not for meaning.

    Each takes one to four sentences from the Spanish texts of as many cards, reminders in brackets
    left out, its card from the first of them, its date from a real ruling.
    """
    sentences = [(card["card"], sentence) for card in cards for sentence in _sentences(card.get("es") or "")]
    made = []
    for _ in range(number if sentences and dated else 0):
        taken = chance.choices(sentences, k=chance.randint(*SENTENCES))
        text = " ".join(sentence for _, sentence in taken)
        ruling = {"card": taken[0][0], "date": chance.choice(dated)["date"]}
        made.append(_record(ruling, "es", text))
    return made


def _sentences(text: str) -> list[str]:
    found = (match.strip() for match in _SENTENCE.findall(_REMINDER.sub("", text)))
    return [sentence for sentence in found if len(sentence) >= SHORTEST]
