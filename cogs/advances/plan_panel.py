"""*Plan…*: the moves of a tried line, told in words and saved.

Its buttons hold the version of the match that they were made for and the last move of the line on the private
board. Once the match has moved on, the question is asked again: what would be saved may be something else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, Final

import discord

from cogs.advances import texts as advance_texts
from cogs.advances.list_panel import list_card, open_list, plan
from cogs.advances.rules import AdvanceError, AdvanceProblem, check_may_say, moves_of_line
from cogs.advances.service import Advances
from cogs.advances.words import listed, told
from cogs.kit.arguments import Count, Node
from cogs.kit.card import Card, card, row, rows
from cogs.kit.controls import CONTROLS, AnyControl, Given, Press, button, control
from cogs.kit.feature import PlannedMoves
from cogs.panels.moving.move_steps import END
from cogs.text import texts
from engines import Side
from engines.record import History, Played
from matches import Match, Phase, UserId
from matches.advances import Advance
from matches.errors import MatchError, StaleError
from matches.lines import LineSpot, LineTree, line_history

if TYPE_CHECKING:
    from cogs.app import App

MOST_ACTIONS: Final = 20
"""Actions of a turn that the question *whatever else they do* offers: four rows of buttons."""


@dataclass(frozen=True)
class TriedLine:
    """A line of a user's private board: its actions after ``ply`` of the match, and what it leads to.

    ``node`` is the number of its last action in the tree. ``said`` are the moves in advance in it.
    """

    node: int
    ply: int
    history: History
    said: tuple[Advance, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """Its actions as they are written."""
        return tuple(map(str, self.history.played[self.ply :]))

    def first(self, side: Side) -> tuple[str, ...]:
        """The actions of ``side`` that it begins with."""
        played = self.history.played[self.ply :]
        count = next((at for at, one in enumerate(played) if one.side != side), len(played))
        return tuple(map(str, played[:count]))

    def theirs(self, side: Side) -> dict[int, Played]:
        """The actions of the other side's last turn, by their index in the line; without its end."""
        played = self.history.played[self.ply :]
        last = max((at for at, one in enumerate(played) if one.side != side), default=None)
        if last is None:
            return {}
        turn = played[last].turn
        return {
            at: one
            for at, one in enumerate(played[: last + 1])
            if one.side != side and one.turn == turn and one.action.path != (END,)
        }

    def leaves_room(self, side: Side) -> bool:
        """True if the last move answers a whole turn that has several actions, or could have had."""
        theirs = list(self.theirs(side).values())
        if not theirs or theirs[0].turn == self.said[-1].turn:
            return False
        before = theirs[0].before
        return len(theirs) > 1 or any(
            before.apply(action).turn_of == before.turn_of for action in before.legal_actions()
        )


# --- on the private board ------------------------------------------------------------------------


def offer(app: App, match: Match, user: UserId, tree: LineTree, spot: LineSpot) -> list[AnyControl]:
    """The button on the analysis board at ``spot``; none where nothing can be saved.

    One answer is saved at once; more are told in words before. The latter is blue at the end of a line.
    """
    try:
        line = _tried(app, match, user, tree, spot.node)
    except MatchError:
        return []
    side = check_may_say(match, user)
    if len(line.said) == 1 and not line.first(side) and not line.leaves_room(side):
        (one,) = line.said
        label = advance_texts.save_if(one.after, one.reply)
        return [say.on(match, button(label, discord.ButtonStyle.success), line.node)]
    style = discord.ButtonStyle.secondary if tree.after(spot) else discord.ButtonStyle.primary
    return [ask.on(match, button(advance_texts.PLAN_LINE, style), line.node)]


def on_line(
    handler: Callable[Concatenate[Press, Given], Awaitable[None]],
) -> Callable[Concatenate[Press, Given], Awaitable[None]]:
    """Run ``handler`` while its line can still be said; later, tell so and lead on to a new line."""

    @wraps(handler)
    async def act(press: Press, *given: Given.args, **named: Given.kwargs) -> None:
        try:
            await handler(press, *given, **named)
        except StaleError as error:
            await press.respond(_lost(press.app, error.match))
        except AdvanceError as error:
            if error.problem is not AdvanceProblem.OVERTAKEN:
                raise
            await press.respond(
                _lost(press.app, await press.app.matches.load_own(press.match_id, press.user))
            )

    return act


@control("advance")
@on_line
async def ask(press: Press, node: Node, only: Count = 0) -> None:
    """Asks whether to say the moves of the line to ``node``; ``only``: see ``_whatever``."""
    match, line = await _line(press, node, _whatever(only))
    await press.respond(_question(press.app, match, press.user, line, _whatever(only)))


@control("advancewhich")
@on_line
async def ask_which(press: Press, node: Node) -> None:
    """Asks for the action of the other side's turn that alone matters."""
    match, line = await _line(press, node)
    theirs = line.theirs(check_may_say(match, press.user))
    ways = [ask.on(match, str(one), line.node, at + 1) for at, one in theirs.items()]
    back = ask.on(match, texts.BACK, line.node)
    await press.respond(card(advance_texts.which_action(match), *rows(ways[:MOST_ACTIONS]), row(back)))


