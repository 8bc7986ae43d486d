"""The JSON API under `/api/v1`: every address, what it answers, and errors of one shape.

To add an address: a view and its `Endpoint` in the module it belongs to. The routes and the
OpenAPI document are made from the same table.
"""

from __future__ import annotations

import logging

from flask import Blueprint, Flask, Response, current_app, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as BaseResponse

from app.api import bench, catalogue, exports, glossary, openapi, problems, provenance, quality, rulings, searching
from app.api.endpoint import Endpoint, handler
from app.api.reply import reply
from app.http.caching import known_already, tag
from app.http.snapshot import SnapshotGone
from ingest.errors import EngineUnavailable, RosettaError

log = logging.getLogger(__name__)

PREFIX = "/api/v1"

ENDPOINTS: tuple[Endpoint, ...] = (
    *searching.ENDPOINTS,
    *rulings.ENDPOINTS,
    *catalogue.ENDPOINTS,
    *glossary.ENDPOINTS,
    *quality.ENDPOINTS,
    *provenance.ENDPOINTS,
    *bench.ENDPOINTS,
)

_WITH_IDS = frozenset(endpoint.rule.split("/<")[0] for endpoint in ENDPOINTS if "<" in endpoint.rule)
_READING = ("GET", "HEAD", "OPTIONS")


def register(app: Flask) -> None:
    """Serves the API from the app."""
    app.before_request(refuse)
    app.register_blueprint(blueprint())


def blueprint() -> Blueprint:
    """The routes of the API, one for each endpoint, and its errors."""
    api = Blueprint("api", __name__, url_prefix=PREFIX)
    for endpoint in ENDPOINTS:
        api.add_url_rule(endpoint.rule, endpoint.name, handler(endpoint))
    api.add_url_rule("/openapi.json", "openapi", description)
    api.add_url_rule(exports.PATH.replace("{", "<").replace("}", ">"), "exports", exports.export)
    api.register_error_handler(problems.ApiProblem, problems.ApiProblem.response)
    api.register_error_handler(SnapshotGone, lambda error: problems.gone(error.name).response())
    api.register_error_handler(HTTPException, lambda error: problems.from_http(error).response())
    api.register_error_handler(RosettaError, _unready)
    api.register_error_handler(Exception, _failed)
    return api


def description() -> Response:
    """The OpenAPI document."""
    release: str = current_app.extensions["rosetta-release"]
    return known_already(tag(release, request.path)) or reply(openapi.document(ENDPOINTS))


def refuse() -> BaseResponse | None:
    """What answers a request to the API that no route takes: its proper address, or a problem; else None.

    Flask finds such errors before it knows whose they are, so a blueprint never sees them.
    """
    if not request.path.startswith("/api/"):
        return None
    if request.method not in _READING:
        return problems.ApiProblem(405, "method-not-allowed", headers={"Allow": ", ".join(_READING)}).response()
    error = request.routing_exception
    if error is None or isinstance(error, RequestRedirect):
        return None
    bare = request.path.rstrip("/")
    if bare == PREFIX:
        return redirect(f"{PREFIX}/openapi.json", 308)
    # An empty id is no wish for the whole list.
    if bare != request.path and bare.removeprefix(PREFIX) not in _WITH_IDS:
        query = request.query_string.decode("ascii", "replace")
        return redirect(bare + (f"?{query}" if query else ""), 308)
    return problems.from_http(error).response()


def _unready(error: RosettaError) -> Response:
    log.error("not ready: %s", error)
    code = "search-unavailable" if isinstance(error, EngineUnavailable) else "not-ready"
    return problems.ApiProblem(503, code, headers={"Retry-After": "5"}).response()


def _failed(error: Exception) -> Response:
    log.error("failed on %s", request.url_rule, exc_info=error)
    return problems.ApiProblem(500, "internal").response()
