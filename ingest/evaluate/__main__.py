"""Remakes the tables of the checks from aligned official texts.

`python -m ingest.evaluate FOLDER [CATALOGUE]`, where the folder holds
`rulings_zh_en_pairs.jsonl.gz` and `card_texts.jsonl.gz`. Writes `renderings.tsv`,
`neighbours.tsv` and `negation.tsv` into the catalogue. Takes some minutes.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from ingest.catalogue import load_catalogue
from ingest.checks.data import check_context
from ingest.checks.polarity import KINDS
from ingest.checks.renderings import Renderings
from ingest.evaluate.learn import learn, write_table
from ingest.evaluate.learn_neighbours import count_neighbours, write_neighbours
from ingest.evaluate.learn_polarity import examples, fit, write_cues
from ingest.evaluate.pairs import read_aligned, read_card_texts

MADE = "Made by `python -m ingest.evaluate`; remake it when the glossary has changed much."
RENDERINGS = f"""How terms are rendered in official translations. {MADE}
words: what explains the term on the other side where it lacks it; @ a term, @@ a kind of terms."""
NEIGHBOURS = f"""Characters that stand beside each term in official translations. {MADE}
term: * is any term; counts: the character, then how often; no character is a text's end."""
NEGATION = f"""What speaks for a negation dropped or added in a translation from English. {MADE}
cue: an English word or two, one or two Chinese characters, or #… for how counts differ."""


def main(corpus: Path, folder: Path) -> None:
    """Remakes all tables."""
    context = check_context(load_catalogue(folder))
    blank = replace(context, renderings=Renderings(related=context.renderings.related))
    aligned = list(read_aligned(corpus / "rulings_zh_en_pairs.jsonl.gz"))
    spanish = read_card_texts(corpus / "card_texts.jsonl.gz", "es")
    write_table(learn(aligned, blank) | learn(spanish, blank), folder / "renderings.tsv", RENDERINGS)
    write_neighbours("zh-Hans", count_neighbours(aligned, blank), folder / "neighbours.tsv", NEIGHBOURS)
    found = examples(aligned, blank)
    write_cues("zh-Hans", {kind: fit(found, kind) for kind in KINDS}, folder / "negation.tsv", NEGATION)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "data/catalogue"))
