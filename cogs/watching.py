"""Commands of /match for others' matches: watching, running matches, open challenges."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.game import game_choices
from cogs.kit.call import Call, command
from cogs.kit.errors import check_known
from cogs.kit.lengths import Text
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, suggesting
from cogs.panels.challenge import lobby_panel
from cogs.panels.match import running_matches, watching
from cogs.panels.match.running_matches import RunningMatchesQuery
from cogs.text import lobby_texts, watching_texts
from matches import UserId

_WHEN: Final = [app_commands.Choice(name=name, value=key) for key, name in watching_texts.WHEN.items()]


class WatchCommands(commands.Cog):
    """The watching and finding commands of the /match cog."""

    @command(description="Get pinged about somebody else's match, on each move or at the end")
    @app_commands.describe(
        match="Which match (if it isn't the one played here)",
        when="When to ping you (leave it out to be asked)",
    )
    @app_commands.choices(when=_WHEN)
    async def watch(self, call: Call, match: Text | None = None, when: str | None = None) -> None:
        """Watch a match, or ask when to ping."""
        user = call.user
        found = await watching.meant(call, match)
        call.app.spectators.check_watchable(found, user)
        if when is not None:
            await call.app.spectators.watch(found.id, user, each_turn=when == "each")
        await call.answer(await watching.panel(call.app, found, user))

    @command(description="Stop watching a match")
    @app_commands.describe(match="Which match (if it isn't the one played here)")
    async def unwatch(self, call: Call, match: Text | None = None) -> None:
        """Stop watching."""
        found = await watching.watched(call, match)
        await call.app.spectators.unwatch(found.id, call.user)
        await call.say(watching_texts.stopped(found))

    @command(name="live", description="See the matches running in this server")
    @app_commands.describe(game="Only matches of this game", player="Only matches of this player")
    @app_commands.choices(game=game_choices())
    async def live_matches(
        self,
        call: Call,
        game: str | None = None,
        player: discord.User | None = None,
    ) -> None:
        """List this server's running matches."""
        if player is not None:
            check_known(player)
        asked = RunningMatchesQuery(game, player=UserId(player.id) if player else None)
        await call.answer(await running_matches.panel(call, asked))

    @command(description="Find an open challenge to accept, the best fit first")
    @app_commands.describe(game=lobby_texts.GAME_OPTION)
    @app_commands.choices(game=game_choices())
    async def find(self, call: Call, game: str | None = None) -> None:
        """List the open challenges that the user may accept."""
        shown = await lobby_panel.panel(call, ListQuery(game))
        await call.answer(shown)

    @watch.autocomplete("match")
    @suggesting
    async def _to_watch(self, call: Call, typed: str) -> Choices:
        return await watching.to_watch(call, typed)

    @unwatch.autocomplete("match")
    @suggesting
    async def _to_unwatch(self, call: Call, typed: str) -> Choices:
        return await watching.to_unwatch(call, typed)