@control("advancesay")
@on_line
async def say(press: Press, node: Node, only: Count = 0) -> None:
    """Says them; the id holds what the question's does."""
    app, user, whatever = press.app, press.user, _whatever(only)
    match, line = await _line(press, node, whatever)
    if match.version != press.version:
        await press.respond(_question(app, match, user, line, whatever, above=advance_texts.MOVED_ON))
        return
    await app[Advances].say(match.id, user, line.actions, line.ply, whatever=whatever)
    await press.respond(await list_card(app, match, user, above=advance_texts.SAID))


def _whatever(only: int) -> int | None:
    """The index of the action in the line that alone has to be played; None for the whole turn.

    An id holds it as ``only``: 0 for the whole turn, else one more.
    """
    return only - 1 if only else None


async def _line(press: Press, node: int, whatever: int | None = None) -> tuple[Match, TriedLine]:
    """A match, and the line of the user's tree to a node. Raises what ``Advances.say`` does."""
    app, user = press.app, press.user
    match = await app.matches.load_own(press.match_id, user)
    check_may_say(match, user)
    trees = [await lines.tree(app, match, user) for lines in app.features.tried_lines]
    return match, _tried(app, match, user, trees[0] if trees else LineTree(), node, whatever=whatever)


def _tried(
    app: App, match: Match, user: UserId, tree: LineTree, number: int, *, whatever: int | None = None
) -> TriedLine:
    """The line of a ``tree`` to a node. Raises AdvanceError without it, and if it can't be said."""
    node, history = tree.node(number), app.matches.history(match)
    if node is None:
        raise AdvanceError(match, AdvanceProblem.OVERTAKEN)
    line, ply = line_history(history, tree, LineSpot(number, node.ply + 1)), tree.left_at(number)
    actions = [str(one) for one in line.played[ply:]]
    said = moves_of_line(match, history, user, actions, ply, app.clock(), whatever=whatever)
    return TriedLine(number, ply, line, said)


# --- for other features ---------------------------------------------------------------------------


def _in_words(app: App, match: Match, user: UserId, tree: LineTree, number: int) -> Sequence[str]:
    """The moves that the line to a node would save, a sentence each; none if it can't save any."""
    try:
        line = _tried(app, match, user, tree, number)
    except MatchError:
        return ()
    side = check_may_say(match, user)
    return told(line.said, match.game.other(side), line.first(side))


async def _say(app: App, match: Match, user: UserId, tree: LineTree, number: int) -> None:
    line = _tried(app, match, user, tree, number)
    await app[Advances].say(match.id, user, line.actions, line.ply)


async def _said(app: App, match: Match, user: UserId) -> Sequence[tuple[int, str]]:
    side = match.side_of(user)
    if side is None or match.phase is not Phase.PLAYING:
        return ()
    found = await app[Advances].of(match.id, user)
    return [(one.number, one.said) for one in listed(found, app.matches.history(match), side)]


async def _take_back(app: App, match: Match, user: UserId, number: int) -> None:
    await app[Advances].take_back(match.id, user, number)


planned_moves: Final = PlannedMoves(_in_words, _say, _said, _take_back)


# --- the question --------------------------------------------------------------------------------


def _question(
    app: App, match: Match, user: UserId, line: TriedLine, whatever: int | None, *, above: str = ""
) -> Card:
    side = check_may_say(match, user)
    lines = told(line.said, match.game.other(side), line.first(side))
    only = () if whatever is None else (whatever + 1,)
    ways = [say.on(match, button(advance_texts.SAVE, discord.ButtonStyle.success), line.node, *only)]
    if first := line.first(side):
        ways.insert(0, _play_now(match, line, first))
    if whatever is None and line.leaves_room(side):
        ways.append(_widen(match, line, side))
    ways += _board(app, match, line) if whatever is None else [ask.on(match, texts.BACK, line.node)]
    return card(above, advance_texts.question(match, lines), advance_texts.HOW_PLAYED, row(*ways))


def _play_now(match: Match, line: TriedLine, first: Sequence[str]) -> AnyControl:
    """The button that plays the user's own turn with which the line begins."""
    numbers = []
    for played in line.history.played[line.ply : line.ply + len(first)]:
        numbers.append(played.before.legal_actions().index(played.action))
    now = button(advance_texts.play_now(first), discord.ButtonStyle.primary)
    return CONTROLS["sendline"].on(match, now, *numbers)


def _widen(match: Match, line: TriedLine, side: Side) -> AnyControl:
    """The button for one action of the other side's turn, whatever else it does in it."""
    only = list(line.theirs(side))
    if len(only) == 1:
        return ask.on(match, advance_texts.WHATEVER_ELSE, line.node, only[0] + 1)
    return ask_which.on(match, advance_texts.WHATEVER_ELSE, line.node)


def _board(app: App, match: Match, line: TriedLine) -> list[AnyControl]:
    """The button back to the private board, at the end of the line."""
    end = LineSpot(line.node, line.ply + len(line.actions))
    return [lines.at(match, texts.BACK, end) for lines in app.features.tried_lines]


def _lost(app: App, match: Match) -> Card:
    """The line can't be said any more: the ways to a new line, and to the list."""
    again = plan(app, match, discord.ButtonStyle.primary)
    return card(advance_texts.LINE_GONE, row(*again, open_list.on(match, advance_texts.CONDITIONAL_MOVES)))
