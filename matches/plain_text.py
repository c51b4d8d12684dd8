"""Texts that people write, made harmless to look at: nothing hidden in them, and no piles of accents."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control characters, characters that change the direction of text, and invisible ones."""
MOST_MARKS: Final = 2
"""Accents and the like that may stand on one letter: no language that people type needs more."""
_MARKS: Final = ("Mn", "Me")


def tidied(text: str) -> str:
    """``text`` in one line, without hidden characters, and with at most MOST_MARKS marks on a letter."""
    line = " ".join(HIDDEN.sub("", re.sub("[\u2028\u2029\x0b\x0c\x85]", " ", text)).split())
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", line):
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    return "".join(letters)
