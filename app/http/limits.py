"""How much one address may ask, where whoever runs the service wants a limit; there is none by default."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from app.settings import Settings
from ingest.errors import RosettaError

FREE = ("health.", "static")
"""Routes that are never counted: those for machines that watch the server, and its own files."""


def register(app: Flask, settings: Settings) -> None:
    """Returns nothing: the app believes the proxies in front of it, and keeps to the limit if there is one.

    Raises `RosettaError` for a limit that is none, or where what counts is not installed.
    """
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    if settings.rate_limit:
        _limit(app, settings)


def _limit(app: Flask, settings: Settings) -> None:
    try:
        from flask_limiter import Limiter
        from limits import parse_many
    except ImportError as error:
        hint = "pip install 'rosetta-rulings[limits]'"
        raise RosettaError("needs Flask-Limiter", where="ROSETTA_RATE_LIMIT", hint=hint) from error
    try:
        parse_many(settings.rate_limit)
    except ValueError as error:
        what = f"no limit: {settings.rate_limit[:60]}"
        raise RosettaError(what, where="ROSETTA_RATE_LIMIT", hint="such as 120 per minute") from error
    limiter = Limiter(
        _address,
        app=app,
        application_limits=[settings.rate_limit],
        storage_uri=settings.rate_storage or "memory://",
        headers_enabled=True,
        # Where the storage is gone each worker counts for itself: better than to answer nobody.
        in_memory_fallback_enabled=True,
    )
    limiter.request_filter(_is_free)


def _address() -> str:
    return request.remote_addr or "unknown"


def _is_free() -> bool:
    return (request.endpoint or "").startswith(FREE)
