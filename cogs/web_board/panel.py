"""The way to the board in a browser, and the list of browsers that are signed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.kit.arguments import ID
from cogs.kit.card import Card, card, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.feature import InViewer
from cogs.web_board import texts
from cogs.web_board.server import WebBoard
from matches import Match, MatchId, UserId
from web.boards import Boards, NotToBeSeenError
from web.sessions import MOST_BROWSERS, BrowserSession, WebSessions

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.panels.match.board_panel import ViewerState


@control("webboard")
async def open_board(press: Press) -> None:
    """Gives a link to a match on the board; without a match, to the list of the user's own."""
    board = press.app[WebBoard]
    if board.url is None:
        raise Refusal(texts.NO_BOARD)
    if press.match_id:
        try:
            await Boards(board.host).opened(press.match_id, press.user)
        except NotToBeSeenError:
            raise Refusal(texts.NOT_THIS_ONE) from None
    token = await press.app[WebSessions].invite(press.user, press.match_id)
    link: ui.Button[Any] = ui.Button(
        label=texts.GO, style=discord.ButtonStyle.link, url=f"{board.url}/in#{token}"
    )
    await press.answer(card(texts.LINK, row(link)))


def board_button(app: App, match_id: MatchId) -> AnyControl | None:
    """The button to a match on the board, or with 0 to one's own; None where there is no page."""
    return None if app[WebBoard].url is None else open_board.about(match_id, texts.OPEN)


def in_turn(app: App, match: Match) -> AnyControl | None:
    """The button on the panel of a turn."""
    return board_button(app, match.id)


class _BoardWay(InViewer):
    def __init__(self, way: AnyControl) -> None:
        self._way = way

    async def more(self, view: ViewerState) -> Sequence[ui.Item[Any]]:
        """The button under *More* of the viewer."""
        return (self._way,)


async def in_viewer(app: App, match: Match, _user: UserId) -> InViewer:
    """The button in the viewer of a match that has begun."""
    way = board_button(app, match.id)
    return InViewer() if way is None else _BoardWay(way)


# --- signed-in browsers ---------------------------------------------------------------------------


@control("browsers")
async def show_browsers(press: Press) -> None:
    """Lists the browsers that are signed in."""
    await press.redraw(await _list(press))


@control("signout", chooses=ID)
async def sign_out(press: Press) -> None:
    """Ends the chosen session."""
    await press.app[WebSessions].end(press.user, press.number)
    await press.redraw(await _list(press))


@control("signoutall")
async def sign_out_everywhere(press: Press) -> None:
    """Ends all sessions."""
    await press.app[WebSessions].end_all(press.user)
    await press.redraw(await _list(press))


async def browsers_button(app: App, user: UserId) -> AnyControl | None:
    """The button to the list, for who has signed in somewhere."""
    sessions = await app[WebSessions].of(user)
    return show_browsers.about(0, texts.browsers(len(sessions))) if sessions else None


async def _list(press: Press) -> Card:
    sessions = await press.app[WebSessions].of(press.user)
    back = CONTROLS["privacy"].about(0, texts.BACK)
    if not sessions:
        return card(texts.NO_BROWSERS, row(back))
    options = [(str(one.id), _named(one)) for one in sessions[:MOST_BROWSERS]]
    ways = row(sign_out.about(0, menu(texts.SIGN_OUT_OF, options)))
    return card(
        texts.browser_list(sessions), ways, row(sign_out_everywhere.about(0, texts.SIGN_OUT_ALL), back)
    )


def _named(session: BrowserSession) -> str:
    return f"{session.browser}, since {session.began_at:%d %b %Y}"
