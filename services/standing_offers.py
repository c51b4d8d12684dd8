"""Operations on standing offers: turning them on and off, and finding who is to meet.

The matches are begun by ``Challenges.by_offer``.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime

from data import stores
from engines import OptionError
from matches.guild_settings import ChallengeChannel
from matches.model import GuildId, UserId
from matches.standing_offers import (
    MOST_WANTED,
    PACES_OFFERED,
    OfferKey,
    OfferPair,
    OfferPool,
    OfferTerms,
    OwnOffers,
    WhyOff,
    usual_terms,
)
from matches.time.intervals import away_until
from services.core import Core
from services.leaderboards import ratings_now

log = logging.getLogger(__name__)


class StandingOffers:
    """The standing offers of users in servers."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def own(self, guild: GuildId, user: UserId) -> OwnOffers:
        """A user's standing offers in a server."""
        found = await self._db.read(stores.standing_offers.of_user, guild, user)
        person = (await self._db.read(stores.people.people_of, [user]))[user]
        return OwnOffers(
            {offer.key.game: offer for offer in found},
            await self._db.read(stores.standing_offers.running_of, guild, user),
            usual_terms((await self._core.guild_rules(guild)).pace),
            away_until(person.away, self._core.now()),
        )

    async def keep(self, user: UserId, game: str, terms: OfferTerms, place: ChallengeChannel) -> None:
        """Turn on a user's standing offer for a game, or change it; its matches are announced in ``place``.

        Raises OptionError for terms that no offer can have, NotAllowedError where the server forbids it.
        """
        if not 1 <= terms.wanted <= MOST_WANTED:
            raise OptionError(f"You can keep 1 to {MOST_WANTED} matches of a game going.")
        if terms.pace not in PACES_OFFERED:
            raise OptionError("Matches that begin by themselves need a clock with a day a move or more.")
        (await self._core.guild_rules(place.guild)).check(game, place)
        key = OfferKey(place.guild, game, user)
        await self._db.write(stores.standing_offers.keep, key, place.channel, terms, self._core.now())
        log.info("guild=%s user=%s keeps %s of %s going", place.guild, user, terms.wanted, game)

    async def check_free(self, guild: GuildId, user: UserId, game: str, roles: frozenset[int]) -> None:
        """Check that another match of a game can begin for a user with these roles.

        Raises NotAllowedError if the server forbids it, and Refused and TooManyRunningError if the user has
        as many matches as one can have.
        """
        rules = await self._core.guild_rules(guild)
        rules.check_game(game)
        rules.check_roles(roles)
        await self._db.read(stores.limits.check_limits, guild, self._core.limits(rules, user))

    async def turn_off(
        self, key: OfferKey, why: WhyOff = WhyOff.OWNER, *, seen: datetime | None = None
    ) -> bool:
        """Turn a standing offer off; returns False if it was off. Its running matches go on.

        ``seen``: only if it was last changed then.
        """
        done = await self._db.write(stores.standing_offers.turn_off, key, why, self._core.now(), seen)
        if done:
            log.info("guild=%s user=%s offer of %s is off: %s", key.guild_id, key.user_id, key.game, why)
        return done

    # --- finding partners ------------------------------------------------------------------------

    async def due(self, limit: int) -> tuple[OfferPool, ...]:
        """The pools in which partners are to be looked for now; reads at most ``limit`` offers."""
        shards = self._core.territory.shards
        return await self._db.read(stores.standing_offers.due, self._core.now(), limit, shards)

    async def pairings(
        self, pool: OfferPool, barred: Collection[frozenset[UserId]] = ()
    ) -> tuple[OfferPair, ...]:
        """The matches to begin in a pool: see ``PoolState.pairings``. Empty if its game is not allowed."""
        rules = await self._core.guild_rules(pool.guild_id)
        if rules.games and pool.game not in rules.games:
            return ()
        state = await self._db.read(stores.standing_offers.state_of, pool, self._core.now())
        if len(state.offers) < 2:
            return ()
        ratings = await ratings_now(self._core, state.offers)
        return state.pairings({user: ratings.of(user, pool.game).rating for user in state.offers}, barred)

    async def looked(self, pool: OfferPool, at: datetime) -> None:
        """Record that partners were looked for in a pool ``at`` a time. Harmless twice."""
        await self._db.write(stores.standing_offers.looked, pool, at)
