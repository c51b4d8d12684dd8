"""Heights of a card on a phone, in pixels of a page 390 wide: how much of it fits on the screen.

A table of what the page of the demo makes of texts, pictures and rows of buttons. Real Discord differs by a
few pixels. ``tests/demo/test_heights.py`` holds the table against that page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from imaging import Clip, Picture
from matches import UserId

SCREEN: Final = 640
"""The height of a phone without Discord's bars: a card is at most as high."""
WIDTH: Final = 291
"""The width of what is in a card."""
FRAME: Final = 34
"""Height of a card's edge, above and below together."""
LINE, SMALL_LINE = 22.0, 19.25
_TITLE_GAP: Final = 4
"""Height between a heading and the text below it."""
PICTURE_GAP: Final = 8
ROW_GAPS: Final = 10
"""Heights above and below a row of buttons; between two rows it is less."""
BUTTON, BUTTON_LINE, MENU = 32, 40, 40
_PADDING: Final = 24
"""Widths at both sides of a button's label."""
_EMOJI: Final = 28
_BETWEEN: Final = 8
_ROW, _BUTTON, _SECTION, _TEXT, _GALLERY, _RULE = 1, 2, 9, 10, 12, 14
"""Discord's types of components."""
_MARGINS: Final[Mapping[int, tuple[int, int]]] = {
    _ROW: (4, 6),
    _SECTION: (8, 8),
    _GALLERY: (0, PICTURE_GAP),
    _RULE: (8, 8),
}
"""Heights above and below a part of a card; where two parts meet, the larger of both."""

Names = Mapping[UserId, str]
"""Names of users by id."""
NAME: Final = "Maximilian Oberhausen-Sonnenfels"
"""A long name, of 32 characters (Discord's limit): whose name isn't known may be called so."""
NOBODY: Final[Names] = {}
_MENTION: Final = re.compile(r"<@!?(\d+)>")
_ROLE: Final = re.compile(r"<@&\d+>|<#\d+>")
_MOMENT: Final = re.compile(r"<t:\d+(?::([a-zA-Z]))?>")
_MOMENTS: Final = {"R": "in 23 hours", "t": "12:30", "d": "28/12/2026", "f": "28 December 2026 12:30"}
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_COMMAND: Final = re.compile(r"</([^:>]+):\d+>")
_MARKS: Final = re.compile(r"\\(?P<shown>[^\w\s])|\*\*|\*|__|`")
"""What makes words bold or slanted, and the sign before one that is shown as it is."""

_WIDTHS: Final[Mapping[float, str]] = {
    0.28: "ijl.,:;'’·! ",
    0.36: "ftIJ()[]-/“”*",
    0.43: 'r?"_',
    0.53: "cksvxyz–FLS",
    0.57: "ae+×TYZ",
    0.93: "mMW@—",
}
"""Letters by their width in Noto Sans, in ems. The wider half of small and of capital letters is below."""
_EMS: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_EM_SMALL, _EM_CAPITAL, _EM_DIGIT, _EM_OTHER = 0.62, 0.72, 0.573, 0.83
_BOLD: Final = 1.06


def room(texts: Iterable[str], pictures: Iterable[Picture | Clip], names: Names = NOBODY) -> float:
    """The height that a card with these texts and pictures leaves on a screen for its buttons.

    ``names``: those known of the users whom it mentions.
    """
    shown = sum(text(one, names=names) for one in texts if one) + sum(
        picture(one.width, one.height) for one in pictures
    )
    return SCREEN - FRAME - shown


def height(
    parts: Sequence[Mapping[str, Any]], pictures: Iterable[tuple[int, int]] = (), names: Names = NOBODY
) -> float:
    """The height of a card of these parts, as Discord is sent them, with pictures of these sizes."""
    sizes = iter(pictures)
    margins = [_MARGINS.get(part["type"], (0, 0)) for part in parts]
    between = sum(max(above[1], below[0]) for above, below in pairwise(margins))
    edges = margins[0][0] + margins[-1][1] if margins else 0
    return FRAME + edges + between + sum(_height(part, sizes, names) for part in parts)


