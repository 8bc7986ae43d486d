"""Asks the API and reads its answers."""

from __future__ import annotations

from flask.testing import FlaskClient


def get(client: FlaskClient, path: str, **query: object) -> dict:
    """The JSON of a 200."""
    response = client.get(f"/api/v1{path}", query_string=query or None)
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/json"
    return response.get_json()


def problem(client: FlaskClient, path: str, status: int, **query: object) -> dict:
    """The JSON of an error."""
    response = client.get(f"/api/v1{path}", query_string=query or None)
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    found = response.get_json()
    assert found["status"] == status
    assert found["title"]
    assert found["detail"]
    assert found["code"]
    return found
