"""Pages in our own words, read as a file of that name would be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.formats import Reading, choose, decode

Read = Callable[..., Reading]


@pytest.fixture
def read() -> Read:
    """Reads text (or bytes) as a source file."""

    def reading(content: str | bytes, file: str = "page.txt") -> Reading:
        data = content.encode() if isinstance(content, str) else content
        document = decode(data, file)
        return choose(document).read(document)

    return reading
