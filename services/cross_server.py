"""Matches between two servers: who may play one, and an administrator's actions on its place."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from typing import Final

from data import stores
from matches.chores import ChoreKind, NewChore
from matches.errors import NoSuchMatchError, Problem, Refused, WrongPhaseError
from matches.guilds.settings import ChallengeChannel, GuildRules
from matches.model import GuildId, Match, MatchId, MatchPlace, UserId
from matches.summaries import MatchSummary
from services.core import Core
from services.viewpoint import seen

log = logging.getLogger(__name__)

PLAYS_ACROSS: Final = "across"
"""The key of the player's setting: ``on``, or off."""


MOST_NAMED: Final = 25
"""The most listed players that a server wants no match with: as many as a menu takes."""


def joined(after: Match, place: ChallengeChannel) -> Match:
    """A match that was accepted in ``place``, in another server than the challenge's, as seen from there."""
    places = (after.places[0], MatchPlace(place.guild, place.channel))
    return replace(after, places=places, here=1)


def _old_card(match: Match, now: datetime) -> tuple[NewChore, ...]:
    """The chore that takes the buttons off the card in a place that is closed."""
    shown = match.shown
    if shown.card is None or shown.direct:
        return ()
    return (NewChore(ChoreKind.CARD, now, shown.home, shown.card, shown.stage, shown.card_at),)


class CrossServer:
    """Matches between two servers. Both servers and both players have to want them."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def plays(self, user: UserId) -> bool:
        """True if a player wants matches with people in other servers."""
        person = (await self._db.read(stores.people.people_of, [user]))[user]
        return person.preferences.get(PLAYS_ACROSS) == "on"

    async def check(self, user: UserId, rules: GuildRules) -> None:
        """Raise Refused unless a server with these ``rules`` and a player both play people elsewhere."""
        if not rules.across:
            raise Refused(Problem.ACROSS_OFF)
        if not await self.plays(user):
            raise Refused(Problem.ACROSS_NOT_CHOSEN)

    async def offers(
        self, user: UserId, guild: GuildId, rules: GuildRules, limit: int
    ) -> tuple[MatchSummary, ...]:
        """The open challenges of other servers for ``user``, newest first, seen from no place.

        At most ``limit``; none unless the user and the server want matches with others.
        """
        if not rules.across or not await self.plays(user):
            return ()
        found = await self._db.read(stores.lobby.open_across, guild, user, limit)
        return tuple(seen(match.seen_from(None)) for match in found)

    async def rules_for(self, match: Match, user: UserId, place: ChallengeChannel) -> GuildRules:
        """The rules of the server in which ``user`` accepts a challenge of another one.

        Raises NoSuchMatchError for a challenge that is not offered there, Refused, NotAllowedError.
        """
        home = match.places[0].guild_id
        if not match.terms.across or home == place.guild:
            raise NoSuchMatchError(match.id)
        rules = await self._core.guild_rules(place.guild)
        rules.check(match.game_key, place)
        await self.check(user, rules)
        theirs = await self._core.guild_rules(home)
        if not theirs.across:
            raise NoSuchMatchError(match.id)
        for guild, stranger in ((home, user), (place.guild, match.users[0])):
            if await self._db.read(stores.lobby.is_blocked_in, guild, stranger):
                raise Refused(Problem.ACROSS_BLOCKED)
        return rules

    # --- what an administrator may do ------------------------------------------------------------

    async def close(self, match_id: MatchId, guild: GuildId, admin: UserId) -> Match:
        """Close the place of a match in a server: it goes on in the direct messages of its player there.

        The server wants no such match with the other player again. Returns the match as seen from there.
        Raises NoSuchMatchError unless the match is between that server and another, WrongPhaseError if it is
        not running, Refused if the administrator plays in it or the place is closed.
        """
        match = await self._core.load(match_id)
        number = next((at for at, place in enumerate(match.places) if place.guild_id == guild), None)
        if number is None or not match.between_servers:
            raise NoSuchMatchError(match_id)
        match = match.seen_from(number)
        if not match.phase.running:
            raise WrongPhaseError(match)
        if admin in match.users:
            raise Refused(Problem.OWN_MATCH, match=match)
        if match.shown.closed:
            raise Refused(Problem.PLACE_CLOSED, match=match)
        now = self._core.now()
        for stranger in match.strangers:
            await self._db.write(stores.lobby.block_in, guild, stranger, now)
        await self._db.write(stores.matches.close_place, match_id, number, _old_card(match, now))
        log.info("match=%s place=%s guild=%s admin=%s closed it", match_id, number, guild, admin)
        return (await self._core.load(match_id)).seen_from(number)

    async def blocked_in(self, guild: GuildId) -> tuple[UserId, ...]:
        """The players of other servers that a server wants no match with, latest first, at most 25."""
        return await self._db.read(stores.lobby.blocked_in, guild, MOST_NAMED)

    async def unblock(self, guild: GuildId, user: UserId) -> None:
        """Let a server have matches with a player of another one again. Raises Refused if it wants them."""
        if not await self._db.write(stores.lobby.unblock_in, guild, user):
            raise Refused(Problem.BLOCK_NONE)
