"""Moves in advance: said, taken back and read by their player alone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from data import stores
from matches.advance import Advance
from matches.errors import Problem, Refused, StaleError
from matches.lifecycle import saying
from matches.lifecycle.checks import check_playing
from matches.model import Match, MatchId, UserId
from services.core import Core

log = logging.getLogger(__name__)

_TRIES = 5
"""Attempts to take back a move in advance while the match goes on elsewhere."""


class Advances:
    """A player's moves in advance. Nothing here returns another player's, nor raises a match's version."""

    def __init__(self, core: Core) -> None:
        self._core = core

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

        As for :func:`matches.lifecycle.saying.moves_of_line`. One for the same turn and condition as another
        replaces it. Raises Refused, StaleError if something was played meanwhile, NotAPlayerError,
        WrongPhaseError.
        """

        def read(match: Match) -> tuple[Advance, ...]:
            history, now = self._core.history(match), self._core.now()
            return saying.moves_of_line(match, history, user, line, ply, now, whatever=whatever)

        return await self._say(match_id, user, read)

    async def say_choice(self, match_id: MatchId, user: UserId, points: Sequence[str]) -> tuple[Advance, ...]:
        """Say what ``user`` chooses next in a turn of the other side; returns all that they have said then.

        ``points``: in this order, or none of them for any. Replaces what was said before. Raises what
        :meth:`say` does.
        """

        def read(match: Match) -> tuple[Advance, ...]:
            return (saying.choice_of(match, user, points, self._core.now()),)

        return await self._say(match_id, user, read)

    async def take_back(self, match_id: MatchId, user: UserId, number: int) -> tuple[Advance, ...]:
        """Take back a move in advance and those that follow it; returns the others that ``user`` has said.

        Raises Refused if it is not there any more, NotAPlayerError, WrongPhaseError.
        """
        if not await self._take_back(match_id, user, number):
            raise Refused(Problem.ADVANCE_GONE)
        return await self.of(match_id, user)

    async def take_back_all(self, match_id: MatchId, user: UserId) -> None:
        """Take back all moves in advance of ``user`` in a match. Raises NotAPlayerError, WrongPhaseError."""
        await self._take_back(match_id, user, None)

    async def _all(self, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
        return await self._core.db.read(stores.advances.of_user, match_id, user)

    async def _say(
        self, match_id: MatchId, user: UserId, read: Callable[[Match], tuple[Advance, ...]]
    ) -> tuple[Advance, ...]:
        for _ in range(_TRIES):
            async with self._core.changing(match_id) as match:
                said = read(match)
                if await self._core.db.write(stores.advances.say, match, said, self._core.chance):
                    log.info("match=%s user=%s said a move in advance", match_id, user)
                    return await self.of(match_id, user)
            present = await self._core.load(match_id)
            if [one for one in present.entries[len(match.entries) :] if one.kind.of_play]:
                break
        raise StaleError(await self._core.load(match_id))

    async def _take_back(self, match_id: MatchId, user: UserId, number: int | None) -> bool:
        for _ in range(_TRIES):
            async with self._core.changing(match_id) as match:
                check_playing(match, user, None)
                gone = await self._core.db.write(stores.advances.take_back, match, user, number)
            if gone is not None:
                log.info("match=%s user=%s took moves in advance back", match_id, user)
                return gone
        raise StaleError(await self._core.load(match_id))
