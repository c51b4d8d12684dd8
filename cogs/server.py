"""/server: administrators' settings for a server's matches, and what they do about a match."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.kit.call import Call, Text, command
from cogs.kit.errors import Refusal
from cogs.kit.suggestions import Choices, choices, match_choices, suggesting
from cogs.panels.server import admin, match_acts, options, panel
from cogs.panels.server.sentences import sentences_of
from cogs.panels.server.values import change, guild_of
from cogs.text import phrases, server_texts, time_texts
from matches import UserId
from matches.guilds.settings import PACE, SETTINGS
from matches.time.pace import PACES


# Not `guild_only`: it would leave the bot-wide default for direct messages in place.
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, name="server", description="This server's settings and matches"):
    """The commands that Discord shows only to users with the Manage Server permission by default."""

    @command(description="See and change all of this server's settings in one place")
    async def panel(self, call: Call) -> None:
        """Open the panel of settings."""
        admin.check_governing(call)
        await call.answer(await panel.panel(call.app, guild_of(call)))

    @command(name="set", description="Change this server's settings")
    @options.with_options
    async def set_(self, call: Call, **given: Any) -> None:
        """Store the given settings, after checking all of them, and show the present ones."""
        guild = guild_of(call)
        rules = await call.app.guilds.rules(guild)
        chosen = options.chosen(given, rules, call.interaction.user)
        if not chosen:
            raise Refusal(server_texts.NOTHING_NAMED)
        changed = await change(call.app, guild, chosen)
        lines = await sentences_of(call.app, guild, await call.app.guilds.rules(guild))
        await call.say(f"{changed}\n{server_texts.server_page(lines.values())}".strip())

    @command(name="match", description=server_texts.GOVERN)
    @app_commands.describe(match=server_texts.MATCH_OPTION, player=server_texts.PLAYER_OPTION)
    async def govern(self, call: Call, match: Text | None = None, player: discord.User | None = None) -> None:
        """Show what can be done with a match, or with those of a player."""
        whose = None if player is None else UserId(player.id)
        await call.answer(await match_acts.panel(call, match, whose))

    @govern.autocomplete("match")
    @suggesting
    async def _matches(self, call: Call, typed: str) -> Choices:
        """Suggest the server's running matches, those in this channel first."""
        guild_of(call)
        found = await match_acts.to_suggest(call)
        return match_choices(
            found, typed, lambda match: call.app.lookup.between(match) or phrases.title(match)
        )

    @set_.autocomplete("pace")
    @suggesting
    async def _paces(self, call: Call, typed: str) -> Choices:
        """Suggest the paces that challenges offer; others can be typed."""
        return choices(
            [
                (server_texts.USUAL_PACE, str(SETTINGS[PACE].unset)),
                *((phrases.sentence(time_texts.pace(pace)), str(pace)) for pace in PACES),
            ],
            typed,
        )


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(ServerCog())
