"""Display names as they may be used outside of mentions: harmless, and cut to the room there is.

They come from elsewhere and may hold anything: line breaks, marks that turn the text around them, what
Discord would read as a mention or as markup. Where Discord resolves mentions those are used, never names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 32
"""Characters of a display name (Discord's limit)."""
MOST_MARKS: Final = 2
"""Marks that may stand over and under one letter; more of them reach into the lines around."""
_MARKUP: Final = frozenset("*`~|\\<>@#[]·")
"""Characters of mentions and markup, and the one that stands between the parts of a line here."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that nobody sees."""
_WIDE: Final = frozenset("WF")


def plain(name: str) -> str:
    """``name`` as nothing but text in one line; empty where nothing of it can be shown."""
    shown = "".join(map(_shown, unicodedata.normalize("NFC", name)))
    words = " ".join(re.sub(r"_{2,}", "_", shown).split())
    return "".join(_letters(words))[:LONGEST].strip(" _-")


def _shown(character: str) -> str:
    """A character as it is shown; a blank for all kinds of spaces, nothing for what does harm."""
    kind = unicodedata.category(character)
    if kind.startswith("Z") or character in "\t\n\r\v\f":
        return " "
    hidden = kind.startswith("C") or character in _BLANK or character in _MARKUP
    return "" if hidden else character


def _letters(name: str) -> Iterator[str]:
    """The letters of a name, each with its marks, at most :data:`MOST_MARKS`."""
    letter = ""
    for character in name:
        if not unicodedata.category(character).startswith("M") and not _is_skin_tone(character):
            if letter:
                yield letter
            letter = character
        elif letter and len(letter) <= MOST_MARKS:
            letter += character
    if letter:
        yield letter


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def width(text: str) -> int:
    """The columns that a text takes: two for a wide character, such as a Chinese one or an emoji."""
    return sum(map(_columns, _letters(text)))


def _columns(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter[0]) in _WIDE else 1


def cut(name: str, columns: int) -> str:
    """The beginning of a name that takes at most so many columns."""
    kept, left = "", columns
    for letter in _letters(name):
        left -= _columns(letter)
        if left < 0:
            break
        kept += letter
    return kept.rstrip(" _-.,") or kept.rstrip()
