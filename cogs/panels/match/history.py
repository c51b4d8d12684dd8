"""The finished matches of a player, page by page, each to be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.kit.card import Card, card, leaves, row, rows
from cogs.kit.controls import AnyControl, Press, button, menu
from cogs.kit.ids import game_of_number, number_of_game
from cogs.panels.match import board_panel
from cogs.text import records_texts
from matches import MatchId, UserId

if TYPE_CHECKING:
    from cogs.app import App

PAGE: Final = 8
"""Matches on a page: more would not fit a phone."""
_ANY: Final = 0
"""Stands for all games in an id."""


@button("past")
async def turn_page(press: Press) -> None:
    """Shows another page. Its arguments: the number of the button, the game, the page."""
    _, game, page = press.args
    key = None if game == _ANY else game_of_number(game)
    await press.redraw(await panel(press.app, press.user, key, page))


@menu("pastopen")
async def open_one(press: Press) -> None:
    """Opens a match of the page."""
    match = await press.app.matches.load_own(MatchId(int(press.value)), press.user)
    await press.answer(await board_panel.first_view(press.app, match, press.user))


async def panel(app: App, user: UserId, game: str | None, page: int = 0) -> Card:
    """A page of the finished matches of ``user``, all or those of a game."""
    # One more than are shown tells whether there is another page.
    found = await app.matches.lists.finished_of(user, PAGE + 1, offset=page * PAGE, game=game)
    if not found:
        return card(records_texts.nothing_played(game))
    shown = found[:PAGE]
    await app.lookup.prepare_names(shown)
    number_of = _ANY if game is None else number_of_game(game)
    options = [(str(match.id), app.lookup.choice(match, user)) for match in shown]

    def leaf(number: int, label: str, to: int, there: bool) -> AnyControl:
        return turn_page.about(0, label, args=(number, number_of, to), enabled=there)

    return card(
        records_texts.history(shown, user, game, page),
        row(open_one.about(0, records_texts.OPEN_ONE, options)),
        *rows(leaves(page, leaf, more=len(found) > PAGE)),
    )
