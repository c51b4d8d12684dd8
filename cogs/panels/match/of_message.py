"""The match that a message shows: to look at it, or to play on from there."""

from __future__ import annotations

import discord

from cogs.kit.arguments import BIT, ID
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.picture_names import Pictured, pictured, ply_of
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import computer_panel
from cogs.panels.match import board_panel
from cogs.text import ways_in_texts
from matches import ChannelId, Match, MatchId
from matches.lifecycle import practice

_ENTRIES = 25
"""Entries of a menu (Discord's limit)."""
_TO_LOOK, _TO_PLAY_ON = 0, 1
"""What is done with the match, in a custom id."""


@control("ofmessage", (BIT,), chooses=ID)
async def choose_match(press: Press) -> None:
    """Goes on with the chosen match. Argument: what to do with it."""
    match = await to_look_at(press, MatchId(press.number))
    await press.redraw(await _card(press, match, None, press.index))


async def look(call: Call, message: discord.Message) -> Card:
    """The view of the position on a message, or of the match of its thread with a menu of turns.

    Raises Refusal for a message without a match, and one that the user may not see.
    """
    return await _of(call, message, _TO_LOOK)


async def play_on(call: Call, message: discord.Message) -> Card:
    """Asks how to play on from the position on a message; from which, if the message doesn't say.

    Raises as :func:`look`, and Refused while the match is running.
    """
    return await _of(call, message, _TO_PLAY_ON)


async def _of(call: Call, message: discord.Message, what: int) -> Card:
    bot = call.app.bot.user
    shown = pictured(message) if bot is not None and message.author.id == bot.id else None
    if shown is not None:
        return await _card(call, await to_look_at(call, shown.match), shown, what)
    here = await call.app.matches.lists.at_home(ChannelId(message.channel.id))
    if not here:
        raise Refusal(ways_in_texts.NO_MATCH_SHOWN)
    if len(here) == 1:
        return await _card(call, await to_look_at(call, here[0].id), None, what)
    await call.app.lookup.prepare_names(here)
    options = [(str(match.id), call.app.lookup.choice(match, call.user)) for match in here[:_ENTRIES]]
    chosen = choose_match.about(0, menu(ways_in_texts.PICK, options), args=(what,))
    return card(ways_in_texts.WHICH_MATCH, row(chosen))


async def _card(call: Call, match: Match, shown: Pictured | None, what: int) -> Card:
    turn = None if shown is None else shown.turn
    if what == _TO_PLAY_ON:
        practice.check_over(match)
        history = call.app.matches.history(match)
        ply = ply_of(history, turn)
        if turn is not None and history.until(ply).position.to_act is not None:
            return await computer_panel.practice_panel(call, match, ply)
    unsaid = turn is None or what == _TO_PLAY_ON
    return await board_panel.view_at(call.app, match, call.user, turn, leaps=unsaid)
