"""Operations on simuls: hosting, joining, starting; and opening their boards, one at a time."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from data import stores
from engines import GAMES
from matches.errors import BlockedError, SimulError
from matches.guild_settings import ChallengeChannel
from matches.lifecycle.challenge import check_side
from matches.model import Match, UserId
from matches.players import Human
from matches.simul import (
    NewSimul,
    Simul,
    SimulBoards,
    SimulCard,
    SimulId,
    SimulPhase,
    SimulWishes,
    check_wishes,
    pace_of,
)
from matches.summaries import MatchSummary
from services.challenges import Challenges
from services.core import LEASE, Core

log = logging.getLogger(__name__)

LOOKS_AGAIN: Final = timedelta(minutes=15)
"""The time until a running simul is checked without a known change: an older bot notes none."""


class Simuls:
    """The simuls of servers. Every step is one transaction, and can be repeated after a crash."""

    def __init__(self, core: Core, challenges: Challenges) -> None:
        self._core = core
        self._db = core.db
        self._challenges = challenges

    # --- what people do --------------------------------------------------------------------------

    async def host(self, user: UserId, wishes: SimulWishes, place: ChallengeChannel) -> Simul:
        """Open a simul that players can join. Raises SimulError, OptionError, NotAllowedError, Refused."""
        game = GAMES[wishes.game]
        check_wishes(wishes)
        check_side(game, wishes.side)
        rules = await self._core.guild_rules(place.guild)
        rules.check(wishes.game, place)
        now = self._core.now()
        new = NewSimul(
            game_key=wishes.game,
            guild_id=place.guild,
            channel_id=place.channel,
            host=user,
            created_at=now,
            closes_at=now + self._core.policy.challenge_life,
            pace=pace_of(wishes, rules.pace),
            places=wishes.places,
            side=wishes.side,
            # As any match whose challenger has chosen the easier side.
            rated=wishes.rated and not (game.uneven and wishes.side),
        )
        simul = await self._db.write(stores.simuls.create, new, self._core.posting())
        log.info("simul=%s user=%s hosts %s for %s", simul.id, user, simul.game_key, simul.places)
        return simul

    async def join(self, simul_id: SimulId, user: UserId, roles: frozenset[int] = frozenset()) -> Simul:
        """Give a user with these ``roles`` a place.

        Raises SimulError, BlockedError, NotAllowedError, Refused, TooManyRunningError.
        """
        simul = await self.load(simul_id)
        simul.check_open()
        rules = await self._core.guild_rules(simul.guild_id)
        rules.check_game(simul.game_key)
        rules.check_roles(roles)
        limits = self._core.limits(rules, user)[user]
        simul = await self._db.write(stores.simuls.join, simul_id, user, self._core.now(), limits)
        log.info("simul=%s user=%s joined", simul_id, user)
        return simul

    async def leave(self, simul_id: SimulId, user: UserId) -> Simul:
        """Give up a user's place. Raises SimulError."""
        simul = await self._db.write(stores.simuls.leave, simul_id, user, self._core.now())
        log.info("simul=%s user=%s left", simul_id, user)
        return simul

    async def take_out(self, simul_id: SimulId, host: UserId, user: UserId) -> Simul:
        """Take a user's place away for good, for the host. Raises SimulError."""
        simul = await self._db.write(stores.simuls.take_out, simul_id, host, user, self._core.now())
        log.info("simul=%s user=%s was taken out", simul_id, user)
        return simul

    async def start(self, simul_id: SimulId, host: UserId, roles: frozenset[int] = frozenset()) -> Simul:
        """Start a simul, for its host with these ``roles``: its boards are opened one by one.

        Raises SimulError, NotAllowedError.
        """
        simul = await self.load(simul_id)
        simul.check_host(host)
        rules = await self._core.guild_rules(simul.guild_id)
        rules.check_game(simul.game_key)
        rules.check_roles(roles)
        simul = await self._db.write(stores.simuls.start, simul_id, host, self._core.now())
        log.info("simul=%s user=%s started it, players=%s", simul_id, host, len(simul.waiting))
        return simul

    async def call_off(self, simul_id: SimulId, host: UserId) -> Simul:
        """Close a simul before its start, for its host. Raises SimulError."""
        simul = await self._db.write(stores.simuls.call_off, simul_id, host, self._core.now())
        log.info("simul=%s user=%s called it off", simul_id, host)
        return simul

    # --- what people see -------------------------------------------------------------------------

    async def load(self, simul_id: SimulId) -> Simul:
        """A simul without its matches. Raises SimulError for an unknown id."""
        return await self._db.read(stores.simuls.load, simul_id)

    async def with_boards(self, simul_id: SimulId) -> SimulBoards:
        """A simul with its matches. Raises SimulError for an unknown id."""
        return await self._db.read(stores.simuls.with_boards, simul_id)

    async def hosted(self, user: UserId) -> tuple[SimulBoards, ...]:
        """The unfinished simuls that a user hosts."""
        return await self._db.read(stores.simuls.hosted, user)

    async def joined(self, user: UserId) -> tuple[Simul, ...]:
        """The simuls in which a user has a place and no match yet."""
        return await self._db.read(stores.simuls.joined, user)

    async def next_board(self, simul_id: SimulId, host: UserId) -> MatchSummary | None:
        """The host's match of a simul that has waited for them the longest; None if none waits."""
        found = await self.with_boards(simul_id)
        return next(iter(found.waiting_for(Human(host))), None)

    # --- due work --------------------------------------------------------------------------------

    async def due(self, limit: int) -> tuple[SimulId, ...]:
        """Claim due simuls, at most ``limit``."""
        now = self._core.now()
        return await self._db.write(stores.simuls.claim, now, now + LEASE, limit, self._core.territory.shards)

    async def claim(self, simul_id: SimulId) -> bool:
        """Claim a simul, due or not; returns False if another process has it."""
        now = self._core.now()
        return await self._db.write(stores.simuls.claim_this, simul_id, now, now + LEASE)

    async def renew(self, simul_id: SimulId) -> None:
        """Claim a claimed simul for a whole LEASE from now on: each board does."""
        await self._db.write(stores.simuls.renew, simul_id, self._core.now() + LEASE)

    async def look(self, simul_id: SimulId) -> SimulBoards:
        """Expire or finish a simul if that is due; returns it with its matches. Harmless twice."""
        found = await self._db.write(stores.simuls.look, simul_id, self._core.now())
        if not found.simul.phase.unfinished:
            log.info("simul=%s is %s", simul_id, found.simul.phase)
        return found

    async def open_board(self, simul: Simul) -> Match | None:
        """Begin the match of the player who has waited the longest; None if that player gets none.

        That is if their place is gone, or one of the two has blocked the other, since ``simul`` was read.
        """
        player = simul.waiting[0]
        try:
            return await self._challenges.for_board(simul, player)
        except BlockedError:
            log.info("simul=%s one player has no board: one of two blocked the other", simul.id)
        except SimulError as error:
            log.info("simul=%s user=%s has no board: %s", simul.id, player, error.problem)
        await self._db.write(stores.simuls.drop_place, simul.id, player, self._core.now())
        return None

    async def note_card(self, simul_id: SimulId, card: SimulCard) -> None:
        """Record the state of a claimed simul's card."""
        await self._db.write(stores.simuls.note_card, simul_id, card)

    async def end_told(self, simul_id: SimulId) -> bool:
        """True if the end of a simul was told in its channel."""
        return await self._db.read(stores.host.remembered, _end(simul_id)) is not None

    async def note_end_told(self, simul_id: SimulId) -> None:
        """Record that the end of a simul was told in its channel."""
        await self._db.write(stores.host.remember, _end(simul_id), "told")

    async def settle(self, seen: Simul, *, after: timedelta | None = None) -> None:
        """Give back a claimed simul, last ``seen`` like this: due ``after`` so long, or as it needs.

        If it has changed since, it is due at once.
        """
        now, again = self._core.now(), None
        if after is not None:
            again = now + after
        elif seen.phase is SimulPhase.OPEN:
            again = seen.closes_at
        elif seen.phase is SimulPhase.STARTED:
            again = now if seen.waiting else now + LOOKS_AGAIN
        await self._db.write(stores.simuls.settle, seen.id, seen.version, now, again)


def _end(simul_id: SimulId) -> str:
    """The key of the fact that a simul's end was told."""
    return f"simul {simul_id} end told"
