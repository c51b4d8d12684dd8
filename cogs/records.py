"""Commands of /match for records: history, record, sharing, and import."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.game import TO_LOOK_AT, game_choices, match_choices
from cogs.kit.lengths import Text
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, suggested
from cogs.panels.match import board_panel, history, imports, records
from cogs.text import records_texts
from matches import UserId

WHICH = "Which match (if you have more than one)"


class RecordCommands(commands.Cog):
    """The record commands of the /match cog."""

    app: App

    @app_commands.command(description="Your finished matches")
    @app_commands.describe(game=records_texts.HISTORY_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def history(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the user's finished matches."""
        await self.app.replies.acknowledge(interaction)
        shown = await history.panel(self.app, UserId(interaction.user.id), ListQuery(game))
        await self.app.replies.answer(interaction, shown)

    @app_commands.command(description="Download the record of a match, as text and as JSON")
    @app_commands.describe(match=WHICH)
    async def record(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Send the record of a match."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=TO_LOOK_AT, mine=False)
        await self.app.replies.answer(
            interaction, await records.panel(self.app, found, UserId(interaction.user.id))
        )

    @app_commands.command(description="Get a short code that lets anyone watch one of your matches")
    @app_commands.describe(match=WHICH)
    async def share(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Share a match."""
        await self.app.replies.acknowledge(interaction)
        found = await self.app.lookup.find(interaction, match, phases=TO_LOOK_AT)
        shared = await self.app.sharing.share(found.id, UserId(interaction.user.id))
        await self.app.replies.answer(interaction, records.shared_panel(interaction, *shared))

    @app_commands.command(name="open", description="Open a match that somebody shared with you")
    @app_commands.describe(code=records_texts.CODE_LABEL)
    async def open_shared(self, interaction: discord.Interaction, code: Text) -> None:
        """Open a shared match."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        match = await self.app.sharing.opened_by(code, user)
        await self.app.replies.answer(interaction, await board_panel.first_view(self.app, match, user))

    @app_commands.command(name="import", description="Step through a match from a record file")
    @app_commands.describe(record=records_texts.IMPORT_LABEL)
    async def import_record(self, interaction: discord.Interaction, record: discord.Attachment) -> None:
        """Import a record."""
        await self.app.replies.acknowledge(interaction)
        await self.app.replies.answer(interaction, await imports.taken_in(self.app, interaction, record))

    @record.autocomplete("match")
    @share.autocomplete("match")
    async def _to_look_at(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: match_choices(self.app, interaction, typed, TO_LOOK_AT))
