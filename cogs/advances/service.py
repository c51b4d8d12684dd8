"""Moves in advance: said, taken back and read by their player alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, Literal

from sqlalchemy import BigInteger, Integer, bindparam, insert, select, update

from cogs.advances.rules import AdvanceError, AdvanceProblem, choice_of, merged, moves_of_line
from data.features.advances import advance, columns, read, remove
from data.schema import match
from data.shared_parameters import MATCH_ID, USER_ID
from matches.advances import Advance, with_followers
from matches.errors import StaleError
from matches.lifecycle.checks import check_playing
from matches.model import Match, MatchId, UserId
from services.operations import Operations, Transaction, reads, writes

_TRIES: Final = 5
"""Attempts to say or take back a move in advance while the match goes on elsewhere."""
_OF_USER: Final = (
    select(advance)
    .where(advance.c.match_id == MATCH_ID, advance.c.user_id == USER_ID)
    .order_by(advance.c.turn, advance.c.said_at, advance.c.number)
)
# It locks the match's row.
_RAISE: Final = (
    update(match)
    .where(
        match.c.id == bindparam("of_match", type_=BigInteger),
        match.c.version == bindparam("seen", type_=Integer),
    )
    .values(advance_revision=match.c.advance_revision + 1)
)


class Advances(Operations):
    """A player's moves in advance. Nothing here returns another player's, nor raises a match's version."""

    async def of(self, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
        """The moves in advance that ``user`` has said in a match, by turn; without those dropped."""
        return tuple(one for one in await self._all(match_id, user) if not one.dropped)

    async def dropped_of(self, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
        """The moves in advance of ``user`` that could not be played; kept until their next turn is made."""
        return tuple(one for one in await self._all(match_id, user) if one.dropped)

    async def say(
        self, match_id: MatchId, user: UserId, line: Sequence[str], ply: int, *, whatever: int | None = None
    ) -> tuple[Advance, ...]:
        """Say the moves of ``user`` in a tried line in advance; returns all that they have said then.

        As for :func:`cogs.advances.rules.moves_of_line`. One for the same turn and condition as another
        replaces it. Raises AdvanceError, StaleError if something was played meanwhile, NotAPlayerError,
        WrongPhaseError.
        """

        def moves(match: Match) -> tuple[Advance, ...]:
            history, now = self._core.history(match), self._core.now()
            return moves_of_line(match, history, user, line, ply, now, whatever=whatever)

        return await self._say(match_id, user, moves)

    async def say_choice(self, match_id: MatchId, user: UserId, points: Sequence[str]) -> tuple[Advance, ...]:
        """Say what ``user`` chooses next in a turn of the other side; returns all that they have said then.

        ``points``: in this order, or none of them for any. Replaces what was said before. Raises what
        :meth:`say` does.
        """

        def choice(match: Match) -> tuple[Advance, ...]:
            return (choice_of(match, user, points, self._core.now()),)

        return await self._say(match_id, user, choice)

    async def take_back(
        self, match_id: MatchId, user: UserId, number: int | None = None
    ) -> tuple[Advance, ...]:
        """Take back a move in advance and those that follow it, or all; returns the others of ``user``.

        Raises AdvanceError if it is not there any more, NotAPlayerError, WrongPhaseError.
        """
        for _ in range(_TRIES):
            async with self._core.changing(match_id) as seen:
                check_playing(seen, user, None)
                left = await self.delete(seen, user, number)
            if left is not False:
                return left
        raise StaleError(await self._core.load(match_id))

    async def _say(
        self, match_id: MatchId, user: UserId, moves: Callable[[Match], tuple[Advance, ...]]
    ) -> tuple[Advance, ...]:
        for _ in range(_TRIES):
            async with self._core.changing(match_id) as seen:
                stored = await self.store(seen, user, moves(seen))
                if stored is not False:
                    return stored
            present = await self._core.load(match_id)
            if [one for one in present.entries[len(seen.entries) :] if one.kind.of_play]:
                break
        raise StaleError(await self._core.load(match_id))

    @reads
    def _all(self, tx: Transaction, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
        return _of_user(tx, match_id, user)

    @writes("match={seen.id} user={user} said a move in advance")
    def store(
        self, tx: Transaction, seen: Match, user: UserId, said: Sequence[Advance]
    ) -> tuple[Advance, ...] | Literal[False]:
        """Store the moves of one line, or a choice; returns all that ``user`` has said then.

        False, and nothing is stored, if the match isn't ``seen`` any more. Raises AdvanceError for too many.
        """
        if not _raise_revision(tx, seen):
            return False
        known = _of_user(tx, seen.id, user)
        change = merged(seen, known, said, self._core.chance)
        remove(tx.connection, seen.id, user, change.gone)
        if change.new:
            tx.execute(insert(advance), [columns(seen.id, one) for one in change.new])
        left = [one for one in known if one.number not in change.gone and not one.dropped]
        return tuple(sorted([*left, *change.new], key=attrgetter("turn", "said_at", "number")))

    @writes("match={seen.id} user={user} took moves in advance back")
    def delete(
        self, tx: Transaction, seen: Match, user: UserId, number: int | None
    ) -> tuple[Advance, ...] | Literal[False]:
        """Delete a move in advance with those that follow it, or all; returns the others of ``user``.

        False, and nothing is deleted, if the match isn't ``seen`` any more. Raises AdvanceError without it.
        """
        if not _raise_revision(tx, seen):
            return False
        theirs = _of_user(tx, seen.id, user)
        numbers = [one.number for one in theirs if number in (None, one.number)]
        if number is not None and not numbers:
            raise AdvanceError(seen, AdvanceProblem.GONE)
        gone = with_followers(theirs, numbers)
        remove(tx.connection, seen.id, user, gone)
        return tuple(one for one in theirs if one.number not in gone and not one.dropped)


def _of_user(tx: Transaction, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
    """A player's moves in advance, by turn, those said first before others."""
    return tuple(map(read, tx.execute(_OF_USER, {"match_id": match_id, "user_id": user}).mappings()))


def _raise_revision(tx: Transaction, seen: Match) -> bool:
    """Raise the revision; False if the match has changed."""
    return tx.execute(_RAISE, {"of_match": seen.id, "seen": seen.version}).rowcount == 1
