"""/privacy: stored data, its export and deletion. /block and /unblock: the users one won't play with."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App, Tidepool
from cogs.kit.errors import check_known
from cogs.kit.showing import show
from cogs.panels.account import privacy
from cogs.text import privacy_texts as texts
from matches import Opponent, UserId


class PrivacyCog(commands.Cog):
    """The privacy commands. Every answer is private."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(description="See, download or delete what I store about you")
    async def privacy(self, interaction: discord.Interaction) -> None:
        """Show the data stored about the user."""
        await self.app.replies.acknowledge(interaction)
        await self.app.replies.answer(interaction, await privacy.panel(self.app, UserId(interaction.user.id)))

    @app_commands.command(description="Block a player: no new matches between you")
    @app_commands.describe(player=texts.BLOCK_LABEL)
    async def block(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Block a user, and cancel the open challenges between the two."""
        await self.app.replies.acknowledge(interaction)
        check_known(player)
        user, other = UserId(interaction.user.id), Opponent(UserId(player.id), is_bot=player.bot)
        called_off = await self.app.privacy.block(user, other)
        running = await self.app.privacy.running_between(user, other.id)
        await self.app.replies.say(interaction, texts.now_blocked(other.id, called_off, running))
        for match in called_off:
            await show(self.app, interaction, match)

    @app_commands.command(description="Unblock a player")
    @app_commands.describe(player=texts.UNBLOCK_LABEL)
    async def unblock(self, interaction: discord.Interaction, player: discord.User) -> None:
        """Unblock a user."""
        await self.app.replies.acknowledge(interaction)
        await self.app.privacy.unblock(UserId(interaction.user.id), UserId(player.id))
        await self.app.replies.say(interaction, texts.now_unblocked(UserId(player.id)))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot.app))
