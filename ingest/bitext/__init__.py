"""Versions of one text side by side, sentence by sentence."""

from __future__ import annotations

from ingest.bitext.columns import Body, rows

__all__ = ["Body", "rows"]
