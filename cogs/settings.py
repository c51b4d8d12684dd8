"""/help: from a stranger to a first match. /settings: what a player has set for themselves."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import BotWithDesk, Desk
from cogs.panels.account import preferences
from cogs.panels.learn import help
from matches import UserId


class Settings(commands.Cog):
    """Help, and people's settings."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(name="help", description="How to start a match and how to move")
    async def help(self, talk: discord.Interaction) -> None:
        """Explain the bot on one page."""
        await self.desk.answer(talk, help.help_card(self.desk))

    @app_commands.command(description="How you are told of your turns, your quiet hours, and days away")
    async def settings(self, talk: discord.Interaction) -> None:
        """Show a player's settings."""
        await self.desk.acknowledge(talk)
        await self.desk.answer(talk, await preferences.panel(self.desk, UserId(talk.user.id)))

    @commands.Cog.listener()
    async def on_interaction(self, talk: discord.Interaction) -> None:
        """Take in the form, which discord.py does not keep."""
        await preferences.written(talk)


async def setup(bot: BotWithDesk) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot.desk))
