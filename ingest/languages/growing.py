"""A dictionary that takes in its words when one with their first character is asked for: for those who ask little."""

from __future__ import annotations

from collections import defaultdict


class Growing(dict[str, int]):
    """The words of a dictionary with how often each was counted, the beginnings of words with 0.

    >>> words = Growing("维持 5 v\\n维持费 2 n\\n阶段 9 n\\n")
    >>> words.get("维持"), words.get("维"), words.get("阶"), words.get("持")
    (5, 0, 0, None)
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._waiting: defaultdict[str, list[str]] = defaultdict(list)
        for line in text.split("\n"):
            self._waiting[line[:1]].append(line)

    def get(self, word, default=None):  # type: ignore[no-untyped-def, override]
        """How often a word was counted."""
        self._take_in(word[:1])
        return super().get(word, default)

    def __contains__(self, word: object) -> bool:
        self._take_in(str(word)[:1])
        return super().__contains__(word)

    def __getitem__(self, word: str) -> int:
        self._take_in(word[:1])
        return super().__getitem__(word)

    def _take_in(self, first: str) -> None:
        for line in self._waiting.pop(first, ()) if first else ():
            take_in(self, line)


def take_in(words: dict[str, int], line: str) -> None:
    """Puts the word of a line, and how often it was counted, among the words; its beginnings with 0."""
    word, counted = line.split(" ")[:2]
    words[word] = int(counted)
    for end in range(1, len(word)):
        words.setdefault(word[:end], 0)
