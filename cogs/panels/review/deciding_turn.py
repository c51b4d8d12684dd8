"""The turn that decided a finished match: a sentence, and a short film of it. Public cards show it too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cogs.kit.card import ALT_LENGTH, Pictures
from cogs.panels.match.board_panel import diagram_at
from cogs.panels.review.review_turn import described
from cogs.text import review_texts
from computer.review.model import WHOLE_TURNS, Review, deciding_turn
from engines import Side
from engines.record import History
from imaging import Studio
from matches import Match

WIDTH: Final = 400
"""Pixels across the film."""
MOST_POSITIONS: Final = 4
"""Positions of the film: the one before the turn, and those that follow."""
HOLD: Final = 120
"""How long the film holds each position, in hundredths of a second."""


@dataclass(frozen=True)
class DecidingTurn:
    """A deciding turn in a match: its ply and that of the turn after the next one, its number and its side.

    ``before`` and ``after`` are the chances of the match's winner, from 0 to 1.
    """

    ply: int
    until: int
    move: int
    side: Side
    before: float
    after: float

    @property
    def shown(self) -> range:
        """The plies of the positions that its film shows."""
        return range(self.ply, min(self.until + 1, self.ply + MOST_POSITIONS))


def found(match: Match, history: History, review: Review) -> DecidingTurn | None:
    """The turn that decided a match; None without a winner, or if no turn did.

    None also in games whose chances are rough guesses.
    """
    if match.result is None or match.result.winner is None or match.game_key in WHOLE_TURNS:
        return None
    winner = match.game.sides.index(match.result.winner)
    number = deciding_turn(review, winner)
    if number is None:
        return None
    before, after = review.chances_of(winner)[number : number + 2]
    ply, plies = review.plies[number], review.plies
    until = plies[min(number + 2, len(plies) - 1)]
    return DecidingTurn(ply, until, history.until(ply).turns + 1, history.played[ply].side, before, after)


def sentence(match: Match, history: History, turn: DecidingTurn, own: Side | None) -> str:
    """The sentence about a deciding turn for its reader, who played the side ``own`` if any."""
    move, side, said, winner, before, after = _facts(match, history, turn)
    if own is None:
        return review_texts.deciding(move, side, said, winner, before, after)
    if own != winner:
        before, after = 1 - before, 1 - after
    return review_texts.deciding_for_player(move, side, said, own, before, after)


def _facts(match: Match, history: History, turn: DecidingTurn) -> tuple[int, Side, str, Side, float, float]:
    """The number, side and words of a deciding turn, the match's winner, and the chances before and after."""
    assert match.result is not None and match.result.winner is not None, "somebody won"
    actions = [one.action.text for one in history.played[turn.ply :] if one.turn == turn.move]
    said, _ = described(history.until(turn.ply).position, actions)
    return turn.move, turn.side, said, match.result.winner, turn.before, turn.after


async def told(
    studio: Studio, match: Match, history: History, turn: DecidingTurn, *, bottom: Side, theme: str
) -> tuple[str, Pictures]:
    """The sentence about a deciding turn, and its film as seen from ``bottom``."""
    clip = await studio.film(
        lambda: [diagram_at(history, ply, match.result, bottom=bottom) for ply in turn.shown],
        theme=theme,
        width=WIDTH,
        hold=HOLD,
    )
    facts = _facts(match, history, turn)
    alt = review_texts.deciding_in_words(*facts)
    if len(alt) + len(clip.alt) < ALT_LENGTH:
        alt = f"{alt} {clip.alt}"
    name = f"deciding-{match.id}-{turn.move}.gif"
    return review_texts.deciding(*facts), ((name, replace(clip, alt=alt)),)
