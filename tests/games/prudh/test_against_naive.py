"""The engine against the slow second generator: the same actions, positions and endings everywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from engines import GAMES, Action, Outcome, Position, perft
from tests.games.prudh.naive import Naive, read, start

GAME = GAMES["prudh"]
EDGES = GAME.options[0].choices
SIDES = {"d": "dark", "l": "light"}

EVERYWHERE = {
    "slide",
    "one capture in a run",
    "several captures in one run",
    "run onto an empty space of its own",
    "run onto an empty space of the enemy",
    "run onto its own stack",
    "run onto an enemy as high",
    "run onto a bigger enemy",
    "run that ends inside",
    "run that ends at the edge",
    "won by whoever moved last",
    "won by whoever did not move last",
    "won by the last award alone",
    "a tie goes to dark, which moved second",
    "a tie goes to light, which moved second",
}
"""What must happen whatever the rule for the edge."""

AT_THE_EDGE = {
    "ordinary": {
        "ordinary: the rest goes back after a capture on the edge",
        "ordinary: the rest goes back without a capture on the edge",
    },
    "traditional": {
        "traditional: the rest is captured on the edge",
        "traditional: the rest goes back without a capture on the edge",
        "over without a stack to be awarded",
    },
    "tika": {
        "tika: the rest stays on the edge",
        "tika: the rest goes back without a capture on the edge",
        "over without a stack to be awarded",
    },
    "tomio": {
        "tomio: the rest falls into the pit after a capture on the edge",
        "tomio: the rest falls into the pit without a capture on the edge",
        "a pit with pieces is awarded",
        "over without a stack to be awarded",
    },
}
"""What must happen under one of them. With the ordinary edge a run always leaves its side a stack."""

# Ends of matches that chance seldom reaches: no stack to be awarded, or a pit that does not decide.
RARE = {
    "ordinary": [],
    "traditional": ["1,2,0,0,2,2/0,0,0,0,0,0/0,0,0,0,0,2/0,0,0,0,0,4/1,2,0,0,0,0/0,0,0,1,0,0 l l 9:10 0"],
    "tika": ["0,3,0,1,0,1/0,0,0,0,0,0/2,0,0,0,0,0/0,0,1,0,0,0/0,0,1,0,0,0/2,0,1,0,0,0 d l 10:14 0"],
    "tomio": [
        "1,1,0,1,1,1/2,0,0,0,0,1/0,0,1,0,0,0/0,0,0,0,0,0/0,1,1,1,0,0/0,0,0,0,0,1 d d 12:8 3",
        "1,1,0,0,0,0/0,1,0,0,0,0/0,0,0,0,0,1/0,1,0,0,1,1/0,0,0,0,0,1/0,0,0,0,1,1 l d 10:14 2",
        "1,1,0,0,0,0/0,1,0,0,0,0/0,0,0,0,0,1/0,1,0,0,1,1/0,0,0,0,0,1/0,0,0,0,1,1 l l 10:14 2",
        "1,0,0,1,1,2/1,0,0,2,0,0/0,0,0,0,0,0/0,0,0,0,1,0/1,0,1,1,1,0/0,0,0,0,0,0 l l 8:14 1",
        "1,0,0,0,0,0/2,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,2/0,4,0,1,1,0 l d 11:7 7",
    ],
}


def compare(position: Position, naive: Naive, chance: random.Random, seen: Counter[str]) -> int:
    """Play to the end with both, and compare everything after every action; how many there were."""
    plies, eagerness = 0, chance.choice((0.0, 0.3, 0.6))
    while True:
        legal = naive.legal()
        actions = position.legal_actions()
        assert sorted(map(str, actions)) == sorted(legal), naive.text()
        assert position.to_text() == naive.text()
        assert position.to_act == (SIDES[naive.side] if legal else None)
        assert position.outcome() == (None if legal else outcome(naive, seen))
        if not actions:
            return plies
        action = rare_ending(position, actions) or chosen(actions, eagerness, chance)
        position, naive = position.apply(action), naive.play(str(action))
        seen.update(naive.happened)
        plies += 1


def chosen(actions: Sequence[Action], eagerness: float, chance: random.Random) -> Action:
    """By chance, but a run where there is one as often as ``eagerness`` says: few stacks ever run else."""
    runs = [action for action in actions if ">" in action.text]
    return chance.choice(runs if runs and chance.random() < eagerness else actions)


def rare_ending(position: Position, actions: Sequence[Action]) -> Action | None:
    """An action after which the match is over and whoever did it has not won by a higher score, if any.

    With the tall stacks and the full pits of most ends, chance seldom finds one.
    """
    for action in actions if len(actions) < 8 else ():
        end = position.apply(action).outcome()
        if end and (end.winner != position.to_act or end.reason == "tie-second-mover"):
            return action
    return None


def outcome(naive: Naive, seen: Counter[str]) -> Outcome:
    winner, reason, scores = naive.final()
    last = {"d": "l", "l": "d"}[naive.side]
    if reason == "tie-second-mover":
        seen[f"a tie goes to {SIDES[winner]}, which moved second"] += 1
    else:
        seen[f"won by whoever {'moved' if winner == last else 'did not move'} last"] += 1
        if winner == last and naive.points[last] <= naive.points[naive.side]:
            seen["won by the last award alone"] += 1
    if scores[last] == naive.points[last] + naive.pit:
        seen["over without a stack to be awarded"] += 1
    if naive.pit:
        seen["a pit with pieces is awarded"] += 1
    return Outcome(SIDES[winner], reason, {SIDES[side]: score for side, score in scores.items()})


def random_matches(edge: str, plies: int, seed: int) -> Counter[str]:
    """Matches from the start, sides starting in turn, and some from the rare positions; what happened."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    options = {"edge": edge}
    while plies > 0:
        first = "dl"[seen["matches"] % 2]
        position = GAME.start(options, first=SIDES[first])
        plies -= compare(position, start(options, first), chance, seen)
        seen["matches"] += 1
        if seen["matches"] % 10 == 0:
            for text in RARE[edge]:
                plies -= compare(GAME.from_text(text, options), read(text, options), chance, seen)
    return seen


def test_the_second_generator_reads_what_it_writes() -> None:
    chance = random.Random(1)
    position = GAME.start({"edge": "tomio"}, first="light")
    while actions := position.legal_actions():
        assert read(position.to_text(), {"edge": "tomio"}).text() == position.to_text()
        position = position.apply(chance.choice(actions))


@pytest.mark.parametrize("edge", EDGES)
def test_engine_and_naive_generator_agree(edge: str) -> None:
    seen = random_matches(edge, 800, seed=1)
    assert AT_THE_EDGE[edge] - set(seen) == set(), "these never happened, so nothing is known of them"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("edge", EDGES)
def test_engine_and_naive_generator_agree_at_length(edge: str) -> None:
    seen = random_matches(edge, 25_000, seed=2)
    for kind, times in sorted(seen.items()):
        print(f"{times:>7,} {kind}")
    rare = {kind: seen[kind] for kind in EVERYWHERE | AT_THE_EDGE[edge] if seen[kind] < 10}
    assert not rare, "these happened too seldom, so little is known of them"


@pytest.mark.timeout(300)
@pytest.mark.slow
def test_the_start_four_plies_deep() -> None:
    """The second generator counts the same."""
    assert perft(GAME.start(), 4) == 5_977_048
