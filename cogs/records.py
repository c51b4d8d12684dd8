"""Commands of /match for records: history, record, sharing, and import."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.game import TO_LOOK_AT, game_choices, match_choices
from cogs.kit.call import Call, command
from cogs.kit.lengths import Text
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, suggesting
from cogs.panels.match import board_panel, records
from cogs.text import records_texts

WHICH = "Which match (if you have more than one)"


class RecordCommands(commands.Cog):
    """The record commands of the /match cog."""

    @command(description="Your finished matches")
    @app_commands.describe(game=records_texts.HISTORY_GAME_LABEL)
    @app_commands.choices(game=game_choices())
    async def history(self, call: Call, game: str | None = None) -> None:
        """Show the user's finished matches."""
        shown = await records.history_panel(call.app, call.user, ListQuery(game))
        await call.answer(shown)

    @command(description="Download the record of a match, as text and as JSON")
    @app_commands.describe(match=WHICH)
    async def record(self, call: Call, match: Text | None = None) -> None:
        """Send the record of a match."""
        found = await call.app.lookup.find(call, match, phases=TO_LOOK_AT, mine=False)
        await call.answer(await records.panel(call.app, found, call.user))

    @command(description="Get a short code that lets anyone watch one of your matches")
    @app_commands.describe(match=WHICH)
    async def share(self, call: Call, match: Text | None = None) -> None:
        """Share a match."""
        found = await call.app.lookup.find(call, match, phases=TO_LOOK_AT)
        shared = await call.app.sharing.share(found.id, call.user)
        await call.answer(records.shared_panel(call, *shared))

    @command(name="open", description="Open a match that somebody shared with you")
    @app_commands.describe(code=records_texts.CODE_LABEL)
    async def open_shared(self, call: Call, code: Text) -> None:
        """Open a shared match."""
        match = await call.app.sharing.opened_by(code, call.user)
        await call.answer(await board_panel.first_view(call.app, match, call.user))

    @command(name="import", description="Step through a match from a record file")
    @app_commands.describe(record=records_texts.IMPORT_LABEL)
    async def import_record(self, call: Call, record: discord.Attachment) -> None:
        """Import a record."""
        await call.answer(await records.taken_in(call, record))

    @record.autocomplete("match")
    @share.autocomplete("match")
    @suggesting
    async def _to_look_at(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, TO_LOOK_AT)
