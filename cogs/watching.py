"""What /match has for whoever does not play: watching a match, and the matches that run in a server."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Desk
from cogs.game import game_choices
from cogs.kit.lengths import Text
from cogs.kit.suggestions import Choices, suggested
from cogs.panels.match import running_matches, watching
from cogs.text import watching_texts
from matches import UserId

_WHEN: Final = [app_commands.Choice(name=name, value=key) for key, name in watching_texts.WHEN.items()]


class WatchCommands(commands.Cog):
    """The part of the cog of /match that is about watching."""

    desk: Desk

    @app_commands.command(description="Be pinged about somebody else's match: on each move, or at its end")
    @app_commands.describe(
        match="Which match; needed only where none, or several, are played",
        when="When you are pinged; left out, you are asked",
    )
    @app_commands.choices(when=_WHEN)
    async def watch(
        self, talk: discord.Interaction, match: Text | None = None, when: str | None = None
    ) -> None:
        """Watch a match, or ask when to ping."""
        await self.desk.acknowledge(talk)
        user = UserId(talk.user.id)
        found = await watching.meant(self.desk, talk, match)
        self.desk.spectators.check_watchable(found, user)
        if when is not None:
            await self.desk.spectators.watch(found.id, user, each_turn=when == "each")
        await self.desk.answer(talk, await watching.panel(self.desk, found, user))

    @app_commands.command(description="Be pinged no more about a match that you watch")
    @app_commands.describe(match="Which match; needed only outside its thread")
    async def unwatch(self, talk: discord.Interaction, match: Text | None = None) -> None:
        """Stop watching."""
        await self.desk.acknowledge(talk)
        found = await watching.watched(self.desk, talk, match)
        await self.desk.spectators.unwatch(found.id, UserId(talk.user.id))
        await self.desk.say(talk, watching_texts.stopped(found))

    @app_commands.command(name="live", description="The matches that run in this server, to look at or watch")
    @app_commands.describe(game="Only matches of this game")
    @app_commands.choices(game=game_choices())
    async def live_matches(self, talk: discord.Interaction, game: str | None = None) -> None:
        """List what runs here."""
        await self.desk.acknowledge(talk)
        await self.desk.answer(
            talk, await running_matches.panel(self.desk, talk, running_matches.Asked(game))
        )

    @watch.autocomplete("match")
    async def _to_watch(self, talk: discord.Interaction, typed: str) -> Choices:
        return await suggested(talk, lambda: _named(watching.to_watch(self.desk, talk, typed)))

    @unwatch.autocomplete("match")
    async def _to_unwatch(self, talk: discord.Interaction, typed: str) -> Choices:
        return await suggested(talk, lambda: _named(watching.to_unwatch(self.desk, talk, typed)))


async def _named(found: Awaitable[Sequence[tuple[str, str]]]) -> Choices:
    """Names and values as the choices of an autocompletion."""
    return [app_commands.Choice(name=name[:100], value=value) for name, value in await found]
