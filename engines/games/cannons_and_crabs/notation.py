"""Typed notation: how people write an action, and the legal actions it can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core import Action
from engines.games.cannons_and_crabs.board import Castling
from engines.games.cannons_and_crabs.pieces import KINDS, letter_of

if TYPE_CHECKING:
    from engines.games.cannons_and_crabs.position import CannonsPosition

_WORDS = {**{letter.lower(): letter for letter in KINDS}, **{kind: letter for letter, kind in KINDS.items()}}
_WORDS["marshal"] = "M"
"""Every way to name a kind of piece, and its letter."""

_BECOMING = {**_WORDS, "q": "Q", "queen": "Q", "b": "B", "bishop": "B"}
"""The same for a promotion: what chess players ask for is understood, and refused with its reason."""


def _one_of(words: Iterable[str]) -> str:
    return f"({'|'.join(sorted(words, key=len, reverse=True))})"


_KIND = _one_of(_WORDS)
_SQUARE = r"([a-z][0-9]{1,2})"
_BETWEEN = r"(?:x|to|takes|captures|[^a-z0-9]*)"
_NOISE = r"[^a-z0-9]*"
_BECOMES = rf"(?:{_NOISE}{_one_of(_BECOMING)})?{_NOISE}"
_LONG = re.compile(rf"{_KIND}?{_NOISE}([a-g][0-9]{{1,2}}){_BETWEEN}{_SQUARE}{_BECOMES}")
_LONG_OFF_BOARD = re.compile(rf"{_KIND}?{_NOISE}{_SQUARE}{_BETWEEN}{_SQUARE}{_BECOMES}")
_SHORT = re.compile(rf"{_KIND}{_NOISE}([a-g]?)([0-9]?){_BETWEEN}{_SQUARE}{_BECOMES}")
_FOOT = re.compile(rf"([a-g]?){_BETWEEN}{_SQUARE}{_BECOMES}")
_CASTLE = re.compile(rf"[o0]{_NOISE}[o0]({_NOISE}[o0])?{_NOISE}")


@dataclass(frozen=True, slots=True)
class Said:
    """A move as it was meant, possible or not.

    ``kind`` is the letter of the piece, ``start`` its square or as much of it as was written, ``becomes``
    the letter of a promotion; each is empty where nothing was written.
    """

    kind: str
    start: str
    target: str
    becomes: str = ""

    @property
    def is_long(self) -> bool:
        """True if both squares are named."""
        return len(self.start) > 1

    @property
    def is_bare(self) -> bool:
        """True if only a square is named, as for a pawn that goes there."""
        return not self.start and self.kind == "P" and not self.becomes

    def fits(self, position: CannonsPosition, action: Action) -> bool:
        """True if the text may mean this legal action. Without a promotion, any promotion fits."""
        start, target, *becomes = action.path
        return (
            target == self.target
            and (not self.becomes or becomes == [self.becomes])
            and self.fits_start(position, start)
        )

    def fits_start(self, position: CannonsPosition, square: str) -> bool:
        """True if the text may mean the piece on a square."""
        if self.kind and letter_of(position.cells[position.board.grid.numbers[square]]) != self.kind:
            return False
        return self.start in (square, *square, "")


@dataclass(frozen=True, slots=True)
class Castle:
    """Castling, towards the first files or the last ones."""

    long: bool

    def of(self, position: CannonsPosition) -> Castling:
        """The castling of the side to act that is meant."""
        return position.army.castlings[0 if self.long else 1]


def understood(text: str) -> list[Said | Castle]:
    """All readings of a text; an empty list if it is not an action at all.

    There are several if a letter is both a file and a piece: ``axb3`` is a pawn of the a-file or a crab. In
    ``Axb3`` the capital names the piece.
    """
    written = "".join(text.split()).rstrip("+#!?")
    bare = written.lower()
    if found := _CASTLE.fullmatch(bare):
        return [Castle(long=found[1] is not None)]
    if found := _LONG.fullmatch(bare):
        return [_long(found)]
    if short := list(_short_forms(written, bare)):
        return short
    found = _LONG_OFF_BOARD.fullmatch(bare)
    return [_long(found)] if found else []


def _long(found: re.Match[str]) -> Said:
    kind, start, target, becomes = found.groups()
    return Said(_WORDS[kind] if kind else "", start, target, _BECOMING[becomes] if becomes else "")


def _short_forms(written: str, bare: str) -> Iterator[Said | Castle]:
    as_piece, as_pawn = _SHORT.fullmatch(bare), _FOOT.fullmatch(bare)
    if as_piece:
        kind, file, rank, target, becomes = as_piece.groups()
        yield Said(_WORDS[kind], file + rank, target, _BECOMING[becomes] if becomes else "")
    names_piece = written[:1].isupper() and not written.isupper()
    if as_pawn and not (as_piece and names_piece):
        file, target, becomes = as_pawn.groups()
        # A pawn's file is written where it takes, and so leaves it: "cc3" is a cannon's move.
        if file == target[0]:
            return
        yield Said("P", file, target, _BECOMING[becomes] if becomes else "")


def meant(position: CannonsPosition, said: list[Said | Castle]) -> list[Action]:
    """The legal actions that fit what was said."""
    return [
        action for action in position.legal_actions() if any(_fits(position, one, action) for one in said)
    ]


def _fits(position: CannonsPosition, said: Said | Castle, action: Action) -> bool:
    if isinstance(said, Said):
        return said.fits(position, action)
    castling = said.of(position)
    return action == castling.action and position.cells[castling.king] == position.army.king


def reading(position: CannonsPosition, text: str) -> str:
    """The text as it is compared: the legal action that it leaves no doubt of, else as it stands.

    The canonical text of an action, which names both squares, means that action only: squares and
    promotion are all there is to it.
    """
    said = understood(text)
    if len(said) == 1 and isinstance(said[0], Said) and said[0].is_long and not said[0].kind:
        return f"{said[0].start} {said[0].target} {said[0].becomes}"
    fitting = meant(position, said)
    return " ".join([*fitting[0].path, ""][:3]) if len(fitting) == 1 else text
