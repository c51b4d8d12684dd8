"""/tournaments: a server's tournaments, or one of them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, Text, command
from cogs.kit.suggestions import Choices, choices, suggesting
from cogs.tournaments import rights, texts, tournament_card, tournament_list
from cogs.tournaments.service import Tournaments


class TournamentsCog(commands.Cog):
    """The command. It answers privately; a tournament's card is public."""

    @command(description=texts.COMMAND)
    @app_commands.rename(tournament="name")
    @app_commands.describe(tournament=texts.WHICH)
    async def tournaments(self, call: Call, tournament: Text | None = None) -> None:
        """List the server's tournaments, or show the one that is named."""
        if tournament is None:
            await call.answer(await tournament_list.panel(call))
        elif found := await tournament_list.meant(call, tournament):
            await call.answer(await tournament_card.private_card(call, found))
        else:
            await call.answer(await tournament_list.panel(call, title=texts.WHICH_ONE))

    @tournaments.autocomplete("tournament")
    @suggesting
    async def _known(self, call: Call, typed: str) -> Choices:
        found = await call.app[Tournaments].summaries(rights.guild_of(call))
        return choices([(texts.choice(one), str(one.id)) for one in found], typed)


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(TournamentsCog())
