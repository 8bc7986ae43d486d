"""The checks, in the order their findings are explained. A new one is one line here."""

from __future__ import annotations

from ingest.checks.base import Check
from ingest.checks.consistency import SameTextForDifferentSources, SourceRenderedDifferently
from ingest.checks.duplicates import Duplicate
from ingest.checks.foreign import ForeignInsertion, LatinInChinese
from ingest.checks.glossary import DeprecatedTerm, InconsistentTerm
from ingest.checks.grammar import Article, SingularVerb
from ingest.checks.latin_marks import LatinPunctuation
from ingest.checks.length import LengthRatio
from ingest.checks.names import CardName, OtherCard
from ingest.checks.negation import Negation
from ingest.checks.numbers import Numbers, PowerToughness, Symbols
from ingest.checks.omission import Omission, SentenceCount
from ingest.checks.outdated import OutdatedWording
from ingest.checks.provenance import ProvenanceConflict
from ingest.checks.punctuation import ChinesePunctuation, FinalMark, InvertedMarks, UnbalancedMarks
from ingest.checks.source_changed import SourceChanged
from ingest.checks.spacing import DoubledWord, Spacing
from ingest.checks.terminology import OtherTerm, Terminology
from ingest.checks.untranslated import Untranslated, WrongLanguage

CHECKS: tuple[Check, ...] = (
    Numbers(),
    PowerToughness(),
    Symbols(),
    Terminology(),
    OtherTerm(),
    DeprecatedTerm(),
    InconsistentTerm(),
    CardName(),
    OtherCard(),
    Negation(),
    Omission(),
    SentenceCount(),
    Untranslated(),
    WrongLanguage(),
    ForeignInsertion(),
    LatinInChinese(),
    LengthRatio(),
    OutdatedWording(),
    ChinesePunctuation(),
    LatinPunctuation(),
    InvertedMarks(),
    UnbalancedMarks(),
    FinalMark(),
    Spacing(),
    DoubledWord(),
    SingularVerb(),
    Article(),
    Duplicate(),
    ProvenanceConflict(),
    SourceChanged(),
    SourceRenderedDifferently(),
    SameTextForDifferentSources(),
)
