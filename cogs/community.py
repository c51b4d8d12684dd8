"""/ranking and /profile: ratings, ladders and players."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.kit.errors import Refusal, check_known
from cogs.panels.community import leaderboard
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.text import community_texts
from matches import UserId


class Community(commands.Cog):
    """The commands. Both answer privately; a leaderboard and a ladder can be posted from there."""

    @command(description=community_texts.RANKING)
    @app_commands.describe(game=community_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ranking(self, call: Call, game: str | None = None) -> None:
        """Show a leaderboard, of this server or, in direct messages, of all."""
        meant = game or await call.app.lookup.likely_game(call)
        asked = LeaderboardQuery(meant, everywhere=call.guild_id is None)
        await call.answer(await leaderboard.panel(call, asked))

    @command(description="See a player's rating and results (default: yours)")
    @app_commands.describe(player=community_texts.PROFILE_LABEL, game=community_texts.PROFILE_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def profile(self, call: Call, player: discord.User | None = None, game: str | None = None) -> None:
        """Show a profile."""
        if player is not None:
            check_known(player)
        if player is not None and player.bot:
            raise Refusal(community_texts.BOTS_DO_NOT_PLAY)
        user = UserId((player or call.interaction.user).id)
        await call.answer(await leaderboard.profile_panel(call, user, game))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Community())
