"""/leaderboard, /profile and /ladder: ratings and rankings."""

from __future__ import annotations

from typing import Literal, get_args

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.kit.errors import Refusal, check_known
from cogs.panels.community import ladder as ladders
from cogs.panels.community import leaderboard
from cogs.panels.community.ladder import LadderQuery
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.text import community_texts, ladder_texts
from matches import UserId

Where = Literal["this server", "everywhere"]
When = Literal["all time", "this season", "last season"]


class Community(commands.Cog):
    """The commands. All answer privately; a leaderboard and a ladder can be posted from there."""

    ladder = app_commands.Group(name="ladder", description="This server's ladders")

    @command(description="See the best players, here or everywhere")
    @app_commands.describe(
        game=community_texts.GAME_LABEL, where=community_texts.WHERE_LABEL, when=community_texts.WHEN_LABEL
    )
    @app_commands.choices(game=game_choices())
    async def leaderboard(
        self,
        call: Call,
        game: str | None = None,
        where: Where = "this server",
        when: When = "all time",
    ) -> None:
        """Show a leaderboard."""
        everywhere = where == "everywhere" or call.guild_id is None
        seasons = dict(zip(get_args(When), await leaderboard.present_seasons(call), strict=True))
        asked = LeaderboardQuery(game or await call.app.lookup.likely_game(call), everywhere, seasons[when])
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

    # --- ladders ---------------------------------------------------------------------------------

    @command(group=ladder, name="show", description=ladder_texts.SHOW_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_show(self, call: Call, game: str | None = None) -> None:
        """Show a ladder, with the user's controls."""
        asked = LadderQuery(await self._meant(call, game))
        await call.answer(await ladders.panel(call, asked))

    @command(group=ladder, name="join", description=ladder_texts.JOIN_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_join(self, call: Call, game: str | None = None) -> None:
        """Put the user at the bottom of a ladder."""
        meant = await self._meant(call, game)
        await call.answer(await ladders.joined(call, meant))

    @command(group=ladder, name="leave", description=ladder_texts.LEAVE_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_leave(self, call: Call, game: str | None = None) -> None:
        """Ask whether to leave a ladder."""
        meant = await self._meant(call, game)
        await call.answer(await ladders.leave_question(call, meant))

    @command(group=ladder, name="challenge", description=ladder_texts.CHALLENGE_IT)
    @app_commands.describe(player=ladder_texts.WHOM, game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_challenge(self, call: Call, player: discord.User, game: str | None = None) -> None:
        """Ask whether to play for another player's place."""
        meant = await self._meant(call, game)
        check_known(player)
        question = await ladders.play_question(call, meant, UserId(player.id))
        await call.answer(question)

    @command(group=ladder, name="history", description=ladder_texts.HISTORY_IT)
    @app_commands.describe(game=ladder_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def ladder_history(self, call: Call, game: str | None = None) -> None:
        """Show the history of the user's places."""
        meant = await self._meant(call, game)
        await call.answer(await ladders.history(call, meant))

    async def _meant(self, call: Call, game: str | None) -> str:
        """The game to use: the one given, else the user's likely one."""
        return game or await call.app.lookup.likely_game(call)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Community())
