"""A whole SQLite database as text, for the demo, which asks services and not the store."""

from data.text_copy import is_made_of, make_of_text, text_of

__all__ = ["is_made_of", "make_of_text", "text_of"]
