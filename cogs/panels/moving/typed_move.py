"""Typed moves: completion, why one can't be played, a preview of the board with a *Send* button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.boards import shown_board, style_in
from cogs.kit.card import BOARD, Card, card, row, rows
from cogs.kit.controls import Press, button, control, dismiss
from cogs.kit.errors import Refusal
from cogs.kit.suggestions import LENGTH, SUGGESTED
from cogs.panels.account.preferences import asks_before_typed
from cogs.panels.moving import move_panel
from cogs.panels.moving.move_steps import END, named_in, offered
from cogs.panels.moving.step_buttons import choices
from cogs.text import texts
from engines import Action, ActionError, AmbiguousActionError, Position
from matches import Match, UserId
from matches.lifecycle.match_context import Loaded

if TYPE_CHECKING:
    from cogs.app import App

ID_LENGTH: Final = 100
"""Characters of a control's id (Discord's limit)."""
_NONE: Final[Mapping[str, str]] = MappingProxyType({})

_Said = tuple[Action, str]
"""An action, and its words."""


@control("sendline")
@move_panel.on_turn
async def send_line(press: Press, loaded: Loaded, *numbers: Count) -> None:
    """Plays a typed turn after its preview: each action by its number among the legal ones."""
    position, line = press.app.matches.history(loaded.match).position, []
    for number in numbers:
        action = press.one_of(position.legal_actions(), number)
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
    yes = send_line.on(match, button(texts.SEND, discord.ButtonStyle.success), *numbers)
    if len(yes.custom_id) > ID_LENGTH:
        raise Refusal(texts.TOO_LONG_TO_PREVIEW)
    diagram = history.diagram(actions, bottom=side)
    board = await shown_board(app.studio, diagram, style_in(loaded, user), BOARD)
    head = f"{texts.your_move(match)}\n{texts.typed(words)}\n{texts.PREVIEW}"
    return card(head, board.part, row(yes, dismiss.on(match, texts.CANCEL)), pictures=board.pictures)


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
            move_panel.do_action.on(match, str(action), legal.index(action))
            for action in meant
        ]
        return card(sentence, *rows(buttons))
    if found is not None:
        return card(sentence, *choices(found, move_panel.step_controls(match), (), app.piece_emojis.of))
    return card(
        sentence, row(move_panel.open_moves.on(match, button(texts.MOVE, discord.ButtonStyle.primary)))
    )


# --- completion -----------------------------------------------------------------------------------


def completions(position: Position, typed: str, words: Mapping[str, str] = _NONE) -> list[tuple[str, str]]:
    """Suggestions that complete ``typed``, as pairs (words, line to play), at most 25.

    ``words`` are the game's names for first parts of actions (see :func:`move_steps.offered`). Complete
    actions at the start of ``typed`` are kept; the rest filters what may follow, by notation (``d2``,
    ``b4a6``) or by words (``crab``, ``wall``).
    """
    side = position.to_act
    position, done, rest = _read(position, typed.split(), words)
    if len(_line(done)) > LENGTH:
        # Any continuation is even longer, too long for a Discord choice.
        return []
    if position.to_act != side:
        # The turn is complete as it was typed.
        return _short([done]) if done and not rest else []
    fitting = _fitting(position, rest, words)
    # Ending the turn comes last, so that a slip doesn't choose it, and always has room among the 25.
    ends = [pair for pair in fitting if pair[0].path == (END,)]
    others = [pair for pair in fitting if pair[0].path != (END,)]
    whole = [done] if done and not rest else []
    lines = _short([*whole, *([*done, pair] for pair in others)], SUGGESTED - len(ends))
    return [*lines, *_short([[*done, pair] for pair in ends])]


def _read(
    position: Position, typed: list[str], words: Mapping[str, str]
) -> tuple[Position, list[_Said], str]:
    """``position`` after the complete actions at the start of ``typed``, those actions, and the rest."""
    done: list[_Said] = []
    side = position.to_act
    while typed and position.to_act == side and len(_line(done)) <= LENGTH:
        try:
            action = position.parse(typed[0])
        except ActionError:
            break
        done.append((action, offered(position, words, action)))
        position = position.apply(action)
        typed = typed[1:]
    return position, done, " ".join(typed)


def _line(done: list[_Said]) -> str:
    return " ".join(str(action) for action, _ in done)


def _fitting(position: Position, rest: str, words: Mapping[str, str]) -> list[_Said]:
    """The legal actions that ``rest`` can become, matches by notation first.

    Describes each action only once: autocompletion runs on the event loop and must be quick.
    """
    found = [(action, offered(position, words, action)) for action in position.legal_actions()]
    bare, named = _bare(rest), set(rest.casefold().split())
    by_notation: list[_Said] = []
    others: list[_Said] = []
    for pair in found:
        (by_notation if _bare(str(pair[0])).startswith(bare) else others).append(pair)
    if len(rest) == 1 and by_notation:
        # Read a single letter as the start of a point's name: as a word it would match almost anything.
        return by_notation
    return by_notation + [pair for pair in others if named <= _beginnings(pair[1])]


def _bare(text: str) -> str:
    """Notation without optional characters: ``d2xd3`` and ``D2 d3`` are both ``d2d3``."""
    return "".join(letter for letter in text.casefold() if letter.isalnum() and letter != "x")


def _beginnings(described: str) -> set[str]:
    """All prefixes of the words of an action."""
    return {
        word[:end]
        for word in described.casefold().replace(",", "").split()
        for end in range(1, len(word) + 1)
    }


def _short(lines: list[list[_Said]], most: int = SUGGESTED) -> list[tuple[str, str]]:
    """Words and notation of the first ``most`` lines that fit into a Discord choice."""
    short = (line for line in lines if len(_line(line)) <= LENGTH)
    return [(_words(line), _line(line)) for line in islice(short, most)]


def _words(line: list[_Said]) -> str:
    """The line in words. A long one loses its beginning: the end tells lines apart."""
    words = ", then ".join(described for _, described in line)
    return words if len(words) <= LENGTH else "…" + words[1 - LENGTH :]
