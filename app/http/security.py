"""Headers that keep browsers from doing what nobody asked for, and let programs read the API."""

from __future__ import annotations

from flask import Response, request

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_EVERYWHERE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_READABLE = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Link, Retry-After, X-Request-Id, X-Snapshot",
    "Cross-Origin-Resource-Policy": "cross-origin",
}

_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "If-None-Match, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}


def policy_with(style: str) -> str:
    """The policy for a page that carries the style sheet with this hash in itself, and no other.

    >>> policy_with("sha256-x=").split("; ")[2]
    "style-src 'self' 'sha256-x='"
    """
    return POLICY.replace("style-src 'self'", f"style-src 'self' '{style}'")


def protect(response: Response) -> None:
    """Sets the security headers, and CORS for reading on everything of the API."""
    headers = dict(_EVERYWHERE)
    if request.path.startswith("/api/"):
        headers |= _READABLE
        if request.method == "OPTIONS":
            headers |= _PREFLIGHT
    for name, value in headers.items():
        response.headers.setdefault(name, value)
