"""From a job to a thought: one turn, at a level; the same job always has the same thought."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Hashable
from typing import Any, Final

from computer.alphabeta import AlphaBeta
from computer.core import DECIDED, WON, Evaluation, Found, Job, Thought, Width
from computer.games import evaluation_of
from computer.levels import Level, hurried, level_of
from computer.turns import TurnSearch
from engines import GAMES, Action

_PLAUSIBLE: Final = 2
"""The depth of the search for plausible actions."""
_END: Final = "end"
"""The action that ends a turn of several."""
_LOOKED_AT: Final = 3_000
"""The most positions searched for plausible actions."""
_GREEDY: Final = Width(1)


def think(job: Job) -> Thought:
    """The computer's turn: its actions until the other side has to act, or the match is over.

    Raises PositionTextError or OptionError for a position that the game does not have, KeyError for an
    unknown game or level, ValueError for a match that is over.
    """
    game = GAMES[job.game].at(job.rules_version)
    position = game.from_text(job.position, job.options)
    seen = [game.from_text(text, job.options) for text in job.seen]
    level = (hurried if job.hurried else level_of)(job.game, job.level)
    player = Player(job.game, level, random.Random(job.seed))
    return player.turn(position, seen)


class Player:
    """One player of one game, at a level.

    It always thinks as the side named first, as the other side on a board with the sides exchanged: so it
    plays the same with either colour, if the rules are the same for both.
    """

    def __init__(self, game: str, level: Level, chance: random.Random) -> None:
        self.evaluation: Evaluation = evaluation_of(game, plain=level.plain)
        self.level = level
        self._chance = chance

    def turn(self, position: Any, seen: Collection[Any] = ()) -> Thought:
        """The actions until the other side has to act; ``seen`` are earlier positions."""
        if not position.legal_actions():
            raise ValueError("the match is over")
        evaluation = self.evaluation
        side = evaluation.mover(position)
        exchanged = position.exchanged() if side == 1 else None
        if exchanged is None:
            return self._turn(position, {evaluation.key(one) for one in seen})
        keys = {evaluation.key(one.exchanged()) for one in seen}
        thought = self._turn(exchanged, keys)
        actions = tuple(evaluation.exchanged_text(position, text) for text in thought.actions)
        return Thought(actions, thought.value, thought.nodes)

    def _turn(self, position: Any, seen: set[Hashable]) -> Thought:
        side = self.evaluation.mover(position)
        actions: list[str] = []
        nodes = 0
        while True:
            found, looked_at = self._next(position, seen, begun=bool(actions))
            nodes += looked_at
            for action in found.actions:
                position = position.apply(action)
                actions.append(action.text)
            if not position.legal_actions() or self.evaluation.mover(position) != side:
                return Thought(tuple(actions), found.value, nodes)

    def _next(self, position: Any, seen: set[Hashable], *, begun: bool) -> tuple[Found, int]:
        """The next actions, and the number of positions searched."""
        level, chance = self.level, self._chance
        if not level.blind and (won := self._won_at_once(position)):
            return won, len(won.actions)
        if level.slip and chance.random() < level.slip:
            return self._slipped(position, seen, begun=begun)
        if self.evaluation.whole_turns:
            turns = TurnSearch(self.evaluation)  # type: ignore[arg-type]
            return turns.best(position, level.width, chance=chance, begun=begun), turns.nodes
        search = AlphaBeta(self.evaluation)
        found = search.best(position, nodes=level.nodes, depth=level.depth, seen=seen, chance=chance)
        return found, search.nodes

    def _won_at_once(self, position: Any) -> Found | None:
        """A win at once, which a short search might not reach."""
        if self.evaluation.whole_turns:
            turns = TurnSearch(self.evaluation)  # type: ignore[arg-type]
            if (
                self.level.slip
                and (greedy := turns.best(position, _GREEDY, chance=self._chance)).value > DECIDED
            ):
                return greedy  # what is plain to see is not slipped over
            return turns.finish(position)
        side, after = self.evaluation.mover(position), position.apply
        wins = [action for action in position.legal_actions() if self._won(after(action), side)]
        return Found((self._chance.choice(wins),), WON - 1) if wins else None

    def _won(self, position: Any, side: int) -> bool:
        return not position.legal_actions() and self.evaluation.winner(position) == side

    def _slipped(self, position: Any, seen: set[Hashable], *, begun: bool) -> tuple[Found, int]:
        """An action drawn among the plausible ones; only ``blind`` levels overlook a proved win.

        A slip never ends a turn without an action: unless the turn is ``begun``, ``end`` is not drawn.
        """
        level = self.level
        scored, nodes = self._plausible(position, seen)
        if not begun:
            scored = [pair for pair in scored if pair[1].text != _END] or scored
        best = max(value for value, _ in scored)
        if best > DECIDED and not level.blind:
            scored = [pair for pair in scored if pair[0] == best]
        value, action = _drawn(scored, best, level.heat, self._chance)
        return Found((action,), value), nodes

    def _plausible(self, position: Any, seen: set[Hashable]) -> tuple[list[tuple[int, Action]], int]:
        """The actions with their values by a short search, and the number of positions searched."""
        if self.evaluation.whole_turns:
            scored = TurnSearch(self.evaluation).values(position)  # type: ignore[arg-type]
            return scored, len(scored)
        search = AlphaBeta(self.evaluation)
        return search.values(position, depth=_PLAUSIBLE, nodes=_LOOKED_AT, seen=seen), search.nodes


def _drawn(
    scored: list[tuple[int, Action]], best: int, heat: int, chance: random.Random
) -> tuple[int, Action]:
    """One of the actions, the likelier the better it is: ``heat`` below the best is 1/e as likely."""
    weights = [math.exp(max(value - best, -50 * heat) / heat) for value, _ in scored]
    (drawn,) = chance.choices(scored, weights)
    return drawn
