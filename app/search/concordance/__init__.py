"""A term in its contexts, and how the other languages render it. No HTTP."""

from __future__ import annotations

from app.search.concordance.places import Place, Rendering
from app.search.concordance.report import MOST, Concordance, Count, concordance

__all__ = ["MOST", "Concordance", "Count", "Place", "Rendering", "concordance"]
