"""Questions for the archive of a server and their answers, and ways through its openings.

A way is told by numbers, made from what was played there, so that a control's id can carry it and it stays
the same while counts change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final
from zlib import crc32

from engines.record import History
from matches.model import ChannelId, GuildId, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.archive.service import MatchOutcome, OpeningStart

COMMONEST: Final = 0
"""Stands for the number of the start that was played most often."""


class PlayerOutcome(IntEnum):
    """The outcome of a match for one of its players."""

    DRAWN = 0
    WON = 1
    LOST = 2
    UNDECIDED = 3


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """A question for the archive of a server, answered only from ``channels``: those that everyone may see.

    None leaves a condition out. ``outcome`` is asked by the sides, ``player_outcome`` of the ``player`` and
    only with one. ``position`` is a key of ``position_key``, of a game that it says itself.
    """

    guild_id: GuildId
    channels: Collection[ChannelId]
    game: str | None = None
    player: UserId | None = None
    outcome: MatchOutcome | None = None
    player_outcome: PlayerOutcome | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page of the archive, latest finished first; ``more``: whether there are older matches."""

    matches: tuple[MatchSummary, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class BookTurn:
    """A turn that was played in a position, with the numbers of matches by what came of them."""

    played: str
    first_won: int
    second_won: int
    drawn: int

    @property
    def matches(self) -> int:
        """The number of matches in which it was played there."""
        return self.first_won + self.second_won + self.drawn


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """A position of an opening in a server, and what was played there, most often first.

    ``starts``: the starts of the game that were played there, by number, with how often. ``start``: the
    number of the one it began from. ``turns``: the numbers of the turns since. ``key``: of the position.
    ``cut``: whether more was asked for than is there.
    """

    starts: Mapping[int, tuple[OpeningStart, BookTurn]]
    start: int
    turns: tuple[int, ...]
    history: History
    key: int
    played: Sequence[BookTurn]
    cut: bool

    @property
    def began(self) -> OpeningStart:
        """The start that it began from."""
        return self.starts[self.start][0]


@dataclass(frozen=True, slots=True)
class OpeningWay:
    """A way through the openings of a game, by numbers: of its start, and of the turns from there on."""

    game_key: str
    start: int = COMMONEST
    turns: tuple[int, ...] = ()


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
