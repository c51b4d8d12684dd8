"""/tournament: creating tournaments, seeing them, joining and leaving."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, Text, command
from cogs.kit.suggestions import Choices, choices, suggesting
from cogs.panels.tournament import create_panel, rights, table_panel, tournament_card, tournament_list
from cogs.panels.tournament.table_panel import TableQuery
from cogs.text import tournament_texts
from matches.tournaments.model import Tournament, TournamentState

OPEN: Final = (TournamentState.OPEN,)
GOING_ON: Final = tuple(state for state in TournamentState if not state.ended)
STARTED: Final = tuple(state for state in TournamentState if state.started)
OVER: Final = (TournamentState.OVER,)
ENDED: Final = tuple(state for state in TournamentState if state.ended)


class TournamentCog(commands.GroupCog, name="tournament", description="Tournaments of this server"):
    """The commands. All answer privately; a tournament's card is public."""

    @command(description=tournament_texts.CREATE_IT)
    async def create(self, call: Call) -> None:
        """Open the panel that creates a tournament."""
        await call.answer(await create_panel.first_panel(call))

    @command(name="list", description=tournament_texts.LIST_THEM)
    async def list_(self, call: Call) -> None:
        """List the server's tournaments."""
        await call.answer(await tournament_list.panel(call))

    @command(description=tournament_texts.SHOW_IT)
    @app_commands.describe(tournament=tournament_texts.WHICH)
    async def show(self, call: Call, tournament: Text | None = None) -> None:
        """Show a tournament."""
        if found := await self._meant(call, tournament, GOING_ON, ENDED):
            await call.answer(await tournament_card.private_card(call, found))

    @command(description=tournament_texts.JOIN_IT)
    @app_commands.describe(tournament=tournament_texts.WHICH)
    async def join(self, call: Call, tournament: Text | None = None) -> None:
        """Enter the user in a tournament."""
        if found := await self._meant(call, tournament, OPEN):
            await call.answer(await tournament_card.joined(call, found))

    @command(description=tournament_texts.LEAVE_IT)
    @app_commands.describe(tournament=tournament_texts.WHICH)
    async def leave(self, call: Call, tournament: Text | None = None) -> None:
        """Take the user out of a tournament; ask before if it runs."""
        if found := await self._meant(call, tournament, GOING_ON):
            await call.answer(await tournament_card.leaving(call, found))

    @command(description=tournament_texts.TABLE_IT)
    @app_commands.describe(tournament=tournament_texts.WHICH)
    async def table(self, call: Call, tournament: Text | None = None) -> None:
        """Show the table of a tournament."""
        if found := await self._meant(call, tournament, STARTED, OVER):
            await call.answer(await table_panel.panel(call, TableQuery(found.id)))

    async def _meant(
        self, call: Call, given: str | None, *wanted: Collection[TournamentState]
    ) -> Tournament | None:
        """The tournament that is meant; None if there are several: then they are shown."""
        found = await tournament_list.meant(call, given, *wanted)
        if found is None:
            await call.answer(await tournament_list.panel(call, title=tournament_texts.WHICH_ONE))
        return found

    @show.autocomplete("tournament")
    @join.autocomplete("tournament")
    @leave.autocomplete("tournament")
    @table.autocomplete("tournament")
    @suggesting
    async def _tournaments(self, call: Call, typed: str) -> Choices:
        """Suggest the server's tournaments."""
        found = await call.app.tournaments.summaries(rights.guild_of(call))
        return choices([(tournament_texts.choice(one), str(one.id)) for one in found], typed)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(TournamentCog())
