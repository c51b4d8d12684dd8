"""/matches, a private panel of tabs: one's own matches, those running here, and what features add."""

from __future__ import annotations

from cogs.kit.arguments import Count, GameKey
from cogs.kit.call import Call
from cogs.kit.card import Card
from cogs.kit.controls import Press, control
from cogs.kit.errors import Refusal
from cogs.kit.paging import ListQuery
from cogs.panels.lists import finished_matches, own_matches, running_matches
from cogs.panels.lists.running_matches import RunningMatchesQuery
from cogs.panels.lists.tabs import FINISHED, RUNNING, TAB
from cogs.text import lists_texts
from matches import UserId


@control(TAB)
async def show_tab(press: Press, tab: Count, game: GameKey = "") -> None:
    """Shows another tab in its private panel, or opens it from elsewhere."""
    await press.respond(await panel(press, tab, game or None))


async def panel(call: Call, tab: int, game: str | None = None, player: UserId | None = None) -> Card:
    """A tab, for a game and a player if given. Raises Refusal in direct messages, where only some are."""
    if tab == RUNNING:
        return await running_matches.panel(call, RunningMatchesQuery(game, player=player))
    if tab == FINISHED and call.guild_id is None:
        return await finished_matches.history_panel(call.app, call.user, ListQuery(game))
    for one in call.app.features.matches_tabs:
        if one.number == tab:
            return await one.panel(call, game, player)
    if player is not None and player != call.user:
        raise Refusal(lists_texts.ONLY_MINE)
    return await own_matches.panel(call, ListQuery(game))
