"""Puzzles: a user's own costly turns from reviews, asked in direct messages and answered by taps.

A control's id holds the number of the message, the turn and the choices made. A late or double tap finds the
puzzle answered, and shows what is left of the message.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

import discord

from cogs.kit.arguments import COUNT, FLAG, NODE, Count, Node, Query
from cogs.kit.card import BOARD, Card, card, gallery, row
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.errors import Refusal
from cogs.kit.visibility import to_look_at
from cogs.panels.moving.move_steps import ActionSteps, walk
from cogs.panels.moving.step_buttons import StepControls, choices
from cogs.panels.review import review_turn
from cogs.panels.review.review_turn import Told
from cogs.puzzles import texts
from cogs.puzzles.rules import PuzzleState, PuzzleTry
from cogs.puzzles.service import Puzzles
from cogs.text import review_texts
from cogs.text import texts as common_texts
from computer.review.model import Review, ReviewedTurn
from engines import Action, ActionError, Position, Side
from engines.record import History
from matches import Match, MatchId, UserId
from matches.errors import NoSuchMatchError, Refused

if TYPE_CHECKING:
    from cogs.app import App

_OTHER_PARTS: Final = 6
"""The box, the picture, and four texts."""


@dataclass(frozen=True, slots=True)
class PuzzleQuery(Query):
    """A puzzle of a match as it is asked: the turn's ply, the message's number, and if a first try failed."""

    ply: int
    number: int = field(metadata={"takes": NODE})
    missed: bool = field(metadata=FLAG)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle to ask: its state, its match, the turn of the review, and the history before that turn."""

    state: PuzzleState
    match: Match
    turn: ReviewedTurn
    before: History

    @property
    def side(self) -> Side:
        """The user's side."""
        return self.match.game.sides[self.turn.side]

    @property
    def position(self) -> Position:
        """The position to find a better turn in."""
        return self.before.position

    @property
    def played_at(self) -> datetime:
        """The time at which the turn was played (UTC)."""
        later = (one.at for one in self.match.entries if one.kind.is_action and one.ply > self.turn.ply)
        return next(later, self.match.changed_at)

    @property
    def did(self) -> str:
        """The user's mistake in that turn, in words."""
        if self.turn.won_in is not None:
            return texts.LET_WIN_SLIP
        if self.turn.pieces is not None:
            return texts.LOST_PIECES
        return texts.made(Told(0, 0, self.turn, self.side, None).kind)


# --- asked for on a review -----------------------------------------------------------------------


def offer(match: Match, user: UserId, told: Sequence[Told]) -> list[AnyControl]:
    """The button on a review that has its costly turns asked as puzzles; none if they aren't the reader's."""
    own = review_turn.own_side(match, user) is not None and told
    return [practise_misses.on(match, texts.PRACTISE)] if own else []


@control("mymisses")
async def practise_misses(press: Press) -> None:
    """Has the reader's costly turns of a review asked as puzzles."""
    app, user = press.app, press.user
    match = await to_look_at(press, press.match_id)
    review = await app.reviews.kept(match)
    if review is None:
        again = CONTROLS["review"].on(match, review_texts.REVIEW)
        await press.answer(card(review_texts.GONE, row(again)))
        return
    fair = await review_turn.fair_to(app, user, match, review)
    told = review_turn.told_to(match, app.matches.history(match), user, fair)
    if not offer(match, user, told):
        raise Refusal(texts.NONE_OF_YOURS)
    before = await app[Puzzles].of_match(user, match.id)
    due = await app[Puzzles].practise(user, match.id, [one.turn.ply for one in told])
    after = await app[Puzzles].of_match(user, match.id)
    if len(after) > len(before):
        said = texts.asked_for(len(after), due)
    elif after:
        said = texts.known_already(min(one.due_at for one in after))
    else:
        said = texts.FULL
    await press.answer(card(said, row(stop.about(0, texts.STOP))))


@control("puzzlestop")
async def stop(press: Press, _number: Node = 0) -> None:
    """Deletes all puzzles of the user; on a puzzle's message the id holds the message's number."""
    await press.redraw(card(texts.stopped(await press.app[Puzzles].stop(press.user))))


