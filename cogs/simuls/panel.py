"""Simuls: the public card with *Join*, the host's private panel, and the lines in a user's list.

The controls' ids have 0 in place of a match, then the simul.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import ID
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row, rows, section, words
from cogs.kit.controls import AnyControl, Component, Control, Press, button, control, dismiss, menu
from cogs.kit.errors import Refusal, explains
from cogs.kit.feature import OwnThings
from cogs.kit.visibility import to_look_at
from cogs.panels.moving import move_panel
from cogs.simuls import texts
from cogs.simuls.delivery import SimulKeeper
from cogs.simuls.rules import (
    FEWEST,
    MOST_RUNNING,
    Simul,
    SimulBoards,
    SimulError,
    SimulId,
    SimulPhase,
    SimulProblem,
    SimulWishes,
)
from cogs.simuls.service import Simuls
from cogs.text import lobby_texts
from matches import Match, UserId
from matches.model import MatchFacts

if TYPE_CHECKING:
    from cogs.app import App

SIMULS: Final = 2
"""Simuls in the lobby."""


# --- the public card -----------------------------------------------------------------------------


@control("simuljoin")
async def join(press: Press, simul_id: SimulId) -> None:
    """Gives the user a place; the host is shown their panel."""
    found = await press.app[Simuls].load(simul_id)
    channel = found.channel_id
    if found.is_hosted_by(press.user) and found.phase is SimulPhase.OPEN:
        await press.answer(await panel(press, found.id, above=texts.OWN))
        return
    if channel != press.interaction.channel_id and not press.app.lookup.sees(press, channel):
        raise Refusal(lobby_texts.NOT_SEEN)
    ways = row(_on(leave, found, texts.LEAVE))
    try:
        simul = await press.app[Simuls].join(simul_id, press.user, press.app.lookup.roles_of(press))
    except SimulError as error:
        if error.problem is not SimulProblem.JOINED:
            raise
        await press.answer(card(texts.problem(error), ways))
        return
    await press.answer(card(texts.joined(simul), ways))
    await press.app[SimulKeeper].attend(simul.id)


@control("simulleave")
async def leave(press: Press, simul_id: SimulId) -> None:
    """Gives up the user's place."""
    simul = await press.app[Simuls].leave(simul_id, press.user)
    await press.respond(card(texts.LEFT))
    await press.app[SimulKeeper].attend(simul.id)


@control("simulhost")
async def open_panel(press: Press, simul_id: SimulId) -> None:
    """Opens the host's panel."""
    await press.answer(await panel(press, simul_id))


@control("simulsee")
async def see(press: Press, _simul: SimulId) -> None:
    """Shows the boards and the score, from the card of a match. Its id names the match."""
    simul_id = SimulId((await to_look_at(press, press.match_id)).terms.simul)
    await press.answer(card(texts.public(await press.app[Simuls].with_boards(simul_id))))


def leads_on(match: MatchFacts) -> AnyControl | None:
    """The button on a board's message that shows its simul."""
    simul_id = SimulId(match.terms.simul)
    return see.about(match.id, texts.SEE, simul_id) if simul_id else None


async def part(_app: App, match: Match) -> str:
    """On the card of a board: whose simul it is of."""
    return texts.part(match)


async def in_short(_app: App, match: Match) -> str:
    """The same at the end of a line."""
    return texts.in_short(match)


async def lobby(call: Call, game: str | None) -> list[ui.Section[Any]]:
    """Simuls in the list of a server's open challenges, each with a button to join it."""
    assert call.guild_id is not None, "direct messages have no lobby"
    found = await call.app[Simuls].open_for(call.user, call.guild_id, game)
    seen = (
        simul
        for simul in found
        if simul.game_key in call.app.presentations and call.app.lookup.sees(call, simul.channel_id)
    )
    return [_offer(simul) for simul in islice(seen, SIMULS)]


def _offer(simul: Simul) -> ui.Section[Any]:
    place = _on(join, simul, button(texts.JOIN, discord.ButtonStyle.success))
    return ui.Section(words(texts.offer(simul)), accessory=place)


