"""Request ids, one log line for each request and figures for Prometheus: nothing personal in any.

The workers of one server count together where `PROMETHEUS_MULTIPROC_DIR` names a folder for
it, which `rosetta serve` sees to; whichever worker is asked then tells of all.
"""

from __future__ import annotations

import logging
import os
import re
import time
import uuid

from flask import Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

log = logging.getLogger("rosetta.access")

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which workers count together; the library reads it when it is first imported."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


class Metrics:
    """The figures of one app: how many requests to which route, how they ended, how long they took."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("route", "method", "status")
        self.requests = Counter("rosetta_requests", "Requests answered", labels, registry=self.registry)
        self.seconds = Histogram(
            "rosetta_request_seconds",
            "Time to answer",
            ("route",),
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
            registry=self.registry,
        )

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Counts one request."""
        self.requests.labels(route, method, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All figures in Prometheus' text form."""
        return generate_latest(_of_all_workers() if os.environ.get(SHARED) else self.registry)


def _of_all_workers() -> CollectorRegistry:
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry


def begin() -> None:
    """Takes the request's own id, where it is a fit one, or gives it one, and starts the clock."""
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.started = time.perf_counter()


def end(response: Response) -> None:
    """Names the request on its answer, counts it and logs it without query, address or agent."""
    if "request_id" not in g:
        begin()
    seconds = time.perf_counter() - g.started
    # A route is a pattern: paths themselves would make a new series for each ruling.
    route = request.url_rule.rule if request.url_rule else "none"
    method = request.method if request.method in _METHODS else "other"
    response.headers["X-Request-Id"] = g.request_id
    metrics: Metrics = current_app.extensions["rosetta-metrics"]
    metrics.count(route, method, response.status_code, seconds)
    fields = {
        "method": method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 2),
        "snapshot": g.knowledge.snapshot if "knowledge" in g else None,
    }
    log.info("answered", extra={"fields": fields})