def mark(number: int) -> str:
    """The id of a control that every card of the message with this number has."""
    return stop.id_about(0, number)


# --- asked ---------------------------------------------------------------------------------------


async def opened(app: App, state: PuzzleState) -> Puzzle | None:
    """The puzzle to ask; None if it can't be asked.

    Then it is dropped if its turn isn't in a review any more, and put off while the turn would show a
    position that is on the board of a match that its user is playing.
    """
    user = state.key.user_id
    match = await _match_of(app, state.key.match_id)
    review = None if match is None else await _review_of(app, match)
    turns = () if review is None else review.turns
    turn = next((one for one in turns if one.ply == state.key.ply), None)
    if match is None or review is None or turn is None or not _is_own(match, user, turn):
        await app[Puzzles].drop(state.key)
        return None
    if turn not in (await review_turn.fair_to(app, user, match, review)).turns:
        await app[Puzzles].withhold(state.key)
        return None
    return Puzzle(state, match, turn, app.matches.history(match).until(turn.ply))


async def _match_of(app: App, match_id: MatchId) -> Match | None:
    try:
        return await app.matches.load(match_id)
    except NoSuchMatchError:
        return None


async def _review_of(app: App, match: Match) -> Review | None:
    try:
        return await app.reviews.kept(match)
    except Refused:  # an administrator has rewound it, and it goes on
        return None


def _is_own(match: Match, user: UserId, turn: ReviewedTurn) -> bool:
    return review_turn.own_side(match, user) == match.game.sides[turn.side]


async def question(app: App, puzzle: Puzzle, taken: Sequence[int] = (), *, above: str = "") -> Card:
    """The card that asks a puzzle, after the choices ``taken``, with a line ``above`` it."""
    steps = _steps(app, puzzle, taken)
    diagram = puzzle.before.diagram(bottom=puzzle.side, chosen=steps.prefix)
    theme = await app.cards.theme_for(None, puzzle.state.key.user_id)
    pictures = ((BOARD, await app.studio.board(diagram, theme=theme)),)
    several = len(puzzle.turn.line[0]) > 1
    below = [*_back(puzzle, steps), _stop_button(puzzle.state.asked)]
    return card(
        texts.heading(puzzle.match, puzzle.played_at, puzzle.did),
        texts.ONE_OF_TURN if several else "",
        gallery(pictures),
        above,
        texts.chosen(steps.said) if steps.taken else "",
        *choices(steps, _step_controls(puzzle), below, other_parts=_OTHER_PARTS),
        pictures=pictures,
    )


def _steps(app: App, puzzle: Puzzle, taken: Sequence[int]) -> ActionSteps:
    return walk(puzzle.position, app.presentations[puzzle.match.game_key].words, taken)


def _step_controls(puzzle: Puzzle) -> StepControls:
    match_id, asked = puzzle.match.id, _query(puzzle)
    return StepControls(
        lambda shown, taken: take.about(match_id, shown, asked, *taken),
        lambda shown, number, taken: take_chosen.about(match_id, shown, number, asked, *taken),
    )


def _query(puzzle: Puzzle) -> PuzzleQuery:
    state = puzzle.state
    return PuzzleQuery(state.key.ply, state.asked, state.missed)


def _back(puzzle: Puzzle, steps: ActionSteps) -> list[AnyControl]:
    if not steps.taken:
        return []
    return [take.about(puzzle.match.id, common_texts.BACK, _query(puzzle), *steps.taken[:-1])]


def _stop_button(number: int) -> AnyControl:
    return stop.about(0, texts.STOP, number)


# --- answered ------------------------------------------------------------------------------------


@control("puzzle")
async def take(press: Press, asked: PuzzleQuery, *taken: Count) -> None:
    """Takes a choice, the last of those ``taken``."""
    await _take(press, asked, taken)


@control("puzzlemenu", chooses=COUNT)
async def take_chosen(press: Press, _menu: Count, asked: PuzzleQuery, *taken: Count) -> None:
    """Takes a choice from a menu, after those ``taken``."""
    await _take(press, asked, (*taken, press.number))


@control("puzzlenext")
async def show_next(press: Press, number: Node) -> None:
    """Shows the next puzzle of the message with this number."""
    await press.redraw(await next_card(press.app, press.user, number))


