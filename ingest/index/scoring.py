"""How much a posting is worth, and what a match must reach to count.

BM25 with two turns. A term's rarity is judged in the language that uses it
most, smoothed towards the whole: *de* says nothing even where one text in a
hundred is Spanish, and a name says much even in the only Spanish text. And
no word is stopped: a hit whose share of the query's weight is under `CUT` of the best
hit's is left out, so that what matches only words that say nothing goes, unless the
query has no others.
"""

from __future__ import annotations

import numpy as np

from ingest.index.arrays import Floats, Ints

K1 = 1.2
B = 0.5
MOST = K1 + 1
"""No posting adds this many times its term's weight, however often the term stands there."""
SMOOTHING = 20.0
"""Texts' worth of belief that a language uses a term as often as all do."""
BELIEF = 2000.0
"""Texts' worth of belief in a share that is known beforehand, so that few texts do not shape it."""
FLOOR = 0.35
"""Part of a score that a hit keeps however little of the query it covers."""
CUT = 0.25
LITERAL = 1.2
"""What a hit's score is raised by where a text holds the words as they were typed."""
PHRASE_WEIGHT = 1.5
"""A literal phrase beside the sum of its words."""


def rarity(
    terms: Ints, languages: Ints, vocabulary: int, texts_per_language: Ints, known: Floats | None = None
) -> Floats:
    """The weight of each term, from one (term, language of the text) pair per posting.

    `known` is the share of texts that hold each term elsewhere, in far more texts than these.

    >>> pairs = np.array([0, 0, 0, 1]), np.array([0, 0, 0, 0])
    >>> common, rare = rarity(*pairs, 2, np.array([100])); bool(rare > common > 0)
    True
    """
    spoken = len(texts_per_language)
    pairs = terms * np.int64(spoken)
    pairs += languages
    counts = np.bincount(pairs, minlength=vocabulary * spoken)
    used = counts.reshape(vocabulary, spoken).astype(np.float64)
    everywhere = used.sum(axis=1, keepdims=True) / max(1, texts_per_language.sum())
    belief = SMOOTHING if known is None else BELIEF
    expected = everywhere if known is None else known.reshape(vocabulary, 1)
    share = (used + belief * expected) / (texts_per_language + belief)
    return (-np.log(np.minimum(share.max(axis=1), 0.95))).astype(np.float32)


def norms(lengths: Floats) -> Floats:
    """What holds back a word that stands in a text, by the relative length of the text."""
    return K1 * (1 - B + B * lengths)


def impacts(weights: Floats, counts: Ints, norms: Floats) -> Floats:
    """What each posting adds: rarity, frequency and what its text holds back; the latter's numbers are used up.

    A word that stands once in a text of average length adds its rarity.
    """
    norms += counts
    added = weights * counts  # what follows is done in place: there are millions
    added *= K1 + 1
    added /= norms
    return added.astype(np.float32)


def relative_lengths(lengths: Ints, languages: Ints, spoken: int) -> Floats:
    """The length of each text as a multiple of its language's average.

    >>> relative_lengths(np.array([2, 4, 9]), np.array([0, 0, 1]), 2).round(2).tolist()
    [0.67, 1.33, 1.0]
    """
    texts = np.maximum(1, np.bincount(languages, minlength=spoken))
    averages = np.maximum(1, np.bincount(languages, weights=lengths, minlength=spoken) / texts)
    return lengths / averages[languages]


def final_scores(raw: Floats, covered: Floats, whole: float) -> Floats:
    """Raw scores, lowered by what of the query was not found."""
    return raw * (FLOOR + (1 - FLOOR) * np.minimum(1.0, covered / max(whole, 1e-9)))
