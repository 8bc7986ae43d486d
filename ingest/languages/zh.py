"""Chinese: jieba's dictionary words beside every pair of characters and every character.

A dictionary alone is no guarantee that what is typed is found: whatever it
cuts, the pairs find it. Every dictionary word that a text holds is indexed, not only
the likeliest cut, so that a query's word always meets the texts that hold it.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from ingest.errors import SnapshotError
from ingest.languages.base import Language, Weighted
from ingest.languages.folding import fold
from ingest.languages.growing import Growing, take_in
from ingest.languages.latin import trim
from ingest.languages.scripts import HAN
from ingest.model import Span

# Its resource reader takes a tenth of a second and warns: told that there is none, jieba opens its files by itself.
_unread = sys.modules.setdefault("pkg_resources", None) is None  # type: ignore[arg-type]
with warnings.catch_warnings():
    # jieba's regular expressions warn on current Pythons.
    warnings.simplefilter("ignore")
    import jieba
if _unread:
    del sys.modules["pkg_resources"]

# It logs to standard error whatever the program wants.
logging.getLogger("jieba").handlers.clear()
logging.getLogger("jieba").setLevel(logging.CRITICAL)

_RUN = re.compile(f"[{HAN}]+")
_SENTENCE_END = re.compile(r"[。！？!?]+[」』”’）)》\"]*|\.[\"”)]*(?=\s)")
_HEADER = "#total"
_NOT_DENYING = frozenset(["除非", "并非", "而非", "绝非", "若非", "莫非", "无非"])
_LONGEST_RUN = 2000
_EVERYDAY = 100
"""How often jieba's dictionary must have counted a word that nobody types by mistake."""


class Segmenter:
    """Finds dictionary words; read-only once made, shared by threads.

    It feeds jieba's tokenizer itself: jieba's own start-up reads and writes a
    cache in the shared temporary folder, which others may write too.
    """

    def __init__(self, frequencies: dict[str, int], total: int, terms: Iterable[str] = ()) -> None:
        self._jieba: Any = jieba.Tokenizer()
        self._jieba.FREQ, self._jieba.total = frequencies, total
        self._jieba.initialized = True
        for word in sorted({run for term in terms for run in _RUN.findall(fold(term).text)}):
            if len(word) > 1 and not frequencies.get(word):
                self._jieba.add_word(word)

    @classmethod
    def packaged(cls, terms: Iterable[str] = ()) -> Segmenter:
        """A segmenter with the whole dictionary that jieba brings."""
        with (Path(jieba.__file__).parent / "dict.txt").open("rb") as stream:
            frequencies, total = jieba.Tokenizer.gen_pfdict(stream)
        return cls(frequencies, total, terms)

    @classmethod
    def sparing(cls) -> Segmenter:
        """The same for those who ask for few words: a fifth of the time to load, and slower to ask."""
        text = (Path(jieba.__file__).parent / "dict.txt").read_text(encoding="utf-8")
        return cls(Growing(text), 0)

    @classmethod
    def parse(cls, dictionary: str) -> Segmenter:
        """A segmenter with a dictionary that `cut_dictionary` made."""
        lines = dictionary.splitlines()
        if not lines or not lines[0].startswith(f"{_HEADER} "):
            raise SnapshotError("the Chinese dictionary is damaged", hint="build again")
        frequencies: dict[str, int] = {}
        for line in lines[1:]:
            take_in(frequencies, line)
        return cls(frequencies, int(lines[0].split()[1]))

    def cut_dictionary(self, texts: Iterable[str], words: Iterable[str] = ()) -> str:
        """The part of the dictionary that the texts use, as `parse` reads it.

        It cuts those texts as the whole dictionary does and loads in a fraction of the
        time. `words` are those, and the characters, of texts that were cut before.
        """
        held: set[str] = set(words)
        for run in {run for text in texts for run in _RUN.findall(fold(text).text)}:
            held.update(run[start:end] for start, end in self.words(run))
            held.update(run)
        return "\n".join([f"{_HEADER} {self._jieba.total}", *sorted(self._lines(held), key=_word_of), ""])

    def extended(self, dictionary: str, words: Iterable[str]) -> str:
        """A dictionary that `cut_dictionary` made, with the words of further texts, and their characters."""
        header, *lines = dictionary.splitlines()
        return "\n".join([header, *sorted({*lines, *self._lines(words)}, key=_word_of), ""])

    def _lines(self, words: Iterable[str]) -> list[str]:
        found: dict[str, int] = self._jieba.FREQ
        return [f"{word} {counted}" for word in words if (counted := found.get(word))]

    def words(self, run: str) -> list[Span]:
        """Every dictionary word of two characters or more in a folded run."""
        frequencies: dict[str, int] = self._jieba.FREQ
        found = []
        for start in range(len(run) - 1):
            end = start + 1
            while end <= len(run) and (known := frequencies.get(run[start:end])) is not None:
                if known and end - start > 1:
                    found.append((start, end))
                end += 1
        return found

    def cut(self, run: str) -> list[Span]:
        """The likeliest words of a folded run, single characters included."""
        spans, start = [], 0
        for word in self._jieba.cut(run, HMM=False):
            spans.append((start, start + len(word)))
            start += len(word)
        return spans


def _word_of(line: str) -> str:
    return line.partition(" ")[0]


@lru_cache(maxsize=1)
def everyday_words() -> frozenset[str]:
    """The words of several characters that Chinese texts of any kind use often; read when first asked for."""
    with (Path(jieba.__file__).parent / "dict.txt").open(encoding="utf-8") as lines:
        rows = (line.split(" ", 2) for line in lines)
        return frozenset(row[0] for row in rows if len(row[0]) > 1 and int(row[1]) >= _EVERYDAY)


