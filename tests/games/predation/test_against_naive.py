"""The engine against the slow second generator: the same actions, positions and endings everywhere."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engines import Outcome, Position
from tests.engines.choosing import eager
from tests.games.predation.boards import GAME, rows
from tests.games.predation.naive import BESIDE, PLACES, Naive, read

KINDS = {
    "predator move",
    "predator capture",
    "predator capture of two",
    "predator spawn: the only one",
    "predator spawn: the first of two",
    "predator spawn: the second of two",
    "predator spawn: one place for two",
    "predator spawn given up",
    "no room to spawn a predator",
    "prey spawn",
    "prey spawn given up",
    "prey move",
    "prey stops in a zone",
    "prey passes prey in a zone",
    "prey passes prey in a zone to capture",
    "prey leaves a zone",
    "prey capture with two",
    "prey capture with more",
    "prey captures on the far edge",
    "choice of 2 helpers",
    "choice of 3 helpers",
    "a helper that had moved is removed",
    "a landing",
    "a counted prey moves on",
    "a counted prey moves along the far edge",
    "a counted prey is captured",
    "a counted prey captures",
    "a counted prey is removed",
    "end",
    "end without predators",
    "the bank is empty",
    "the bank limits prey's spawning",
    "won by a predator's capture",
    "won by prey's own capture",
    "won by two landings",
}

_CROWD = " ".join(f"{file}{row}" for row in (3, 5, 7) for file in "abcdefghi")
_MORE = " ".join(f"{file}{row}" for row in (2, 4, 6, 8) for file in "abcdefgh")
_PACK = " ".join(f"{file}{row}" for row in (9, 11) for file in "abcdefghi")

# What chance seldom reaches: full boards, boards without predators, prey at the far edge.
RARE = [
    # The bank holds two or three pieces.
    f"{rows(f'{_PACK} a13 b13 c13 d13 e13 f13 g13', f'{_CROWD} a1 i1 d2 e2 f2 b2 c2 g2 h2')} p move - 0",
    f"{rows('', f'{_CROWD} {_MORE} a9 b9 c9')} p move - 0",
    f"{rows('', f'{_CROWD} {_MORE} a9 b9')} p move - 0",
    # Predators about to be captured, on the far edge and elsewhere.
    f"{rows('a13', 'b13 a12 b12 c12 b1 c1')} y spawn:3 - 1:b13",
    f"{rows('e7', 'd7 d6 e6 f7 e5 b1 c1')} y spawn:3 - 0",
    f"{rows('e7', 'd7 d6 e6')} y spawn:1 - 0",
    f"{rows('a13', 'b13 a12 b11')} y spawn:1 - 1:b13",
    f"{rows('e13 e7', 'd7 d6 e6 d12 e12 e11')} y spawn:3 - 0",
    # A corner that only prey in a zone leads out of.
    f"{rows('b3 c1', 'a1 a2 h5')} y spawn:1 - 0",
    # Counted prey next to predators.
    f"{rows('c11', 'a13 b12 c12')} y spawn:1 - 1:a13",
    f"{rows('c11', 'b12 c12 d13')} y spawn:1 - 1:d13",
    f"{rows('d13 b5', 'c12 d12 c11 d11')} y spawn:2 - 0",
    f"{rows('b13 a11', 'a13 a12 b12 c1')} y move c1,a12,b12 1:a13",
    f"{rows('e5', 'a12 b12 c1')} y helper:b13 c1 1:a12",
    # One place in the Lair, for the two that the only predator that can move can capture.
    f"{rows('b13 c13 d13 e13 f13 g13 e12', 'd12 f12 e11 f11 b1 c1')} p move b13,c13,d13,e13,f13,g13 0",
    f"{rows('d13 e12 h9', 'c13 d11 e10 e9')} y spawn:2 - 1:c13",
    f"{rows('c13 d13 e13 f13 g13 h13 b12', 'e9 d11 a13 b1 c1')} p move - 1:a13",
    f"{rows('b13 c13 d13 e13 f13 g13 h13 e12', 'e9 e8 d8 b1 c1')} p move - 0",
    f"{rows('b13 c13 d13 e13 f13 g13 e12', 'e9 e8 d8 b1 c1')} p move - 0",
    f"{rows('c13 d13 e13 f13 e12', 'd12 f12 e11 f11 b1 c1')} p move c13,d13,e13,f13 0",
    f"{rows('c13 d13 e13 f13 g13 e12', 'e9 e8 d8 b1 c1')} p move - 0",
]


def compare(position: Position, naive: Naive, chance: random.Random, plies: int, seen: Counter[str]) -> int:
    """Play on by chance with both, and compare everything after every action; how many actions there were.

    A kind of action that was seldom seen is taken as soon as there is one.
    """
    kind = ""
    for ply in range(plies):
        legal = naive.legal()
        actions = position.legal_actions()
        assert sorted(map(str, actions)) == sorted(legal), naive.text()
        assert position.to_text() == naive.text()
        assert position.outcome() == outcome(naive, kind, seen)
        if not actions:
            return ply
        rarest = min(seen[one] for one in legal.values())
        seldom = [one for one in actions if rarest < 30 and seen[legal[str(one)]] == rarest]
        action = eager(position, seldom or actions, chance)
        text = "end" if not seldom and chance.random() < 0.1 and "end" in legal else str(action)
        position, later = position.apply(position.parse(text)), naive.play(text)
        count(naive, later, text, (kind, kind := legal[text]), seen)
        naive = later
    return plies


def outcome(naive: Naive, kind: str, seen: Counter[str]) -> Outcome | None:
    winner = naive.winner()
    if winner is None:
        return None
    if winner == "prey":
        seen["won by two landings"] += 1
        return Outcome("prey", "migration")
    seen["won by prey's own capture" if kind.startswith("choice") else "won by a predator's capture"] += 1
    return Outcome("predator", "extinction")


def count(before: Naive, after: Naive, text: str, kinds: tuple[str, str], seen: Counter[str]) -> None:
    """Note what kind of action ``text`` was; ``kinds`` are that of the one before it and its own."""
    last, kind = kinds
    seen[kind] += 1
    if before.turn == "p":
        seen.update(predator_events(before, after, text, last, kind))
    elif kind != "end":
        seen.update(prey_events(before, after, text, kind))
    if after.bank() == 0:
        seen["the bank is empty"] += 1
    if text == "end" and 0 < after.spawns == after.bank() < min(
        len(after.all_of("y")) // 2, len(after.empty(after.warren))
    ):
        seen["the bank limits prey's spawning"] += 1


def predator_events(before: Naive, after: Naive, text: str, last: str, kind: str) -> list[str]:
    found = []
    if kind == "predator spawn":
        if last == "predator spawn":
            found.append("predator spawn: the second of two")
        elif before.spawns == 2:
            found.append("predator spawn: the first of two")
        else:
            one = last == "predator capture"
            found.append(f"predator spawn: {'the only one' if one else 'one place for two'}")
    elif before.spawns:
        found.append("predator spawn given up")
    if kind.startswith("predator capture"):
        if not after.spawns:
            found.append("no room to spawn a predator")
        if before.counted - after.counted:
            found.append("a counted prey is captured")
    return found


def prey_events(before: Naive, after: Naive, text: str, kind: str) -> list[str]:
    found = []
    if before.spawns and kind != "prey spawn":
        found.append("prey spawn given up")
    if kind.startswith("choice"):
        if before.counted - after.counted:
            found.append("a counted prey is removed")
        if before.moved - after.moved:
            found.append("a helper that had moved is removed")
    elif kind != "prey spawn":
        start, target = (PLACES[part] for part in text.replace("x", "-").split("-"))
        if leans_on_prey_in_a_zone(before, text):
            found.append(f"prey passes prey in a zone{' to capture' if 'x' in text else ''}")
        if before.in_zone(start):
            found.append("prey leaves a zone")
        if "x" in text:
            if target[1] == 13:
                found.append("prey captures on the far edge")
            if start in before.counted:
                found.append("a counted prey captures")
        elif after.landings > before.landings:
            found.append("a landing")
        elif start in before.counted:
            found.append(f"a counted prey moves {'along the far edge' if target[1] == 13 else 'on'}")
    return found


def leans_on_prey_in_a_zone(before: Naive, text: str) -> bool:
    """Whether the move would not be there if prey in zones could not be passed."""
    start, target = (PLACES[part] for part in text.replace("x", "-").split("-"))
    walks = {start}
    for _ in range(5):
        if any(target in BESIDE[here] for here in walks):
            return False
        walks |= {
            there
            for here in walks
            for there in BESIDE[here]
            if before.board.get(there) != "P" and not before.in_zone(there)
        }
    return True


def random_matches(seeds: range, plies: int, rare_plies: int) -> tuple[Counter[str], int]:
    """Matches from the start and from the rare positions; what happened in them, and how many actions."""
    seen: Counter[str] = Counter()
    actions = 0
    for seed in seeds:
        chance = random.Random(seed)
        for version, options in ((1, {}), (2, {}), (2, {"lair": "7"})):
            game = GAME.at(version)
            start = game.start(options).to_text()
            for text, length in ((start, plies), *((rare, rare_plies) for rare in RARE)):
                position, slow = game.from_text(text, options), read(text, options, version)
                actions += compare(position, slow, chance, length, seen)
    return seen, actions


def test_engine_and_naive_generator_agree() -> None:
    seen, _ = random_matches(range(2), 50, 10)
    assert KINDS - set(seen) == set(), "these never happened, so nothing is known of them"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_engine_and_naive_generator_agree_at_length() -> None:
    seen, actions = random_matches(range(1000, 1020), 150, 16)
    for kind in sorted(KINDS):
        print(f"{seen[kind]:>7,}  {kind}")
    print(f"{actions:>7,}  actions in all")
    assert actions >= 20_000
    assert not [kind for kind in KINDS if seen[kind] < 10], "these happened too seldom to know much of them"
