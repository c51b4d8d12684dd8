"""/match and /matches: a match and what can be done with it, and lists of them. /move and /open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal, get_args

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app import Tidepool
from cogs.game import game_choices, legal_actions, match_choices, play_typed
from cogs.kit.call import Call, Text, command
from cogs.kit.card import Card
from cogs.kit.errors import Refusal, check_known
from cogs.kit.lookup import ASKED_AS
from cogs.kit.paging import ListQuery
from cogs.kit.suggestions import Choices, choices, suggesting
from cogs.panels.challenge import lobby_panel
from cogs.panels.lists import finished_matches, matches_panel, tabs
from cogs.panels.match import board_panel, deeds
from cogs.panels.moving import move_panel
from cogs.panels.moving.step_buttons import MENU_SIZE
from cogs.panels.records import imported_records
from cogs.text import entry_points_texts, lists_texts, records_texts, texts
from matches import Phase, UserId

WHICH = "Which match (if you have more than one)"
Tab = Literal["mine", "running", "finished", "openings"]
RUNNING: Final = (Phase.PLAYING,)
ANY: Final = (Phase.SETUP, Phase.PLAYING, Phase.FINISHED)


class MatchCog(commands.Cog):
    """The commands for matches of every game."""

    @command(name="match", description=entry_points_texts.MATCH_COMMAND)
    @app_commands.rename(match="number")
    @app_commands.describe(match=entry_points_texts.NUMBER_OPTION, deed=entry_points_texts.DEED_OPTION)
    async def one(self, call: Call, match: Text | None = None, deed: Text | None = None) -> None:
        """Show the view of a match, or do something with it."""
        typed = (match or "").strip().casefold()
        if deed is None and (shown := {**_LISTS, **dict(call.app.features.old_words)}.get(typed)):
            await call.answer(await shown(call))
            return
        if deed is None and (typed in deeds.DEEDS or typed in deeds.OLD_WORDS):
            match, deed = None, typed
            call.interaction.extras[ASKED_AS] = [("deed", typed)]
        if deed is not None:
            await deeds.show(call, match, deeds.word(deed))
            return
        await call.answer(await self._view(call, match))

    async def _view(self, call: Call, given: str | None) -> Card:
        found = await call.app.lookup.find(call, given, phases=ANY, mine=False)
        return await deeds.view(call, found)

    @one.autocomplete("match")
    @suggesting
    async def _known(self, call: Call, typed: str) -> Choices:
        """Suggest the user's matches, for a chosen deed those with which it can be done."""
        deed = deeds.meant_by(getattr(call.interaction.namespace, "deed", None))
        if deed is not None and deed.suggests is not None:
            return await deed.suggests(call, typed)
        return await match_choices(call, typed, ANY if deed is None else tuple(deed.phases))

    @one.autocomplete("deed")
    @suggesting
    async def _possible(self, call: Call, typed: str) -> Choices:
        """Suggest what is possible now with the match that is meant."""
        given = getattr(call.interaction.namespace, "number", None)
        found = await call.app.lookup.find(call, given or None, phases=ANY, mine=False)
        return choices(deeds.offered(call.app, found, call.user), typed)

    @command(name="matches", description=lists_texts.COMMAND)
    @app_commands.describe(
        show=lists_texts.SHOW_OPTION, game=lists_texts.GAME_OPTION, player=lists_texts.PLAYER_OPTION
    )
    @app_commands.choices(game=game_choices())
    async def lists(
        self, call: Call, show: Tab | None = None, game: str | None = None, player: discord.User | None = None
    ) -> None:
        """Show a tab of the lists; with a player, by default the running matches."""
        if player is not None:
            check_known(player)
        meant = show or ("mine" if player is None else "running")
        tab, whose = get_args(Tab).index(meant), None if player is None else UserId(player.id)
        await call.answer(await matches_panel.panel(call, tab, game, whose))

    @command(name="open", description=records_texts.OPEN_COMMAND)
    @app_commands.describe(code=records_texts.CODE_LABEL, file=records_texts.IMPORT_LABEL)
    async def open_shared(
        self, call: Call, code: Text | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Open a shared match by its code, or a record by its file."""
        if (code is None) == (file is None):
            raise Refusal(records_texts.CODE_OR_FILE)
        if file is not None:
            await call.answer(await imported_records.taken_in(call, file))
            return
        match = await call.app.sharing.opened_by(code or "", call.user)
        await call.answer(await board_panel.first_view(call.app, match, call.user))


# --- the words of old subcommands, typed as a number ----------------------------------------------


def _tab(number: int) -> Callable[[Call], Awaitable[Card]]:
    async def shown(call: Call) -> Card:
        return await matches_panel.panel(call, number)

    return shown


async def _history(call: Call) -> Card:
    return await finished_matches.history_panel(call.app, call.user, ListQuery())


async def _find(call: Call) -> Card:
    return await lobby_panel.panel(call, ListQuery())


async def _next(call: Call) -> Card:
    """The match that has waited longest for the user. Raises Refusal if none does."""
    waiting = await call.app.matches.lists.waiting_longest(call.user, 1)
    if not waiting:
        raise Refusal(texts.NOTHING_WAITS)
    return await move_panel.waiting(call.app, await call.app.matches.load(waiting[0].id), call.user)


async def _open(_call: Call) -> Card:
    raise Refusal(records_texts.CODE_OR_FILE)


_LISTS: Final[Mapping[str, Callable[[Call], Awaitable[Card]]]] = {
    "list": _tab(tabs.MINE),
    "live": _tab(tabs.RUNNING),
    "archive": _tab(tabs.FINISHED),
    "history": _history,
    "find": _find,
    "next": _next,
    "open": _open,
    "import": _open,
}
"""What the subcommands of /match showed that are about no single match; features add theirs."""


class MoveCog(commands.Cog):
    """The cog of /move, which plays any turn of any game, by taps or as it is typed."""

    @command(description="Make your move, by tapping or typing, in this match or any where it's your turn")
    @app_commands.describe(action="Your move, or several of one turn (leave it out to tap)", match=WHICH)
    @app_commands.rename(action="move")
    async def move(self, call: Call, action: Text | None = None, match: Text | None = None) -> None:
        """Play what is typed; else open the panel for the match in this channel, or for any that waits."""
        if action is not None:
            await play_typed(call, action, match)
            return
        await call.answer(await self._turn(call, match))

    async def _turn(self, call: Call, given: str | None) -> Card:
        user = call.user
        if given is not None or await call.app.lookup.at_home(call):
            found = await call.app.lookup.find(call, given, phases=RUNNING, to_act=True)
            return await move_panel.waiting(call.app, found, user)
        waiting = await call.app.matches.lists.waiting_longest(user, MENU_SIZE)
        if not waiting:
            raise Refusal(texts.NOTHING_WAITS)
        if len(waiting) == 1:
            only = await call.app.matches.load(waiting[0].id)
            return await move_panel.waiting(call.app, only, user)
        return await move_panel.choice_of_match(call.app, waiting, user)

    @move.autocomplete("action")
    @suggesting
    async def _legal(self, call: Call, typed: str) -> Choices:
        return await legal_actions(call, typed)

    @move.autocomplete("match")
    @suggesting
    async def _running(self, call: Call, typed: str) -> Choices:
        return await match_choices(call, typed, RUNNING)


async def setup(bot: Tidepool) -> None:
    """Load the cogs."""
    await bot.add_cog(MatchCog())
    await bot.add_cog(MoveCog())
