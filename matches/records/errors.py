"""Errors about a record from elsewhere, which repeat no more of it than a short, plain quote."""

from __future__ import annotations

import re
from typing import Final

LONGEST_QUOTE: Final = 30
"""Characters of a foreign record that an error shows at most."""
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9 .,:;=+!?'-]")
_LOOKED_AT: Final = 200
"""Characters that a quote is taken from."""


class TranscriptError(ValueError):
    """A text that is no record, or none of a match that can be.

    ``reason`` is a sentence for people, safe to show as it is; ``line`` the line of the text that it is
    about, counted from 1, or None where it is about the whole or where lines say nothing.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


def plain(text: str) -> str:
    """The beginning of a foreign text, safe to show: without what may ping, link, mark up or hide."""
    return " ".join(_NOT_PLAIN.sub("", text[:_LOOKED_AT]).split())[:LONGEST_QUOTE]


def quoted(text: str) -> str:
    """:func:`plain` in quotation marks, with dots where nothing of it can be shown."""
    return f"“{plain(text) or '…'}”"
