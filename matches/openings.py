"""Openings as they are leafed through: a start of a game that was played here, and turns from there on.

A way through them is told by numbers, made from what was played there, so that a control's id can carry it
and it stays the same while counts change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, Self
from zlib import crc32

from engines import GAMES, Game, OptionError, Options, Picks, Position, Side
from engines.record import History
from matches.model import Match

if TYPE_CHECKING:
    from matches.archive import BookTurn

_KEY_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class OpeningStart:
    """A usual start of a game: the version of its rules, all options, the side that starts, and the picks."""

    game_key: str
    rules_version: int
    options: Options
    first: Side
    picks: Picks

    @classmethod
    def of(cls, match: Match) -> Self:
        """The start of a match that began from its game's own start."""
        first = match.first or match.game.sides[0]
        picks = {side: sealed.choices for side, sealed in match.picks.items()}
        return cls(match.game_key, match.rules_version, match.options, first, picks)

    @classmethod
    def read(cls, game_key: str, text: str) -> Self:
        """The start of a game that a ``text`` of it says."""
        said = json.loads(text)
        picks = {side: tuple(chosen) for side, chosen in said["picks"].items()}
        return cls(game_key, said["rules"], said["options"], said["first"], picks)

    @property
    def text(self) -> str:
        """The start without its game, as it is stored: equal starts have equal texts."""
        said = {
            "first": self.first,
            "options": dict(self.options),
            "picks": {side: list(chosen) for side, chosen in self.picks.items()},
            "rules": self.rules_version,
        }
        return json.dumps(said, sort_keys=True, separators=(",", ":"))

    @property
    def game(self) -> Game:
        """The game by its rules then. Raises KeyError or OptionError if they are not known any more."""
        return GAMES[self.game_key].at(self.rules_version)

    @property
    def is_known(self) -> bool:
        """True if the rules are still known."""
        try:
            self.game.settle(self.options)
        except (KeyError, OptionError):
            return False
        return True

    def position(self) -> Position:
        """The position. Raises KeyError or OptionError if the rules are not known any more."""
        return self.game.start(self.options, first=self.first, picks=self.picks or None)


def starts_key(game_key: str) -> int:
    """The key that stands for all starts of a game: what was "played" there are the texts of starts.

    Stored, as a position's key is.
    """
    digest = blake2b(f"starts of {game_key}".encode(), digest_size=_KEY_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def number_of(played: str) -> int:
    """The number, in a way, of a turn or of a start's text."""
    return crc32(played.encode())


def after(history: History, played: str) -> History:
    """A history with one more turn: its actions, joined by spaces. Raises RecordError if it can't follow."""
    for action in played.split(" "):
        history = history.then(action)
    return history


def by_number(turns: Sequence[BookTurn]) -> Mapping[int, BookTurn]:
    """Turns by their numbers, in their order: of two that share a number, the first."""
    found: dict[int, BookTurn] = {}
    for turn in turns:
        found.setdefault(number_of(turn.played), turn)
    return found
