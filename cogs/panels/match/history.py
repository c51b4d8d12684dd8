"""The private list of a player's finished matches, in pages, with a menu to open one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import Press, control, menu
from cogs.kit.paging import ListQuery, leaves
from cogs.panels.match import board_panel
from cogs.text import records_texts
from matches import MatchId, UserId

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 8
"""Matches on a page: more wouldn't fit on a phone."""


@control("past")
async def turn_page(press: Press) -> None:
    """Shows another page. Arguments: the button's number, then the query."""
    await press.redraw(await panel(press.app, press.user, ListQuery.of(press.args[1:])))


@control("pastopen")
async def open_one(press: Press) -> None:
    """Opens a match of the page."""
    match = await press.app.matches.load_own(MatchId(int(press.value)), press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


async def panel(app: App, user: UserId, asked: ListQuery) -> Card:
    """A page of the finished matches of ``user``, all or those of a game."""
    game, page = asked.game, asked.page
    # Load one match more than is shown, to know if there is another page.
    found = await app.matches.lists.finished_of(user, PAGE + 1, offset=page * PAGE, game=game)
    if not found:
        return card(records_texts.nothing_played(game))
    shown = found[:PAGE]
    await app.lookup.prepare_names(shown)
    options = [(str(match.id), app.lookup.choice(match, user)) for match in shown]
    return card(
        records_texts.history(shown, user, game, page),
        row(open_one.about(0, menu(records_texts.OPEN_ONE, options))),
        *rows(leaves(turn_page, page, lambda to: replace(asked, page=to), more=len(found) > PAGE)),
    )
