"""The list of a player's conditional moves in a match, deleting them, and ways to plan more.

It is shown to the player alone, and every click on it asks the service again whose moves they are. Its pages
hold so many that a row for each, with a button, fits into Discord's limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from cogs.advances import texts as advance_texts
from cogs.advances.rules import AdvanceError, check_may_say
from cogs.advances.service import Advances
from cogs.advances.words import Listed, listed, pages
from cogs.kit.arguments import NODE, Count, Node
from cogs.kit.card import Card, card, row, rows, section
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.errors import explains
from cogs.kit.paging import BACK, ON
from matches import Match, UserId
from matches.errors import MatchError

if TYPE_CHECKING:
    from cogs.app import App


def may_say(match: Match, user: UserId) -> bool:
    """True if ``user`` may say moves in advance in ``match``."""
    try:
        check_may_say(match, user)
    except MatchError:
        return False
    return True


def plan_button(app: App, match: Match, user: UserId) -> list[AnyControl]:
    """The button to the board where lines are tried; none where nothing can be planned."""
    return plan(app, match) if may_say(match, user) else []


def plan(
    app: App, match: Match, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> list[AnyControl]:
    """The same, whether or not something can be planned."""
    return [lines.now(match, button(advance_texts.PLAN, style)) for lines in app.features.tried_lines]


async def open_button(app: App, match: Match, user: UserId) -> list[AnyControl]:
    """The button to the list, with the number of moves that were said; none where none may be said."""
    if not may_say(match, user):
        return []
    count = len(await app[Advances].of(match.id, user)) if match.advance_revision else 0
    return [open_list.on(match, advance_texts.button(count))]


async def dropped(app: App, match: Match, user: UserId) -> str:
    """A line about moves in advance of ``user`` that couldn't be played; empty without any."""
    if not match.advance_revision:
        return ""
    return advance_texts.dropped(await app[Advances].dropped_of(match.id, user))


@control("advances")
async def open_list(press: Press, page: Count = 0, _button: Count = 0) -> None:
    """Opens the list at a page, from 0."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    await press.respond(await list_card(press.app, match, press.user, page=page))


@control("advanceback", chooses=NODE)
async def take_back(press: Press, page: Count) -> None:
    """Takes back the move chosen from an old list's menu, and those that follow it."""
    await _take_back(press, page, press.number)


@control("advancedelete")
async def take_this_back(press: Press, page: Count, number: Node) -> None:
    """Takes back the move beside the button, with those that follow it."""
    await _take_back(press, page, number)


async def _take_back(press: Press, page: int, number: int) -> None:
    app, user = press.app, press.user
    before = await app[Advances].of(press.match_id, user)
    left = await app[Advances].take_back(press.match_id, user, number)
    match = await app.matches.load_own(press.match_id, user)
    above = advance_texts.taken_back(max(1, len(before) - len(left)))
    await press.respond(await list_card(app, match, user, page=page, above=above))


@control("advanceclear")
async def ask_to_clear(press: Press) -> None:
    """Asks before all of them are taken back."""
    match = await press.app.matches.load_own(press.match_id, press.user)
    check_may_say(match, press.user)
    said = await press.app[Advances].of(match.id, press.user)
    yes = clear.on(match, button(advance_texts.TAKE_ALL_BACK, discord.ButtonStyle.danger))
    no = open_list.on(match, advance_texts.KEEP)
    await press.respond(card(advance_texts.clear_question(len(said)), row(no, yes)))


@control("advanceclearnow")
async def clear(press: Press) -> None:
    """Takes all of them back."""
    await press.app[Advances].take_back(press.match_id, press.user)
    match = await press.app.matches.load_own(press.match_id, press.user)
    await press.respond(await list_card(press.app, match, press.user, above=advance_texts.ALL_TAKEN_BACK))


async def list_card(app: App, match: Match, user: UserId, *, page: int = 0, above: str = "") -> Card:
    """The list of what ``user`` has said in a match, below a line ``above``; how it works if it is empty.

    Raises AdvanceError, NotAPlayerError and WrongPhaseError where none may be said.
    """
    side = check_may_say(match, user)
    entries = listed(await app[Advances].of(match.id, user), app.matches.history(match), side)
    choice = match.game.asked_within == side
    parts = pages(entries)
    page = min(page, len(parts) - 1)
    shown = parts[page]
    return card(
        advance_texts.heading(match, page, len(parts)),
        above,
        "" if shown else advance_texts.how_it_works(choice=choice),
        *(section(one.indented, _delete(match, one, page)) for one in shown),
        advance_texts.ONLY_YOU if shown else "",
        *rows([*_ways(app, match, entries, choice=choice), *_leaves(match, page, len(parts))]),
    )


def _delete(match: Match, one: Listed, page: int) -> AnyControl:
    return take_this_back.on(match, advance_texts.TAKE_BACK_ONE, page, one.number)


def _ways(app: App, match: Match, entries: Sequence[Listed], *, choice: bool) -> list[ui.Item[Any]]:
    """The buttons to say more, and to take all back."""
    style = discord.ButtonStyle.secondary if entries else discord.ButtonStyle.primary
    found: list[ui.Item[Any]] = [*plan(app, match, style)]
    if choice:
        found.append(CONTROLS["advancechoice"].on(match, advance_texts.IF_THEY_TAKE))
    if entries:
        found.append(ask_to_clear.on(match, advance_texts.TAKE_ALL_BACK))
    return found


def _leaves(match: Match, page: int, count: int) -> list[AnyControl]:
    if count == 1:
        return []
    # Both may lead to the same page at the ends of the list: ids in a message differ by a second number.
    back = open_list.on(match, button(BACK, enabled=page > 0), max(page - 1, 0), 0)
    on = open_list.on(match, button(ON, enabled=page + 1 < count), min(page + 1, count - 1), 1)
    return [back, on]


@explains(AdvanceError)
def _explained(error: AdvanceError) -> str:
    return advance_texts.problem(error)
