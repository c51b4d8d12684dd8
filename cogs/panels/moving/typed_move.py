"""Answers to a typed move: why it can't be played, or a preview of the board with a *Send* button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.card import BOARD, Card, card, gallery, row, rows
from cogs.kit.controls import Press, button, control, dismiss
from cogs.kit.errors import Refusal
from cogs.panels.account.preferences import asks_before_typed
from cogs.panels.match.boards import drawn_in
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import END, named_in
from cogs.text import texts
from engines import Action, ActionError, AmbiguousActionError
from matches import Match, UserId
from matches.lifecycle.around import Loaded

if TYPE_CHECKING:
    from cogs.app import App

ID_LENGTH: Final = 100
"""Characters of a control's id (Discord's limit)."""


@control("sendline")
@move_panel.on_turn
async def send_line(press: Press, loaded: Loaded) -> None:
    """Plays a typed turn after its preview. Arguments: the index of each action among the legal ones."""
    position, line = press.app.matches.history(loaded.match).position, []
    for number in press.args:
        action = position.legal_actions()[number]
        line.append(str(action))
        position = position.apply(action)
    await move_panel.play(press, loaded, " ".join(line))


def may_need_asking(loaded: Loaded, user: UserId, typed: str) -> bool:
    """True if :func:`question` may return a question about the typed text."""
    person = loaded.people.get(user)
    return END in typed.casefold() or (person is not None and asks_before_typed(person))


async def question(app: App, loaded: Loaded, user: UserId, actions: Sequence[Action]) -> Card | None:
    """The card that asks the player to confirm ``actions``, or None if no confirmation is needed.

    Raises Refusal if there are too many actions for a preview.
    """
    if move_panel.gives_turn_away(app, loaded.match, actions):
        return move_panel.end_question(loaded.match)
    if not asks_before_typed(loaded.people[user]):
        return None
    return await _preview(app, loaded, user, actions)


async def _preview(app: App, loaded: Loaded, user: UserId, actions: Sequence[Action]) -> Card:
    match = loaded.match
    history = app.matches.history(match)
    side, numbers, words = history.position.to_act, [], []
    for action in actions:
        numbers.append(history.position.legal_actions().index(action))
        words.append(history.position.describe(action))
        history = history.then(str(action))
    if len(send_line.id_about(match.id, *numbers, version=match.version)) > ID_LENGTH:
        raise Refusal(texts.TOO_LONG_TO_PREVIEW)
    diagram = history.diagram(actions, bottom=side)
    pictures = ((BOARD, await app.studio.board(diagram, theme=drawn_in(loaded.theme(user)))),)
    head = f"{texts.step(match, '')}\n{texts.typed(words)}\n{texts.PREVIEW}"
    yes = send_line.on(match, button(texts.SEND, discord.ButtonStyle.success), args=numbers)
    return card(head, gallery(pictures), row(yes, dismiss.on(match, texts.CANCEL)), pictures=pictures)


def refusal(app: App, match: Match, error: ActionError, typed: str, sentence: str) -> Card:
    """The card that says why a typed move can't be played, with buttons for moves of the piece it named."""
    position = app.matches.history(match).position
    legal = position.legal_actions()
    found = named_in(position, app.presentations[match.game_key].words, f"{error.text} {typed}")
    meant = list(found.fitting) if found is not None else []
    if isinstance(error, AmbiguousActionError):
        meant = [action for action in legal if str(action) in error.candidates] or meant
    if 0 < len(meant) <= move_panel.FEW:
        buttons: list[ui.Item[Any]] = [
            # In notation, as it was typed: descriptions would fill a phone's screen.
            move_panel.do_action.on(match, str(action), args=(legal.index(action),))
            for action in meant
        ]
        return card(sentence, *rows(buttons))
    if found is not None:
        return card(sentence, *move_panel.choices(match, found))
    return card(
        sentence, row(move_panel.open_moves.on(match, button(texts.MOVE, discord.ButtonStyle.primary)))
    )
