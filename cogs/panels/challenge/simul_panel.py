"""Simuls: the public card with *Join*, the host's private panel, and the lines in a user's list.

The controls' ids have 0 in place of a match, then the simul.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from cogs.kit.arguments import ID
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows, section, words
from cogs.kit.controls import AnyControl, Component, Control, Press, button, control, dismiss, menu
from cogs.kit.errors import Refusal
from cogs.kit.visibility import to_look_at
from cogs.panels.moving import move_panel
from cogs.text import lobby_texts, simul_texts
from matches import UserId
from matches.errors import SimulError, SimulProblem
from matches.model import MatchFacts
from matches.simul import FEWEST, MOST_RUNNING, Simul, SimulBoards, SimulId, SimulPhase, SimulWishes

MARKS: Final = ("simuljoin", "simulhost")
"""The verbs of controls by which the bot finds a simul's card again."""


# --- the public card -----------------------------------------------------------------------------


@control("simuljoin")
async def join(press: Press, simul_id: SimulId) -> None:
    """Gives the user a place; the host is shown their panel."""
    found = await press.app.simuls.load(simul_id)
    channel = found.channel_id
    if found.is_hosted_by(press.user) and found.phase is SimulPhase.OPEN:
        await press.answer(await panel(press, found.id, above=simul_texts.OWN))
        return
    if channel != press.interaction.channel_id and not press.app.lookup.sees(press, channel):
        raise Refusal(lobby_texts.NOT_SEEN)
    ways = row(_on(leave, found, simul_texts.LEAVE))
    try:
        simul = await press.app.simuls.join(simul_id, press.user, press.app.lookup.roles_of(press))
    except SimulError as error:
        if error.problem is not SimulProblem.JOINED:
            raise
        await press.answer(card(simul_texts.problem(error), ways))
        return
    await press.answer(card(simul_texts.joined(simul), ways))
    await press.app.simul_keeper.attend(simul.id)


@control("simulleave")
async def leave(press: Press, simul_id: SimulId) -> None:
    """Gives up the user's place."""
    simul = await press.app.simuls.leave(simul_id, press.user)
    await press.respond(card(simul_texts.LEFT))
    await press.app.simul_keeper.attend(simul.id)


@control("simulhost")
async def open_panel(press: Press, simul_id: SimulId) -> None:
    """Opens the host's panel."""
    await press.answer(await panel(press, simul_id))


@control("simulsee")
async def see(press: Press, _simul: SimulId) -> None:
    """Shows the boards and the score, from the card of a match. Its id names the match."""
    simul_id = SimulId((await to_look_at(press, press.match_id)).terms.simul)
    await press.answer(card(simul_texts.public(await press.app.simuls.with_boards(simul_id))))


def see_button(match: MatchFacts) -> AnyControl:
    """The button on a match's message that shows its simul."""
    return see.about(match.id, simul_texts.SEE, SimulId(match.terms.simul))


def offer(simul: Simul) -> ui.Section[Any]:
    """A simul in the list of open challenges, with a button to join it."""
    place = _on(join, simul, button(simul_texts.JOIN, discord.ButtonStyle.success))
    return ui.Section(words(simul_texts.offer(simul)), accessory=place)


def end_card(found: SimulBoards) -> Card:
    """The end of a simul as a message of its own, which pings no one."""
    return card(simul_texts.end(found), row(see_button(found.boards[0])))


def public_card(found: SimulBoards) -> Card:
    """The card of a simul for everyone in its channel, which pings no one."""
    simul = found.simul
    buttons: list[ui.Item[Any]] = []
    if simul.phase is SimulPhase.OPEN:
        room = len(simul.waiting) < simul.places
        style = discord.ButtonStyle.primary
        buttons.append(_on(join, simul, button(simul_texts.JOIN, style, enabled=room)))
        if len(simul.waiting) >= FEWEST:
            buttons.append(_on(start, simul, button(simul_texts.START, discord.ButtonStyle.success)))
    if simul.phase.unfinished:
        buttons.append(_on(open_panel, simul, simul_texts.HOST))
    return card(simul_texts.public(found), *rows(buttons))


# --- the host's panel ----------------------------------------------------------------------------


@control("simulstart")
async def start(press: Press, simul_id: SimulId) -> None:
    """Starts the simul and opens its first boards, from its card or from the host's panel."""
    app = press.app
    try:
        simul = await app.simuls.load(simul_id)
        simul.check_start(press.user)
        await app.lookup.check_place(press, simul.channel_id)
        # A player who has left the server would lose a match that they can't see.
        await app.members.absent_now(simul.guild_id, simul.waiting)
        simul = await app.simuls.start(simul_id, press.user, app.lookup.roles_of(press))
    except SimulError as error:
        await _again(press, error)
        return
    await press.respond(card(simul_texts.starting(simul)))
    await app.simul_keeper.attend(simul_id)
    if press.is_private:
        await press.redraw(await panel(press, simul_id))


@control("simuloff")
async def ask_to_call_off(press: Press, simul_id: SimulId) -> None:
    """Asks whether to cancel the simul."""
    simul = await press.app.simuls.load(simul_id)
    try:
        simul.check_host(press.user)
    except SimulError as error:
        await _again(press, error)
        return
    yes = _on(call_off, simul, button(simul_texts.CANCEL_NOW, discord.ButtonStyle.danger))
    await press.answer(card(simul_texts.cancel_question(simul), row(yes, dismiss.about(0, simul_texts.KEEP))))


