"""OpenSearch as the second engine: the same tokens, plans and scores over one replicated index.

`encoding` says how names and impacts are written into an index, `asking` turns
plans into requests, `engine` puts answers together, `loading` fills versioned
indices from the tables of a snapshot and `cluster` talks to the nodes.
"""

from __future__ import annotations

from ingest.index.opensearch.engine import OpenSearchBuilder, open_engine, verify

__all__ = ["OpenSearchBuilder", "open_engine", "verify"]
