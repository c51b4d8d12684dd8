"""The engine against the slow second generator: the same actions, positions and endings everywhere."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines import GAMES, Action, Outcome, Position
from tests.engines.choosing import eager
from tests.games.cannons_and_crabs.naive import Naive, read, start

GAME = GAMES["cannons-and-crabs"]
SIDES = {"w": "white", "b": "black", None: None}
BOARDS = GAME.options[0].choices
OFTEN = 10
"""How often every kind must have happened in the test of many matches."""

KINDS = {
    *(f"{letter} {deed}" for letter in "KRNCPAMD" for deed in ("moves", "takes")),
    *(f"C {deed} {how}" for deed in ("moves", "takes") for how in ("two squares", "over a piece")),
    *(f"{foot} {deed} and becomes {to}" for foot in "PA" for deed in ("moves", "takes") for to in "MD"),
    *(f"{side} castles on the {flank}-side" for side in "wb" for flank in "ag"),
    "a right lost by a move of the king",
    "a right lost by a move of the rook",
    "a right lost by a rook taken",
    "a cannon's check answered by interposing",
    "a king takes what only a blocked cannon guards",
    "a piece must shield the king from a cannon",
    "check",
    "double check",
    "checkmate",
    "stalemate",
    "fifty-moves",
    "checkmate on the hundredth ply",
    "stalemate on the hundredth ply",
}

# What chance seldom reaches, as a position on six ranks and an action to begin with (none: by chance).
RARE = [
    ("3k3/7/3K3/7/7/R6 w - 0 60", "a1-a6"),
    ("3k3/7/3K3/7/7/R6 w - 99 60", "a1-a6"),
    ("k6/4N2/1K5/7/7/7 w - 0 60", "e5-c4"),
    ("k6/4N2/1K5/7/7/7 w - 99 60", "e5-c4"),
    ("k6/7/7/7/7/K5R w - 99 60", "g1-g2"),
    ("6k/7/7/3c3/3R3/2Kn3 w - 0 60", "c1xd1"),
    ("3k3/7/7/3c3/R6/3K3 w - 0 60", "a2-d2"),
    ("3k3/7/7/3c3/3N3/3K3 w - 0 60", ""),
    ("r2k2r/7/7/7/7/R2K2R w AGag 10 60", "d1-b1"),
    ("r2k2r/7/7/7/7/R2K2R w AGag 10 60", "d1-f1"),
    ("r2k2r/7/7/7/7/R2K2R w AGag 10 60", "a1xa6"),
    ("r2k2r/7/7/7/7/R2K2R b AGag 10 60", "d6-b6"),
    ("r2k2r/7/7/7/7/R2K2R b AGag 10 60", "d6-f6"),
    ("1n2n2/P4A1/7/7/7/k5K w - 0 60", ""),
    ("K5k/7/7/7/p4a1/1N2N2 b - 0 60", ""),
    ("3k3/7/3N3/7/3R3/K6 w - 0 60", "d4-f5"),
]


def on(board: str, text: str) -> str:
    """A position of six ranks on another board: the ranks more are empty, and in the middle."""
    ranks, rest = text.split(" ", 1)
    rows = ranks.split("/")
    return "/".join([*rows[:3], *["7"] * (int(board[-1]) - 6), *rows[3:]]) + " " + rest


def higher(board: str, action: str) -> str:
    """An action of six ranks where it takes place on another board."""
    moved = int(board[-1]) - 6
    return "".join(str(int(sign) + moved) if sign in "456" else sign for sign in action)


def compare(
    position: Position, naive: Naive, chance: random.Random, plies: int, seen: Counter[str], action: str = ""
) -> None:
    """Play on by chance with both, and compare everything after every action.

    A kind of action that was seen too seldom is often taken when there is one.
    """
    for _ in range(plies):
        legal = naive.legal()
        actions = position.legal_actions()
        assert sorted(map(str, actions)) == sorted(legal), naive.text()
        assert position.to_text() == naive.text()
        assert position.outcome() == outcome(naive, seen)
        seen["plies"] += 1
        if not actions:
            return
        played = position.parse(action) if action else choose(position, legal, chance, seen)
        action = ""
        position, later = position.apply(played), naive.play(str(played))
        count(naive, later, str(played), legal[str(played)], seen)
        naive = later


def choose(position: Position, legal: dict[str, str], chance: random.Random, seen: Counter[str]) -> Action:
    legal_actions = position.legal_actions()
    seldom = [action for action in legal_actions if seen[legal[str(action)]] < OFTEN]
    return eager(position, seldom if seldom and chance.random() < 0.5 else legal_actions, chance)


def outcome(naive: Naive, seen: Counter[str]) -> Outcome | None:
    ending = naive.ending()
    if ending is None:
        return None
    winner, reason = ending
    seen[reason] += 1
    if naive.clock == 100 and reason != "fifty-moves":
        seen[f"{reason} on the hundredth ply"] += 1
    return Outcome(SIDES[winner], reason)


def count(before: Naive, after: Naive, text: str, kind: str, seen: Counter[str]) -> None:
    seen[kind] += 1
    for right in set(before.rights) - set(after.rights):
        if right.isupper() != (before.side == "w"):
            seen["a right lost by a rook taken"] += 1
        else:
            seen[f"a right lost by a move of the {'king' if kind[0] in 'Kwb' else 'rook'}"] += 1
    if after.attacked(after.side):
        seen["check"] += 1
        attackers = [one for one in after.board if after.goes(one, after.king(after.side))]
        seen["double check"] += len([one for one in attackers if after.owner(one) != after.side]) == 2
    seen["a king takes what only a blocked cannon guards"] += kind == "K takes" and bool(
        shields(after, before.side)
    )
    shielding = shields(before, before.side)
    if before.attacked(before.side):
        interposed = kind[0] != "K" and shields(after, before.side) - shielding
        seen["a cannon's check answered by interposing"] += bool(interposed)
    elif shielding:
        held = {text[:2] for text, _ in before.moves()} - {text[:2] for text in before.safe_moves()}
        seen["a piece must shield the king from a cannon"] += bool(
            held & {"abcdefg"[x] + str(y + 1) for x, y in shielding}
        )


def shields(naive: Naive, side: str) -> set[tuple[int, int]]:
    """The squares between a side's king and enemy cannons two squares away, where a piece stands."""
    x, y = naive.king(side)
    ways = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]
    cannon = "c" if side == "w" else "C"
    return {
        (x + right, y + up)
        for right, up in ways
        if naive.board.get((x + 2 * right, y + 2 * up)) == cannon and (x + right, y + up) in naive.board
    }


def random_matches(board: str, seeds: range, plies: int) -> Counter[str]:
    """Matches on a board from the start, and from the rare positions; what happened in them."""
    seen: Counter[str] = Counter()
    options = {"board": board}
    for seed in seeds:
        chance = random.Random(seed)
        compare(GAME.start(options), start(board), chance, plies, seen)
        for text, action in RARE:
            there = on(board, text)
            first = higher(board, action)
            compare(GAME.from_text(there, options), read(there, options), chance, 12, seen, first)
    return seen


@pytest.mark.parametrize("board", BOARDS)
def test_engine_and_naive_generator_agree(board: str) -> None:
    seen = random_matches(board, range(2), 100)
    assert {"C takes over a piece", "checkmate", "stalemate", "fifty-moves"} <= set(seen)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("board", BOARDS)
def test_engine_and_naive_generator_agree_at_length(board: str) -> None:
    seen = random_matches(board, range(100, 190), 180)
    print(f"\n{board}: {', '.join(f'{kind} {seen[kind]}' for kind in sorted(seen))}")
    assert seen["plies"] >= 20_000
    seldom = {kind: seen[kind] for kind in KINDS if seen[kind] < OFTEN}
    assert not seldom, "these happened too seldom to know much of them"
