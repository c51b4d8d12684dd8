"""What /match has for what was played: its history and record, sharing it, and records from elsewhere."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Desk
from cogs.game import TO_LOOK_AT, game_choices, match_choices
from cogs.kit.lengths import Text
from cogs.kit.suggestions import Choices, suggested
from cogs.panels.match import board_panel, history, imports, records
from cogs.text import records_texts
from matches import UserId

WHICH = "Which match; needed only where several could be meant"


class RecordCommands(commands.Cog):
    """The part of the cog of /match that is about records."""

    desk: Desk

    @app_commands.command(description="The matches you have finished, to open and look through")
    @app_commands.describe(game=records_texts.HISTORY_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def history(self, talk: discord.Interaction, game: str | None = None) -> None:
        """Show what somebody has played."""
        await self.desk.acknowledge(talk)
        await self.desk.answer(talk, await history.panel(self.desk, UserId(talk.user.id), game))

    @app_commands.command(description="The record of a match as files: as text to read, as JSON for programs")
    @app_commands.describe(match=WHICH)
    async def record(self, talk: discord.Interaction, match: Text | None = None) -> None:
        """Give the record of a match."""
        await self.desk.acknowledge(talk)
        found = await self.desk.find(talk, match, phases=TO_LOOK_AT, mine=False)
        await self.desk.answer(talk, await records.panel(self.desk, found, UserId(talk.user.id)))

    @app_commands.command(description="A short code with which anyone can look at one of your matches")
    @app_commands.describe(match=WHICH)
    async def share(self, talk: discord.Interaction, match: Text | None = None) -> None:
        """Share a match."""
        await self.desk.acknowledge(talk)
        found = await self.desk.find(talk, match, phases=TO_LOOK_AT)
        shared = await self.desk.sharing.share(found.id, UserId(talk.user.id))
        await self.desk.answer(talk, records.shared_panel(talk, *shared))

    @app_commands.command(name="open", description="Look at a match that somebody has shared")
    @app_commands.describe(code=records_texts.CODE_LABEL)
    async def open_shared(self, talk: discord.Interaction, code: Text) -> None:
        """Open a shared match."""
        await self.desk.acknowledge(talk)
        match = await self.desk.sharing.opened_by(code)
        await self.desk.answer(talk, await board_panel.first_view(self.desk, match, UserId(talk.user.id)))

    @app_commands.command(name="import", description="Step through the record of a match from a file")
    @app_commands.describe(record=records_texts.IMPORT_LABEL)
    async def import_record(self, talk: discord.Interaction, record: discord.Attachment) -> None:
        """Take in a record."""
        await self.desk.acknowledge(talk)
        await self.desk.answer(talk, await imports.taken_in(self.desk, talk, record))

    @record.autocomplete("match")
    @share.autocomplete("match")
    async def _to_look_at(self, talk: discord.Interaction, typed: str) -> Choices:
        return await suggested(talk, lambda: match_choices(self.desk, talk, typed, TO_LOOK_AT))
