"""Finds positions with a forced win, and writes them: ``python -m tests.computer.tactics GAME [SEED]``.

The third level plays against itself; in Predation, whose sides are uneven, against the first, on either side.
The last turns of the side that won are looked at by a search of eight times the positions (in Predation: of
eight times the turns gone on with) that the fifth level has. Where it says that the match is won in a few
plies, the solver has to prove it, and says in how many and by which actions. So what is kept is not what the
fifth level finds, but what is there.

Half of the positions are of either side, and there are as many of one ply as of two or three, and of four or
five. In Predation a win within the turn is looked for: a third of one action, the others of more. A match
gives two positions at most. Positions in which most actions win are not taken. It takes minutes to an hour a
game; what is there already is kept, and gone on from with another seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any

from computer.alphabeta import AlphaBeta
from computer.core import NOBODY, plies_to_win
from computer.games import evaluation_of
from computer.levels import level_of
from computer.think import Player
from computer.turns import TurnSearch
from engines import GAMES
from tests.computer.tactics.kept import MOST_PLIES, Tactic, tactics, write
from tests.computer.tactics.solver import Solver, TooLongError
from tools.computer.arena import after_action, opened

WANTED = 20
DEEPER = 8
A_MATCH = 2
LAST_TURNS = 7
"""Turns of the winner that are looked at, from the last one back."""
LONGEST = 150
"""The turns after which a match is given up."""
PROVED_WITHIN = 600_000
"""Positions for the solver, above which a win is left alone."""


def main(key: str, seed: str = "1") -> None:
    """Look for as many as are wanted of each kind, and keep what is found so far after each match."""
    found = tactics(key)
    left = quotas(key)
    left.subtract((kind_of(key, one.plies), one.read().to_act) for one in found)
    begun = time.monotonic()
    for number in range(100_000):
        for tactic in picked(key, match(key, f"{seed} {number}"), left):
            if tactic.position in {one.position for one in found}:
                continue
            found.append(tactic)
            write(key, found)
            kinds = Counter(one.plies for one in found)
            said = f"{key}: {len(found)} after {number + 1} matches and {time.monotonic() - begun:.0f} s"
            print(said, dict(sorted(kinds.items())), flush=True)
        if not any(count > 0 for count in left.values()):
            return


def quotas(key: str) -> Counter[tuple[int, str]]:
    """How many positions of each kind are wanted, by side."""
    most = kind_of(key, MOST_PLIES)
    kinds = sorted(min(number // 7, most) for number in range(1, WANTED + 1))
    return Counter(zip(kinds, GAMES[key].sides * WANTED, strict=False))


def kind_of(key: str, plies: int) -> int:
    """0 for a win at once, 1 or 2 for a longer one."""
    return min(plies - 1, 1) if evaluation_of(key).whole_turns else plies // 2


def match(key: str, seed: str) -> list[Any]:
    """The positions of a match before the turns of its winner, the last one first."""
    chance = random.Random(f"tactics {key} {seed}")
    drawn = {option.key: chance.choice(option.choices) for option in GAMES[key].options}
    options = {} if chance.random() < 0.5 else drawn
    evaluation, position = evaluation_of(key), opened(key, options, chance)
    levels = chance.choice([(1, 3), (3, 1)]) if evaluation.whole_turns else (3, 3)
    players = [Player(key, level_of(key, level), chance) for level in levels]
    seen: dict[Any, Any] = {}
    turns: list[tuple[str, Any]] = []
    for _ in range(LONGEST):
        if not position.legal_actions():
            break
        turns.append((position.to_act, position))
        if evaluation.comes_back:
            seen[evaluation.key(position)] = position
        for text in players[evaluation.mover(position)].turn(position, list(seen.values())).actions:
            position = after_action(position, text, seen)
    if position.legal_actions() or evaluation.winner(position) == NOBODY:
        return []
    winner = GAMES[key].sides[evaluation.winner(position)]
    return [(options, one) for side, one in reversed(turns) if side == winner][:LAST_TURNS]


def picked(key: str, turns: list[Any], left: Counter[tuple[int, str]]) -> Iterator[Tactic]:
    """The positions of a match that are wanted, at most A_MATCH, the longest wins first."""
    won = list(takewhile(lambda turn: (deep(key, turn[1]) or LONGEST) <= MOST_PLIES, turns))
    taken = 0
    for options, position in reversed(won):
        side = position.to_act
        if taken == A_MATCH or not any(left[kind, side] > 0 for kind in range(3)):
            continue
        tactic = proved(key, options, position)
        if tactic is None or left[kind_of(key, tactic.plies), side] <= 0:
            continue
        left[kind_of(key, tactic.plies), side] -= 1
        taken += 1
        yield tactic


def deep(key: str, position: Any) -> int | None:
    """The plies in which the deeper search says that the match is won."""
    evaluation, level, chance = evaluation_of(key), level_of(key, 5), random.Random(1)
    if evaluation.whole_turns:
        search = TurnSearch(evaluation)  # type: ignore[arg-type]
        found = search.best(position, replace(level.width, beam=DEEPER * level.width.beam), chance=chance)
        for action in found.actions:
            position = position.apply(action)
        won = not position.legal_actions() and evaluation.winner(position) == evaluation.mover(position)
        return len(found.actions) if won or found.value > 900_000 else None
    return plies_to_win(AlphaBeta(evaluation).best(position, nodes=DEEPER * level.nodes, chance=chance).value)


def proved(key: str, options: dict[str, str], position: Any) -> Tactic | None:
    """The win as the solver proves it; None where it cannot, or where most actions win."""
    solver = Solver(position.to_act, PROVED_WITHIN)
    try:
        plies = solver.shortest(position, MOST_PLIES)
        if plies is None:
            return None
        wins = solver.winning(position, plies)
    except TooLongError:
        return None
    if 2 * len(wins) > len(position.legal_actions()):
        return None
    rules = GAMES[key].rules_version
    return Tactic(key, plies, position.to_text(), tuple(map(str, wins)), options, rules)


if __name__ == "__main__":
    main(*sys.argv[1:])
