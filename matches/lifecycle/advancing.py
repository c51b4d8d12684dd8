"""The actions that follow a move by themselves: moves said in advance, and forced ones.

Both are stored together with the move that led to them, in the same transaction: a crash never plays one
twice, and no job is needed to play them later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engines import EngineError, Side
from engines.record import History
from matches.advance import ANY_TURN, LONGEST, Advance, ConditionKind
from matches.lifecycle import forced
from matches.lifecycle.saying import standing_of, with_followers
from matches.model import EntryKind, Match, Person, UserId

AdvanceKey = tuple[UserId, int]
"""A move in advance of a match: whose it is, and its number."""

_FIRST: Final = (ConditionKind.POSITION, ConditionKind.ACTION, ConditionKind.CHOICE)
"""The kinds of conditions, the one that says most first: its move is played where several come true."""


@dataclass(frozen=True, slots=True)
class AdvanceChange:
    """The change that a move makes to the moves said in advance: some are deleted, some are dropped.

    ``revision``: the match's ``advance_revision`` that they were read at.
    """

    revision: int
    gone: frozenset[AdvanceKey] = frozenset()
    dropped: frozenset[AdvanceKey] = frozenset()


@dataclass(slots=True)
class Advancing:
    """A match going on by itself after actions of a player; ``kinds`` are those of the actions since.

    ``before`` is the number of actions that stood before the player's; ``said`` are the moves in advance of
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

        At most LONGEST actions, and as many as the record has ``room`` for: a move in advance that is longer
        is not begun.
        """
        room = min(LONGEST, room)
        while (side := self.history.position.to_act) is not None and len(self.kinds) < room:
            if not (self._play_said(side, room) or self._play_forced(side)):
                break

    def change(self) -> AdvanceChange:
        """The change that this makes to the moves said in advance, those whose turn has passed included."""
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
        """Play a move that the player of ``side`` has said for what was just played; False if there is none.

        Those that can't be played here are dropped.
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
        """The moves in advance of ``side`` whose condition is true now, in the order to try them in."""
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
            return standing_of(self.match, one.condition) == position.standing()
        last = self.history.played[-1].turn
        turn = (played for played in reversed(self.history.played) if played.turn == last)
        return any(str(played) == one.condition and played.side != side for played in turn)

    def _reply_of(self, one: Advance) -> Sequence[str]:
        """The actions of a move in advance; of a choice the first of its points that can be chosen."""
        if one.kind is not ConditionKind.CHOICE:
            return one.reply
        legal = self.history.position.legal_actions()
        named = {action.path[-1]: str(action) for action in reversed(legal) if action.path}
        return [next((named[point] for point in one.reply if point in named), str(legal[0]))]

    def _with(self, reply: Sequence[str], side: Side, *, whole: bool) -> History | None:
        """The history with a reply of ``side``; None if it isn't legal, or not ``whole`` where it must be."""
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
        """Play the only legal action of ``side``, if its player wants that; False if nothing was played."""
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
    """``match`` after ``actions`` of a player in ``history``, about to go on by itself."""
    before = len(history.played)
    for action in actions:
        history = history.then(str(action))
    return Advancing(match, history, before, people, said)
