"""`rosetta bench`: size and speed as figures, beside other engines on the same tokens."""

from app.cli.bench.command import bench

__all__ = ["bench"]