def end_card(found: SimulBoards) -> Card:
    """The end of a simul as a message of its own, which pings no one."""
    first = found.boards[0]
    return card(texts.end(found), row(see.about(first.id, texts.SEE, found.simul.id)))


def public_card(found: SimulBoards) -> Card:
    """The card of a simul for everyone in its channel, which pings no one."""
    simul = found.simul
    buttons: list[ui.Item[Any]] = []
    if simul.phase is SimulPhase.OPEN:
        room = len(simul.waiting) < simul.places
        style = discord.ButtonStyle.primary
        buttons.append(_on(join, simul, button(texts.JOIN, style, enabled=room)))
        if len(simul.waiting) >= FEWEST:
            buttons.append(_on(start, simul, button(texts.START, discord.ButtonStyle.success)))
    if simul.phase.unfinished:
        buttons.append(_on(open_panel, simul, texts.HOST))
    return card(texts.public(found), *rows(buttons))


# --- the host's panel ----------------------------------------------------------------------------


@control("simulstart")
async def start(press: Press, simul_id: SimulId) -> None:
    """Starts the simul and opens its first boards, from its card or from the host's panel."""
    app = press.app
    try:
        simul = await app[Simuls].load(simul_id)
        simul.check_start(press.user)
        await app.lookup.check_place(press, simul.channel_id)
        # A player who has left the server would lose a match that they can't see.
        await app.members.absent_now(simul.guild_id, simul.waiting)
        simul = await app[Simuls].start(simul_id, press.user, app.lookup.roles_of(press))
    except SimulError as error:
        await _again(press, error)
        return
    await press.respond(card(texts.starting(simul)))
    await app[SimulKeeper].attend(simul_id)
    if press.is_private:
        await press.redraw(await panel(press, simul_id))


@control("simuloff")
async def ask_to_call_off(press: Press, simul_id: SimulId) -> None:
    """Asks whether to cancel the simul."""
    simul = await press.app[Simuls].load(simul_id)
    try:
        simul.check_host(press.user)
    except SimulError as error:
        await _again(press, error)
        return
    yes = _on(call_off, simul, button(texts.CANCEL_NOW, discord.ButtonStyle.danger))
    await press.answer(card(texts.cancel_question(simul), row(yes, dismiss.about(0, texts.KEEP))))


@control("simuloffnow")
async def call_off(press: Press, simul_id: SimulId) -> None:
    """Cancels the simul."""
    simul = await press.app[Simuls].call_off(simul_id, press.user)
    await press.redraw(card(texts.CANCELLED))
    await press.app[SimulKeeper].attend(simul.id)


@control("simulout", chooses=ID)
async def take_out(press: Press, simul_id: SimulId) -> None:
    """Takes the chosen player out for good."""
    try:
        await press.app[Simuls].take_out(simul_id, press.user, UserId(press.number))
    except SimulError as error:
        await _again(press, error)
        return
    await press.redraw(await panel(press, simul_id))
    await press.app[SimulKeeper].attend(simul_id)


@control("simulnext")
async def next_board(press: Press, simul_id: SimulId) -> None:
    """Opens the board that has waited for the host the longest."""
    found = await press.app[Simuls].next_board(simul_id, press.user)
    if found is None:
        raise Refusal(texts.NO_BOARD_WAITS)
    match = await press.app.matches.load(found.id)
    await press.answer(await move_panel.waiting(press.app, match, press.user))


async def _again(press: Press, error: SimulError) -> None:
    """Redraw the host's panel below the reason why something was not done; raises the error for others."""
    if error.simul is None or not error.simul.is_hosted_by(press.user):
        raise error
    await press.respond(await panel(press, error.simul.id, above=texts.problem(error)))


