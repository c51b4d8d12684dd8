"""/tour: three guided turns of a game, for new players."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.panels.learn import tour_panel
from cogs.panels.learn.tours import tour_of
from cogs.text import tours_texts as texts
from engines import GAMES

_GAMES: Final = [
    app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items() if tour_of(key)
]


class Tours(commands.Cog):
    """The cog of /tour. It answers privately, in servers and in direct messages."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description="Try a game in three guided turns (only you can see it)")
    @app_commands.describe(game=texts.GAME_LABEL)
    @app_commands.choices(game=_GAMES)
    async def tour(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Begin the tour of a game, or show the games to choose from."""
        await self.app.replies.acknowledge(interaction)
        await self.app.replies.answer(interaction, await tour_panel.opening(self.app, interaction, game))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Tours(bot.app))
