"""Questions to substitutes: will they play on in an entrant's place?"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from data import stores
from matches.errors import BlockedError, NotAllowedError, TournamentError, TournamentProblem
from matches.model import MessageId, UserId
from matches.tournaments.model import Seed, Tournament, TournamentId
from matches.tournaments.substitutes import QuestionKey, QuestionState, SubstituteQuestion
from services.core import LEASE, Core

log = logging.getLogger(__name__)


class Substitutes:
    """The questions, as stored. Discord is asked by the caller, between these steps."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def ask(
        self, found: Tournament, by: UserId, seed: Seed, user: UserId, roles: frozenset[int]
    ) -> SubstituteQuestion:
        """Ask ``user``, who has ``roles``, for an organiser. Raises TournamentError, NotAllowedError."""
        rules = await self._core.guild_rules(found.guild_id)
        rules.check_game(found.game)
        try:
            rules.check_roles(roles)
            await self._core.check_not_blocked(by, user)
        except NotAllowedError:
            raise TournamentError(TournamentProblem.LACKS_ROLE) from None
        except BlockedError:
            raise TournamentError(TournamentProblem.UNWILLING) from None
        asked = await self._db.write(stores.substitutes.ask, found.id, seed, user, self._core.now())
        log.info("tournament=%s user=%s asked user=%s for the place of seed %s", found.id, by, user, seed)
        return asked

    async def answer(
        self, found: Tournament, user: UserId, times: int, roles: frozenset[int], *, yes: bool
    ) -> Tournament:
        """Store a user's answer; with a yes they take the place. Raises TournamentError, NotAllowedError."""
        if yes:
            rules = await self._core.guild_rules(found.guild_id)
            rules.check_game(found.game)
            rules.check_roles(roles)
        key, now = QuestionKey(found.id, user), self._core.now()
        after = await self._db.write(stores.substitutes.answer, key, times, now, yes=yes)
        log.info("tournament=%s user=%s %s", found.id, user, "takes a place" if yes else "takes no place")
        return after

    async def withdraw(self, tournament_id: TournamentId, by: UserId, seed: Seed) -> None:
        """Take back the open question for a place. Raises TournamentError if there is none."""
        await self._db.write(stores.substitutes.withdraw, tournament_id, seed, self._core.now())
        log.info("tournament=%s user=%s took back the question for seed %s", tournament_id, by, seed)

    async def latest(self, tournament_id: TournamentId, seed: Seed) -> SubstituteQuestion | None:
        """The latest question for a place; None if nobody was asked."""
        found = await self._db.read(stores.substitutes.of, tournament_id)
        return next((one for one in found if one.seed == seed), None)

    # --- due work --------------------------------------------------------------------------------

    async def due(self, limit: int) -> Sequence[QuestionKey]:
        """Claim due questions, at most ``limit``."""
        now, shards = self._core.now(), self._core.territory.shards
        return await self._db.write(stores.substitutes.claim, now, now + LEASE, limit, shards)

    async def claim(self, key: QuestionKey) -> bool:
        """Claim a question, due or not; returns False if another process has it."""
        now = self._core.now()
        return await self._db.write(stores.substitutes.claim_this, key, now, now + LEASE)

    async def look(self, key: QuestionKey) -> SubstituteQuestion | None:
        """Close a question if its time is over; returns it as it is then, None if it is gone."""
        found = await self._db.read(stores.substitutes.load, key)
        if found is None or found.state is not QuestionState.OPEN or found.is_open(self._core.now()):
            return found
        await self.close(key, QuestionState.LAPSED)
        return await self._db.read(stores.substitutes.load, key)

    async def close(self, key: QuestionKey, state: QuestionState) -> None:
        """Close a question that nobody has answered."""
        await self._db.write(stores.substitutes.close, key, state, self._core.now())
        log.info("tournament=%s the question to user=%s is %s", key.tournament, key.user, state)

    async def note_posted(self, key: QuestionKey, message: MessageId) -> bool:
        """Record the message of a question; returns False if the question is gone."""
        return await self._db.write(stores.substitutes.note_posted, key, message)

    async def settle(self, seen: SubstituteQuestion) -> None:
        """Give back a claimed question that was done as last ``seen``."""
        await self._db.write(stores.substitutes.settle, seen)