async def panel(call: Call, simul_id: SimulId, *, above: str = "") -> Card:
    """The host's panel, with a line ``above``. Raises Refusal for other users, SimulError."""
    found = await call.app[Simuls].with_boards(simul_id)
    simul = found.simul
    if not simul.is_hosted_by(call.user):
        raise Refusal(texts.ONLY_HOST)
    controls: list[ui.ActionRow[Any]] = []
    if simul.phase is SimulPhase.OPEN:
        enough = len(simul.waiting) >= FEWEST
        begin = _on(start, simul, button(texts.START, discord.ButtonStyle.success, enabled=enough))
        controls.append(row(begin, _on(ask_to_call_off, simul, texts.CANCEL)))
        controls += await _taking_out(call, simul)
    elif simul.phase is SimulPhase.STARTED:
        style = discord.ButtonStyle.primary
        controls.append(row(_on(next_board, simul, button(texts.NEXT_BOARD, style))))
    return card(above, texts.panel(found), *controls)


async def _taking_out(call: Call, simul: Simul) -> list[ui.ActionRow[Any]]:
    """The menu that takes a player out; none before the first has joined."""
    if not simul.waiting:
        return []
    names = await call.app.members.names_in_time(simul.guild_id, simul.waiting)
    options = [
        (str(user), texts.player_choice(number, names.get(user)))
        for number, user in enumerate(simul.waiting, 1)
    ]
    return [row(_on(take_out, simul, menu(texts.TAKE_OUT, options)))]


# --- the command, and the user's list ------------------------------------------------------------


async def host(call: Call, wishes: SimulWishes) -> Card:
    """Open a simul in this channel; says where it can be started. Raises Refusal, as the service does."""
    async with call.app.beginnings.turn(call.user):
        place = await call.app.lookup.challenge_place(call)
        simul = await call.app[Simuls].host(call.user, wishes, place)
    await call.app[SimulKeeper].attend(simul.id)
    return card(texts.posted(await call.app[Simuls].load(simul.id)))


async def listed(call: Call) -> OwnThings:
    """The unfinished simuls that the user hosts, then those whose start they wait for.

    At most MOST_RUNNING have a button. A single one has it beside it; several ones share a row.
    """
    hosted = await call.app[Simuls].hosted(call.user)
    waits = await call.app[Simuls].joined(call.user)
    lines = [texts.joined_line(simul) for simul in waits]
    offered = [found for found in hosted if _leads_on(found)]
    if len(offered) == 1 == len(hosted):
        (only,) = hosted
        return OwnThings(tuple(lines), (section(texts.hosted_line(only), _list_button(only)),))
    lines = [*map(texts.hosted_line, hosted), *lines]
    buttons = [_list_button(found, named=True) for found in offered[:MOST_RUNNING]]
    return OwnThings(tuple(lines), tuple(rows(buttons)))


def _leads_on(found: SimulBoards) -> bool:
    """True if the host of a simul has something to do there."""
    return found.simul.phase is SimulPhase.OPEN or bool(found.waiting_for(found.simul.host))


def _list_button(found: SimulBoards, *, named: bool = False) -> AnyControl:
    """The button that leads the host on; ``named`` by the game, beside those of other simuls."""
    simul = found.simul
    if simul.phase is SimulPhase.OPEN:
        return _on(open_panel, simul, texts.manage(simul) if named else texts.HOST)
    return _on(next_board, simul, texts.next_board(simul) if named else texts.WAITS)


def _on(used: Control[[SimulId]], simul: Simul, shown: Component | str) -> AnyControl:
    return used.about(0, shown, simul.id)


async def ended_by_erasure(app: App, user: UserId) -> list[str]:
    """Lines about the open simuls of a user, which an erasure cancels."""
    hosted = [found.simul for found in await app[Simuls].hosted(user)]
    return [texts.erased(simul) for simul in hosted if simul.phase is SimulPhase.OPEN]


@explains(SimulError)
def explained(error: SimulError) -> str:
    """Why a simul refuses something."""
    return texts.problem(error)


def keeper(app: App) -> SimulKeeper:
    """The keeper of the cards, for an app."""
    return SimulKeeper(app, public_card, end_card)
