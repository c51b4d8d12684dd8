"""The record of a match, and the history that it replays to.

A record is a match's set-up and its entries in order: canonical action texts, and :data:`TAKE_BACK`, which
takes back the last standing action. Entries are never removed. Replaying it gives a :class:`History`: the
standing actions, each with the position before and after. :meth:`History.then` extends a history, so a match
need not be replayed for every action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engines.core import Action, ActionError, Diagram, EngineError, Options, Picks, Position, Side
from engines.games import GAMES

TAKE_BACK = "take-back"
"""The entry that takes back the last action standing. No game has such an action."""


class RecordError(EngineError):
    """A record that cannot be replayed.

    ``number`` is that of the entry, counted from 1, or 0 for the set-up; ``entry`` its text; ``reason``
    what is wrong with it.
    """

    def __init__(self, number: int, entry: str, reason: str) -> None:
        super().__init__(f"entry {number}, {entry!r}: {reason}" if number else reason)
        self.number = number
        self.entry = entry
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Played:
    """A standing action: the positions before and after it, its side, and its turn.

    ``turn`` is the number of the turn that it belongs to, both sides' turns counted from 1. A choice that
    the other side makes in the middle of a turn belongs to that turn.
    """

    action: Action
    side: Side
    before: Position
    after: Position
    turn: int

    @classmethod
    def next(cls, earlier: Played | None, action: Action, side: Side, before: Position) -> Played:
        """The legal ``action`` of ``side`` in ``before``, played after ``earlier``."""
        turn = 1 if earlier is None else earlier.turn + earlier.ends_turn
        return cls(action, side, before, before.apply(action), turn)

    @property
    def ends_turn(self) -> bool:
        """True if the action ended its turn."""
        return self.before.turn_of != self.after.turn_of

    @property
    def description(self) -> str:
        """The action in words."""
        return self.before.describe(self.action)

    def __str__(self) -> str:
        return str(self.action)


@dataclass(frozen=True, slots=True)
class History:
    """A match up to some entry: ``played`` are the standing actions, ``entries`` counts all entries."""

    start: Position
    played: tuple[Played, ...] = ()
    entries: int = 0

    @property
    def position(self) -> Position:
        """The current position of the match."""
        return self.played[-1].after if self.played else self.start

    @property
    def turns(self) -> int:
        """The number of finished turns of both sides together: a match's "moves"."""
        last = self._last
        return 0 if last is None else last.turn - (not last.ends_turn)

    def ply_after(self, turns: int) -> int:
        """The number of actions in the first ``turns`` turns; of all actions if fewer are finished."""
        return sum(played.turn <= turns for played in self.played)

    def diagram(
        self, last: Sequence[Action] | None = None, *, bottom: Side | None = None, chosen: Sequence[str] = ()
    ) -> Diagram:
        """The diagram of the present position, with the number of the turn that is to be made.

        As :meth:`Position.diagram` says; ``last`` are the actions of the last turn unless others are given.
        """
        marked = [played.action for played in self.last_turn()] if last is None else last
        shown = self.position.diagram(marked, bottom=bottom, chosen=chosen)
        return replace(shown, number=self.turns + 1)

    def until(self, ply: int) -> History:
        """The history of the first ``ply`` standing actions only."""
        return History(self.start, self.played[:ply], self.entries)

    def then(self, entry: str) -> History:
        """The history with one more entry. Raises RecordError for one that is not possible."""
        if entry == TAKE_BACK:
            return self._taken_back()
        played = _played(self._last, self.position, self.entries + 1, entry)
        return History(self.start, (*self.played, played), self.entries + 1)

    @property
    def _last(self) -> Played | None:
        return self.played[-1] if self.played else None

    def _taken_back(self) -> History:
        if not self.played:
            raise _nothing_stands(self.entries + 1)
        return History(self.start, self.played[:-1], self.entries + 1)

    def last_turn(self) -> tuple[Played, ...]:
        """The last standing actions in a row by one side: the last turn, finished or not."""
        first = len(self.played)
        while first and self.played[first - 1].side == self.played[-1].side:
            first -= 1
        return self.played[first:]

    def can_take_back(self) -> bool:
        """True if the side to act made the last standing action, so the other side has not answered it."""
        return bool(self.played) and self.played[-1].side == self.position.to_act


def _played(earlier: Played | None, position: Position, number: int, entry: str) -> Played:
    """The action of an entry in a position, after the ``earlier`` one.

    Raises RecordError with the entry's number.
    """
    action = _read(position, number, entry)
    side = position.to_act
    assert side is not None, "a position with a legal action has a side to act"
    return Played.next(earlier, action, side, position)


def _read(position: Position, number: int, entry: str) -> Action:
    for action in position.legal_actions():
        if action.text == entry:
            return action
    try:
        meant = position.parse(entry)
    except ActionError as error:
        raise RecordError(number, entry, error.reason) from error
    raise RecordError(number, entry, f"an entry is written {str(meant)!r}")


def _nothing_stands(number: int) -> RecordError:
    return RecordError(number, TAKE_BACK, "no action stands that could be taken back")


@dataclass(frozen=True, slots=True)
class Record:
    """The set-up of a match, and its entries.

    ``game`` is a key of ``GAMES``, ``version`` that of its rules; ``options``, ``first`` and ``picks`` are
    what :meth:`Game.start` takes. ``position`` is the text of the position before the first entry, if that is
    not the start of the game; ``first`` and ``picks`` are unused then.
    """

    game: str
    version: int
    options: Options = field(default_factory=dict)
    first: Side | None = None
    picks: Picks | None = None
    entries: Sequence[str] = ()
    position: str | None = None

    def start(self) -> Position:
        """The position before the first entry. Raises RecordError for a set-up no game has."""
        game = GAMES.get(self.game)
        if game is None:
            raise RecordError(0, "", f"there is no game {self.game!r}")
        try:
            if self.position is not None:
                return game.at(self.version).from_text(self.position, self.options)
            return game.at(self.version).start(self.options, first=self.first, picks=self.picks)
        except EngineError as error:
            raise RecordError(0, "", str(error)) from error

    def replay(self, turns: int | None = None) -> History:
        """The history of all entries, or of the first ``turns`` turns.

        Raises RecordError with the number of the entry that does not fit.

        Actions taken back are skipped, since a take-back restores the position from before: a long record
        with many of them is replayed as fast as its standing actions.
        """
        played: list[Played] = []
        position = start = self.start()
        for number, entry in self._kept():
            played.append(_played(played[-1] if played else None, position, number, entry))
            position = played[-1].after
            if played[-1].ends_turn and played[-1].turn == turns:
                break
        return History(start, tuple(played), len(self.entries))

    def _kept(self) -> list[tuple[int, str]]:
        """The standing actions, with the numbers of their entries."""
        found: list[tuple[int, str]] = []
        for number, entry in enumerate(self.entries, start=1):
            if entry != TAKE_BACK:
                found.append((number, entry))
            elif found:
                found.pop()
            else:
                raise _nothing_stands(number)
        return found
