"""/help: how to start. /settings: a player's preferences."""

from __future__ import annotations

from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, command
from cogs.panels.account import preferences
from cogs.panels.learn import help


class SettingsCog(commands.Cog):
    """The cog of /help and /settings."""

    @command(name="help", description="How to start a match and how to move", acknowledge=False)
    async def help(self, call: Call) -> None:
        """Explain the bot on one page."""
        await call.answer(await help.help_card(call))

    @command(description="Turn alerts, quiet hours, vacation and more")
    async def settings(self, call: Call) -> None:
        """Show a player's settings."""
        await call.answer(await preferences.panel(call.app, call.user))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(SettingsCog())
