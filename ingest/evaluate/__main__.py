"""Remakes the tables of the checks from aligned official texts.

`python -m ingest.evaluate FOLDER [CATALOGUE]`, where the folder holds
`rulings_zh_en_pairs.jsonl.gz` and `card_texts.jsonl.gz`. Writes `renderings.tsv`,
`neighbours.tsv` and `negation.tsv` into the catalogue. Takes some minutes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ingest.catalogue import load_catalogue
from ingest.checks.data import check_context
from ingest.evaluate.learn import write_table
from ingest.evaluate.learn_neighbours import write_neighbours
from ingest.evaluate.learn_polarity import write_cues
from ingest.evaluate.pairs import read_aligned, read_card_texts, study
from ingest.evaluate.tables import tables

MADE = "Made by `python -m ingest.evaluate`; remake it when the glossary has changed much."
RENDERINGS = f"""What calls for a term in official translations. {MADE}
side extra: a term of the translation, called for by the source; missing: the other way round.
alone: how often nothing called for it; words: what calls for it, and the chance that it does by itself; @ a term."""
NEIGHBOURS = f"""What stands beside each term in official translations. {MADE}
term: * is any term; counts: the next neighbour or two, then how often; # is a text's end."""
NEGATION = f"""What speaks for a negation dropped or added in a translation from English. {MADE}
cue: an English word or two, one or two Chinese characters, ~ and a Spanish word or two, or #… for how counts differ."""


def main(corpus: Path, folder: Path) -> None:
    """Remakes all tables."""
    context = check_context(load_catalogue(folder))
    chinese = tables(study(read_aligned(corpus / "rulings_zh_en_pairs.jsonl.gz"), context))
    learnt = chinese | tables(study(read_card_texts(corpus / "card_texts.jsonl.gz", "es"), context))
    write_table(learnt.renderings, folder / "renderings.tsv", RENDERINGS)
    write_neighbours(learnt.neighbours, folder / "neighbours.tsv", NEIGHBOURS)
    write_cues(learnt.weights, folder / "negation.tsv", NEGATION)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "data/catalogue"))
