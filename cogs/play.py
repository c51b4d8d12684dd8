"""/play: one person's ways to a match, and the form of a challenge where opponent and game are clear."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.kit.errors import check_known
from cogs.panels.challenge import challenge_form, play_panel
from cogs.panels.challenge.challenge_form import ChallengeDraft
from cogs.text import entry_points_texts


class PlayCog(commands.Cog):
    """The cog of /play."""

    @command(description=entry_points_texts.PLAY_COMMAND, acknowledge=False)
    @app_commands.describe(game=entry_points_texts.GAME_OPTION, opponent=entry_points_texts.OPPONENT_OPTION)
    @app_commands.choices(game=game_choices())
    async def play(self, call: Call, game: str | None = None, opponent: discord.User | None = None) -> None:
        """Open the panel, or the form for an opponent, or ask for the game first."""
        if opponent is not None and game is not None:
            check_known(opponent)
            await challenge_form.show(call, ChallengeDraft(game, opponent.id))
            return
        await call.acknowledge()
        if opponent is not None:
            await call.answer(challenge_form.challenge_person(call, opponent))
        else:
            await call.answer(await play_panel.panel(call, game))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(PlayCog())
