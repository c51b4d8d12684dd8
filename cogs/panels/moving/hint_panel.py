"""Hints against the computer: the piece to move, then the whole move, above the panel for moving."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.kit.arguments import Count
from cogs.kit.boards import style_in
from cogs.kit.controls import Press, button, control
from cogs.kit.errors import Refusal
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import END, ActionSteps, walk
from cogs.text import computer_texts
from engines import Action
from matches.lifecycle.match_context import Loaded

PIECE, MOVE = range(2)
"""The meanings of a hint button's index. Old buttons hold it: append, never reorder."""


@control("hint")
@move_panel.on_turn
async def hint(press: Press, loaded: Loaded, index: Count = PIECE) -> None:
    """Opens the move panel at the piece to move or, with the index MOVE, at the whole move.

    Above it stands the whole rest of the turn: first its pieces, then its moves.
    """
    app, match, user = press.app, loaded.match, press.user
    found = await app.thinker.hint(await app.matches.computers.hint(match, user), user)
    if found is None:
        raise Refusal(computer_texts.NO_HINT)
    turn = rest_of_turn(move_panel.chosen(app, match, ()), found.actions)
    taken, style = turn[0].taken, style_in(loaded, user)
    at_once = move_panel.chosen(app, match, taken[:1]).action is not None
    if index == MOVE or (at_once and len(turn) == 1):
        above = second_half(turn, found.won_in)
        await press.respond(await move_panel.panel(app, match, user, taken, style=style, above=above))
        return
    show = hint.on(match, button(computer_texts.SHOW_MOVE, discord.ButtonStyle.primary), MOVE)
    shown = () if at_once else taken[:1]
    above = first_half(turn)
    await press.respond(
        await move_panel.panel(app, match, user, shown, style=style, above=above, beside=(show,))
    )


def rest_of_turn(start: ActionSteps, actions: Sequence[str]) -> list[ActionSteps]:
    """The steps of ``actions`` one after the other, as far as they are the side's to act at ``start``."""
    turn, position, words = [], start.position, start.words
    for text in actions:
        if position.to_act != start.position.to_act:
            break
        action = position.parse(text)
        turn.append(walk(position, words, _numbers(walk(position, words), action)))
        position = position.apply(action)
    return turn


def first_half(turn: Sequence[ActionSteps]) -> str:
    """A sentence that names the pieces of a turn, or how to begin where there is none."""
    moving = [steps for steps in turn if steps.prefix != (END,)] or turn
    return computer_texts.pieces([_named(steps) for steps in moving])


def _named(steps: ActionSteps) -> str:
    if steps.prefix == (END,):
        return computer_texts.END_TURN
    begun = walk(steps.position, steps.words, steps.taken[:1])
    if not begun.piece:
        return begun.said
    return (computer_texts.evolve_piece if steps.stays else computer_texts.move_piece)(begun.piece)


def second_half(turn: Sequence[ActionSteps], won_in: int | None) -> str:
    """A sentence with the actions of a turn, and in how many turns they win if that is proved."""
    said = [computer_texts.END_TURN if steps.prefix == (END,) else steps.said for steps in turn]
    return computer_texts.moves(said, won_in)


def _numbers(steps: ActionSteps, action: Action) -> Sequence[int]:
    """The numbers of the choices that lead from ``steps`` to ``action``."""
    taken: list[int] = []
    while steps.action is None:
        taken.append(steps.parts.index(action.path[len(steps.prefix)]))
        steps = steps.after(taken[-1])
    return taken
