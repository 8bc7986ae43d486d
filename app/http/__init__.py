"""What every answer of the server has in common: request id, caching, compression, headers, metrics.

Register this first: Flask runs what was registered first last, and these steps must see the
answer as the others leave it.
"""

from __future__ import annotations

from flask import Flask, Response

from app.http import caching, compression, health, observation, security
from app.http.snapshot import name_snapshot

BODY_LIMIT = 64 * 1024
"""Nothing here takes a body; this is how much of one is ever read."""


def register(app: Flask) -> None:
    """Gives the app the steps that every request and every answer go through."""
    app.config["MAX_CONTENT_LENGTH"] = app.config.get("MAX_CONTENT_LENGTH") or BODY_LIMIT
    app.extensions["rosetta-metrics"] = observation.Metrics()
    app.extensions["rosetta-release"] = caching.release()
    app.register_blueprint(health.health)
    app.before_request(observation.begin)
    app.after_request(finish)


def finish(response: Response) -> Response:
    """The answer with everything on it that all answers share; the order matters.

    An ETag is given before compression, which makes it its own, and compared after.
    """
    name_snapshot(response)
    caching.validate(response)
    compression.compress(response)
    caching.revalidate(response)
    security.protect(response)
    observation.end(response)
    return response
