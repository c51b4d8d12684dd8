"""/match: my matches, resigning, playing again."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.desk import BotWithDesk, Desk
from cogs.game import Choices, match_choices, quietly
from cogs.ui import texts
from matches import Phase, UserId

OPEN = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)
RUNNING = (Phase.SETUP, Phase.PLAYING)
LIST_LENGTH = 15


class MatchCog(commands.GroupCog, name="match", description="Your matches"):
    """What every match has, whatever its game."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(name="list", description="Your matches and challenges, those waiting for you first")
    async def list_matches(self, talk: discord.Interaction) -> None:
        """Show the person's open matches."""
        await self.desk.acknowledge(talk)
        await self.desk.say(talk, await self._listing(UserId(talk.user.id)))

    async def _listing(self, user: UserId) -> str:
        matches = await self.desk.candidates(user, OPEN)
        if not matches:
            return texts.NO_MATCHES
        lines = [
            texts.match_line(match, user, waiting=user in self.desk.matches.to_act(match))
            for match in matches[:LIST_LENGTH]
        ]
        more = (
            [texts.MORE_MATCHES.format(count=len(matches) - LIST_LENGTH)]
            if len(matches) > LIST_LENGTH
            else []
        )
        return "\n".join([texts.LIST_TITLE, *lines, *more])

    @app_commands.command(description="Give a match up; asks once")
    @app_commands.describe(match="Which match; needed only where several could be meant")
    async def resign(self, talk: discord.Interaction, match: str | None = None) -> None:
        """Ask whether to give a match up."""
        await self.desk.acknowledge(talk)
        found = await self.desk.find(talk, match, phases=RUNNING)
        checked = await self.desk.matches.check_running(found.id, UserId(talk.user.id))
        await self.desk.answer(talk, self.desk.cards.resign_question(checked))

    @app_commands.command(description="Challenge the opponent of a finished match again")
    @app_commands.describe(match="Which match; needed only where several could be meant")
    async def rematch(self, talk: discord.Interaction, match: str | None = None) -> None:
        """Offer a rematch."""
        await self.desk.acknowledge(talk)
        found = await self.desk.find(talk, match, phases=(Phase.FINISHED,))
        finished = await self.desk.matches.rematch(found.id, UserId(talk.user.id))
        await self.desk.show_rematch(talk, finished)
        await self.desk.say(talk, texts.challenge_sent(finished))

    @app_commands.command(description="Offer a draw, or agree to the one that is offered")
    @app_commands.describe(match="Which match; needed only where several could be meant")
    async def draw(self, talk: discord.Interaction, match: str | None = None) -> None:
        """Offer a draw."""
        await self.desk.acknowledge(talk)
        found = await self.desk.find(talk, match, phases=(Phase.PLAYING,))
        offered = await self.desk.matches.offer_draw(found.id, UserId(talk.user.id))
        shown = await self.desk.show(talk, offered)
        if shown.shown.version == offered.version:
            await self.desk.leave_quietly(
                talk, texts.draw_talk(offered), there=talk.channel_id == shown.shown.home
            )

    @draw.autocomplete("match")
    @resign.autocomplete("match")
    async def _running(self, talk: discord.Interaction, typed: str) -> Choices:
        return await quietly(match_choices(self.desk, talk, typed, RUNNING))

    @rematch.autocomplete("match")
    async def _finished(self, talk: discord.Interaction, typed: str) -> Choices:
        return await quietly(match_choices(self.desk, talk, typed, (Phase.FINISHED,)))


async def setup(bot: BotWithDesk) -> None:
    """Load the cog."""
    await bot.add_cog(MatchCog(bot.desk))
