"""/leaderboard, /profile and /ladder: ratings and rankings."""

from __future__ import annotations

from typing import Literal, get_args

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.game import game_choices
from cogs.kit.errors import Refusal, check_known
from cogs.panels.community import ladder as ladders
from cogs.panels.community import leaderboard, profile
from cogs.panels.community.ladder import LadderQuery
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.text import community_texts as texts
from cogs.text import ladder_texts
from matches import UserId

Where = Literal["this server", "everywhere"]
When = Literal["all time", "this season", "last season"]


class Community(commands.Cog):
    """The commands. All answer privately; a leaderboard and a ladder can be posted from there."""

    ladder = app_commands.Group(name="ladder", description="This server's ladders")

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description="See the best players, here or everywhere")
    @app_commands.describe(game=texts.GAME_LABEL, where=texts.WHERE_LABEL, when=texts.WHEN_LABEL)
    @app_commands.choices(game=game_choices())
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        where: Where = "this server",
        when: When = "all time",
    ) -> None:
        """Show a leaderboard."""
        await self.app.replies.acknowledge(interaction)
        everywhere = where == "everywhere" or interaction.guild_id is None
        seasons = dict(
            zip(get_args(When), await leaderboard.present_seasons(self.app, interaction), strict=True)
        )
        asked = LeaderboardQuery(
            game or await self.app.lookup.likely_game(interaction), everywhere, seasons[when]
        )
        await self.app.replies.answer(interaction, await leaderboard.panel(self.app, interaction, asked))

    @app_commands.command(description="See a player's rating and results (default: yours)")
    @app_commands.describe(player=texts.PROFILE_LABEL, game=texts.PROFILE_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def profile(
        self, interaction: discord.Interaction, player: discord.User | None = None, game: str | None = None
    ) -> None:
        """Show a profile."""
        await self.app.replies.acknowledge(interaction)
        if player is not None:
            check_known(player)
        if player is not None and player.bot:
            raise Refusal(texts.BOTS_DO_NOT_PLAY)
        user = UserId((player or interaction.user).id)
        await self.app.replies.answer(interaction, await profile.panel(self.app, interaction, user, game))

    # --- ladders ---------------------------------------------------------------------------------

    @ladder.command(name="show", description=ladder_texts.SHOW_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_show(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show a ladder, with the user's controls."""
        asked = LadderQuery(await self._meant(interaction, game))
        await self.app.replies.answer(interaction, await ladders.panel(self.app, interaction, asked))

    @ladder.command(name="join", description=ladder_texts.JOIN_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_join(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Put the user at the bottom of a ladder."""
        meant = await self._meant(interaction, game)
        await self.app.replies.answer(interaction, await ladders.joined(self.app, interaction, meant))

    @ladder.command(name="leave", description=ladder_texts.LEAVE_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_leave(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Ask whether to leave a ladder."""
        meant = await self._meant(interaction, game)
        await self.app.replies.answer(interaction, await ladders.leave_question(self.app, interaction, meant))

    @ladder.command(name="challenge", description=ladder_texts.CHALLENGE_IT)
    @app_commands.describe(player=ladder_texts.WHOM, game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_challenge(
        self, interaction: discord.Interaction, player: discord.User, game: str | None = None
    ) -> None:
        """Ask whether to play for another player's place."""
        meant = await self._meant(interaction, game)
        check_known(player)
        question = await ladders.play_question(self.app, interaction, meant, UserId(player.id))
        await self.app.replies.answer(interaction, question)

    @ladder.command(name="history", description=ladder_texts.HISTORY_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_history(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the history of the user's places."""
        meant = await self._meant(interaction, game)
        await self.app.replies.answer(interaction, await ladders.history(self.app, interaction, meant))

    async def _meant(self, interaction: discord.Interaction, game: str | None) -> str:
        """The game to use: the one given, else the user's likely one. Acknowledges the interaction first."""
        await self.app.replies.acknowledge(interaction)
        return game or await self.app.lookup.likely_game(interaction)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Community(bot.app))
