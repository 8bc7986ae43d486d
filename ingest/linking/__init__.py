"""Rulings and what they are linked to: terms, mechanics, cards, each other."""
