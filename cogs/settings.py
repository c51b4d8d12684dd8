"""/help: from a stranger to a first match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import BotWithDesk, Desk
from cogs.ui import texts


class Settings(commands.Cog):
    """Help; people's and servers' settings will live here too."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(name="help", description="How to start a match and how to move")
    async def help(self, talk: discord.Interaction) -> None:
        """Explain the bot on one page."""
        games = [(face.command, face.game.name) for face in self.desk.faces.values()]
        await self.desk.say(talk, texts.help_page(games))


async def setup(bot: BotWithDesk) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot.desk))
