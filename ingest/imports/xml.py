"""XML from outside, parsed without what could make it grow or reach elsewhere."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

DEEPEST = 60


def parsed(data: bytes) -> Element:
    """The root element, names as `{namespace}local`; `ValueError` where it is no XML or declares entities."""
    builder, depth = TreeBuilder(), 0
    parser = expat.ParserCreate(namespace_separator="}")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise ValueError(f"nested deeper than {DEEPEST}")
        builder.start(_name(name), {_name(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_name(name))

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = _refused
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError(f"no well-formed XML: {error}") from error
    return builder.close()


def local(element: Element) -> str:
    """An element's name without its namespace.

    >>> local(Element("{urn:x}unit"))
    'unit'
    """
    return str(element.tag).rpartition("}")[2]


def _name(name: str) -> str:
    return "{" + name if "}" in name else name


def _refused(*_: object) -> NoReturn:
    raise ValueError("declares entities, which none of ours do")
