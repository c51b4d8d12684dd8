"""/privacy: what is stored, exported and deleted. /block and /unblock: whom somebody wants no match with."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import BotWithDesk, Desk
from cogs.kit.errors import check_known
from cogs.panels.account import privacy
from cogs.text import privacy_texts as texts
from matches import Opponent, UserId


class Privacy(commands.Cog):
    """People's rights. Every answer is private."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="What I store about you: to see, to take with you, to delete")
    async def privacy(self, talk: discord.Interaction) -> None:
        """Show what is stored."""
        await self.desk.acknowledge(talk)
        await self.desk.answer(talk, await privacy.panel(self.desk, UserId(talk.user.id)))

    @app_commands.command(description="Have no new match with somebody, whoever asks for it")
    @app_commands.describe(player=texts.BLOCK_LABEL)
    async def block(self, talk: discord.Interaction, player: discord.User) -> None:
        """Block somebody, and call off what stands between the two."""
        await self.desk.acknowledge(talk)
        check_known(player)
        user, other = UserId(talk.user.id), Opponent(UserId(player.id), is_bot=player.bot)
        called_off = await self.desk.privacy.block(user, other)
        running = await self.desk.privacy.running_between(user, other.id)
        await self.desk.say(talk, texts.now_blocked(other.id, called_off, running))
        for match in called_off:
            await self.desk.show(talk, match)

    @app_commands.command(description="Let somebody play you again")
    @app_commands.describe(player=texts.UNBLOCK_LABEL)
    async def unblock(self, talk: discord.Interaction, player: discord.User) -> None:
        """Let somebody off."""
        await self.desk.acknowledge(talk)
        await self.desk.privacy.unblock(UserId(talk.user.id), UserId(player.id))
        await self.desk.say(talk, texts.now_unblocked(UserId(player.id)))


async def setup(bot: BotWithDesk) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot.desk))
