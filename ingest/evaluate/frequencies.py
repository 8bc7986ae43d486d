"""Counts in how many rulings each term stands: makes `frequencies.tsv`.

python -m ingest.evaluate.frequencies rulings_en.jsonl.gz
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.catalogue import Catalogue, load_catalogue
from ingest.linking.finder import Finder
from ingest.paths import resource_dir

HEAD = "# In how many of how many distinct English rulings (*) a term stands."


def count(texts: Iterable[str], catalogue: Catalogue) -> Counter[str]:
    """In how many of these English texts each term of the catalogue stands; under `*` how many they are."""
    finder = Finder(catalogue.terms, contexts=catalogue.contexts)
    counts = Counter(dict.fromkeys(catalogue.terms, 0))
    for text in texts:
        counts["*"] += 1
        counts.update({match.target for match in finder.find(text, "en")})
    return counts


def table(counts: Counter[str]) -> str:
    """The file's text.

    >>> table(Counter({"*": 2, "token": 1}))
    '# In how many of how many distinct English rulings (*) a term stands.\\n*\\t2\\ntoken\\t1\\n'
    """
    return f"{HEAD}\n" + "".join(f"{term}\t{counts[term]}\n" for term in sorted(counts))


def main(arguments: Sequence[str]) -> None:
    """Reads the file of rulings named and writes the catalogue's table anew."""
    folder = resource_dir("data") / "catalogue"
    with gzip.open(arguments[0], "rt", encoding="utf-8") as lines:
        texts = sorted({json.loads(line)["text"] for line in lines})
    Path(folder / "frequencies.tsv").write_text(table(count(texts, load_catalogue(folder))), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
