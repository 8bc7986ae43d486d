"""Pure functions that turn nouns into what a person sees or copies; no HTTP here."""
