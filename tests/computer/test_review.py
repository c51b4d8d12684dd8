"""Reviews: what is planted is named, what is said to be won is won, and what was no mistake is not told."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import count, islice

import pytest

from computer.core import DECIDED, WON
from computer.review.judge import (
    ALL_NODES,
    LEAST_NODES,
    SECOND_SEARCHES,
    Reviewing,
    chance_of,
    first_searches,
    nodes_for,
    taken_in,
)
from computer.review.model import (
    MOST_TURNS,
    NODES,
    PlayedMatch,
    PlayedTurn,
    Review,
    ReviewedTurn,
    SearchJob,
    SeenTurn,
    deciding_turn,
    key_of,
    played_match,
    read,
)
from computer.review.search import search
from engines import GAMES
from engines.record import History
from tests.cases import case
from tests.computer.reviewing import SelfPlay, planted, reviewed, wins_by_force

WHOLE = bool(os.environ.get("COMPUTER_MATCHES"))
"""``COMPUTER_MATCHES=1`` plays as many matches as the promise speaks of, and as well, in half an hour."""
PLANTED = {"cannons-and-crabs": 8, "pjawns": 8, "prawns": 7, "prudh": 7}
"""Matches with a slip, by game: thirty."""
MISSED = 1 if WHOLE else 0
"""Those of a game at most in which it is not named, three in thirty: of the first of each game, none."""
SELF_PLAY = {"cannons-and-crabs": 5, "pjawns": 9, "prawns": 3, "predation": 3, "prudh": 10}
BOARDS = {"prawns": {"board": "5x5"}}
"""A small sea: a match in it is over in half the turns, and no win in it is harder to check."""
LEVEL = int(os.environ.get("COMPUTER_LEVEL", "4" if WHOLE else "3"))
"""The level that plays against itself: one that thinks less is quicker, and misses no fewer wins."""
PLAYED_OUT = 300_000
"""A claim is checked by playing out every line where these are about as many at most."""
TURN = ReviewedTurn(4, 0, ("a",), 0.72, 0.31, (("b",), ("c", "d")), ("e",), won_in=3)


def turn(number: int, side: int, action: str = "x") -> PlayedTurn:
    return PlayedTurn(number, side, f"position {number}", (action,))


def match_of(*sides: int, game: str = "pjawns") -> PlayedMatch:
    return PlayedMatch(game, tuple(turn(number, side) for number, side in enumerate(sides)), "end")


def seen(*values: int, action: str = "best") -> list[tuple[SeenTurn, ...]]:
    return [tuple(SeenTurn(value, (action,)) for value in values)]


# --- the deciding turn -----------------------------------------------------------------------------


def test_the_turn_after_which_the_winner_stayed_ahead_decides() -> None:
    swings: dict[tuple[float, ...], int | None] = {
        (0.5, 0.5, 0.9, 1.0): 1,
        (0.5, 0.9, 0.4, 0.8, 0.9): 2,  # what was given away again decided nothing
        (0.5, 0.6, 0.7, 0.95): 2,  # a small step ahead, then the turn that counts
        (0.5, 0.55, 0.62, 0.7, 0.78): None,  # bit by bit
        (0.8, 0.9, 1.0): None,  # ahead all the time
        (0.5, 0.9, 0.3): None,  # given up, or lost on time
        (0.5,): None,
    }
    for chances, number in swings.items():
        with case(str(chances)):
            plies = tuple(range(len(chances)))
            assert deciding_turn(Review(plies, chances, (), ""), 0) == number
            other = tuple(1 - chance for chance in chances)
            assert deciding_turn(Review(plies, other, (), ""), 1) == number


# --- chances ---------------------------------------------------------------------------------------


def test_a_value_is_a_chance_and_only_what_is_proved_is_certain() -> None:
    for game in GAMES:
        with case(game):
            values = (-WON, -DECIDED - 1, -DECIDED, -300, 0, 300, DECIDED, DECIDED + 1, WON)
            chances = [chance_of(game, value) for value in values]
            assert chances == sorted(chances)
            assert chances[:2] == [0.0, 0.0]
            assert chances[-2:] == [1.0, 1.0]
            assert all(0 < one < 1 for one in chances[2:-2])


# --- jobs ------------------------------------------------------------------------------------------


def test_work_is_bounded_however_long_a_match_is() -> None:
    assert nodes_for(10) == NODES
    assert nodes_for(200) < NODES
    assert nodes_for(10_000) == LEAST_NODES
    for turns in (1, 5, 60, 250, MOST_TURNS, 3 * MOST_TURNS):
        with case(turns):
            match = match_of(*(number % 2 for number in range(turns)))
            looks = first_searches(match.latest)
            looked_at = sum(len(job.actions) * job.nodes for job in looks)
            assert looked_at <= max(ALL_NODES, MOST_TURNS * NODES * 0.25)
            assert [job.to_end for job in looks] == [False] * (len(looks) - 1) + [True]
            assert sum(len(job.actions) for job in looks) == min(turns, MOST_TURNS)


def test_turns_are_split_where_the_side_changes() -> None:
    history = History(GAMES["predation"].start({}))
    for action in ("d13-e10", "end", "end"):
        history = history.then(str(history.position.parse(action)))
    match = played_match("predation", {}, 1, history)
    assert [(one.ply, one.side, len(one.actions)) for one in match.turns] == [(0, 0, 2), (2, 1, 1)]
    assert match.end == history.position.to_text()


def test_a_turn_that_was_broken_off_is_left_out() -> None:
    history = History(GAMES["predation"].start({}))
    for action in ("d13-e10", "end", "b1-b2"):
        history = history.then(str(history.position.parse(action)))
    match = played_match("predation", {}, 1, history)
    assert len(match.turns) == 1
    assert match.end == history.until(2).position.to_text()


def test_the_same_look_finds_the_same() -> None:
    start = GAMES["prudh"].start({}).to_text()
    job = SearchJob("prudh", start, 300, actions=("d2-e3", "b5-a4"), to_end=True)
    found = search(job)
    assert found == search(job)
    assert len(found) == 3
    line = search(replace(job, actions=(), to_end=False, line=3, but=found[0].actions[0]))
    assert len(line) == 3
    assert line[0].actions != found[0].actions


def test_nothing_is_found_where_nothing_else_can_be_done() -> None:
    position = GAMES["prudh"].start({})
    (only, *_) = position.legal_actions()
    forced = search(SearchJob("prudh", position.to_text(), 100, line=1, first=only.text))
    assert forced[0].actions == (only.text,)


# --- judging ---------------------------------------------------------------------------------------


def test_what_cost_nothing_is_not_looked_at_again() -> None:
    reviewing = Reviewing(match_of(0, 1, 0, 1), seen(0, 1, 0, 2, 0))
    assert reviewing.doubts() == ()
    assert reviewing.review().turns == ()
    assert reviewing.review().chances == pytest.approx([0.5] * 5, abs=0.05)


def test_the_worst_of_each_side_are_looked_at_again_and_no_more() -> None:
    sides = tuple(number % 2 for number in range(60))
    values = [0 if number % 4 < 2 else -120 for number in range(61)]
    reviewing = Reviewing(match_of(*sides), seen(*values))
    looked = 0
    while doubts := reviewing.doubts():
        for doubt in doubts:
            looked += 1
            reviewing.judge(
                doubt.number, (SeenTurn(0, ("best",)), SeenTurn(0, ("reply",))), (SeenTurn(-90, ("answer",)),)
            )
    assert looked <= 2 * SECOND_SEARCHES


def test_a_turn_is_told_by_what_both_looks_after_it_say() -> None:
    reviewing = Reviewing(match_of(0, 1), seen(60, -60, -60))
    (doubt,) = reviewing.doubts()
    assert (doubt.number, doubt.line.but, doubt.answer.position) == (0, "x", "position 1")
    reviewing.judge(0, (SeenTurn(60, ("best",)), SeenTurn(50, ("reply",))), (SeenTurn(-50, ("answer",)),))
    review = reviewing.review()
    (told,) = review.turns
    assert (told.ply, told.side, told.line, told.reply) == (0, 0, (("best",), ("reply",)), ("answer",))
    assert told.before == pytest.approx(chance_of("pjawns", 50), abs=0.001)
    assert told.after == pytest.approx(chance_of("pjawns", -50), abs=0.001)
    assert review.chances[:2] == (told.before, told.after)


def test_no_mistake_is_told_where_nothing_was_better() -> None:
    reviewing = Reviewing(match_of(0, 1), seen(60, -60, -60))
    reviewing.judge(0, (SeenTurn(-60, ("other",)), SeenTurn(-80, ("reply",))), (SeenTurn(-60, ("answer",)),))
    assert reviewing.review().turns == ()
    alone = Reviewing(match_of(0, 1), seen(60, -60, -60))
    alone.judge(0, (), (SeenTurn(-60, ("answer",)),))
    assert alone.review().turns == ()


def test_a_win_is_claimed_only_where_the_line_comes_to_its_end() -> None:
    won = tuple(SeenTurn(WON - left, ("a",) if left else ()) for left in (3, 2, 1, 0))
    for line, claimed in ((won, 2), (won[:3], None), ((won[0], SeenTurn(40, ("b",)), *won[2:]), None)):
        reviewing = Reviewing(match_of(0, 1), seen(WON - 3, 20, 20, action="a"))
        (doubt,) = reviewing.doubts()
        assert doubt.line.first == "a"
        reviewing.judge(0, line, (SeenTurn(20, ("answer",)),))
        (told,) = reviewing.review().turns
        assert told.won_in == claimed
    still = Reviewing(match_of(0, 1), seen(WON - 3, 20, 20, action="a"))
    still.judge(0, won, (SeenTurn(WON - 5, ("answer",)),))
    assert still.review().turns == (), "what was played won as well"


def test_what_is_proved_stays() -> None:
    reviewing = Reviewing(match_of(0, 1), seen(-20, WON - 4, WON - 4))
    assert reviewing.review().chances == (1.0, 1.0, 1.0)


def test_of_soft_values_only_pieces_and_wins_within_a_turn_are_told() -> None:
    match = match_of(0, 1, game="predation")
    line = (SeenTurn(300, ("d13-e10", "end")), SeenTurn(300, ("c2-e5", "end")))
    answer = (SeenTurn(-900, ("c5xd6", "!c6", "c1xe3", "end")),)
    reviewing = Reviewing(match, seen(300, -900, -900))
    reviewing.judge(0, line, answer)
    (told,) = reviewing.review().turns
    assert (told.pieces, told.won_in) == (2, None)
    even = Reviewing(match, seen(300, -900, -900))
    even.judge(0, line, (SeenTurn(-900, ("c2-e5", "end")),))
    assert even.review().turns == ()
    assert taken_in(("d13xf9+f8", "d12xe11", "*c1", "end")) == 3


# --- reviews ---------------------------------------------------------------------------------------


def test_a_review_is_written_and_read() -> None:
    review = Review((0, 1), (0.5, 0.7), (TURN, replace(TURN, pieces=2)), "0f", brief=True)
    assert read(review.written()) == review


def test_the_worst_three_and_a_missed_win_before_a_small_loss() -> None:
    turns = [replace(TURN, ply=ply, side=ply % 2, won_in=None, after=0.72 - ply / 20) for ply in range(8)]
    missed = replace(TURN, ply=9, side=0, before=1.0, after=0.98)
    review = Review((0,), (0.5,), (*turns, missed), "")
    assert [one.ply for one in review.worst(1)] == [7, 5, 3]
    assert [one.ply for one in review.worst(0)] == [6, 4, 9]
    assert [one.ply for one in review.worst(None)] == [7, 6, 5]


def test_a_course_of_a_match_has_a_key_of_its_own() -> None:
    history = History(GAMES["prudh"].start({})).then("d2-e3")
    assert key_of(history) == key_of(History(history.start).then("d2-e3"))
    assert key_of(history) != key_of(history.then("b5-a4"))
    assert played_match("prudh", {}, 1, history.then("b5-a4")).key == key_of(history.then("b5-a4"))


# --- whole matches ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", PLANTED)
def test_planted_slips_are_named(game: str) -> None:
    """A slip that loses more than 30 points by a search ten times as deep is among its side's worst turns."""
    found = (planted(game, seed) for seed in count())
    named = []
    for match, ply in islice((one for one in found if one is not None), PLANTED[game] if WHOLE else 1):
        (slip,) = (turn for turn in match.turns if turn.ply == ply)
        worst = reviewed(match).worst(slip.side)
        named.append(ply in [turn.ply for turn in worst])
        print(f"{game}: {'named' if named[-1] else 'not named'}: {slip.actions}, {worst}", flush=True)
    assert sum(named) >= len(named) - MISSED, named


