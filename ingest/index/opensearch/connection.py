"""The connection to the nodes: addresses, patience, and what goes wrong in words of ours."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ingest.errors import EngineUnavailable, RosettaError

URL_SETTING = "ROSETTA_OPENSEARCH_URL"
BUSY = 429
"""What a node says that has more to do than it can, or no memory left until it has cleared some."""
WAITS = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds that a busy node is given before it is asked again."""


def connect(url: str, seconds: float, at_once: int) -> Any:
    """A client of the nodes at the address or addresses; `RosettaError` where that is none."""
    if not url:
        raise RosettaError(
            "no cluster is named", where=URL_SETTING, hint="the address of a node, or several with commas"
        )
    try:
        from opensearchpy import OpenSearch
    except ImportError as error:
        raise RosettaError("the OpenSearch client is not installed", hint="pip install '.[opensearch]'") from error
    nodes = [node.strip() for node in url.split(",")]
    # Not compressed: the client does so at the highest level, which took more time than all else of a load.
    try:
        return OpenSearch(
            nodes, timeout=seconds, max_retries=2, retry_on_timeout=True, pool_maxsize=at_once,
            retry_on_status=(502, 503),
        )  # fmt: skip
    except (ValueError, TypeError) as error:
        raise RosettaError(f"no address: {error}", where=f"{URL_SETTING}={places(url)}") from error


def patiently(call: Callable[[], Any]) -> Any:
    """What a call gives; where nodes are busy it is made again after a while. No search: people wait for those."""
    from opensearchpy.exceptions import TransportError

    for wait in WAITS:
        try:
            return call()
        except TransportError as error:
            if error.status_code != BUSY:
                raise
        time.sleep(wait)
    return call()


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turns the client's errors into ours: the address and what to do, in one line.

    What answers there may be no cluster at all, but a proxy with a page of its own.
    """
    from opensearchpy.exceptions import NotFoundError, OpenSearchException

    try:
        yield
    except NotFoundError as error:
        raise EngineUnavailable(
            "the search cluster does not hold this publication", where=places(url), hint="run rosetta publish"
        ) from error
    except OpenSearchException as error:
        raise EngineUnavailable(f"the search cluster does not answer: {_reason(error)}", where=places(url)) from error
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        # Said with what was wrong: it may be a fault of ours in asking.
        what = f"what answers is no search cluster ({type(error).__name__}: {_reason(error)})"
        raise EngineUnavailable(what, where=places(url)) from error


def places(url: str) -> str:
    """The nodes' addresses, without the names and passwords in them."""
    return ", ".join(node.rpartition("@")[2] for node in url.split(","))


def _reason(error: Exception) -> str:
    words = " ".join(str(part) for part in error.args if not isinstance(part, Exception)) or type(error).__name__
    return words.splitlines()[0][:200]


def refuse_partial(answer: Mapping[str, Any], url: str) -> None:
    """Raise `EngineUnavailable` where a search has no answer from every shard."""
    failed = answer["_shards"]["failed"]
    if failed or answer["timed_out"]:
        reason = f"{failed} of {answer['_shards']['total']} shards gave no answer in time"
        raise EngineUnavailable(f"the search cluster could not answer: {reason}", where=places(url))
