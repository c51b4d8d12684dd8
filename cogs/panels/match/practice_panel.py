"""Practice from a finished match: the private panel that asks how to play on from one of its positions.

The buttons' ids have the match, the number of actions before the position, the side's number and the level.
"""

from __future__ import annotations

from typing import Annotated, Final

from cogs.kit.arguments import Count
from cogs.kit.call import Call
from cogs.kit.card import Card, card, rows
from cogs.kit.controls import AnyControl, Press, button, control
from cogs.kit.errors import Refusal
from cogs.kit.visibility import to_look_at
from cogs.panels.challenge import computer_panel
from cogs.text import computer_texts, learn_texts
from matches import Match, Phase
from matches.lifecycle.practice import Beginning
from matches.written import LEVELS

BOTH: Final = 0
"""Stands for playing both sides, in place of a level."""


@control("practise")
async def open_practice(press: Press, ply: Count) -> None:
    """Asks how to play on from a position, by the number of actions before it."""
    match = await to_look_at(press, press.match_id)
    await press.answer(await of_position(press, match, ply))


@control("practiseside")
async def change_side(press: Press, ply: Count, side: Count) -> None:
    """Shows the panel with the other side chosen."""
    match = await to_look_at(press, press.match_id)
    beginning = await press.app.matches.challenges.play_on(match, press.user, ply)
    await press.redraw(await _panel(press, match, beginning, ply, side % 2))


@control("practiselevel")
async def begin_practice(
    press: Press, ply: Count, side: Count, level: Annotated[int, frozenset({BOTH, *LEVELS})]
) -> None:
    """Begins practice, against a level or on BOTH sides."""
    match = await to_look_at(press, press.match_id)
    beginning = await press.app.matches.challenges.play_on(match, press.user, ply)
    await computer_panel.practise(press, beginning, level or None, match.game.sides[side % 2])


def play_on_button(match: Match, ply: int) -> AnyControl | None:
    """The button to practise from a position of a match; None unless the match is finished."""
    return open_practice.on(match, learn_texts.PLAY_ON, ply) if match.phase is Phase.FINISHED else None


async def of_position(call: Call, match: Match, ply: int) -> Card:
    """Asks how to play on from a position of a finished match.

    Raises Refusal in direct messages, Refused, and NoHelpError.
    """
    beginning = await call.app.matches.challenges.play_on(match, call.user, ply)
    if call.guild_id is None:
        raise Refusal(learn_texts.PRACTICE_ONLY_IN_SERVER)
    side = match.game.sides.index(beginning.to_act or match.game.sides[0])
    return await _panel(call, match, beginning, ply, side)


async def _panel(call: Call, match: Match, beginning: Beginning, ply: int, side: int) -> Card:
    history = call.app.matches.history(match)
    assert beginning.to_act is not None, "somebody acts there"
    computer = await computer_panel.is_on(call)
    sides = match.game.sides
    levels = computer_texts.LEVELS if computer else {}
    suggested = await computer_panel.suggested_level(call, match.game_key)
    ways = [
        begin_practice.on(match, button(name, suggested.style(level)), ply, side, level)
        for level, name in levels.items()
    ]
    others = [begin_practice.on(match, learn_texts.BOTH_SIDES, ply, side, BOTH)]
    if computer:
        others.append(change_side.on(match, learn_texts.OTHER_SIDE, ply, 1 - side))
    last = history.played[:ply][-1] if ply else None
    text = learn_texts.play_on(match, last, sides[side], beginning.to_act, computer=computer)
    return card(text, *rows(ways), *rows(others))
