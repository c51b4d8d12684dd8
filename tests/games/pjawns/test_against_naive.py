"""The engine against the slow second generator: the same actions, positions and endings everywhere."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines import Outcome, Position
from tests.engines.choosing import eager
from tests.games.pjawns import naive
from tests.games.pjawns.boards import GAME, turned
from tests.games.pjawns.naive import Naive

SIDES = {"w": "white", "b": "black"}

KINDS = {
    f"{side} {kind}"
    for side in SIDES.values()
    for kind in (
        "placement",
        "placement after a capture",
        "advance",
        "advance from rank 4",
        "advance onto rank 8",
        "double step",
        "capture",
        "capture from rank 4",
        "capture onto rank 8",
        "en passant",
        "held back on rank 4 from advance from rank 4",
        "held back on rank 4 from capture from rank 4",
        "won: rank-8",
        "won: no-action",
    )
}

# What chance seldom reaches: matches one action before a side can be shut in.
RARE = [
    "8/4p1p1/1p2P1P1/1Pp4p/p1Pp1p2/P2P1P1P/8/8 b 0/0 -",
    "4p3/p3P1p1/6P1/2p2pPp/1pPp3P/1P1P1P2/8/8 b 0/0 f2",
    "8/3p4/p2P4/2pP1p1p/PpP1pPpP/4P1P1/8/8 b 0/0 -",
    "8/4p3/3pP3/p2P1p1p/P1pP1P1P/2P3p1/6P1/8 b 0/1 -",
    "8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -",
    "8/1p4p1/1P6/2p1pPP1/2PpP2p/p2P3P/p7/P7 w 0/0 -",
    # And captures on the fourth ranks and the last ones.
    "8/P1p2P2/4P3/3p1p2/2P1p3/8/1p5p/8 w 4/2 -",
]


def compare(position: Position, naive: Naive, chance: random.Random, plies: int, seen: Counter[str]) -> int:
    """Play on by chance with both, and compare everything after every action; how many plies it went.

    Of the kinds of action there are, one of the least seen is taken every other time.
    """
    for ply in range(plies):
        legal = naive.legal()
        actions = position.legal_actions()
        assert sorted(map(str, actions)) == sorted(legal), naive.text()
        assert position.to_text() == naive.text()
        assert position.outcome() == outcome(naive, seen)
        if not actions:
            return ply
        side = SIDES[naive.side]
        seen.update(f"{side} held back on rank 4 from {kind}" for kind in naive.held_back().values())
        least = min(seen[f"{side} {kind}"] for kind in legal.values())
        rare = [action for action in actions if seen[f"{side} {legal[str(action)]}"] == least]
        action = eager(position, chance.choice([rare, actions]), chance)
        count(naive, legal[str(action)], seen)
        position, naive = position.apply(action), naive.play(str(action))
    return plies


def outcome(naive: Naive, seen: Counter[str]) -> Outcome | None:
    found = naive.outcome()
    if found is None:
        return None
    winner, reason = found
    seen[f"{SIDES[winner]} won: {reason}"] += 1
    return Outcome(SIDES[winner], reason)


def count(naive: Naive, kind: str, seen: Counter[str]) -> None:
    side = SIDES[naive.side]
    seen[f"{side} {kind}"] += 1
    if kind.startswith(("capture", "en passant")):
        seen[f"captured from {naive.enemy()}"] += 1
    elif kind == "placement" and seen[f"captured from {naive.side}"]:
        seen[f"{side} placement after a capture"] += 1


def random_matches(seeds: range, seen: Counter[str]) -> int:
    """A match from the start and one from every rare position, both ways up; how many plies they had."""
    plies = 0
    for seed in seeds:
        chance = random.Random(seed)
        texts = [GAME.start().to_text(), *RARE, *map(turned, RARE)]
        for text in texts:
            # Captures of another match bring nothing back in this one.
            seen["captured from w"] = seen["captured from b"] = 0
            plies += compare(GAME.from_text(text), naive.read(text, {}), chance, 400, seen)
    return plies


def test_engine_and_naive_generator_agree() -> None:
    seen: Counter[str] = Counter()
    random_matches(range(6), seen)
    assert KINDS - set(+seen) == set(), "these never happened, so nothing is known of them"


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_engine_and_naive_generator_agree_at_length() -> None:
    seen: Counter[str] = Counter()
    plies = random_matches(range(1000, 1300), seen)
    print(f"\n{plies} plies")
    for kind in sorted(KINDS):
        print(f"{seen[kind]:>7} {kind}")
    assert plies >= 20_000
    assert {kind for kind in KINDS if seen[kind] < 10} == set(), "these hardly happened"
