"""/leaderboard and /profile: what a community sees of itself."""

from __future__ import annotations

from typing import Literal, get_args

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import BotWithDesk, Desk, Talk
from cogs.game import game_choices
from cogs.kit.errors import Refusal, check_known
from cogs.panels.community import leaderboard, profile
from cogs.panels.community.leaderboard import Asked
from cogs.text import community_texts as texts
from engines import GAMES
from matches import ChannelId, UserId

Where = Literal["this server", "everywhere"]
When = Literal["all time", "this season", "last season"]


class Community(commands.Cog):
    """The commands. Both answer privately; a leaderboard can be posted from there."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Who plays best: here or everywhere, of all time or of a season")
    @app_commands.describe(game=texts.GAME_LABEL, where=texts.WHERE_LABEL, when=texts.WHEN_LABEL)
    @app_commands.choices(game=game_choices())
    async def leaderboard(
        self,
        talk: discord.Interaction,
        game: str | None = None,
        where: Where = "this server",
        when: When = "all time",
    ) -> None:
        """Show a leaderboard."""
        await self.desk.acknowledge(talk)
        everywhere = where == "everywhere" or talk.guild_id is None
        seasons = dict(zip(get_args(When), await leaderboard.present_seasons(self.desk, talk), strict=True))
        asked = Asked(game or await self._likeliest(talk), everywhere, seasons[when])
        await self.desk.answer(talk, await leaderboard.panel(self.desk, talk, asked))

    @app_commands.command(description="A player's rating, form and habits; yours when you name nobody")
    @app_commands.describe(player=texts.PROFILE_LABEL, game=texts.PROFILE_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def profile(
        self, talk: discord.Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        """Show a profile."""
        await self.desk.acknowledge(talk)
        if player is not None:
            check_known(player)
        if player is not None and player.bot:
            raise Refusal(texts.BOTS_DO_NOT_PLAY)
        user = UserId((player or talk.user).id)
        await self.desk.answer(talk, await profile.panel(self.desk, talk, user, game))

    async def _likeliest(self, talk: Talk) -> str:
        """The game that is played here, else the one that this person has played most."""
        if talk.channel_id is not None:
            for match in await self.desk.matches.lists.at_home(ChannelId(talk.channel_id)):
                return match.game
        played = await self.desk.leaderboards.played(UserId(talk.user.id))
        return next((one.game for one in played), next(iter(GAMES)))


async def setup(bot: BotWithDesk) -> None:
    """Load the cog."""
    await bot.add_cog(Community(bot.desk))
