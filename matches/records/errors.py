"""Errors about a record from elsewhere, which quote only a short and harmless part of it."""

from __future__ import annotations

import re
from typing import Final

LONGEST_QUOTE: Final = 30
"""The most characters of a record that an error quotes."""
_NOT_PLAIN: Final = re.compile(r"[^A-Za-z0-9 .,:;=+!?'-]")
_LOOKED_AT: Final = 200
"""The most characters of a text that a quote is made from."""


class TranscriptError(ValueError):
    """A text is not a record, or its match is impossible.

    ``reason`` is a sentence for people, safe to show as it is; ``line`` is the line of the text that it is
    about, counted from 1, or None if it is about the whole text or the format has no useful lines.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


def plain(text: str) -> str:
    """The beginning of a text, safe to show: without characters that may ping, link, mark up or hide."""
    return " ".join(_NOT_PLAIN.sub("", text[:_LOOKED_AT]).split())[:LONGEST_QUOTE]


def quoted(text: str) -> str:
    """:func:`plain` in quotation marks; dots if nothing of it can be shown."""
    return f"“{plain(text) or '…'}”"
