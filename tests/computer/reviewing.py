"""Matches to look back at: played by the computer itself, with a slip planted in them where one is wanted."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from computer.alphabeta import AlphaBeta
from computer.games import evaluation_of
from computer.levels import level_of
from computer.review.judge import Reviewing, chance_of, first_searches
from computer.review.model import BLUNDER, NODES, PlayedMatch, Review, played_match
from computer.review.search import search
from computer.think import Player
from engines import GAMES
from engines.record import History

DEEP: Final = 10 * NODES
_AT_FIRST: Final = 1_500
_DRAWN: Final = 5
"""The actions of a turn that are tried, and the positions that are looked at before it is looked deeper."""
_FIRST_SLIP, _LAST_SLIP = 6, 18
_AFTER: Final = 5
"""The turns that are played after a slip before the match is given up."""


def begun(game: str, chance: random.Random, options: Mapping[str, str] | None = None) -> History:
    """A match with nothing played, whoever starts and the picks drawn."""
    rules = GAMES[game]
    picks = None
    if rules.secret_setup is not None:
        setup = rules.secret_setup
        picks = {side: tuple(chance.choice(setup.choices) for _ in setup.slots) for side in rules.sides}
    first = chance.choice(rules.sides) if rules.starter != "first-named" else None
    return History(rules.start(options, first=first, picks=picks))


class SelfPlay:
    """A match of a level against itself; every turn is drawn by the seed."""

    def __init__(self, game: str, level: int, seed: int, options: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.options = options or {}
        self.chance = random.Random(f"review {game} {seed}")
        self.history = begun(game, self.chance, self.options)
        self._player = Player(game, level_of(game, level), self.chance)
        self.evaluation = evaluation_of(game)

    @property
    def over(self) -> bool:
        return not self.history.position.legal_actions()

    def turn(self) -> None:
        """Play the next turn; what has been is not brought about again."""
        seen = [played.before for played in self.history.played[-60:]]
        for text in self._player.turn(self.history.position, seen).actions:
            self.history = self.history.then(text)

    def play(self, turns: int) -> None:
        for _ in range(turns):
            if not self.over:
                self.turn()

    @property
    def played(self) -> PlayedMatch:
        return played_match(self.game, self.options, GAMES[self.game].rules_version, self.history)


def planted(game: str, seed: int) -> tuple[PlayedMatch, int] | None:
    """A match with a slip in it, and the ply of that; None where no turn of the match offers one.

    The slip is an action that loses more than BLUNDER by a search that is ten times as deep as a review's.
    """
    match = SelfPlay(game, 3, seed)
    match.play(match.chance.randint(_FIRST_SLIP, _LAST_SLIP))
    for _ in range(20):
        if match.over:
            return None
        if (slip := slip_in(game, match.history.position, match.chance)) is not None:
            ply = match.history.position.ply
            side = match.history.position.turn_of
            match.history = match.history.then(slip)
            while not match.over and match.history.position.turn_of == side:
                match.turn()
            match.play(_AFTER)
            return match.played, ply
        match.turn()
    return None


def slip_in(game: str, position: Any, chance: random.Random) -> str | None:
    """An action that loses more than BLUNDER: the first that is drawn and found to be one."""
    actions = [action for action in position.legal_actions() if action.text != "end"]
    chance.shuffle(actions)
    for action in actions[:_DRAWN]:
        if loss(game, position, action, _AT_FIRST) > BLUNDER and loss(game, position, action, DEEP) > BLUNDER:
            return action.text
    return None


def loss(game: str, position: Any, action: Any, nodes: int) -> float:
    """The chance that an action loses by a search of so many positions, before it and after it."""
    evaluation = evaluation_of(game)
    best = _best(game, position, nodes)
    after = position.apply(action)
    if not after.legal_actions():
        return 0.0
    found = _best(game, after, nodes)
    value = found if evaluation.mover(after) == evaluation.mover(position) else -found
    return _of_mover(game, position, best) - _of_mover(game, position, value)


@cache
def _best(game: str, position: Any, nodes: int) -> int:
    """The value of a position, which several of its actions are compared with."""
    return AlphaBeta(evaluation_of(game)).best(position, nodes=nodes).value


def _of_mover(game: str, position: Any, value: int) -> float:
    """The chance that a value is for the side that acts."""
    sign = 1 if evaluation_of(game).mover(position) == 0 else -1
    chance = chance_of(game, sign * value)
    return chance if sign > 0 else 1 - chance


def reviewed(match: PlayedMatch) -> Review:
    """The review of a match, made in this process."""
    reviewing = Reviewing(match, [search(job) for job in first_searches(match)])
    while doubts := reviewing.doubts():
        for doubt in doubts:
            reviewing.judge(doubt.number, search(doubt.line), search(doubt.answer))
    return reviewing.review()


def wins_by_force(position: Any, plies: int) -> bool:
    """True if the side to act wins within so many plies whatever the other does: every line is played out.

    No search, no evaluation and no order of actions takes part in it.
    """
    side = position.to_act
    return _wins(position, side, plies, {})


def _wins(position: Any, side: Any, plies: int, known: dict[Any, bool]) -> bool:
    outcome = position.outcome()
    if outcome is not None:
        return bool(outcome.winner == side)
    if plies == 0:
        return False
    key = position, plies
    if key not in known:
        after = (position.apply(action) for action in position.legal_actions())
        results = (_wins(one, side, plies - 1, known) for one in after)
        known[key] = any(results) if position.to_act == side else all(results)
    return known[key]
