"""Rulings and what they are linked to: terms, mechanics, cards, each other."""

from ingest.linking.link import Linked, link

__all__ = ["Linked", "link"]
