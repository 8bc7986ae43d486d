"""The record: one SQLite file a snapshot, written once and then only read."""

from ingest.store.reader import Store
from ingest.store.writer import write_store

__all__ = ["Store", "write_store"]
