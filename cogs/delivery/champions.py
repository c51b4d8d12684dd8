"""Announces the champions of a server's season and gives them their role.

Each step starts once the one before it is stored, and can be repeated: giving or taking a role twice does no
harm, and before a retry sends an announcement it looks for an earlier one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.state import ConnectionState
from cogs.delivery.members import Members
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.roles import give_role, take_role
from cogs.delivery.sender import locale_of, send_once, with_control_like
from cogs.kit.card import Card, card, row
from cogs.kit.failures import UnreadableError, is_outage
from cogs.panels.community.leaderboard import LeaderboardQuery, open_button, open_leaderboard
from cogs.text import community_texts, speaking
from matches import ChannelId, GuildId, UserId
from matches.players import users_of
from matches.ratings.seasons import Champion, EndedSeason, SeasonResult, number_of
from services import Services

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

AT_ONCE: Final = 10
"""Seasons claimed together: few enough to be closed before the claim expires."""
REASON: Final = "Champion of a season"
"""The reason given in the server's audit log."""
_LINES: Final = LogLines(
    log, "guild=%s season=%s", attrgetter("guild_id", "season"), "was not closed", "could not be closed"
)


class SeasonCloser:
    """Closes seasons. Raises no Discord errors: a season that can't be announced now is announced later."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        members: Members,
        connection: ConnectionState,
    ) -> None:
        self._bot = bot
        self._services = services
        self._members = members
        self._connection = connection

    async def close_seasons(self) -> None:
        """Close all seasons that are over."""
        while found := await self._services.seasons.ended(AT_ONCE):
            if not await work_through(found, self._close, self._connection, _LINES):
                return

    async def _close(self, ended: EndedSeason) -> None:
        await self._pass_over_leavers(ended)
        champions = await self._services.seasons.crown(ended)
        log.info("guild=%s season=%s champions=%s", ended.guild_id, ended.season, len(champions))
        rules = await self._services.guilds.rules(ended.guild_id)
        if champions:
            await self._take_roles(ended, champions, rules.champion)
        if rules.champion is not None:
            await self._give_roles(ended, champions, rules.champion)
        if rules.results is not None:
            with speaking(locale_of(self._bot, ended.guild_id)):
                await self._announce(ended, rules.results, rules.champion)
        await self._services.seasons.close(ended)

    async def _pass_over_leavers(self, ended: EndedSeason) -> None:
        """Drop candidates who have left the server, until all remaining ones are members."""
        while await self._members.absent_now(
            ended.guild_id, users_of(one.player for one in await self._services.seasons.candidates(ended))
        ):
            log.info("guild=%s season=%s a candidate has left", ended.guild_id, ended.season)

    # --- roles -----------------------------------------------------------------------------------

    async def take_all_roles(self, guild: GuildId) -> None:
        """Take the champions' role away from everyone in a server, because the server changed the role."""
        for season, champion in await self._services.seasons.wearing(guild):
            await self._take_role(season, champion)

    async def take_roles_of(self, user: UserId) -> None:
        """Take a user's champion roles away in all servers. Raises UNSENT's errors."""
        for season, champion in await self._services.privacy.roles_of(user):
            await self._take_role(season, champion)

    async def _take_roles(self, ended: EndedSeason, champions: Sequence[Champion], role: int | None) -> None:
        """Take the roles of earlier seasons away from champions who didn't win again."""
        again = {champion.player for champion in champions}
        for season, champion in await self._services.seasons.wearing(ended.guild_id):
            if season.season == ended.season:
                continue
            if champion.role == role and champion.player in again:
                continue  # it is stored for both seasons until it is taken away
            await self._take_role(season, champion)

    async def _take_role(self, season: EndedSeason, champion: Champion) -> None:
        """Take a role away; if Discord refuses, it stays stored and the next season tries again."""
        assert champion.role is not None, "asked for those who wear one"
        user = champion.player.user_id
        if user is not None and await take_role(self._bot, season.guild_id, user, champion.role, REASON):
            await self._services.seasons.record_role(season, champion, None)

    async def _give_roles(self, ended: EndedSeason, champions: Sequence[Champion], role: int) -> None:
        for champion in champions:
            user = champion.player.user_id
            if user is not None and await give_role(self._bot, ended.guild_id, user, role, REASON):
                await self._services.seasons.record_role(ended, champion, role)

    # --- telling ---------------------------------------------------------------------------------

    async def _announce(self, ended: EndedSeason, channel: ChannelId, role: int | None) -> None:
        results = await self._services.seasons.results(ended)
        if not results:
            return  # no game has a ranked player
        said = self._card(ended, results, role)
        mark = f"{open_leaderboard.verb}:0:{_nonce(ended)[1:]}:.*"
        before = with_control_like(mark) if ended.tried else None
        try:
            with suppress(UnreadableError):  # it was sent, and its id isn't needed
                await send_once(self._bot, channel, said, before, nonce=_nonce(ended), silent=True)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            log.warning("guild=%s its champions could not be announced: %s", ended.guild_id, error)

    def _card(self, ended: EndedSeason, results: Sequence[SeasonResult], role: int | None) -> Card:
        most = max(
            results, key=lambda result: max((one.champion.matches for one in result.crowned), default=0)
        )
        button = open_button(LeaderboardQuery(most.game, season=ended.season), number=int(_nonce(ended)[1:]))
        return card(community_texts.season_over(ended.season, results, role), row(button))


def _nonce(ended: EndedSeason) -> str:
    """The nonce by which Discord recognizes a repeated message: at most 25 characters."""
    return f"s{ended.guild_id % 10**16}{number_of(ended.season)}"
