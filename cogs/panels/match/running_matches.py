"""The private list of a server's running matches, in pages, with a menu to open one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from cogs.kit.arguments import COUNT, ID, TEXT, maybe
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows, with_more
from cogs.kit.controls import Press, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.paging import OF_ID, ListQuery, leaves
from cogs.panels.match import archive_panel, board_panel, watching
from cogs.text import texts, watching_texts
from engines import GAMES
from matches import Match, UserId
from matches.summaries import MatchSummary

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 10
"""Matches on a page."""


@dataclass(frozen=True, slots=True)
class RunningMatchesQuery(ListQuery):
    """A query for running matches: game, player (None for all), and page."""

    player: UserId | None = field(default=None, metadata=OF_ID)

    def fits(self, match: MatchSummary) -> bool:
        """True if ``match`` is of the query's game and player."""
        of_them = self.player is None or self.player in match.users
        return of_them and self.game in (None, match.game_key)


@control("live", RunningMatchesQuery.takes(COUNT))
async def turn_page(press: Press) -> None:
    """Shows another page. Arguments: the button's number, then the query."""
    await press.redraw(await panel(press, RunningMatchesQuery.of(press.args[1:])))


@control("lookat", chooses=TEXT)
async def look_at(press: Press) -> None:
    """Opens the view of the chosen match."""
    match = await press.app.lookup.find(press, press.value, phases=watching.RUNNING, mine=False)
    await press.answer(await _view(press.app, match, press.user))


@control("weekly", maybe(ID))
async def see_live(press: Press) -> None:
    """Opens the list from a public card: a front door, or a weekly summary.

    Argument on a summary: its notice's id.
    """
    await press.answer(await panel(press, RunningMatchesQuery()))


async def panel(call: Call, asked: RunningMatchesQuery) -> Card:
    """A page of this server's running matches that the user may see. Raises Refusal in direct messages."""
    if call.guild_id is None:
        raise Refusal(watching_texts.LIVE_IN_SERVER)
    every, looked_at = await call.app.lookup.live(call, watching.LOOKED_AT)
    found = [match for match in every if asked.fits(match)]
    if not found:
        name = GAMES[asked.game].name if asked.game else None
        if asked.player is not None:
            return card(texts.nothing_live_of(asked.player, name))
        command = await call.app.lookup.command_of(call, asked.game)
        return card(watching_texts.nothing_live(command, name), row(archive_panel.open_button()))
    page = min(asked.page, (len(found) - 1) // PAGE)
    shown = found[page * PAGE : (page + 1) * PAGE]
    turns = await call.app.matches.lists.turns_of(shown)
    more_run = looked_at == watching.LOOKED_AT
    said = watching_texts.live(shown, turns, first=page * PAGE, count=len(found), more=more_run)
    await call.app.lookup.prepare_names(shown)
    options = [
        (
            str(match.id),
            watching_texts.live_choice(match, call.app.lookup.between(match), turns.get(match.id)),
        )
        for match in shown
    ]
    more = len(found) > (page + 1) * PAGE
    turning = leaves(turn_page, page, lambda to: replace(asked, page=to), more=more)
    buttons = rows([*turning, archive_panel.open_button()])
    return card(said, row(look_at.about(0, menu(watching_texts.GO_TO_LIVE, options))), *buttons)


async def _view(app: App, match: Match, user: UserId) -> Card:
    """The view of a match; before play, its card with the button to watch it."""
    shown = await board_panel.first_view(app, match, user)
    offered = () if match.started else watching.buttons(match, user)
    return with_more(shown, row(*offered)) if offered else shown
