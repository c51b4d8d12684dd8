"""Moves in advance: a player states them now; each is played as soon as its condition comes true.

A move in advance is secret until it is played. It belongs to one turn of the match and is deleted once that
turn has passed; a choice within the other side's turns belongs to no turn and waits until it is used. Moves
in advance, and forced actions after them, are stored together with the move that led to them, in the same
transaction: a crash never plays one twice, and no job is needed to play them later.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from engines import EngineError, Side
from engines.record import History
from matches.lifecycle import forced
from matches.model import EntryKind, Match, Person, UserId

DEEPEST: Final = 10
"""The most turns of a line, both sides', from the position in which it is stated to its last move."""
MOST_BRANCHES: Final = 20
"""The most lines of moves in advance of a player in one match."""
LONGEST: Final = 50
"""The most actions played automatically after one change, both sides' together."""
ANY_TURN: Final = 0
"""The ``turn`` of a choice, which may be used in any turn."""


class ConditionKind(StrEnum):
    """The kind of condition of a move in advance. The values are stored: never rename one."""

    POSITION = "position"
    """The position after the other side's whole turn."""
    ACTION = "action"
    """An action of the other side's turn, whatever its other actions are."""
    CHOICE = "choice"
    """A choice that the player has within the other side's turn, such as Predation's helper."""


@dataclass(frozen=True, slots=True, repr=False)
class Advance:
    """A move that a player said in advance.

    ``number`` identifies it among the player's in a match; it is random, so that it tells nothing of the
    other player's. ``follows``: the number of the one before it in its line, else 0. ``turn``: the number of
    the turn that it plays, both sides' counted from 1, or ANY_TURN. ``condition``: the text of the position,
    the other side's action, or nothing. ``after``: the other side's actions that lead there, as they were
    tried. ``reply``: the actions of the whole turn; for a choice the preferred points in order. ``dropped``:
    it could not be played when its condition came true.
    """

    user_id: UserId
    number: int
    follows: int
    turn: int
    kind: ConditionKind
    condition: str
    after: tuple[str, ...]
    reply: tuple[str, ...]
    said_at: datetime
    dropped: bool = False

    def __repr__(self) -> str:
        return f"<move in advance {self.number}>"


def with_followers(known: Iterable[Advance], numbers: Iterable[int]) -> frozenset[int]:
    """``numbers`` of a user's moves in advance, and those of all moves in advance that follow them."""
    found = set(numbers)
    following = [one for one in known if one.follows]
    while more := {one.number for one in following if one.follows in found} - found:
        found |= more
    return frozenset(found)


def appearance_of(match: Match, text: str) -> Hashable | None:
    """The appearance of the position that ``text`` states, in the game of ``match``; None if unreadable.

    It is for comparing: see :meth:`engines.Position.appearance`.
    """
    try:
        return match.game.from_text(text, match.options).appearance()
    except EngineError:
        return None


# --- played with the move that they answer --------------------------------------------------------

AdvanceKey = tuple[UserId, int]
"""A move in advance of a match: its player, and its number."""

_FIRST: Final = (ConditionKind.POSITION, ConditionKind.ACTION, ConditionKind.CHOICE)
"""The kinds of conditions, the most specific first: if several are true, its move is played."""


@dataclass(frozen=True, slots=True)
class AdvanceChange:
    """The change that a move makes to the moves in advance: some are deleted, some are marked as dropped.

    ``revision``: the match's ``advance_revision`` when they were read.
    """

    revision: int
    gone: frozenset[AdvanceKey] = frozenset()
    dropped: frozenset[AdvanceKey] = frozenset()


