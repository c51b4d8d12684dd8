"""The computer's search against easyAI's negamax at equal depth, and a Monte Carlo tree search at equal time.

All use the same rules and the same evaluation. Equal depth is the nominal one, and neither extends it for
captures; ours searches late and quiet actions less deeply. Predation, whose turns are searched as a whole,
has no depth to compare, and only plays the tree search. ``python -m tools.bench.peers --pairs 10 --positions
10 prudh`` sets the numbers, and the games to compare.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

from easyAI import Negamax, TranspositionTable, TwoPlayerGame  # type: ignore[import-untyped]

from computer.alphabeta import AlphaBeta
from computer.core import NOBODY, Evaluation
from computer.games import evaluation_of
from computer.levels import LEVELS, Level, level_of
from computer.think import Player
from engines import GAMES
from tools import harness
from tools.computer.arena import opened, play, wilson

FASTER_WANTED, WON_WANTED = 8, 0.85
POSITIONS, MIDDLE = 3, 12
"""The positions per game, and the turns from the opening to each."""
NODES = 20_000
"""The positions that our search visits: a third of the fifth level's, or less."""
WHOLE_TURNS = 4
"""The level for games whose turns are searched as a whole."""
PAIRS = 2
LONGEST = 300
"""The turns after which a match is undecided: half a point each."""


def run(
    games: Sequence[str] = (), /, pairs: int = PAIRS, positions: int = POSITIONS, nodes: int = NODES
) -> None:
    """Print both; fails only if a search plays an illegal action, not because one is slow or loses."""
    chosen = games or sorted(GAMES)
    print(f"easyAI's negamax with a table, as deep as ours gets, {positions} positions a game")
    for key in chosen:
        if not evaluation_of(key).whole_turns:
            _print_depth(key, positions, nodes)
    print(
        "A tree search (UCT, evaluation at the leaves) with the processor time that ours takes turn by turn"
    )
    for key in chosen if pairs else ():
        _print_matches(key, pairs, nodes)


# --- equal depth ---------------------------------------------------------------------------------


class EasyGame(TwoPlayerGame):  # type: ignore[misc]
    """A position for easyAI, where players alternate: if one acts twice, the other passes in between."""

    def __init__(self, evaluation: Evaluation, position: Any) -> None:
        self.players = [None, None]
        self.current_player = 1
        self.looked_at = 0
        self._evaluation = evaluation
        self._first = evaluation.mover(position)
        self._line = [position]

    @property
    def _side(self) -> int:
        return self._first if self.current_player == 1 else 1 - self._first

    def possible_moves(self) -> list[Any]:
        """The legal actions; None is a pass."""
        position = self._line[-1]
        if self._evaluation.mover(position) != self._side:
            return [None]
        return list(position.legal_actions())

    def make_move(self, move: Any) -> None:
        """Play an action, or pass."""
        self.looked_at += 1
        position = self._line[-1]
        self._line.append(position if move is None else position.apply(move))

    def unmake_move(self, _move: Any) -> None:
        """Undo the last action."""
        self._line.pop()

    def is_over(self) -> bool:
        """True if there is no legal action any more."""
        return not self._line[-1].legal_actions()

    def ttentry(self) -> Any:
        """The key of the position in the table."""
        return self._evaluation.key(self._line[-1]), self.current_player

    def scoring(self) -> float:
        """The value of the position for the side to act."""
        position, side = self._line[-1], self._side
        if not position.legal_actions():
            winner = self._evaluation.winner(position)
            return 0 if winner == NOBODY else 10_000 if winner == side else -10_000
        value = self._evaluation.value(position)
        return value if side == 0 else -value


def _print_depth(key: str, positions: int, nodes: int) -> None:
    evaluation = type(evaluation_of(key))(GAMES[key])
    evaluation.quiet_search = False
    depths, theirs, ours = [], 0.0, 0.0
    for number in range(positions):
        position = _middle(key, number)
        depths.append(_depth(evaluation, position, nodes))
        search = partial(AlphaBeta(evaluation).best, position, nodes=10**9, depth=depths[-1])
        ours += harness.timed(search, time.process_time)[0] / 1000
        peer = Negamax(depths[-1], win_score=20_000, tt=TranspositionTable())
        theirs += harness.timed(partial(peer, EasyGame(evaluation, position)), time.process_time)[0] / 1000
    plies = ", ".join(map(str, depths))
    said = f"{key}: easyAI {theirs:.2f} s, ours {ours:.2f} s ({plies} plies)"
    harness.figure(said, theirs / ours, "times", at_least=FASTER_WANTED)


def _middle(key: str, number: int) -> Any:
    """A position in the middle of a match of the second level against itself."""
    for attempt in count():
        chance = random.Random(f"peers {key} {number} {attempt}")
        position, player = opened(key, {}, chance), Player(key, level_of(key, 2), chance)
        for _ in range(MIDDLE):
            for text in player.turn(position).actions if position.legal_actions() else ():
                position = position.apply(position.parse(text))
        if len(position.legal_actions()) > 4:
            return position
    raise AssertionError("unreachable")


