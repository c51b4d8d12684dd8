"""Texts that people write, made harmless: without hidden characters or piles of accents.

What words and emojis need stays, in any script: the vowel signs and joiners of Indic, Arabic or Burmese
words, the selectors and joiners of emojis. ``unicodedata`` knows neither scripts nor emojis, but the names of
letters begin with their script's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final

_HIDDEN: Final = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
"""The flag of a part of a country, such as Scotland: a black flag with hidden letters."""
HIDDEN: Final = re.compile(_HIDDEN)
"""Control characters, characters that change the direction of text, and invisible ones."""
_HIDDEN_OR_FLAG: Final = re.compile(f"(?P<flag>{_FLAG})|{_HIDDEN}")
_NO_TEXT: Final = re.compile(
    "[\u115f\u1160\ufdd0-\ufdef\ufff0-\ufff8\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0080-\U000e00ff\U000e01f0-\U000e0fff]"
)
"""More invisible characters, which records from elsewhere may contain."""
_BLANK: Final = re.compile("[\x0b\x0c\x85\u2028\u2029\u2800\u3164\uffa0]")
"""Characters that look like a space or begin a line, though they don't count as spaces."""
_SELECTOR: Final = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that choose between two forms of a character."""

MOST_MARKS: Final = 6
"""Marks on one letter that take no room of their own; Tibetan has so many, Hebrew and Burmese five."""
MOST_IN_PLACE: Final = 2
"""Marks in the same place, such as above the letter; more of them reach into the lines around."""
MOST_UNPLACED: Final = 4
"""Marks whose place Unicode doesn't tell: vowel signs, and letters written below another."""
MOST_SPACING: Final = 4
"""Marks that stand beside their letter."""

_JOINER: Final = "\u200d"
_JOINED: Final = re.compile(
    "(ADLAM|ARABIC|BALINESE|BENGALI|CHAKMA|DEVANAGARI|GUJARATI|GURMUKHI|JAVANESE|KANNADA|KHMER|MALAYALAM"
    "|MANDAIC|MEETEI|MONGOLIAN|NKO|ORIYA|SINHALA|SYRIAC|TAMIL|TELUGU) "
)
"""The scripts in which a joiner or non-joiner after a letter changes how a word looks."""
_UNSPACED: Final = re.compile("(KHMER|LAO|MYANMAR|THAI) ")
"""The scripts without spaces between words, where an invisible one tells them apart."""
_VOWELS_APART: Final = re.compile("MONGOLIAN ")

_FORMULAS: Final = frozenset("=+-@\u2212")
"""The beginnings of a cell that spreadsheets would calculate, in their usual width."""


def tidied(text: str) -> str:
    """``text`` in one line, without piles of marks, and without hidden characters that it doesn't need."""
    if text.isascii():  # as most names are: quicker
        return " ".join(HIDDEN.sub("", _BLANK.sub(" ", text)).split())
    line = unicodedata.normalize("NFC", _BLANK.sub(" ", _NO_TEXT.sub("", text)))
    seen = _HIDDEN_OR_FLAG.sub(lambda found: found[0] if _is_needed(found) else "", "".join(_unpiled(line)))
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def first_hidden(text: str) -> re.Match[str] | None:
    """The first hidden character of ``text`` that none of its words and emojis needs."""
    return next((found for found in _HIDDEN_OR_FLAG.finditer(text) if not _is_needed(found)), None)


def safe_cell(text: str) -> str:
    """``text`` for a cell of a spreadsheet: in one line, and never a formula."""
    plain = tidied(text)
    return f"'{plain}" if unicodedata.normalize("NFKC", plain[:1]) in _FORMULAS else plain


def letters(line: str) -> Iterator[str]:
    """The letters of a line as people count them, each with its marks; an emoji or a flag is one."""
    if line.isascii():
        yield from line
        return
    letter = ""
    for character in line:
        if letter and not _goes_on(letter, character):
            yield letter
            letter = ""
        letter += character
    if letter:
        yield letter


def beginning(line: str, room: int, size: Callable[[str], int] = len) -> str:
    """The first whole letters of a line that fit into ``room``, by the ``size`` of a letter."""
    ends = accumulate(map(size, letters(line)))
    return "".join(letter for letter, end in zip(letters(line), ends, strict=True) if end <= room)


def _goes_on(letter: str, character: str) -> bool:
    if unicodedata.category(character)[0] == "M" or HIDDEN.match(character):
        return True
    if _is_skin_tone(character):
        return not _is_skin_tone(letter[-1])
    if letter[-1] == _JOINER and _is_picture(letter[-2:-1]):
        return _is_picture(character)
    return len(letter) == 1 and _is_half_flag(letter) and _is_half_flag(character)


def _unpiled(line: str) -> Iterator[str]:
    """The characters of a line, without marks that are too many on their letter, or before the first."""
    base = ""
    marks: Counter[str | int] = Counter()
    for character in line:
        if HIDDEN.match(character):
            yield character  # between marks it changes nothing
        elif unicodedata.category(character)[0] != "M":
            base = character
            marks.clear()
            yield character
        elif base:
            counted = _limits(base, character, first=not marks)
            if all(marks[what] < most for what, most in counted.items()):
                marks.update(counted.keys())
                yield character


def _limits(base: str, mark: str, *, first: bool) -> dict[str | int, int]:
    """The kinds of marks that a ``mark`` belongs to, with the most marks of each on a letter."""
    kind, place = unicodedata.category(mark), unicodedata.combining(mark)
    if _SELECTOR.match(mark):
        has_case = base.isalpha() and base.swapcase() != base
        return {"selector": 1 if first and not has_case else 0}
    if kind == "Mc":
        return {"beside": MOST_SPACING}
    if kind == "Me":
        return {"around": 1}
    return {mark: MOST_IN_PLACE, place: MOST_IN_PLACE if place else MOST_UNPLACED, "all": MOST_MARKS}


def _is_needed(found: re.Match[str]) -> bool:
    """True for a flag, and for a joiner or an invisible space that the letters around it need."""
    if found["flag"]:
        return True
    text, (start, end) = found.string, found.span()
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    if not before:
        return False
    if found[0] == _JOINER and _is_picture(before):
        return _is_picture(after)
    if found[0] in "\u200c\u200d":
        return _JOINED.match(_name(before)) is not None
    around = {"\u200b": _UNSPACED, "\u180e": _VOWELS_APART}.get(found[0])
    return around is not None and all(around.match(_name(one)) for one in (before, after))


def _name(character: str) -> str:
    """Unicode's name of a letter or a mark; empty for other characters."""
    is_letter = unicodedata.category(character or " ")[0] in "LM"
    return unicodedata.name(character, "") if is_letter else ""


def _is_picture(character: str) -> bool:
    """True for the parts of a joined emoji. Newer versions of Unicode add theirs in the same range."""
    if "\U0001f000" <= character <= "\U0001faff" or character == "\ufe0f":
        return True
    return character != "" and unicodedata.category(character) in ("So", "Sm")


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_half_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
