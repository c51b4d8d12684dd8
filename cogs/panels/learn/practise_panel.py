"""Practice from a position of a finished match: against the computer, or on both sides.

The buttons' ids hold the match, the number of actions before the position, and the side's number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from cogs.kit.card import Card, card, rows
from cogs.kit.controls import AnyControl, Press, button, control
from cogs.kit.errors import Refusal
from cogs.kit.visibility import to_look_at
from cogs.panels.learn import computer_panel
from cogs.text import computer_texts, learn_texts
from matches import Match, Phase
from matches.lifecycle.practice import Beginning

if TYPE_CHECKING:
    from cogs.app import App

BOTH: Final = 0
"""Stands for playing both sides, in place of a level."""


@control("practise")
async def open_practice(press: Press) -> None:
    """Asks how to play on from a position. Argument: the number of actions before it."""
    match = await to_look_at(press, press.match_id)
    beginning = await press.app.matches.challenges.play_on(match, press.user, press.index)
    if press.guild_id is None:
        raise Refusal(learn_texts.PRACTICE_ONLY_IN_SERVER)
    side = match.game.sides.index(beginning.to_act or match.game.sides[0])
    await press.answer(await _panel(press, match, beginning, press.index, side))


@control("practiseside")
async def change_side(press: Press) -> None:
    """Shows the panel with the other side chosen. Arguments: the position, the side's number."""
    match = await to_look_at(press, press.match_id)
    ply, side = press.args
    beginning = await press.app.matches.challenges.play_on(match, press.user, ply)
    await press.redraw(await _panel(press, match, beginning, ply, side % 2))


@control("practiselevel")
async def begin(press: Press) -> None:
    """Begins practice. Arguments: the position, the side's number, and the level or BOTH."""
    match = await to_look_at(press, press.match_id)
    ply, side, level = press.args
    beginning = await press.app.matches.challenges.play_on(match, press.user, ply)
    await computer_panel.practise(press, beginning, level or None, match.game.sides[side % 2])


def play_on_button(match: Match, ply: int) -> AnyControl | None:
    """The button to practise from a position of a match; None unless the match is finished."""
    return (
        open_practice.on(match, learn_texts.PLAY_ON, args=(ply,)) if match.phase is Phase.FINISHED else None
    )


async def _panel(press: Press, match: Match, beginning: Beginning, ply: int, side: int) -> Card:
    app: App = press.app
    history = app.matches.history(match)
    assert beginning.to_act is not None, "somebody acts there"
    computer = await computer_panel.is_on(press)
    sides = match.game.sides
    levels = computer_texts.LEVELS if computer else {}
    primary = discord.ButtonStyle.primary
    ways = [begin.on(match, button(name, primary), args=(ply, side, level)) for level, name in levels.items()]
    others = [begin.on(match, learn_texts.BOTH_SIDES, args=(ply, side, BOTH))]
    if computer:
        others.append(change_side.on(match, learn_texts.OTHER_SIDE, args=(ply, 1 - side)))
    last = history.played[:ply][-1] if ply else None
    text = learn_texts.play_on(match, last, sides[side], beginning.to_act, computer=computer)
    return card(text, *rows(ways), *rows(others))