def _is_conjunction(folded: str, index: int) -> bool:
    """Whether one of the conjunctions that end in 非 ends with the character at a place."""
    return folded[index : index + 1] == "非" and folded[max(0, index - 1) : index + 1] in _NOT_DENYING


class Chinese(Language):
    """Simplified Chinese; traditional text is folded to it."""

    tag = "zh-Hans"
    name = "简体中文"
    codes: ClassVar[tuple[str, ...]] = ("zh", "zhs", "zh-CN", "cn")
    denials = ("非",)

    def __init__(self, segmenter: Segmenter | None = None) -> None:
        super().__init__()
        self._segmenter = segmenter
        self._loading = threading.Lock()
        self._words = lru_cache(maxsize=1 << 14)(self._words_of)

    @property
    def segmenter(self) -> Segmenter:
        """The segmenter; the whole dictionary is loaded when none was given."""
        with self._loading:
            if self._segmenter is None:
                self._segmenter = Segmenter.packaged()
            return self._segmenter

    @contextmanager
    def sparing(self) -> Iterator[None]:
        """While it lasts, and unless the whole dictionary is loaded, only words that are asked for are taken in."""
        with self._loading:
            before, self._segmenter = self._segmenter, self._segmenter or Segmenter.sparing()
        try:
            yield
        finally:
            self._segmenter = before

    def is_boundary(self, folded: str, index: int) -> bool:
        """True where a term may start or end: anywhere, but not inside one of the conjunctions that end in 非.

        >>> Chinese().is_boundary("非生物攻击", 0), Chinese().is_boundary("除非生物攻击", 1)
        (True, False)
        """
        return not _is_conjunction(folded, index) and super().is_boundary(folded, index)

    def boundaries(self, folded: str) -> Sequence[int]:
        """The places where a term may start or end."""
        found = super().boundaries(folded)
        return [at for at in found if not _is_conjunction(folded, at)] if "非" in folded else found

    def sentences(self, text: str) -> list[Span]:
        """The spans of the sentences, closing quotes and brackets included.

        >>> Chinese().sentences("它不会横置。（这是提示。）好")
        [(0, 6), (6, 13), (13, 14)]
        """
        spans, start = [], 0
        for match in _SENTENCE_END.finditer(text):
            spans.append((start, match.end()))
            start = match.end()
        spans.append((start, len(text)))
        return [trimmed for span in spans if (trimmed := trim(text, span))]

    def inflect(self, lemma: str, part: str) -> set[str]:
        """The lemma itself: Chinese words have no other forms."""
        return {lemma}

    def word_terms(self, word: str) -> tuple[str, ...]:
        """The terms of a word of an alphabet: read as English."""
        return self._alphabetic().word_terms(word)

    def word_alternatives(self, word: str) -> Weighted:
        """What stands for a word of an alphabet: read as English."""
        return self._alphabetic().word_alternatives(word)

    # --- runs of Chinese characters -----------------------------------------

    def run_terms(self, run: str) -> list[tuple[str, int, int]]:
        """Each character, each pair, each dictionary word, in the order of their places."""
        found = [(f"zh1~{char}", at, 1) for at, char in enumerate(run)]
        found += [(f"zh2~{run[at : at + 2]}", at, 2) for at in range(len(run) - 1)]
        found += [(f"zh~{run[start:end]}", start, end - start) for start, end in self._words(run)]
        found.sort(key=lambda term: term[1])
        return found

    def run_phrase(self, run: str) -> list[tuple[str, int]]:
        """Pairs that together say the run: every second one, and the last."""
        if len(run) == 1:
            return [(f"zh1~{run}", 0)]
        places = sorted({*range(0, len(run) - 1, 2), len(run) - 2})
        return [(f"zh2~{run[at : at + 2]}", at) for at in places]

    def run_query(self, run: str) -> list[tuple[str, int, int, Weighted]]:
        """The run's likeliest words; single characters in a row count as pairs."""
        run = run[:_LONGEST_RUN]
        if len(run) == 1:
            return [(run, 0, 1, ((f"zh1~{run}", 1.0),))]
        found = []
        spans = self.segmenter.cut(run)
        for index, (start, end) in enumerate(spans):
            if end - start > 1:
                found.append((run[start:end], start, end, self._word(run[start:end])))
                continue
            following = spans[index + 1] if index + 1 < len(spans) else None
            if following and following[1] - following[0] == 1:
                pair = run[start : end + 1]
                found.append((pair, start, end + 1, ((f"zh2~{pair}", 1.0),)))
            elif index == 0 or spans[index - 1][1] - spans[index - 1][0] > 1:
                found.append((run[start:end], start, end, ((f"zh1~{run[start:end]}", 0.25),)))
        return found

    def _word(self, word: str) -> Weighted:
        """A word, what shorter words stand in it, and its pairs, by their share of it."""
        found = {f"zh~{word}": 1.0}
        for start, end in self._words(word):
            found.setdefault(f"zh~{word[start:end]}", round(0.7 * (end - start) / len(word), 3))
        pair_weight = 0.95 if len(word) == 2 else round(0.9 / len(word), 3)
        for at in range(len(word) - 1):
            found.setdefault(f"zh2~{word[at : at + 2]}", pair_weight)
        return tuple(found.items())

    def _words_of(self, run: str) -> tuple[Span, ...]:
        return tuple(self.segmenter.words(run))

    def _alphabetic(self) -> Language:
        return self.peers["en"]
