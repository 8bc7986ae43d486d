"""Pages as a reader's browser gets them, and as a test reads them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient

from app.http.snapshot import knowledge
from app.services import Knowledge

Reader = Callable[..., BeautifulSoup]


@pytest.fixture
def read(client: FlaskClient) -> Reader:
    """A function that gets a page, which must answer 200, and parses it."""

    def got(path: str, **params: object) -> BeautifulSoup:
        response = client.get(path, query_string=params or None)
        assert response.status_code == 200, path
        assert response.mimetype == "text/html"
        return BeautifulSoup(response.get_data(as_text=True), "html.parser")

    return got


@pytest.fixture
def held(app: Flask) -> Knowledge:
    """The knowledge base that the pages show."""
    with app.test_request_context("/"):
        return knowledge()
