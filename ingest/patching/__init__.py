"""A snapshot made of the one before it: what pages that came add, put in where it belongs."""