def _depth(evaluation: Evaluation, position: Any, nodes: int) -> int:
    """The greatest depth, at least one, that our search reaches within ``nodes``."""
    for depth in count(1):
        search = AlphaBeta(evaluation)
        search.best(position, nodes=10 * nodes, depth=depth)
        if search.nodes > nodes:
            return max(1, depth - 1)
    raise AssertionError("unreachable")


# --- equal time ----------------------------------------------------------------------------------


@dataclass
class _Node:
    """A position in the tree: its visits, and the sum of results for the side that acted before."""

    position: Any
    before: int
    """The side that acted before."""
    action: Any = None
    visits: int = 0
    sum: float = 0.0
    untried: list[Any] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)


@dataclass
class SearchTree:
    """UCT: selects leaves by upper bounds, and evaluates them instead of playing random games."""

    evaluation: Evaluation
    chance: random.Random
    scale: float
    explore: float = 0.7
    looked_at: int = 0

    def best(self, position: Any, until: Callable[[], bool]) -> Any:
        """The most visited action, once ``until`` returns true."""
        root = self._node(position, 1 - self.evaluation.mover(position), None)
        while len(root.children) < 2 or not until():
            self._once(root)
            if root.visits > 2 and not root.untried and len(root.children) == 1:
                break
        return max(root.children, key=lambda child: child.visits).action

    def _node(self, position: Any, before: int, action: Any) -> _Node:
        untried = list(position.legal_actions())
        self.chance.shuffle(untried)
        return _Node(position, before, action, untried=untried)

    def _once(self, root: _Node) -> None:
        path = [root]
        node = root
        while not node.untried and node.children:
            log = math.log(node.visits)
            node = max(
                node.children,
                key=lambda one: one.sum / one.visits + self.explore * math.sqrt(log / one.visits),
            )
            path.append(node)
        if node.untried:
            action = node.untried.pop()
            child = self._node(node.position.apply(action), self.evaluation.mover(node.position), action)
            node.children.append(child)
            path.append(child)
        self.looked_at += 1
        value = self._value(path[-1].position)
        for one in path:
            one.visits += 1
            one.sum += value if one.before == 0 else -value

    def _value(self, position: Any) -> float:
        """From -1 to 1, for side 0."""
        if not position.legal_actions():
            winner = self.evaluation.winner(position)
            return 0.0 if winner == NOBODY else 1.0 if winner == 0 else -1.0
        return math.tanh(self.evaluation.value(position) / self.scale)


SCALES = {"prudh": 40.0, "pjawns": 40.0, "prawns": 150.0, "cannons-and-crabs": 300.0, "predation": 300.0}
"""Values that are a clear advantage."""


def _print_matches(key: str, pairs: int, nodes: int) -> None:
    points, seconds, played = 0.0, [0.0, 0.0], 0
    for pair in range(pairs):
        for ours in (0, 1):
            point, taken = _match(key, pair, ours, nodes)
            points, played = points + point, played + 1
            seconds = [total + more for total, more in zip(seconds, taken, strict=True)]
    low, high = wilson(points, played)
    took = f"{seconds[0]:.1f} s beside {seconds[1]:.1f} s"
    said = f"{key}: ours {points:g} of {played} [{low:.0%}-{high:.0%}], {took}"
    harness.figure(said, 100 * points / played, "%", at_least=100 * WON_WANTED)


def _match(key: str, pair: int, ours: int, nodes: int) -> tuple[float, list[float]]:
    """Our points in a match in which we have a side, and the processor seconds of both."""
    evaluation, position = evaluation_of(key), opened(key, {}, random.Random(f"peers {key} {pair}"))
    player = Player(key, _level(key, nodes), random.Random(pair))
    tree = SearchTree(evaluation, random.Random(pair), SCALES[key])
    # What a turn of ours took last; before the first one, what it would take.
    usual = Player(key, _level(key, nodes), random.Random(0))
    last = harness.timed(partial(usual.turn, position), time.process_time)[0] / 1000
    seconds = [0.0, 0.0]

    def we(position: Any, seen: list[Any]) -> Iterable[str]:
        nonlocal last
        took, turn = harness.timed(partial(player.turn, position, seen), time.process_time)
        last = took / 1000
        seconds[0] += last
        return turn.actions

    def they(position: Any, _seen: list[Any]) -> Iterable[str]:
        side, share, texts, begun = evaluation.mover(position), last, list[str](), time.process_time()
        while position.legal_actions() and evaluation.mover(position) == side:
            ends = time.process_time() + share
            action = tree.best(position, lambda ends=ends: time.process_time() >= ends)  # type: ignore[misc]
            texts.append(action.text)
            position = position.apply(action)
            share = last / 4  # for each further action of a turn
        seconds[1] += time.process_time() - begun
        return texts

    winner, _ = play(evaluation, position, (they, we) if ours else (we, they), LONGEST)
    return (0.5 if winner == NOBODY else float(winner == ours)), seconds


def _level(key: str, nodes: int) -> Level:
    if evaluation_of(key).whole_turns:
        return level_of(key, WHOLE_TURNS)
    return replace(level_of(key, LEVELS[-1]), nodes=nodes)


if __name__ == "__main__":
    harness.main(run)
