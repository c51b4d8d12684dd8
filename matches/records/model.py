"""A match as others can read it: how it was set up, what was done, how it ended. Sides, no people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from engines import History, Played, Record, Side
from matches.lifecycle.finish import WITHOUT_RESULT


@dataclass(frozen=True, slots=True)
class Line:
    """One action that stands: canonical text, who made it, in which turn (counted from 1), and in words.

    ``at`` is when, in UTC and whole seconds, or None where that is not known. A choice that the other side
    makes in the middle of a turn belongs to that turn.
    """

    action: str
    side: Side
    turn: int
    words: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: the winning side, or None, and the reason, a word of the rules or of ``finish``."""

    winner: Side | None
    reason: str

    @property
    def word(self) -> str:
        """The result in a word: the winning side, ``draw``, or ``none`` where there is no result."""
        return self.winner or ("none" if self.reason in WITHOUT_RESULT else "draw")


@dataclass(frozen=True, slots=True)
class Sealing:
    """The seals of a match, by what they are on: a side whose pick it is, or ``draw``; and their salts.

    ``match`` is its number and ``version`` that of the line, which both stand in it: see
    ``matches.lifecycle.seals``. Seals and salts are in hexadecimal. From elsewhere either may be missing.
    ``draw`` is the value of what was drawn with the challenge, empty where that was nothing.
    """

    match: int
    version: int
    seals: Mapping[str, str]
    salts: Mapping[str, str]
    draw: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything public of a match that has begun, but for who played it.

    ``options`` are all of the game's, ``first`` is the side that starts, ``picks`` are empty where the game
    has none. ``actions`` are those that stand; ``taken_back`` says how many others there were. ``result`` is
    None while the match goes on. ``begun`` and ``ended`` are the days (UTC) of the first action and of the
    end, None where they are not known. ``position`` is the text of the position that it begins from, where
    that is not the start of the game; then there are no picks, and ``first`` is the side that acts there.
    ``set_part`` is 1 or 2 in a set of two matches, else 0. ``sealing`` is None where nothing was sealed.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    first: Side
    picks: Mapping[Side, tuple[str, ...]]
    actions: tuple[Line, ...]
    result: Ending | None = None
    taken_back: int = 0
    begun: date | None = None
    ended: date | None = None
    position: str | None = None
    set_part: int = 0
    sealing: Sealing | None = None


def positions(transcript: Transcript) -> History:
    """Every position of a record, to be stepped through. Raises RecordError for one that cannot be."""
    return Record(
        transcript.game,
        transcript.rules_version,
        options=transcript.options,
        first=transcript.first,
        picks=transcript.picks or None,
        entries=[line.action for line in transcript.actions],
        position=transcript.position,
    ).replay()


def lines(played: Iterable[Played], times: Iterable[datetime | None]) -> Iterator[Line]:
    """The actions of a history with their turns, their words, and the times given."""
    for one, at in zip(played, times, strict=True):
        yield Line(str(one), one.side, one.turn, one.description, at)
