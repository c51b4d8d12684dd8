"""Commands of /match for others' matches: watching, running matches, open challenges."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import App
from cogs.game import game_choices
from cogs.kit.errors import check_known
from cogs.kit.lengths import Text
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, suggested
from cogs.panels.community import lobby_panel
from cogs.panels.match import running_matches, watching
from cogs.panels.match.running_matches import RunningMatchesQuery
from cogs.text import lobby_texts, watching_texts
from matches import UserId

_WHEN: Final = [app_commands.Choice(name=name, value=key) for key, name in watching_texts.WHEN.items()]


class WatchCommands(commands.Cog):
    """The watching and finding commands of the /match cog."""

    app: App

    @app_commands.command(description="Get pinged about somebody else's match, on each move or at the end")
    @app_commands.describe(
        match="Which match (if it isn't the one played here)",
        when="When to ping you (leave it out to be asked)",
    )
    @app_commands.choices(when=_WHEN)
    async def watch(
        self, interaction: discord.Interaction, match: Text | None = None, when: str | None = None
    ) -> None:
        """Watch a match, or ask when to ping."""
        await self.app.replies.acknowledge(interaction)
        user = UserId(interaction.user.id)
        found = await watching.meant(self.app, interaction, match)
        self.app.spectators.check_watchable(found, user)
        if when is not None:
            await self.app.spectators.watch(found.id, user, each_turn=when == "each")
        await self.app.replies.answer(interaction, await watching.panel(self.app, found, user))

    @app_commands.command(description="Stop watching a match")
    @app_commands.describe(match="Which match (if it isn't the one played here)")
    async def unwatch(self, interaction: discord.Interaction, match: Text | None = None) -> None:
        """Stop watching."""
        await self.app.replies.acknowledge(interaction)
        found = await watching.watched(self.app, interaction, match)
        await self.app.spectators.unwatch(found.id, UserId(interaction.user.id))
        await self.app.replies.say(interaction, watching_texts.stopped(found))

    @app_commands.command(name="live", description="See the matches running in this server")
    @app_commands.describe(game="Only matches of this game", player="Only matches of this player")
    @app_commands.choices(game=game_choices())
    async def live_matches(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        player: discord.User | None = None,
    ) -> None:
        """List this server's running matches."""
        await self.app.replies.acknowledge(interaction)
        if player is not None:
            check_known(player)
        asked = RunningMatchesQuery(game, player=UserId(player.id) if player else None)
        await self.app.replies.answer(interaction, await running_matches.panel(self.app, interaction, asked))

    @app_commands.command(description="Find an open challenge to accept, the best fit first")
    @app_commands.describe(game=lobby_texts.GAME_OPTION)
    @app_commands.choices(game=game_choices())
    async def find(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """List the open challenges that the user may accept."""
        await self.app.replies.acknowledge(interaction)
        shown = await lobby_panel.panel(self.app, interaction, ListQuery(game))
        await self.app.replies.answer(interaction, shown)

    @watch.autocomplete("match")
    async def _to_watch(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: watching.to_watch(self.app, interaction, typed))

    @unwatch.autocomplete("match")
    async def _to_unwatch(self, interaction: discord.Interaction, typed: str) -> Choices:
        return await suggested(interaction, lambda: watching.to_unwatch(self.app, interaction, typed))
