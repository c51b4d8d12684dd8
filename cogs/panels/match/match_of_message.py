"""The match that a message shows: to look at it, or to play on from there."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from cogs.kit.arguments import ID, Bit
from cogs.kit.call import Call
from cogs.kit.card import Card, card, row
from cogs.kit.controls import Press, control, menu
from cogs.kit.errors import Refusal
from cogs.kit.failures import is_outage, persistently, reading
from cogs.kit.picture_names import Pictured, pictured, ply_of
from cogs.kit.visibility import to_look_at
from cogs.panels.match import board_panel, practice_panel
from cogs.text import entry_points_texts
from matches import ChannelId, Match, MatchId
from matches.lifecycle import practice

_ENTRIES = 25
"""Entries of a menu (Discord's limit)."""
_FORWARDED = 3
"""Messages that are asked for, if one was forwarded again and again."""
_TO_LOOK, _TO_PLAY_ON = 0, 1
"""What is done with the match, in a custom id."""


@control("ofmessage", chooses=ID)
async def choose_match(press: Press, what: Bit) -> None:
    """Goes on with the chosen match: to look at it, or to play on."""
    match = await to_look_at(press, MatchId(press.number))
    await press.redraw(await _card(press, match, None, what))


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
    shown = await _shown_on(call.app.bot, message)
    if shown is not None:
        return await _card(call, await to_look_at(call, shown.match), shown, what)
    here = await call.app.matches.lists.at_home(ChannelId(message.channel.id))
    if not here:
        unseen = any(map(pictured, message.message_snapshots))
        raise Refusal(entry_points_texts.NOT_SURELY_MINE if unseen else entry_points_texts.NO_MATCH_SHOWN)
    if len(here) == 1:
        return await _card(call, await to_look_at(call, here[0].id), None, what)
    await call.app.lookup.prepare_names(here)
    options = [(str(match.id), call.app.lookup.choice(match, call.user)) for match in here[:_ENTRIES]]
    chosen = choose_match.about(0, menu(entry_points_texts.PICK, options), what)
    return card(entry_points_texts.WHICH_MATCH, row(chosen))


async def _shown_on(bot: discord.Client, message: discord.Message) -> Pictured | None:
    """The picture on a message of the bot, or on one forwarded from it; None for everybody else's.

    Anyone may name a file like a picture of the bot's, and a forwarded message doesn't say who wrote it.
    """
    if bot.user is not None and message.author.id == bot.user.id:
        return pictured(message)
    shown = next(filter(None, map(pictured, message.message_snapshots)), None)
    source = message.reference
    if shown is None or source is None or source.message_id is None:
        return None
    return shown if await _is_own(bot, source.channel_id, source.message_id) else None


async def _is_own(bot: discord.Client, channel_id: int, message_id: int) -> bool:
    """True if the bot wrote a message, or the one that it was forwarded from; asks Discord.

    False if Discord doesn't show it to the bot. Raises discord.py's errors if Discord doesn't answer.
    """
    try:
        for _ in range(_FORWARDED):
            with reading():
                told: Any = await persistently(partial(bot.http.get_message, channel_id, message_id))
                if bot.user is not None and int(told["author"]["id"]) == bot.user.id:
                    return True
                source = told.get("message_reference") if told.get("message_snapshots") else None
                if source is None:
                    break
                channel_id, message_id = int(source["channel_id"]), int(source["message_id"])
    except discord.HTTPException as error:
        if is_outage(error):
            raise
    return False


async def _card(call: Call, match: Match, shown: Pictured | None, what: int) -> Card:
    turn = None if shown is None else shown.turn
    if what == _TO_PLAY_ON:
        practice.check_over(match)
        history = call.app.matches.history(match)
        ply = ply_of(history, turn)
        if turn is not None and history.until(ply).position.to_act is not None:
            return await practice_panel.of_position(call, match, ply)
    unsaid = turn is None or what == _TO_PLAY_ON
    return await board_panel.view_at(call.app, match, call.user, turn, leaps=unsaid)
