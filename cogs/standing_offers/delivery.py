"""Begins the matches of standing offers: asks Discord who is there, then has a match begun for each pair.

The service decides who is paired, and stores each match only if both still want it, so that two processes, or
a crash and a second try, begin it once. Only players of a pair are looked up on Discord; one who can't play
now leaves the others of that round to each other.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.outbox import LogLines, work_through
from cogs.kit import permissions
from cogs.kit.errors import NotShownError
from cogs.kit.failures import Loss, is_no_member, persistently, reading
from cogs.kit.guilds import VisiblePlace, channel_in, is_inside
from cogs.standing_offers.rules import OfferPair, OfferPool, OffersChangedError, StandingOffer, WhyOff
from cogs.standing_offers.service import StandingOffers
from matches import ChallengeChannel, ChannelId, UserId
from matches.errors import NotAllowedError, Refused, TooManyRunningError

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""Standing offers for which one round looks for partners, with all others of their game and server."""

_LINES: Final = LogLines(
    log,
    "guild=%s game=%s its standing offers",
    attrgetter("guild_id", "game"),
    "were not all paired",
    "could not be paired",
)


@dataclass(frozen=True, slots=True)
class _Ready:
    """A player who can play now, and where their matches are announced."""

    member: discord.Member
    channel: VisiblePlace
    place: ChallengeChannel


class OfferPairer:
    """Pairs standing offers. Raises no Discord errors: who can't be paired now is paired later."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._offers = app[StandingOffers]
        self._began = app.clock()
        """The start of the latest round: what changes meanwhile is due again."""

    async def pair(self, limit: int = AT_ONCE) -> None:
        """Begin the matches that can begin now where offers are due, reading at most ``limit`` of these."""
        self._began = self._app.clock()
        due = await self._offers.due(limit)
        await work_through(
            due, self._search, self._app.connection, _LINES, refused=self._done, broken=self._done
        )

    async def _search(self, pool: OfferPool) -> None:
        guild = self._app.bot.get_guild(pool.guild_id)
        if guild is not None and not guild.unavailable:
            await self._pair(guild, pool)
        await self._done(pool)

    async def _done(self, pool: OfferPool) -> None:
        await self._offers.record_search(pool, self._began)

    async def _pair(self, guild: discord.Guild, pool: OfferPool) -> None:
        """Begin matches until no pair is left; each round leaves out more users or pairs than the last."""
        barred: set[frozenset[UserId]] = set()
        found = await self._offers.pairings(pool, barred)
        while found:
            refused: set[frozenset[UserId]] = set()
            for pair in found:
                users = frozenset((pair.one.user, pair.other.user))
                if not any(one <= users for one in refused):
                    refused |= await self._begin(guild, pair)
            barred |= refused
            found = await self._offers.pairings(pool, barred) if refused else ()

    async def _begin(self, guild: discord.Guild, pair: OfferPair) -> set[frozenset[UserId]]:
        """Begin and show the match of a pair; returns the users, or the pair, to leave out if that failed."""
        both = frozenset((pair.one.user, pair.other.user))
        ready = {offer.user: await self._ready(guild, offer) for offer in pair}
        if absent := {frozenset((user,)) for user, found in ready.items() if found is None}:
            return absent
        one, other = filter(None, ready.values())
        place = await self._common_place(one, other)
        if place is None:
            log.info("guild=%s users=%s have no channel that both see", guild.id, sorted(both))
            return {both}
        try:
            match = await self._offers.begin(pair, place)
        except (Refused, TooManyRunningError) as error:
            full = error.user if isinstance(error, TooManyRunningError) else error.facts.get("user")
            log.info("guild=%s users=%s get no match by offer: %s", guild.id, sorted(both), error)
            return {both if full is None else frozenset((full,))}
        except (OffersChangedError, NotAllowedError) as error:
            log.info("guild=%s users=%s get no match by offer: %s", guild.id, sorted(both), error)
            return {both}
        try:
            await self._app.publisher.publish(match.id, match)
        except NotShownError as error:  # the sweep tries again
            log.warning("match=%s by offer is not shown yet: %s", match.id, error)
        return set()

    @staticmethod
    async def _common_place(one: _Ready, other: _Ready) -> ChallengeChannel | None:
        """The place of one of the two that both see, or None."""
        for host, guest in ((one, other), (other, one)):
            if await _sees(guest.member, host.channel):
                return host.place
        return None

    async def _ready(self, guild: discord.Guild, offer: StandingOffer) -> _Ready | None:
        """The player of an offer, if they can play now, else None.

        Turns the offer off if its channel is gone, and deletes it if the player has left the server.
        """
        ready = await self._found(guild, offer)
        if ready is None:
            log.info("guild=%s user=%s can't play %s by offer", guild.id, offer.user, offer.key.game)
        return ready

    async def _found(self, guild: discord.Guild, offer: StandingOffer) -> _Ready | None:
        try:
            with reading():
                member = await persistently(partial(guild.fetch_member, offer.user))
        except discord.NotFound as error:
            if is_no_member(error):
                await self._app.members.record_gone(offer.key.guild_id, offer.user)
            return None
        channel = await self._channel(guild, offer)
        if channel is None or not await _sees(member, channel):
            return None
        thread = channel if isinstance(channel, discord.Thread) else None
        if permissions.missing(channel.permissions_for(guild.me), in_thread=thread is not None):
            return None
        roles = frozenset(role.id for role in member.roles)
        above = None if thread is None else ChannelId(thread.parent_id)
        place = ChallengeChannel(offer.key.guild_id, ChannelId(channel.id), above, roles)
        try:
            (await self._app.guilds.rules(place.guild)).check(offer.key.game, place)
        except NotAllowedError:
            return None
        return _Ready(member, channel, place)

    async def _channel(self, guild: discord.Guild, offer: StandingOffer) -> VisiblePlace | None:
        found = await channel_in(guild, offer.channel)
        if not isinstance(found, Loss):
            return found
        log.info("guild=%s channel=%s of an offer can't be used: %s", guild.id, offer.channel, found.value)
        if found is Loss.GONE:
            await self._offers.turn_off(offer.key, WhyOff.CHANNEL, seen=offer.changed_at)
        return None


async def _sees(member: discord.Member, channel: VisiblePlace) -> bool:
    """True if a member may look into a channel. Raises discord.py's errors if Discord doesn't answer."""
    return permissions.sees(channel, member, inside=await is_inside(channel, member))


async def pair_due(app: App) -> None:
    """Begin the matches of the offers that are due."""
    await app[OfferPairer].pair()
