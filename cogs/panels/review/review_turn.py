"""One turn of a review: the position, the turn played, the better turn, and a short film of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.kit.arguments import Count
from cogs.kit.card import Card, Pictures, card, gallery, rows
from cogs.kit.controls import CONTROLS, AnyControl, Press, button, control
from cogs.kit.visibility import to_look_at
from cogs.panels.match.board_panel import ViewerState
from cogs.text import review_texts, texts
from computer.review.model import BLUNDER, MISTAKE, Review, ReviewedTurn
from engines import Diagram, Position, Side
from engines.record import History
from imaging import FILM_WIDTH
from matches import Match, UserId
from services.fair_play import Boards, match_with

if TYPE_CHECKING:
    from cogs.app import App

POSITION: Final = "position.png"
TOLD_ACTIONS: Final = 5
"""Most actions of a turn that are described; the film shows all."""
LINE_HOLD: Final = 110
"""How long the film holds each position of the better line, in hundredths of a second."""
_CELL: Final = re.compile(r"[a-z]\d+")


@dataclass(frozen=True)
class Told:
    """A turn shown in a review: its number there, its number in the match (``move``), its side and cost.

    ``whose`` is the side if it isn't the reader's own, else None.
    """

    number: int
    move: int
    turn: ReviewedTurn
    side: Side
    whose: Side | None

    @property
    def kind(self) -> str:
        """The kind of mistake."""
        if self.turn.won_in is not None and self.turn.loss < MISTAKE:
            return review_texts.MISSED
        if self.turn.loss >= BLUNDER:
            return review_texts.BLUNDER
        return review_texts.MISTAKE if self.turn.loss >= MISTAKE else review_texts.INACCURACY

    def in_short(self, *, decided: bool = False) -> str:
        """The turn in the overview; ``decided``: it is the one that decided the match."""
        return review_texts.in_short(self.number, self.move, self.whose, self._cost, decided=decided)

    @property
    def _cost(self) -> str:
        turn = self.turn
        if turn.pieces is None:
            return review_texts.cost(turn.before, turn.after, self.kind, side=self.whose)
        return review_texts.MISSED if turn.won_in is not None else review_texts.pieces_lost(turn.pieces)

    @property
    def costs(self) -> list[str]:
        """Sentences about the turn's cost."""
        turn, said = self.turn, []
        if turn.won_in is not None:
            at_once = len(turn.line) == 1
            won = review_texts.could_have_won(turn.won_in, at_once=at_once, side=self.whose)
            said.append(f"**{won}.**")
        if turn.pieces is None:
            said.append(review_texts.turn_cost(turn.before, turn.after, self.kind, side=self.whose))
        elif turn.pieces:
            said.append(f"{review_texts.pieces_lost(turn.pieces)}.")
        return said


def own_side(match: Match, user: UserId) -> Side | None:
    """The side that ``user`` played; None if they played neither or both."""
    played = [seat.side for seat in match.seats if seat.player.user_id == user] if user in match.users else []
    return played[0] if len(played) == 1 else None


def told_to(match: Match, history: History, user: UserId, review: Review) -> list[Told]:
    """The costliest turns, in playing order: the reader's own, or both sides' if they have no side."""
    sides, own = match.game.sides, own_side(match, user)
    worst = review.worst(None if own is None else sides.index(own))
    found = []
    for number, turn in enumerate(sorted(worst, key=lambda turn: turn.ply), start=1):
        side = sides[turn.side]
        move = history.until(turn.ply).turns + 1
        found.append(Told(number, move, turn, side, None if side == own else side))
    return found


async def fair_to(app: App, user: UserId, match: Match, review: Review) -> Review:
    """``review`` without positions that are on the board of a match ``user`` is playing now.

    Returns the same object if there is nothing to leave out.
    """
    boards = await app.matches.reviews.boards(user, match.game_key)
    history = app.matches.history(match)
    positions = [history.start, *(played.after for played in history.played)]
    on_board = (
        {ply for ply, position in enumerate(positions) if position.appearance() in boards} if boards else {}
    )
    if not on_board:
        return review
    fair = [turn for turn in review.turns if not _passes(turn, positions[turn.ply], boards)]
    known = [
        (ply, chance) for ply, chance in zip(review.plies, review.chances, strict=True) if ply not in on_board
    ]
    return replace(
        review,
        plies=tuple(ply for ply, _ in known),
        chances=tuple(chance for _, chance in known),
        turns=tuple(fair),
    )


def _passes(turn: ReviewedTurn, before: Position, boards: Boards) -> bool:
    """True if a turn or its better line passes through a position on one of ``boards``."""
    for actions in (turn.played, [text for part in turn.line for text in part]):
        position = before
        through = [position, *(position := position.apply(position.parse(text)) for text in actions)]
        if match_with(boards, through) is not None:
            return True
    return False


