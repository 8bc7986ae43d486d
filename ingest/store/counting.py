"""In how many texts of each language the terms stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ingest.store.spans import numbers


def texts_with(rows: Iterable[tuple[str, bytes]], terms: Sequence[str]) -> dict[str, dict[str, int]]:
    """Per term and language the number of texts, from each text's language and packed matches."""
    counts: dict[str, Counter[int]] = {}
    for lang, data in rows:
        counts.setdefault(lang, Counter()).update(numbers(data))
    found: dict[str, dict[str, int]] = {}
    for lang, counted in counts.items():
        for number, texts in counted.items():
            found.setdefault(terms[number], {})[lang] = texts
    return found
