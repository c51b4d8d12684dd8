"""/help: how to start. /settings: a player's preferences."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.panels.account import preferences
from cogs.panels.learn import help
from matches import UserId


class SettingsCog(commands.Cog):
    """The cog of /help and /settings."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="help", description="How to start a match and how to move")
    async def help(self, interaction: discord.Interaction) -> None:
        """Explain the bot on one page."""
        await self.app.replies.answer(interaction, await help.help_card(self.app, interaction))

    @app_commands.command(description="Turn alerts, quiet hours, vacation and more")
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show a player's settings."""
        await self.app.replies.acknowledge(interaction)
        await self.app.replies.answer(
            interaction, await preferences.panel(self.app, UserId(interaction.user.id))
        )

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle the submitted form: discord.py has no persistent ones."""
        await preferences.written(interaction)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog(bot.app))