@control("reviewturn")
async def open_turn(press: Press, ply: Count, in_place: Count = 0) -> None:
    """Opens the turn at ``ply`` in a new message, or with 1 in place of another turn's card."""
    match = await to_look_at(press, press.match_id)
    kept = await press.app.reviews.kept(match)
    fair = await fair_to(press.app, press.user, match, kept) if kept else None
    told = told_to(match, press.app.matches.history(match), press.user, fair) if fair else []
    one = next((one for one in told if one.turn.ply == ply), None)
    if one is None:
        again = CONTROLS["review"].on(match, review_texts.REVIEW)
        await press.respond(card(review_texts.GONE, *rows([again])))
        return
    shown = await turn_card(press.app, match, press.user, one, told)
    await (press.redraw(shown) if in_place else press.answer(shown))


async def turn_card(app: App, match: Match, user: UserId, one: Told, told: Sequence[Told]) -> Card:
    """The card of a turn, with buttons to the others. Raises BusyError while another film is made."""
    history = app.matches.history(match).until(one.turn.ply)
    before = history.position
    theme, bottom = await app.cards.theme(match, user), one.side
    with app.files.take(user):
        arrows = _arrows(before, one.turn.played)
        start = history.diagram((), bottom=bottom)
        if arrows:
            position = await app.studio.arrows(start, arrows, theme=theme, width=FILM_WIDTH)
        else:
            position = await app.studio.board(start, theme=theme, width=FILM_WIDTH)
        film = await app.studio.film(
            lambda: line_diagrams(history, one.turn.line, bottom), theme=theme, hold=LINE_HOLD
        )
    above: Pictures = ((POSITION, position),)
    below: Pictures = ((f"better-{one.move}.gif", film),)
    ways: list[ui.Item[Any]] = []
    if len(told) > 1:
        ways += [_turn_button(match, other, shown=other is one) for other in told]
    view = ViewerState(one.turn.ply + len(one.turn.played))
    ways += [way for about in app.features.about_position for way in about(match, user, view)]
    return card(
        "\n".join([review_texts.turn_heading(match, one.move, one.side, one.number), *one.costs]),
        gallery(above),
        "\n".join(_said(match, before, one, arrow=bool(arrows))),
        gallery(below),
        review_texts.WINNING_LINE if one.turn.won_in is not None else review_texts.BEST_LINE,
        *rows(ways),
        pictures=(*above, *below),
    )


def line_diagrams(history: History, line: Sequence[Sequence[str]], bottom: Side) -> list[Diagram]:
    """The diagrams of a line, starting with the last position of ``history``."""
    shown = [history.diagram((), bottom=bottom)]
    for turn in line:
        done = []
        for text in turn:
            action = history.position.parse(text)
            history = history.then(str(action))
            done.append(action)
            shown.append(history.diagram(done, bottom=bottom))
    return shown


def _turn_button(match: Match, other: Told, *, shown: bool) -> AnyControl:
    style = discord.ButtonStyle.primary if shown else discord.ButtonStyle.secondary
    shown_as = button(review_texts.open_turn(other.number, other.move), style, enabled=not shown)
    return open_turn.on(match, shown_as, other.turn.ply, 1)


def _said(match: Match, before: Position, one: Told, *, arrow: bool) -> list[str]:
    """Lines about the turn played, the better turn, and the opponent's reply."""
    turn = one.turn
    played, after = described(before, turn.played)
    better, _ = described(before, turn.line[0])
    said = [review_texts.ARROW] if arrow else []
    said += [review_texts.played(played), review_texts.better(better)]
    if turn.reply:
        answer, _ = described(after, turn.reply)
        other = match.game.other(one.side)
        said.append(review_texts.answer(answer, by_force=turn.lost_by_force, side=other))
    return said


def described(position: Position, actions: Sequence[str]) -> tuple[str, Position]:
    """Actions in the game's own words, and the position after them."""
    said = []
    for text in actions:
        action, side = position.parse(text), position.to_act
        if text != "end":
            said.append(position.describe(action).removeprefix(f"{side} "))
        position = position.apply(action)
    told = said[:TOLD_ACTIONS] or [texts.END_TURN.lower()]
    return review_texts.and_more(told, max(0, len(said) - TOLD_ACTIONS)), position


def _arrows(position: Position, actions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Arrows for the moves of a turn, at most TOLD_ACTIONS."""
    found = []
    for text in actions:
        action = position.parse(text)
        start, *steps = action.path
        if steps and _CELL.fullmatch(start) and _CELL.fullmatch(steps[0]) and start != steps[0]:
            found.append((start, steps[0]))
        position = position.apply(action)
    return tuple(found[:TOLD_ACTIONS])
