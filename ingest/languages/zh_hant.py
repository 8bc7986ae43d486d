"""Traditional Chinese: folded to simplified, and read with its dictionary."""

from __future__ import annotations

from typing import ClassVar

from ingest.languages.zh import Chinese, Segmenter


class TraditionalChinese(Chinese):
    """Traditional Chinese: read as simplified, said to be what it is."""

    tag = "zh-Hant"
    name = "繁體中文"
    codes: ClassVar[tuple[str, ...]] = ("zht", "zh-TW", "zh-HK")

    def __init__(self, simplified: Chinese) -> None:
        super().__init__()
        self._simplified = simplified

    @property
    def segmenter(self) -> Segmenter:
        """The segmenter of simplified Chinese: its dictionary is loaded once."""
        return self._simplified.segmenter
