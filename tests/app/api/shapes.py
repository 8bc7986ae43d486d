"""Holds answers of the API against their schemas, with nothing allowed that these do not name."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from jsonschema import Draft202012Validator

from app.api import ENDPOINTS
from app.api.openapi import document


def strict(schema: Any) -> Any:
    """The schema with nothing allowed that it does not name."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: strict(value) for key, value in schema.items()}
    is_object = closed.get("type") == "object" and isinstance(closed.get("properties"), dict)
    return {**closed, "additionalProperties": False} if is_object else closed


def check(name: str, answer: object) -> None:
    """Fails where an answer is not exactly of the shape with this name."""
    schemas = strict(deepcopy(document(ENDPOINTS)["components"]))
    validator = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": schemas})
    assert [error.message for error in validator.iter_errors(answer)] == []
