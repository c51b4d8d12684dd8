"""Display names as they may be used outside of mentions: harmless, and cut to the room there is.

They come from elsewhere and may hold anything: line breaks, marks that turn the text around them, what
Discord would read as a mention or as markup. Where Discord resolves mentions those are used, never names.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from matches.plain_text import beginning, letters, tidied

LONGEST: Final = 32
"""Characters of a display name (Discord's limit)."""
_MARKUP: Final = frozenset("*`~|\\<>@#[]·")
"""Characters of mentions and markup, and the one that stands between the parts of a line here."""
_BETWEEN: Final = frozenset(" _-")
"""What a name neither begins nor ends with."""
_WIDE: Final = frozenset("WF")


def plain(name: str) -> str:
    """``name`` as nothing but text in one line; empty where nothing of it can be shown."""
    shown = (letter for letter in letters(tidied(name)) if letter[0] not in _MARKUP)
    bare = "".join(letter[0] if letter[0] in _BETWEEN else letter for letter in shown)
    words = tidied(re.sub(r"_{2,}", "_", bare).strip(" _-"))
    return beginning(words, LONGEST).rstrip(" _-")


def width(text: str) -> int:
    """The columns that a text takes: two for a wide character, such as a Chinese one or an emoji."""
    return sum(map(_columns, letters(text)))


def _columns(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter[0]) in _WIDE else 1


def cut(name: str, columns: int) -> str:
    """The beginning of a name that takes at most so many columns."""
    kept = beginning(name, columns, _columns)
    return kept.rstrip(" _-.,") or kept.rstrip()
