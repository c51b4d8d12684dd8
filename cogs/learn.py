"""/learn: three guided turns of a game and its rules, for new players."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.panels.learn import help, tour_panel
from cogs.panels.learn.tours import tour_of
from cogs.text import learn_texts


class Learn(commands.Cog):
    """The cog of /learn. It answers privately, in servers and in direct messages."""

    @command(description=learn_texts.LEARN_COMMAND)
    @app_commands.describe(game=learn_texts.GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def learn(self, call: Call, game: str | None = None) -> None:
        """Begin the tour of a game, show its rules if it has none, or show the games to choose from."""
        if game is not None and tour_of(game) is None:
            await call.answer(await help.rules_page(call, call.app.presentations[game]))
            return
        await call.answer(await tour_panel.opening(call, game))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Learn())
