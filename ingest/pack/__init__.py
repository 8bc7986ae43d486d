"""The offline pack: a snapshot cut into parts that a phone keeps and searches without a network."""

from ingest.pack.write import Pack, open_pack, write_pack

__all__ = ["Pack", "open_pack", "write_pack"]
