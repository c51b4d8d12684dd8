"""Declares what ids may hold: the numbers in them, and what is chosen in their menus.

Controls and forms declare it where they are registered; an id that doesn't fit is one of an old card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

Kind = Container[int]
"""The numbers that one place of an id may hold, such as a range."""

ID: Final = range(2**63)
"""An id of a row, or of Discord's."""
COUNT: Final = range(10**6)
"""A place in a list, a page, or a count of actions."""
NODE: Final = range(2**31)
"""A number that a match gives to something of its own."""
GAME_NUMBER: Final = range(2**32)
"""The number of a game: see ``presentation.number_of_game``."""
BIT: Final = range(2)
"""0 or 1."""
_NUMBERS: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})*")
_WHOLE: Final = re.compile(r"-?[0-9]{1,22}")


@dataclass(frozen=True, slots=True)
class Where:
    """The numbers that fit a condition."""

    fits: Callable[[int], bool]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.fits(number)


@dataclass(frozen=True, slots=True)
class Takes:
    """The numbers of an id: one of each kind in ``always``, then in ``maybe``, then as many of ``more``.

    Those of ``maybe`` may be missing at the end.
    """

    always: Sequence[Kind] = ()
    maybe: Sequence[Kind] = ()
    more: Kind = ()

    def fit(self, numbers: Sequence[int]) -> bool:
        """True if an id may hold these numbers."""
        kinds = (*self.always, *self.maybe)
        rest = [self.more] * (len(numbers) - len(kinds))
        return len(numbers) >= len(self.always) and all(
            number in kind for number, kind in zip(numbers, (*kinds, *rest), strict=False)
        )


def maybe(*kinds: Kind) -> Takes:
    """Numbers that may be missing."""
    return Takes(maybe=kinds)


class _Anything:
    """Every text."""

    def __contains__(self, text: object) -> bool:
        return True


class _Numbers:
    """Numbers with dots between, in an entry of a menu that stands for several choices."""

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and _NUMBERS.fullmatch(text) is not None


NUMBERS: Final = _Numbers()
"""One number or several, with dots between: see :func:`numbers_in`."""


def numbers_in(text: str) -> tuple[int, ...]:
    """The numbers of an entry of NUMBERS."""
    return tuple(map(int, text.split(".")))


TEXT: Final = _Anything()
"""Any text can be chosen: the handler checks it."""


def is_choice(value: str, among: Container[Any]) -> bool:
    """True if a menu's entry is one of these: numbers, or texts."""
    if isinstance(among, range | Where):
        return _WHOLE.fullmatch(value) is not None and int(value) in among
    return value in among
