"""What machines that watch the server ask: is it alive, can it answer, how is it doing."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify
from prometheus_client import CONTENT_TYPE_LATEST

from app.http.snapshot import knowledge
from ingest.errors import RosettaError

health = Blueprint("health", __name__)


@health.get("/healthz")
def alive() -> Response:
    """Says that the process answers."""
    return _fresh(jsonify(status="ok"))


@health.get("/readyz")
def ready() -> Response:
    """Says whether a snapshot is open: 503 until then."""
    try:
        name = knowledge().snapshot
    except RosettaError as error:
        response = jsonify(status="not ready", detail=str(error))
        response.status_code = 503
        return _fresh(response)
    return _fresh(jsonify(status="ready", snapshot=name))


@health.get("/metrics")
def figures() -> Response:
    """Counts and times in Prometheus' text form."""
    text = current_app.extensions["rosetta-metrics"].text()
    return _fresh(Response(text, content_type=CONTENT_TYPE_LATEST))


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
