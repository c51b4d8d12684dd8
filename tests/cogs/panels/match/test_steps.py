"""An action chosen part by part: what can come next, in words, and what the numbers lead to."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from cogs.panels.moving import hint_panel
from cogs.panels.moving.move_steps import ActionSteps, named_in, offered, walk
from cogs.text import computer_texts
from engines import GAMES, Position
from tests.games.predation.boards import board

WORDS = {"place": "new pjawn", "spawn": "new {side}"}


def start(key: str) -> Position:
    return GAMES[key].start()


def every_way(position: Position, taken: tuple[int, ...] = ()) -> list[ActionSteps]:
    """Every complete choice that numbers lead to."""
    steps = walk(position, WORDS, taken)
    assert steps.taken == taken
    if steps.action is not None:
        return [steps]
    return [found for number in range(len(steps.parts)) for found in every_way(position, (*taken, number))]


def at_random(key: str, seed: int, count: int) -> Iterator[Position]:
    """The positions of a match by chance, until it is over."""
    chance, position = random.Random(seed), start(key)
    while count and (legal := position.legal_actions()):
        yield position
        position, count = position.apply(chance.choice(list(legal))), count - 1


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_ways_lead_to_the_legal_actions_and_to_nothing_else(key: str, seed: int) -> None:
    for position in at_random(key, seed, 30):
        found, legal = [steps.action for steps in every_way(position)], position.legal_actions()
        assert len(found) == len(legal)
        assert set(found) == set(legal)


@pytest.mark.parametrize("key", GAMES)
def test_no_menu_says_the_same_twice_and_ways_stand_in_the_order_of_the_picture(key: str) -> None:
    for position in at_random(key, 1, 40):
        for steps in (walk(position, WORDS), *(walk(position, WORDS, [number]) for number in range(3))):
            labels = [steps.label(part) for part in steps.parts]
            assert len(labels) == len(set(labels))
    diagram = start(key).diagram()
    for steps in (walk(start(key), WORDS), walk(start(key), WORDS, [0])):
        points = [part for _, part in steps.choices if part[0] in "abcdefghijklmno" and part[1:].isdecimal()]
        assert points == sorted(points, key=diagram.reading_order)


FIRST_HALF = re.compile(
    r"\*\*Hint:\*\* "
    r"((?:move|evolve) the [a-z]+( of \d+)? on [a-o]\d+|new [a-z]+( on [a-o]\d+)?)\."
)
SECOND_HALF = re.compile(
    r"\*\*Best move:\*\* (end your turn|new [a-z]+ on [a-o]\d+|([a-z]+ [a-o]\d+|\d on) .+)\."
)


@pytest.mark.parametrize("key", GAMES)
def test_both_halves_of_any_hint_are_sentences(key: str) -> None:
    for position in at_random(key, 2, 25):
        for steps in every_way(position):
            first = hint_panel.first_half([steps])
            if len(steps.taken) > 1:
                assert FIRST_HALF.fullmatch(first), first
            assert SECOND_HALF.fullmatch(hint_panel.second_half([steps], None)), steps.said


def test_a_hint_says_what_to_do_and_what_it_wins() -> None:
    pjawns = walk(start("pjawns"), WORDS)
    assert hint_panel.first_half([pjawns]) == "**Hint:** new pjawn."
    assert hint_panel.second_half([pjawns.after(4)], None) == "**Best move:** new pjawn on e1."
    prudh = start("prudh")
    way = next(each for each in every_way(prudh) if len(each.taken) > 1)
    assert hint_panel.first_half([way]) == f"**Hint:** move the stack on {way.prefix[0]}."
    for won_in, wins in (
        (1, " It wins at once."),
        (2, " It wins at once."),
        (3, " It wins in 2 moves, whatever they do."),
        (6, " It wins in 3 moves, whatever they do."),
    ):
        assert hint_panel.second_half([pjawns.after(4)], won_in) == f"**Best move:** new pjawn on e1.{wins}"


def hinted(key: str, text: str, *actions: str) -> tuple[str, str]:
    """Both halves of the hint with some actions."""
    turn = hint_panel.rest_of_turn(walk(GAMES[key].from_text(text), WORDS), actions)
    return hint_panel.first_half(turn), hint_panel.second_half(turn, None)


def test_a_hint_tells_the_rest_of_a_turn_with_an_evolution() -> None:
    before = "7s/1K5c/8/8/8/8/C6L/FFF5 g a1-h8 K4S2C1L1/K8S1C1L2 -"
    assert hinted("prawns", before, "b7-b8", "b8=L") == (
        "**Hint:** move the krill on b7, then evolve the krill on b8.",
        "**Best turn:** krill b7 to b8, then krill b8 evolves into a lobster.",
    )
    assert hinted("prawns", before, "b7-b8", "end") == (
        "**Hint:** move the krill on b7.",
        "**Best turn:** krill b7 to b8, then end your turn.",
    )


def test_a_hint_tells_the_rest_of_a_turn_of_predation() -> None:
    text = start("predation").to_text()
    assert hinted("predation", text, "c13-b11", "d13-d12", "end") == (
        "**Hint:** move the predator on c13, then move the predator on d13.",
        "**Best turn:** predator c13 to b11, then predator d13 to d12, then end your turn.",
    )
    assert hinted("predation", text, "end")[0] == "**Hint:** end your turn."


def test_a_hint_of_very_many_actions_is_cut() -> None:
    first, second = computer_texts.pieces(["a"] * 11), computer_texts.moves(["b"] * 8, None)
    assert first.endswith(", then a, then 3 more.") and second.count("then b") == 7


def test_what_a_piece_can_become_is_offered_with_the_pieces() -> None:
    before = "1K5s/7c/8/8/8/8/C6L/FFF5 g a1-h8 K4S2C1L1/K8S1C1L2 -"
    steps = walk(GAMES["prawns"].from_text(before), WORDS)
    offers = [way.label_alone() for way in steps.ways(20)]
    at = offers.index("Krill b8")
    kinds = ("shrimp", "crab", "lobster")
    assert offers[at + 1 : at + 4] == [f"Krill b8 evolves into a {kind}" for kind in kinds]
    assert len(steps.ways(len(offers) - 1)) == len(steps.choices) == len(offers) - 3, "where they fit"
    after = steps.position.apply(steps.position.parse("h2-g1"))
    alone = [way.label_alone() for way in walk(after, WORDS).ways(20)]
    assert alone == offers[at + 1 : at + 4], "it can't move any more"


def test_a_part_that_leaves_no_choice_is_taken_by_itself() -> None:
    steps = walk(start("pjawns"), WORDS)
    assert (steps.taken, steps.prefix) == ((), ("place",))
    assert steps.said == "new pjawn"
    assert steps.label("e1") == "e1", "the rest stands above it"
    assert steps.label_alone("e1") == "new pjawn on e1"


@pytest.mark.parametrize("line", ["@e1 @d8", "@e1 @d8 e1e2 @a8 @a1 @b8"])
def test_what_can_be_done_is_offered_as_something_to_do(line: str) -> None:
    """What was done is told otherwise: "pjawn placed on b1"."""
    position = start("pjawns")
    for text in line.split():
        position = position.play(position.parse(text))
    steps = walk(position, WORDS)
    label = steps.label("place")
    (free, *others) = [action for action in position.legal_actions() if action.path[0] == "place"]
    assert label == ("new pjawn" if others else f"new pjawn on {free.path[1]}")
    chosen = walk(position, WORDS, [steps.parts.index("place"), *([0] if others else [])])
    assert chosen.said == f"new pjawn on {free.path[1]}"


@pytest.mark.parametrize(("turn", "whose"), [("d13xf9", "predator"), ("end", "prey")])
def test_who_is_to_act_spawns_a_piece_of_theirs(turn: str, whose: str) -> None:
    position = board("d13 b13", "f9 f8 a1 b1 a2")
    position = position.play(position.parse(turn))
    assert walk(position, WORDS).label("spawn") == f"new {whose}"
    spawning = [action for action in position.legal_actions() if action.path[0] == "spawn"]
    assert offered(position, WORDS, spawning[0]) == f"new {whose} on {spawning[0].path[1]}"


def test_what_is_chosen_is_said() -> None:
    position = start("cannons-and-crabs")
    steps = walk(position, WORDS)
    assert steps.said == ""
    number = steps.parts.index("a2")
    assert steps.label("a2") == "pawn a2 to a3"
    assert walk(position, WORDS, [number]).said == "pawn a2 to a3", "its only move"


def test_a_stack_says_how_high_it_is() -> None:
    position = start("prudh")
    for text in ("b2-c3", "c2-d3"):
        position = position.play(position.parse(text))
    stacks = [steps.label(part) for steps in [walk(position, WORDS)] for part in steps.parts]
    assert "c3 (2)" in stacks and "a3" in stacks, "they are all stacks"


def played(key: str, line: str) -> Position:
    """The position after a line."""
    position = start(key)
    for text in line.split():
        position = position.play(position.parse(text))
    return position


def test_pieces_and_places_come_row_by_row_as_they_lie_before_the_player() -> None:
    white = walk(start("cannons-and-crabs"), WORDS)
    rows = [part for _, part in white.choices]
    assert rows == sorted(rows, key=lambda at: (-int(at[1:]), at[0])), "white sees its own rank below"
    black = walk(played("cannons-and-crabs", "a2-a3"), WORDS)
    rows = [part for _, part in black.choices]
    assert rows == sorted(rows, key=lambda at: (int(at[1:]), -ord(at[0]))), "black's board is turned"
    assert rows[0] > rows[-1]


def test_what_else_is_to_be_chosen_is_chosen_with_the_destination() -> None:
    position = board("d13 b13", "f9 f8 a1 b1 a2")
    steps = walk(position, WORDS, [walk(position, WORDS).parts.index("d13")])
    ways = steps.ways(40)
    assert all(way.after.action is not None for way in ways)
    assert {way.label() for way in ways} >= {"Takes prey f9", "Takes prey f9 and f8"}
    few = steps.ways(len(steps.choices))
    assert [way.part for way in few] == [part for _, part in steps.choices], "unless they are too many"


def test_a_capture_has_its_sign() -> None:
    line = "@e1 @d8 e1-e3 d8-d6 e3-e4 d6-d5 @a1 @h8 a1-a3 @g8 a3-a4 @f8"
    steps = walk(played("pjawns", line), WORDS)
    steps = steps.after(steps.parts.index("e4"))
    assert [steps.label(part) for _, part in steps.choices] == ["×d5", "e5"]


def test_a_stack_that_is_joined_is_no_capture() -> None:
    chance, position, runs = random.Random(3), start("prudh"), 0
    while legal := position.legal_actions():
        for steps in (walk(position, WORDS, [number]) for number in range(len(walk(position, WORDS).parts))):
            for part in steps.parts:
                action = next(one for one in steps.fitting if one.path[1] == part)
                assert (part in steps.captures) == ("capture" in position.describe(action))
                runs += part in steps.captures
        position = position.apply(chance.choice(legal))
    assert runs


@pytest.mark.parametrize("numbers", [(999,), (0, 999), (0, 0, 0, 0)])
def test_numbers_that_are_no_choice_end_the_way(numbers: tuple[int, ...]) -> None:
    steps = walk(start("cannons-and-crabs"), WORDS, numbers)
    assert steps.taken == numbers[: len(steps.taken)]
    assert len(steps.taken) < len(numbers)


@pytest.mark.parametrize(
    ("typed", "prefix"),
    [("b1-b9", ("b1",)), ("Nb1 to b9", ("b1",)), ("h9 b1", ("b1",)), ("e4", None), ("", None)],
)
def test_the_piece_that_somebody_meant(typed: str, prefix: tuple[str, ...] | None) -> None:
    found = named_in(start("cannons-and-crabs"), WORDS, typed)
    assert (None if found is None else found.prefix) == prefix
