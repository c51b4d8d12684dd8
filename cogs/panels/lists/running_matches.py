"""The private list of a server's running matches, in pages, each with a button to its board."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from cogs.kit.arguments import OF_ID, TEXT, Count, Id
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows, section, with_more
from cogs.kit.controls import Press, control
from cogs.kit.errors import Refusal
from cogs.kit.paging import ListQuery, leaves
from cogs.panels.lists.tabs import RUNNING, tabs
from cogs.panels.match import board_panel, watching
from cogs.text import lists_texts, texts, watching_texts
from engines import GAMES
from matches import Match, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 8
"""Matches on a page: each is three of the components that a message holds."""


@dataclass(frozen=True, slots=True)
class RunningMatchesQuery(ListQuery):
    """A query for running matches: game, player (None for all), and page."""

    player: UserId | None = field(default=None, metadata=OF_ID)

    def fits(self, match: MatchSummary) -> bool:
        """True if ``match`` is of the query's game and player."""
        of_them = self.player is None or self.player in match.users
        return of_them and self.game in (None, match.game_key)


@control("live")
async def turn_page(press: Press, _button: Count, asked: RunningMatchesQuery) -> None:
    """Shows another page."""
    await press.redraw(await panel(press, asked))


@control("lookat", chooses=TEXT, or_nothing=True)
async def look_at(press: Press) -> None:
    """Opens the view of a match: the button's own or, in the menu of an old list, the chosen one."""
    which = press.value if press.values else str(press.match_id)
    match = await press.app.lookup.find(press, which, phases=watching.RUNNING, mine=False)
    await press.answer(await _view(press.app, match, press.user))


@control("weekly")
async def see_live(press: Press, _notice: Id = 0) -> None:
    """Opens the list from a public card: a front door, or a weekly summary."""
    await press.answer(await panel(press, RunningMatchesQuery()))


async def panel(call: Call, asked: RunningMatchesQuery) -> Card:
    """A page of this server's running matches that the user may see. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(watching_texts.LIVE_IN_SERVER)
    every, looked_at = await call.app.lookup.live(call, watching.LOOKED_AT)
    found = [match for match in every if asked.fits(match)]
    name = GAMES[asked.game].name if asked.game else None
    if not found:
        said = (
            watching_texts.nothing_live(name)
            if asked.player is None
            else texts.nothing_live_of(asked.player, name)
        )
        return card(said, *tabs(call, RUNNING, asked.game))
    page = min(asked.page, (len(found) - 1) // PAGE)
    shown = found[page * PAGE : (page + 1) * PAGE]
    more_run = looked_at == watching.LOOKED_AT
    more = len(found) > (page + 1) * PAGE
    turning = leaves(turn_page, page, lambda to: replace(asked, page=to), more=more)
    return card(
        lists_texts.running(shown, name, asked.player, first=page * PAGE, count=len(found), more=more_run),
        *(section(lists_texts.running_line(one), look_at.on(one, texts.BOARD)) for one in shown),
        *rows(turning),
        *tabs(call, RUNNING, asked.game),
    )


async def _view(app: App, match: Match, user: UserId) -> Card:
    """The view of a match; before play, its card with the button to watch it."""
    shown = await board_panel.first_view(app, match, user)
    offered = () if match.started else watching.buttons(match, user)
    return with_more(shown, row(*offered)) if offered else shown
