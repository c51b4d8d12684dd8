"""/privacy: stored data, its export and deletion. /block and /unblock: the users one won't play with."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, command
from cogs.kit.errors import check_known
from cogs.panels.account import privacy
from cogs.text import privacy_texts
from matches import Opponent, UserId


class PrivacyCog(commands.Cog):
    """The privacy commands. Every answer is private."""

    @command(description="See, download or delete what I store about you")
    async def privacy(self, call: Call) -> None:
        """Show the data stored about the user."""
        await call.answer(await privacy.panel(call.app, call.user))

    @command(description="Block a player: no new matches between you")
    @app_commands.describe(player=privacy_texts.BLOCK_LABEL)
    async def block(self, call: Call, player: discord.User) -> None:
        """Block a user, and cancel the open challenges between the two."""
        check_known(player)
        user, other = call.user, Opponent(UserId(player.id), is_bot=player.bot)
        called_off = await call.app.privacy.block(user, other)
        running = await call.app.privacy.running_between(user, other.id)
        await call.say(privacy_texts.now_blocked(other.id, called_off, running))
        for match in called_off:
            await call.show(match)

    @command(description="Unblock a player")
    @app_commands.describe(player=privacy_texts.UNBLOCK_LABEL)
    async def unblock(self, call: Call, player: discord.User) -> None:
        """Unblock a user."""
        await call.app.privacy.unblock(call.user, UserId(player.id))
        await call.say(privacy_texts.now_unblocked(UserId(player.id)))


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog())
