"""A match as a public record: its setup, its actions, its end. It names sides, not players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from engines import History, Played, Record, Side
from matches.lifecycle.finish import WITHOUT_RESULT


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One standing action: its canonical text, side, turn (counted from 1), and description in words.

    ``at`` is its time, in UTC and whole seconds, or None if unknown. A choice that the other side makes in
    the middle of a turn belongs to that turn. ``in_advance``: its player had said it before.
    """

    action: str
    side: Side
    turn: int
    words: str
    at: datetime | None = None
    in_advance: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment by the player of ``side`` on the position after ``ply`` actions."""

    ply: int
    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: the winning side, or None, and the reason, a word of the rules or of ``finish``."""

    winner: Side | None
    reason: str

    @property
    def word(self) -> str:
        """The result in a word: the winning side, ``draw``, or ``none`` for no result."""
        return self.winner or ("none" if self.reason in WITHOUT_RESULT else "draw")


@dataclass(frozen=True, slots=True)
class Sealing:
    """The seals and salts of a match, by what they seal: a side (its pick), or ``draw``.

    ``match`` is the match's number and ``version`` that of the sealed line, which contains both: see
    ``matches.lifecycle.seals``. Seals and salts are in hexadecimal; in a record from elsewhere any may be
    missing. ``draw`` is the value of the draw, empty if there was none.
    """

    match: int
    version: int
    seals: Mapping[str, str]
    salts: Mapping[str, str]
    draw: str = ""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Everything public of a match that has started, except its players.

    ``options`` are all of the game's, ``first`` is the side that starts, ``picks`` are empty if the game has
    none. ``actions`` are the standing ones; ``taken_back`` is the number of others. ``result`` is None while
    the match is running. ``begun`` and ``ended`` are the days (UTC) of the first action and of the end, None
    if unknown. ``position`` is the text of the position that the match begins from, if that is not the start
    of the game; then there are no picks, and ``first`` is the side that acts there. ``set_part`` is 1 or 2 in
    a set of two matches, else 0. ``draws_stand``: whether a draw that was offered stood until the other side
    answered or moved. ``sealing`` is None if nothing was sealed. ``remarks`` are the players' comments, by
    position; a record from elsewhere is read without them.
    """

    game: str
    rules_version: int
    options: Mapping[str, str]
    first: Side
    picks: Mapping[Side, tuple[str, ...]]
    actions: tuple[RecordedAction, ...]
    result: Ending | None = None
    taken_back: int = 0
    begun: date | None = None
    ended: date | None = None
    position: str | None = None
    set_part: int = 0
    draws_stand: bool = False
    sealing: Sealing | None = None
    remarks: tuple[Remark, ...] = ()


def positions(transcript: Transcript) -> History:
    """The history of a record, with all its positions. Raises RecordError for an invalid record."""
    return Record(
        transcript.game,
        transcript.rules_version,
        options=transcript.options,
        first=transcript.first,
        picks=transcript.picks or None,
        entries=[one.action for one in transcript.actions],
        position=transcript.position,
    ).replay()


def recorded_actions(
    played: Iterable[Played], times: Iterable[datetime | None], in_advance: Iterable[bool]
) -> Iterator[RecordedAction]:
    """The actions ``played`` as recorded, each with its time, and whether it was said ``in_advance``."""
    for one, at, said in zip(played, times, in_advance, strict=True):
        yield RecordedAction(str(one), one.side, one.turn, one.description, at, said)