@dataclass(slots=True)
class Advancing:
    """Automatic play after actions of a player; ``kinds`` are those of the automatic actions.

    ``before`` is the number of standing actions before the player's; ``said`` are the moves in advance of
    both players.
    """

    match: Match
    history: History
    before: int
    people: Mapping[UserId, Person]
    said: Sequence[Advance] = ()
    kinds: list[EntryKind] = field(default_factory=list)
    _used: set[AdvanceKey] = field(default_factory=set)
    _dropped: set[AdvanceKey] = field(default_factory=set)

    def go_on(self, room: int) -> None:
        """Play moves in advance and forced actions until a player has a choice to make.

        At most LONGEST actions, and as many as the record has ``room`` for: a move in advance that doesn't
        fit is not played.
        """
        room = min(LONGEST, room)
        while (side := self.history.position.to_act) is not None and len(self.kinds) < room:
            if not (self._play_said(side, room) or self._play_forced(side)):
                break

    def change(self) -> AdvanceChange:
        """The change that this play makes to the moves in advance: also to those whose turn has passed."""
        made = self.history.turns + 1
        mover = self.match.player_of(self.history.played[self.before].side).user_id
        gone = {
            _key(one)
            for one in self.said
            if _key(one) in self._used or (one.user_id == mover if one.dropped else 0 < one.turn < made)
        }
        for user in {user for user, _ in self._dropped}:
            theirs = [one for one in self.said if one.user_id == user]
            numbers = [number for owner, number in self._dropped if owner == user]
            gone |= {(user, number) for number in with_followers(theirs, numbers)}
        return AdvanceChange(
            self.match.advance_revision, frozenset(gone - self._dropped), frozenset(self._dropped)
        )

    def _play_said(self, side: Side, room: int) -> bool:
        """Play a move in advance of ``side`` whose condition is true; False if there is none.

        Those with illegal actions are dropped.
        """
        if self.history.played[-1].side == side:
            return False
        for one in self._true_ones(side):
            reply = self._reply_of(one)
            after = self._with(reply, side, whole=one.kind is not ConditionKind.CHOICE)
            if after is None:
                self._dropped.add(_key(one))
            elif len(self.kinds) + len(reply) <= room:
                self.history = after
                self.kinds += [EntryKind.ADVANCE] * len(reply)
                self._used.add(_key(one))
                return True
        return False

    def _true_ones(self, side: Side) -> Iterator[Advance]:
        """The moves in advance of ``side`` whose condition is true now, in the order in which to try them."""
        owner = self.match.player_of(side).user_id
        now_made = self.history.turns + 1
        theirs = [
            one
            for one in self.said
            if one.user_id == owner
            and not one.dropped
            and one.turn in (ANY_TURN, now_made)
            and not {_key(one)} & (self._used | self._dropped)
        ]
        for kind in _FIRST:
            of_kind = [one for one in theirs if one.kind is kind]
            yield from (one for one in reversed(of_kind) if self._is_true(one, side))

    def _is_true(self, one: Advance, side: Side) -> bool:
        position = self.history.position
        if one.kind is ConditionKind.CHOICE:
            return position.turn_of != side
        if one.kind is ConditionKind.POSITION:
            return appearance_of(self.match, one.condition) == position.appearance()
        last = self.history.played[-1].turn
        turn = (played for played in reversed(self.history.played) if played.turn == last)
        return any(str(played) == one.condition and played.side != side for played in turn)

    def _reply_of(self, one: Advance) -> Sequence[str]:
        """The actions of a move in advance; for a choice, of its first point that can be chosen."""
        if one.kind is not ConditionKind.CHOICE:
            return one.reply
        legal = self.history.position.legal_actions()
        named = {action.path[-1]: str(action) for action in reversed(legal) if action.path}
        return [next((named[point] for point in one.reply if point in named), str(legal[0]))]

    def _with(self, reply: Sequence[str], side: Side, *, whole: bool) -> History | None:
        """The history with a reply of ``side``; None if it isn't legal, or not ``whole`` when it must be."""
        history = self.history
        try:
            for action in reply:
                if history.position.to_act != side:
                    return None
                history = history.then(action)
        except EngineError:
            return None
        return None if whole and history.position.to_act == side else history

    def _play_forced(self, side: Side) -> bool:
        """Play the only legal action of ``side``, if its player has chosen that; else return False."""
        action = forced.only_action(self.match, self.history, side, self.people)
        if action is None:
            return False
        self.history = self.history.then(action)
        self.kinds.append(EntryKind.FORCED)
        return True


def _key(one: Advance) -> AdvanceKey:
    return one.user_id, one.number


def begun(
    match: Match,
    history: History,
    actions: Iterable[object],
    people: Mapping[UserId, Person],
    said: Sequence[Advance] = (),
) -> Advancing:
    """Automatic play in ``match`` after ``actions`` of a player in ``history``, before its first action."""
    before = len(history.played)
    for action in actions:
        history = history.then(str(action))
    return Advancing(match, history, before, people, said)