def _height(part: Mapping[str, Any], sizes: Iterator[tuple[int, int]], names: Names) -> float:
    """The height of a part without its margins."""
    if part["type"] == _TEXT:
        return text(part["content"], names=names)
    if part["type"] == _SECTION:
        aside = part["accessory"]
        across = WIDTH - width_of(aside.get("label") or "", pictured=_pictured(aside)) - _BETWEEN
        return max(BUTTON, sum(text(one["content"], across, names) for one in part["components"]))
    if part["type"] == _GALLERY:
        return sum(picture(*next(sizes)) for _ in part["items"]) - PICTURE_GAP
    if part["type"] == _ROW:
        shown = [
            (one.get("label") or "", _pictured(one)) for one in part["components"] if one["type"] == _BUTTON
        ]
        return lines_of(shown) * BUTTON_LINE - _BETWEEN if shown else MENU
    return 0


def _pictured(one: Mapping[str, Any]) -> bool:
    return one.get("emoji") is not None


def text(said: str, across: float = WIDTH, names: Names = NOBODY) -> float:
    """The height of a text; ``across`` is how much width it has.

    Names that aren't known are as long as Discord allows.
    """
    height, lines = 0.0, said.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("#"):
            height += LINE * _wrapped(line.lstrip("# "), 16, across, names, bold=True)
            height += _TITLE_GAP if number + 1 < len(lines) else 0
        elif line.startswith("-# "):
            height += SMALL_LINE * _wrapped(line[3:], 14, across, names)
        else:
            height += LINE * _wrapped(line, 16, across, names)
    return height


def picture(width: int, height: int) -> float:
    """The height of a picture as wide as a card."""
    return WIDTH * height / max(1, width) + PICTURE_GAP


def lines_of(buttons: Iterable[tuple[str, bool]]) -> int:
    """The lines that a row of buttons takes: each with its label, and whether it has an emoji."""
    lines, left = 0, 0.0
    for label, pictured in buttons:
        width = width_of(label, pictured=pictured)
        if lines == 0 or left < width:
            lines, left = lines + 1, WIDTH
        left -= width + _BETWEEN
    return lines


def width_of(label: str, *, pictured: bool) -> float:
    """The width of a button with this label, and with an emoji if it is ``pictured``."""
    return min(WIDTH, max(BUTTON, _width(label, 14) + _PADDING + (_EMOJI if pictured else 0)))


def rows(shown: Sequence[Sequence[tuple[str, bool]]], menus: int = 0) -> float:
    """The height of rows of buttons, and of menus, one below the other."""
    heights = [lines_of(one) * BUTTON_LINE - _BETWEEN for one in shown if one] + [MENU] * menus
    return sum(heights) + 6 * len(heights) + (ROW_GAPS - 6 if heights else 0)


def _wrapped(line: str, size: int, across: float, names: Names, *, bold: bool = False) -> int:
    """The lines that a paragraph takes."""
    count, left = 1, across
    space = _width(" ", size)
    for word in _plain(line, names).split(" "):
        width = _width(word, size) * (_BOLD if bold else 1)
        if width > left and left < across:
            count, left = count + 1, across
        while width > left:
            count, width = count + 1, width - across
        left -= width + space
    return count


def _plain(line: str, names: Names) -> str:
    """A line as people read it."""
    line = _MENTION.sub(lambda found: f"@{names.get(UserId(int(found[1])), NAME)}", line)
    line = _ROLE.sub(f"#{NAME}", line)
    line = _MOMENT.sub(lambda found: _MOMENTS.get(found[1] or "f", _MOMENTS["f"]), line)
    line = _COMMAND.sub(r"/\1", _LINK.sub(r"\1", line))
    return _MARKS.sub(lambda found: found["shown"] or "", line)


@lru_cache(maxsize=2048)
def _width(words: str, size: int) -> float:
    return size * sum(map(_em, words))


def _em(letter: str) -> float:
    """The width of a letter in ems."""
    if (known := _EMS.get(letter)) is not None:
        return known
    if unicodedata.east_asian_width(letter) in "WF":
        return 1
    if letter.isdigit():
        return _EM_DIGIT
    if letter.isalpha():
        return _EM_CAPITAL if letter.isupper() else _EM_SMALL
    return _EM_OTHER
