"""Hints in matches against the computer: first the piece to move, then the whole move."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.kit.controls import Press, button, control
from cogs.kit.errors import Refusal
from cogs.panels.moving.move_panel import chosen, on_turn, panel
from cogs.panels.moving.move_steps import END, ActionSteps
from cogs.text import computer_texts
from engines import Action
from matches.lifecycle.around import Loaded

PIECE, MOVE = range(2)
"""The meanings of a hint button's index. Old buttons hold it: append, never reorder."""


@control("hint")
@on_turn
async def hint(press: Press, loaded: Loaded) -> None:
    """Opens the move panel at the piece to move or, with the index MOVE, at the whole move."""
    app, match, user = press.app, loaded.match, press.user
    found = await app.thinker.hint(await app.matches.computers.hint(match, user), user)
    if found is None:
        raise Refusal(computer_texts.NO_HINT)
    start = chosen(app, match, ())
    taken = _numbers(start, start.position.parse(found.action))
    steps = chosen(app, match, taken[:1])
    theme = loaded.theme(user)
    if press.index == MOVE or steps.action is not None:
        above = second_half(chosen(app, match, taken), found.won_in)
        await press.respond(await panel(app, match, user, taken, theme=theme, above=above))
        return
    show = hint.on(match, button(computer_texts.SHOW_MOVE, discord.ButtonStyle.primary), args=(MOVE,))
    above = first_half(steps)
    await press.respond(await panel(app, match, user, taken[:1], theme=theme, above=above, beside=(show,)))


def first_half(steps: ActionSteps) -> str:
    """A sentence that names the piece to move, or how to begin without one; ``steps`` hold one choice."""
    return computer_texts.piece(steps.piece) if steps.piece else computer_texts.deed(steps.said)


def second_half(steps: ActionSteps, won_in: int | None) -> str:
    """A sentence with the whole action, and in how many turns it wins if that is proved."""
    said = computer_texts.END_TURN if steps.prefix == (END,) else steps.said
    return computer_texts.move(said, won_in)


def _numbers(steps: ActionSteps, action: Action) -> Sequence[int]:
    """The numbers of the choices that lead from ``steps`` to ``action``."""
    taken: list[int] = []
    while steps.action is None:
        taken.append(steps.parts.index(action.path[len(steps.prefix)]))
        steps = steps.after(taken[-1])
    return taken