@control("simuloffnow")
async def call_off(press: Press, simul_id: SimulId) -> None:
    """Cancels the simul."""
    simul = await press.app.simuls.call_off(simul_id, press.user)
    await press.redraw(card(simul_texts.CANCELLED))
    await press.app.simul_keeper.attend(simul.id)


@control("simulout", chooses=ID)
async def take_out(press: Press, simul_id: SimulId) -> None:
    """Takes the chosen player out for good."""
    try:
        await press.app.simuls.take_out(simul_id, press.user, UserId(press.number))
    except SimulError as error:
        await _again(press, error)
        return
    await press.redraw(await panel(press, simul_id))
    await press.app.simul_keeper.attend(simul_id)


@control("simulnext")
async def next_board(press: Press, simul_id: SimulId) -> None:
    """Opens the board that has waited for the host the longest."""
    found = await press.app.simuls.next_board(simul_id, press.user)
    if found is None:
        raise Refusal(simul_texts.NO_BOARD_WAITS)
    match = await press.app.matches.load(found.id)
    await press.answer(await move_panel.waiting(press.app, match, press.user))


async def _again(press: Press, error: SimulError) -> None:
    """Redraw the host's panel below the reason why something was not done; raises the error for others."""
    if error.simul is None or not error.simul.is_hosted_by(press.user):
        raise error
    await press.respond(await panel(press, error.simul.id, above=simul_texts.problem(error)))


async def panel(call: Call, simul_id: SimulId, *, above: str = "") -> Card:
    """The host's panel, with a line ``above``. Raises Refusal for other users, SimulError."""
    found = await call.app.simuls.with_boards(simul_id)
    simul = found.simul
    if not simul.is_hosted_by(call.user):
        raise Refusal(simul_texts.ONLY_HOST)
    controls: list[ui.ActionRow[Any]] = []
    if simul.phase is SimulPhase.OPEN:
        enough = len(simul.waiting) >= FEWEST
        begin = _on(start, simul, button(simul_texts.START, discord.ButtonStyle.success, enabled=enough))
        controls.append(row(begin, _on(ask_to_call_off, simul, simul_texts.CANCEL)))
        controls += await _taking_out(call, simul)
    elif simul.phase is SimulPhase.STARTED:
        style = discord.ButtonStyle.primary
        controls.append(row(_on(next_board, simul, button(simul_texts.NEXT_BOARD, style))))
    return card(above, simul_texts.panel(found), *controls)


async def _taking_out(call: Call, simul: Simul) -> list[ui.ActionRow[Any]]:
    """The menu that takes a player out; none before the first has joined."""
    if not simul.waiting:
        return []
    names = await call.app.members.names_in_time(simul.guild_id, simul.waiting)
    options = [
        (str(user), simul_texts.player_choice(number, names.get(user)))
        for number, user in enumerate(simul.waiting, 1)
    ]
    return [row(_on(take_out, simul, menu(simul_texts.TAKE_OUT, options)))]


# --- the command, and the user's list ------------------------------------------------------------


async def host(call: Call, wishes: SimulWishes) -> Card:
    """Open a simul in this channel; says where it can be started. Raises Refusal, as the service does."""
    async with call.app.beginnings.turn(call.user):
        place = await call.app.lookup.challenge_place(call)
        simul = await call.app.simuls.host(call.user, wishes, place)
    await call.app.simul_keeper.attend(simul.id)
    return card(simul_texts.posted(await call.app.simuls.load(simul.id)))


@dataclass(frozen=True, slots=True)
class SimulsListed:
    """The simuls in a user's list: lines, and what has buttons for at most MOST_RUNNING of them.

    A single one has its button beside it; several ones share a row.
    """

    lines: tuple[str, ...]
    rows: tuple[ui.Item[Any], ...]


async def listed(call: Call) -> SimulsListed:
    """The unfinished simuls that the user hosts, then those whose start they wait for."""
    hosted = await call.app.simuls.hosted(call.user)
    waits = await call.app.simuls.joined(call.user)
    lines = [simul_texts.joined_line(simul) for simul in waits]
    offered = [found for found in hosted if _leads_on(found)]
    if len(offered) == 1 == len(hosted):
        (only,) = hosted
        return SimulsListed(tuple(lines), (section(simul_texts.hosted_line(only), _list_button(only)),))
    lines = [*map(simul_texts.hosted_line, hosted), *lines]
    buttons = [_list_button(found, named=True) for found in offered[:MOST_RUNNING]]
    return SimulsListed(tuple(lines), tuple(rows(buttons)))


def _leads_on(found: SimulBoards) -> bool:
    """True if the host of a simul has something to do there."""
    return found.simul.phase is SimulPhase.OPEN or bool(found.waiting_for(found.simul.host))


def _list_button(found: SimulBoards, *, named: bool = False) -> AnyControl:
    """The button that leads the host on; ``named`` by the game, beside those of other simuls."""
    simul = found.simul
    if simul.phase is SimulPhase.OPEN:
        return _on(open_panel, simul, simul_texts.manage(simul) if named else simul_texts.HOST)
    return _on(next_board, simul, simul_texts.next_board(simul) if named else simul_texts.WAITS)


def _on(used: Control[[SimulId]], simul: Simul, shown: Component | str) -> AnyControl:
    return used.about(0, shown, simul.id)
