"""/server: administrators' settings for a server's matches, and actions on a match."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices
from cogs.kit.call import Call, Text, command
from cogs.kit.errors import AmbiguousMatchError, Refusal
from cogs.kit.suggestions import Choices, choices, match_choices, suggesting
from cogs.panels.server import admin, options, panel, values
from cogs.panels.server.lines import lines_of
from cogs.panels.server.values import PlayableChannel, change, guild_of
from cogs.text import phrases, server_texts, texts, time_texts
from matches import ChannelId, GuildId, Match, MatchId, NoSuchMatchError, UserId
from matches.errors import Problem, Refused, WrongPhaseError
from matches.guild_settings import CHANNELS, GAMES_KEY, PACE, ROLES, SETTINGS, GuildRules, listed
from matches.lifecycle.history import last_to_rewind_to
from matches.summaries import MatchSummary
from matches.time.pace import PACES

LOOKED_AT: Final = 200
"""Most matches of a server that suggestions come from; others can be given by number."""

_WHICH: Final = "Which match (if it isn't the one played here)"


# Not `guild_only`: it would leave the bot-wide default for direct messages in place.
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class ServerCog(commands.GroupCog, name="server", description="This server's settings and matches"):
    """The commands that Discord shows only to users with the Manage Server permission by default."""

    # --- settings --------------------------------------------------------------------------------

    @command(description="See and change all of this server's settings in one place")
    async def panel(self, call: Call) -> None:
        """Open the panel of settings."""
        admin.check_governing(call)
        await call.answer(await panel.panel(call.app, guild_of(call)))

    @command(description="See this server's settings")
    async def show(self, call: Call) -> None:
        """Show the settings in words."""
        await self._show(call, guild_of(call))

    @command(name="set", description="Change this server's settings")
    @options.with_options
    async def set_(self, call: Call, **given: Any) -> None:
        """Store the given settings, after checking all of them."""
        guild = guild_of(call)
        rules = await call.app.guilds.rules(guild)
        await self._store(call, guild, options.chosen(given, rules, call.interaction.user))

    @command(description="Limit play to certain channels, roles or games")
    @app_commands.describe(
        channel="Allow this channel",
        role="Allow people with this role",
        game="Allow this game",
    )
    @app_commands.choices(game=game_choices())
    async def allow(
        self,
        call: Call,
        channel: PlayableChannel | None = None,
        role: discord.Role | None = None,
        game: str | None = None,
    ) -> None:
        """Add to the allowed channels, roles or games."""
        guild = guild_of(call)
        if role is not None:
            values.playing_role(role)
        if channel is not None:
            values.channel(CHANNELS, channel)
        rules = await call.app.guilds.rules(guild)
        named = _named(channel, role, game)
        await self._store(
            call, guild, {key: listed(_of(rules, key) | {value}) for key, value in named.items()}
        )

    @command(description="Remove a channel, role or game from the allowed list")
    @app_commands.describe(
        channel="Remove this channel",
        role="Remove this role",
        game="Remove this game",
    )
    @app_commands.choices(game=game_choices())
    async def disallow(
        self,
        call: Call,
        channel: PlayableChannel | None = None,
        role: discord.Role | None = None,
        game: str | None = None,
    ) -> None:
        """Remove from the allowed channels, roles or games."""
        guild = guild_of(call)
        rules = await call.app.guilds.rules(guild)
        chosen: dict[str, str | None] = {}
        for key, value in _named(channel, role, game).items():
            before = _of(rules, key)
            if value not in before:
                raise Refusal(server_texts.not_named(key, value))
            chosen[key] = listed(before - {value})
        # An emptied list allows everything, while the user may expect that it allows nothing.
        emptied = [server_texts.none_named(key) for key, value in chosen.items() if value is None]
        await self._store(call, guild, chosen, above="\n".join(emptied))

    async def _store(
        self, call: Call, guild: GuildId, chosen: dict[str, str | None], *, above: str = ""
    ) -> None:
        """Store settings and show the present ones. Raises Refusal if ``chosen`` is empty."""
        if not chosen:
            raise Refusal(server_texts.NOTHING_NAMED)
        changed = await change(call.app, guild, chosen)
        await self._show(call, guild, above=f"{changed}\n{above}".strip())

    async def _show(self, call: Call, guild: GuildId, *, above: str = "") -> None:
        lines = await lines_of(call.app, guild, await call.app.guilds.rules(guild))
        await call.say(f"{above}\n{server_texts.server_page(lines.values())}".strip())

    # --- actions on a match ----------------------------------------------------------------------

    @command(description="End a match with a winner or as a draw, unrated (asks first)")
    @app_commands.describe(winner="The winning side, or draw", match=_WHICH)
    async def end(self, call: Call, winner: Text, match: Text | None = None) -> None:
        """Ask whether to end a match."""
        admin.check_governing(call)
        found = await self._find(call, match)
        await call.answer(admin.end_question(found, admin.winner(found, winner)))

    @command(description="Cancel a match: nobody wins, and it won't count (asks first)")
    @app_commands.describe(match=_WHICH, player=server_texts.ABORT_ALL_LABEL)
    async def abort(
        self,
        call: Call,
        match: Text | None = None,
        player: discord.User | None = None,
    ) -> None:
        """Ask whether to abort a match, or all matches of a player."""
        admin.check_governing(call)
        if player is not None:
            if match is not None:
                raise Refusal(server_texts.ABORT_ONE_OR_ALL)
            await self._abort_all(call, UserId(player.id))
            return
        found = await self._governed(call, match)
        await admin.check_may_abort(call, found)
        await call.answer(admin.abort_question(found))

    async def _abort_all(self, call: Call, user: UserId) -> None:
        found = await call.app.matches.admin.running_of(user, guild_of(call))
        running, own = admin.apart(found, call.user)
        if not running:
            raise Refusal(server_texts.only_own_run(own) if own else server_texts.nothing_runs(user))
        await call.answer(admin.abort_all_question(user, running, own))

    @command(description="Take a match back to an earlier position (asks first)")
    @app_commands.rename(turns="move")
    @app_commands.describe(turns="The move to go back to, as the board view counts them", match=_WHICH)
    async def rewind(self, call: Call, turns: app_commands.Range[int, 0], match: Text | None = None) -> None:
        """Ask whether to rewind a match."""
        admin.check_governing(call)
        found = await self._find(call, match)
        if not found.started:
            raise WrongPhaseError(found)
        history = call.app.matches.history(found)
        if turns > (last := last_to_rewind_to(history)):
            raise Refused(Problem.NO_SUCH_TURN, match=found, last=last)
        await call.answer(admin.rewind_question(found, history, turns))

    @command(description="Let somebody else take over in a match (asks first)")
    @app_commands.describe(leaver="Who is playing now", to="Who takes over", match=_WHICH)
    @app_commands.rename(leaver="from")
    async def handover(
        self,
        call: Call,
        leaver: discord.User,
        to: discord.User,
        match: Text | None = None,
    ) -> None:
        """Ask whether to hand a side to another user."""
        admin.check_governing(call)
        found = await self._find(call, match)
        side = admin.seat(found, UserId(leaver.id))
        await admin.check_taking_over(call.app, found, side, to)
        question = admin.hand_over_question(found, side, UserId(to.id))
        await call.answer(question)

    @command(description="Take a match with another server's player out of this server (asks first)")
    @app_commands.describe(match=_WHICH)
    async def close(self, call: Call, match: Text | None = None) -> None:
        """Ask whether to close the place of a match between two servers."""
        admin.check_governing(call)
        found = await self._governed(call, match)
        if not found.between_servers:
            raise Refusal(server_texts.NOT_BETWEEN_SERVERS)
        call.app.matches.admin.check_not_own(found, call.user)
        await call.answer(admin.close_question(found))

    @command(description="Let players of other servers back in whose matches were closed here")
    async def readmit(self, call: Call) -> None:
        """List the players that this server wants no match with."""
        admin.check_governing(call)
        await call.answer(await admin.readmit_panel(call))

    async def _find(self, call: Call, given: str | None) -> Match:
        """The running match of this server to act on: the one given, else the one in this channel.

        Raises what :meth:`_meant` does, NoSuchMatchError for a match of another server, WrongPhaseError for
        one that isn't running, and Refused for one that the administrator plays in, or that is between two
        servers.
        """
        match = await self._governed(call, given)
        call.app.matches.admin.check_not_own(match, call.user)
        call.app.matches.admin.check_not_between(match)
        return match

    async def _governed(self, call: Call, given: str | None) -> Match:
        guild = guild_of(call)
        if given is None:
            return await call.app.matches.load(await self._meant(call, guild))
        match = (await call.app.lookup.numbered(given)).match
        if match.guild_id != guild:
            # Don't reveal that the match exists in another server.
            raise NoSuchMatchError(match.id)
        if not match.phase.running:
            raise WrongPhaseError(match)
        return match

    async def _meant(self, call: Call, guild: GuildId) -> MatchId:
        """The match running in this channel. Raises AmbiguousMatchError, Refusal if the server has none."""
        if here := await self._running_here(call):
            return call.app.lookup.the_only(call, here).id
        running = await call.app.matches.lists.running_in(guild, LOOKED_AT)
        if not running:
            raise Refusal(texts.NOTHING_RUNS)
        raise AmbiguousMatchError(running)

    async def _running_here(self, call: Call) -> list[MatchSummary]:
        if call.interaction.channel_id is None:
            return []
        found = await call.app.matches.lists.at_home(ChannelId(call.interaction.channel_id))
        return [match for match in found if match.phase.running and match.guild_id == call.guild_id]

    # --- suggestions -----------------------------------------------------------------------------

    @end.autocomplete("match")
    @abort.autocomplete("match")
    @close.autocomplete("match")
    @rewind.autocomplete("match")
    @handover.autocomplete("match")
    @suggesting
    async def _matches(self, call: Call, typed: str) -> Choices:
        """Suggest the server's running matches, those in this channel first."""
        here = await self._running_here(call)
        running = await call.app.matches.lists.running_in(guild_of(call), LOOKED_AT)
        return match_choices(
            [*here, *running], typed, lambda match: call.app.lookup.between(match) or phrases.title(match)
        )

    @end.autocomplete("winner")
    @suggesting
    async def _winners(self, call: Call, typed: str) -> Choices:
        """Suggest the sides of the given match, and a draw."""
        match = await self._find(call, getattr(call.interaction.namespace, "match", None) or None)
        return choices([(side, side) for side in (*match.game.sides, server_texts.DRAW)], typed)

    @rewind.autocomplete("turns")
    @suggesting
    async def _turns(self, call: Call, typed: Any) -> Choices:
        """Suggest the turns that the given match can be rewound to, latest first."""
        match = await self._find(call, getattr(call.interaction.namespace, "match", None) or None)
        if not match.started:
            return []
        history = call.app.matches.history(match)
        made = {turn: list(actions) for turn, actions in groupby(history.played, key=attrgetter("turn"))}
        words = {turn: ", ".join(one.description for one in actions) for turn, actions in made.items()}
        turns = range(last_to_rewind_to(history), -1, -1)
        return choices(((server_texts.after_turn(turn, words.get(turn, "")), turn) for turn in turns), typed)

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


# --- parts ---------------------------------------------------------------------------------------


def _named(channel: PlayableChannel | None, role: discord.Role | None, game: str | None) -> dict[str, Any]:
    """The given ids and keys, by setting key."""
    found = {CHANNELS: channel and channel.id, ROLES: role and role.id, GAMES_KEY: game}
    return {key: value for key, value in found.items() if value is not None}


def _of(rules: GuildRules, key: str) -> frozenset[Any]:
    """The ids or keys on a server's allowed list ``key``."""
    found: dict[str, frozenset[Any]] = {CHANNELS: rules.channels, ROLES: rules.roles, GAMES_KEY: rules.games}
    return found[key]


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(ServerCog())
