"""The list of a player's finished matches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cogs.kit.arguments import ID, Count
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import CONTROLS, AnyControl, Press, control, menu
from cogs.kit.paging import ListQuery, leaves
from cogs.panels.match import board_panel
from cogs.text import records_texts
from matches import MatchId, UserId

if TYPE_CHECKING:
    from cogs.app import App

HISTORY_PAGE: Final = 8
"""Matches on a page: more wouldn't fit on a phone."""


@control("past")
async def turn_history_page(press: Press, _button: Count, asked: ListQuery) -> None:
    """Shows another page."""
    await press.redraw(await history_panel(press.app, press.user, asked))


@control("pastopen", chooses=ID)
async def open_finished(press: Press) -> None:
    match = await press.app.matches.load_own(MatchId(press.number), press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


async def history_panel(app: App, user: UserId, asked: ListQuery) -> Card:
    """A page of the finished matches of ``user``, all or those of a game."""
    game, page = asked.game, asked.page
    # Load one match more than is shown, to know if there is another page.
    found = await app.matches.lists.finished_of(user, HISTORY_PAGE + 1, offset=page * HISTORY_PAGE, game=game)
    if not found:
        return card(records_texts.nothing_played(game), row(_back(game)))
    shown = found[:HISTORY_PAGE]
    await app.lookup.prepare_names(shown)
    options = [(str(match.id), app.lookup.choice(match, user)) for match in shown]
    return card(
        records_texts.history(shown, user, game, page),
        row(open_finished.about(0, menu(records_texts.OPEN_ONE, options))),
        *rows(
            [
                *leaves(
                    *(turn_history_page, page, lambda to: replace(asked, page=to)),
                    more=len(found) > HISTORY_PAGE,
                ),
                _back(game),
            ]
        ),
    )


def _back(game: str | None) -> AnyControl:
    """The button back to the matches that run."""
    return CONTROLS["ownlist"].about(0, records_texts.MY_MATCHES, 0, ListQuery(game))
