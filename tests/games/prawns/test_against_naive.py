"""The engine against the slow second generator: the same actions, positions and endings everywhere."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines import GAMES, Outcome, Position
from tests.engines.choosing import eager, every_choice, random_setup
from tests.games.prawns.naive import Naive

GAME = GAMES["prawns"]
SIDES = {"g": "green", "b": "blue"}

KINDS = {
    "swim",
    "jump-start over nothing",
    "jump-start over a friend",
    *(f"jump of {jumper}" for jumper in "KSCL"),
    *(f"wall-jump of {jumper}" for jumper in "KCL"),
    *(f"eat {eaten} with {eater}" for eaten in "KSCL" for eater in "KSCL"),
    *(f"{verb} {when} the move" for verb in ("evolution", "re-evolution") for when in ("before", "after")),
    "end",
    "death on dry land",
    "the sea shrank",
    "the sea shrank by a move alone",
    "the match went on after a death on dry land",
    "won by eating",
    "won by dry land",
}

# Ends of matches that chance seldom reaches: few prawns in a narrow sea, some without a move.
RARE = [
    "8/8/8/3L4/8/1L1k4/8/8 b b3-d5 K8S2C2L0/K7S2C2L2 -",
    "8/8/8/8/2k2L2/8/8/8 g c4-f4 K8S2C2L1/K7S2C2L2 -",
    "8/8/8/8/1kK5/8/8/8 b b4-c4 K7S2C2L2/K7S2C2L2 -",
    "8/8/8/8/LLk5/8/8/8 g a4-c4 K8S2C2L0/K7S2C2L2 -",
    "8/8/8/8/KKk5/8/8/8 g a4-c4 K6S2C2L2/K7S2C2L2 -",
]


def compare(position: Position, naive: Naive, chance: random.Random, plies: int, seen: Counter[str]) -> None:
    """Play on by chance with both, and compare everything after every action.

    A kind of action that was not seen yet is taken as soon as there is one.
    """
    for _ in range(plies):
        legal = naive.legal()
        actions = position.legal_actions()
        assert sorted(map(str, actions)) == sorted(legal), naive.text()
        assert position.to_text() == naive.text()
        assert position.outcome() == outcome(naive, seen)
        if not actions:
            return
        unseen = [action for action in actions if legal[str(action)] not in seen]
        action = eager(position, unseen or actions, chance)
        position, later = position.apply(action), naive.play(str(action))
        count(naive, later, legal[str(action)], seen)
        naive = later


def outcome(naive: Naive, seen: Counter[str]) -> Outcome | None:
    winner = naive.winner()
    if winner is None:
        return None
    # The last action was the other side's: if the winner is to act, the loser died by its own.
    dry = winner == naive.side
    seen["won by dry land" if dry else "won by eating"] += 1
    return Outcome(SIDES[winner], "dry-land" if dry else "eaten")


def count(before: Naive, after: Naive, kind: str, seen: Counter[str]) -> None:
    seen[kind] += 1
    if before.sea != after.sea:
        seen["the sea shrank"] += 1
        if len(before.board) == len(after.board):
            seen["the sea shrank by a move alone"] += 1
    if kind == "death on dry land" and after.winner() is None:
        seen["the match went on after a death on dry land"] += 1


def random_matches(seeds: range, plies: int) -> Counter[str]:
    """Matches on the boards and options in turn, and from the rare positions; what happened in them."""
    seen: Counter[str] = Counter()
    choices = list(every_choice(GAME))
    for seed in seeds:
        chance = random.Random(seed)
        setup = random_setup(GAME, choices[seed * 7 % len(choices)], chance)
        assert setup.first is not None and setup.picks is not None
        width, height = map(int, setup.options["board"].split("x"))
        picks = {side: "".join(pick[0].upper() for pick in setup.picks[SIDES[side]]) for side in "gb"}
        naive = Naive.start(width, height, setup.options["revival"] == "on", setup.first[0], picks)
        compare(setup.start(GAME), naive, chance, plies, seen)
        for text in RARE:
            compare(GAME.from_text(text), Naive.read(text, 8, 8, True), chance, plies, seen)
    return seen


def test_engine_and_naive_generator_agree() -> None:
    seen = random_matches(range(10), 150)
    assert KINDS - set(seen) == set(), "these never happened, so nothing is known of them"


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("part", range(4))
def test_engine_and_naive_generator_agree_at_length(part: int) -> None:
    seen = random_matches(range(1000 + part, 1160, 4), 300)
    assert KINDS - set(seen) == set(), "these never happened, so nothing is known of them"