async def _take(press: Press, asked: PuzzleQuery, taken: Sequence[int]) -> None:
    app, user = press.app, press.user
    left = {(one.key.match_id, one.key.ply): one for one in await app[Puzzles].asked(user, asked.number)}
    state = left.get((press.match_id, asked.ply))
    if state is None:
        await press.redraw(await next_card(app, user, asked.number, above=texts.ANSWERED))
        return
    puzzle = await opened(app, state)
    if puzzle is None:
        await press.redraw(await next_card(app, user, asked.number))
        return
    # A tap from before the first try was wrong begins the second one.
    steps = _steps(app, puzzle, taken if state.missed == asked.missed else ())
    if steps.action is None:
        await press.redraw(await question(app, puzzle, steps.taken))
    else:
        await _try(press, puzzle, steps.action, steps.said)


async def _try(press: Press, puzzle: Puzzle, action: Action, said: str) -> None:
    app, state = press.app, puzzle.state
    right = is_best(puzzle.position, action, puzzle.turn, puzzle.side) or await app.reviews.is_as_good(
        puzzle.match, puzzle.position, puzzle.turn, action
    )
    tried = PuzzleTry.RIGHT if right else PuzzleTry.WRONG
    if not await app[Puzzles].answer(state, tried):
        await press.redraw(await next_card(app, press.user, state.asked, above=texts.ANSWERED))
    elif not right and not state.missed:
        again = replace(puzzle, state=replace(state, missed=True))
        await press.redraw(await question(app, again, above=texts.not_it(said)))
    else:
        await press.redraw(await _solution(app, puzzle, action, said, tried))


def is_best(position: Position, action: Action, turn: ReviewedTurn, side: Side) -> bool:
    """True if ``action`` wins at once, or leads to the same position as an action of the better turn."""
    after = position.apply(action)
    outcome = after.outcome()
    if outcome is not None and outcome.winner == side:
        return True
    return any(after.appearance() == best.appearance() for best in _after_best(position, turn))


def _after_best(position: Position, turn: ReviewedTurn) -> list[Position]:
    """The positions after each action of the better turn that can be played now."""
    found = []
    for text in turn.line[0]:
        try:
            found.append(position.play(position.parse(text)))
        except ActionError:  # it needs another action before
            continue
    return found


async def _solution(app: App, puzzle: Puzzle, action: Action, said: str, tried: PuzzleTry) -> Card:
    """The card of a puzzle that is answered: the better turn's board, and when the puzzle comes back."""
    right = tried is PuzzleTry.RIGHT
    shown = action if right else puzzle.position.parse(puzzle.turn.line[0][0])
    better, _ = review_turn.described(puzzle.position, puzzle.turn.line[0])
    following = puzzle.state.after(tried, app.clock())
    diagram = puzzle.before.then(str(shown)).diagram([shown], bottom=puzzle.side)
    theme = await app.cards.theme_for(None, puzzle.state.key.user_id)
    pictures = ((BOARD, await app.studio.board(diagram, theme=theme)),)
    number = puzzle.state.asked
    whole = CONTROLS["reviewturn"].on(puzzle.match, texts.WHOLE_TURN, puzzle.turn.ply)
    on = await _next_buttons(app, puzzle.state.key.user_id, number)
    return card(
        texts.solved(said) if right else texts.missed(said, better),
        gallery(pictures),
        texts.DONE if following is None else texts.again(following.due_at),
        row(*on, whole, _stop_button(number)),
        pictures=pictures,
    )


async def _next_buttons(app: App, user: UserId, number: int) -> list[AnyControl]:
    """The button to the next puzzle of a message, if there is one."""
    if not await app[Puzzles].asked(user, number):
        return []
    return [show_next.about(0, button(texts.NEXT, discord.ButtonStyle.primary), number)]


async def next_card(app: App, user: UserId, number: int, *, above: str = "") -> Card:
    """The card of the first unanswered puzzle of a message; a line if none is left."""
    for state in await app[Puzzles].asked(user, number):
        puzzle = await opened(app, state)
        if puzzle is not None:
            return await question(app, puzzle, above=above)
    return card(above or texts.NOTHING_LEFT, row(_stop_button(number)))