def check_claims(match: SelfPlay) -> int:
    """Check every win that is said to have been missed; returns how many there are.

    Its line ends in that win. Where it is short enough, every other line is played out too.
    """
    claims = [told for told in reviewed(match.played).turns if told.won_in is not None]
    for told in claims:
        position = match.history.until(told.ply).position
        side, plies = position.to_act, sum(map(len, told.line))
        if played_out := len(position.legal_actions()) ** plies <= PLAYED_OUT:
            assert wins_by_force(position, plies)
        print(f"{match.game}: ply {told.ply}: won in {told.won_in}, {told.line}, {played_out=}", flush=True)
        for text in (action for one in told.line for action in one):
            position = position.apply(position.parse(text))
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == side
    return len(claims)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game", SELF_PLAY)
def test_no_win_is_claimed_that_there_was_not(game: str) -> None:
    """Matches of a level against itself that misses hardly any: thirty, or the first of each game."""
    for seed in range(SELF_PLAY[game] if WHOLE else 1):
        match = SelfPlay(game, LEVEL, seed, BOARDS.get(game))
        match.play(120)
        check_claims(match)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", ["cannons-and-crabs", "prudh"] if WHOLE else ["prudh"])
def test_wins_that_were_missed_are_claimed_and_were_there(game: str) -> None:
    """Matches of beginners, who miss many."""
    claims = 0
    for seed in range(4 if WHOLE else 2):
        match = SelfPlay(game, 1, seed)
        match.play(60)
        claims += check_claims(match)
    assert claims
