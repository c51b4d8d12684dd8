"""/tour: three guided turns of a game, for new players."""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, command
from cogs.panels.learn import tour_panel
from cogs.panels.learn.tours import tour_of
from cogs.text import tours_texts
from engines import GAMES

_GAMES: Final = [
    app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items() if tour_of(key)
]


class Tours(commands.Cog):
    """The cog of /tour. It answers privately, in servers and in direct messages."""

    @command(description="Try a game in three guided turns (only you can see it)")
    @app_commands.describe(game=tours_texts.GAME_LABEL)
    @app_commands.choices(game=_GAMES)
    async def tour(self, call: Call, game: str | None = None) -> None:
        """Begin the tour of a game, or show the games to choose from."""
        await call.answer(await tour_panel.opening(call, game))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Tours())
