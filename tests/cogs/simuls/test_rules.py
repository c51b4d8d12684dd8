"""Simuls as values: who may join and start, who plays which side, and the score."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import pytest

from cogs.simuls.rules import (
    MOST,
    MOST_RUNNING,
    Simul,
    SimulBoards,
    SimulError,
    SimulId,
    SimulPhase,
    SimulProblem,
    SimulWishes,
    check_another,
    check_wishes,
    pace_of,
)
from data.features import simuls as rows
from matches.lifecycle import finish
from matches.model import ChannelId, GuildId, MatchId, MatchPlace, Phase, Result, UserId
from matches.players import Erased, Human, Player, Seat
from matches.summaries import MatchSummary
from matches.time.pace import DEFAULT_PACE, NO_CLOCK, Pace
from tests.matches.table import NOON

HOST, ONE, TWO, THREE = map(UserId, (1001, 1002, 1003, 1004))
OPEN: Final = Simul(
    *(SimulId(1), 1, SimulPhase.OPEN, "pjawns", GuildId(11), ChannelId(12), Human(HOST)),
    *(NOON, NOON + timedelta(days=7), DEFAULT_PACE, 3),
    side=None,
    rated=False,
)
STARTED: Final = replace(OPEN, phase=SimulPhase.STARTED)


def board(number: int, result: Result | None = None, *, host: Player | None = None, **more: Any) -> Any:
    """A match of the simul, of which the host plays white."""
    challenger = host or Human(HOST)
    opponent = Human(UserId(2000 + number))
    return MatchSummary(
        *(MatchId(number), 2, Phase.FINISHED if result else Phase.PLAYING, "pjawns", 1, {}),
        places=(MatchPlace(GuildId(11), ChannelId(12)),),
        challenger=challenger,
        opponent=opponent,
        created_at=NOON,
        changed_at=NOON + timedelta(minutes=more.pop("after", number)),
        seats=(Seat("white", challenger), Seat("black", opponent)),
        result=result,
        **more,
    )


def problem(of: Any) -> SimulProblem:
    with pytest.raises(SimulError) as refused:
        of()
    return refused.value.problem


def test_a_place_for_each_who_may_have_one() -> None:
    OPEN.check_join(ONE)
    assert problem(lambda: OPEN.check_join(HOST)) is SimulProblem.OWN
    taken = replace(OPEN, waiting=(ONE, TWO), taken_out=frozenset({THREE}))
    assert problem(lambda: taken.check_join(ONE)) is SimulProblem.JOINED
    assert problem(lambda: taken.check_join(THREE)) is SimulProblem.TAKEN_OUT
    full = replace(taken, places=2)
    assert problem(lambda: full.check_join(UserId(9999))) is SimulProblem.FULL
    for phase in set(SimulPhase) - {SimulPhase.OPEN}:
        closed = replace(taken, phase=phase)
        assert problem(lambda closed=closed: closed.check_join(UserId(9))) is SimulProblem.NOT_OPEN
        assert problem(lambda closed=closed: closed.check_leave(ONE)) is SimulProblem.NOT_OPEN


def test_only_players_leave() -> None:
    taken = replace(OPEN, waiting=(ONE,), taken_out=frozenset({TWO}))
    taken.check_leave(ONE)
    for user in (HOST, TWO, THREE):
        assert problem(lambda user=user: taken.check_leave(user)) is SimulProblem.NOT_IN


def test_the_host_starts_with_two_or_more() -> None:
    assert problem(lambda: OPEN.check_start(ONE)) is SimulProblem.NOT_HOST
    assert problem(lambda: replace(OPEN, waiting=(ONE,)).check_start(HOST)) is SimulProblem.TOO_FEW
    replace(OPEN, waiting=(ONE, TWO)).check_start(HOST)
    assert problem(lambda: replace(STARTED, waiting=(ONE, TWO)).check_start(HOST)) is SimulProblem.NOT_OPEN


def test_whoever_is_erased_hosts_nothing() -> None:
    gone = replace(OPEN, host=Erased(7), waiting=(ONE, TWO))
    assert problem(lambda: gone.check_host(HOST)) is SimulProblem.NOT_HOST


@pytest.mark.parametrize(
    ("game", "side", "expected"),
    [
        ("pjawns", None, ["white", "black", "white"]),
        ("pjawns", "black", ["black", "black", "black"]),
        ("prawns", None, [None, None, None]),
    ],
)
def test_the_hosts_side(game: str, side: str | None, expected: list[str | None]) -> None:
    simul = replace(OPEN, game_key=game, side=side)
    assert [simul.host_side(number) for number in range(3)] == expected


@pytest.mark.parametrize("places", [-1, 0, 1, MOST + 1])
def test_places_that_there_are_not(places: int) -> None:
    assert problem(lambda: check_wishes(SimulWishes("pjawns", places))) is SimulProblem.PLACES


def test_nobody_plays_several_by_the_minute() -> None:
    fast = SimulWishes("pjawns", pace=Pace.read("10m"))
    assert problem(lambda: check_wishes(fast)) is SimulProblem.TOO_FAST
    check_wishes(SimulWishes("pjawns", MOST, NO_CLOCK))


@pytest.mark.parametrize(
    ("wish", "usual", "expected"),
    [
        (None, "7d", "7d"),
        (None, "none", "3d"),
        (None, "10m", "3d"),
        ("none", "7d", "none"),
        ("1d", "7d", "1d"),
    ],
)
def test_the_pace(wish: str | None, usual: str, expected: str) -> None:
    wishes = SimulWishes("pjawns", pace=None if wish is None else Pace.read(wish))
    assert pace_of(wishes, Pace.read(usual)) == Pace.read(expected)


def test_one_gathers_and_three_run() -> None:
    running = [SimulPhase.STARTED] * (MOST_RUNNING - 1)
    check_another(running)
    assert problem(lambda: check_another([*running, SimulPhase.STARTED])) is SimulProblem.RUNNING
    assert problem(lambda: check_another([SimulPhase.OPEN])) is SimulProblem.GATHERING


def test_the_score_in_halves() -> None:
    found = SimulBoards(
        STARTED,
        (
            board(1, Result("white", finish.RESIGNED)),
            board(2, Result("black", finish.ON_TIME)),
            board(3, Result(None, finish.AGREED)),
            board(4, Result(None, finish.ABORTED, counts=False)),
            board(5, Result("white", finish.RESIGNED, counts=False)),
            board(6),
        ),
    )
    assert found.score == (5, 3)
    assert (found.cancelled, [match.id for match in found.running]) == (1, [6])
    assert not found.all_over


def test_a_side_that_was_handed_over_counts_for_the_hosts_side() -> None:
    handed = board(1, Result("white", finish.RESIGNED), host=Human(THREE))
    assert SimulBoards(STARTED, (handed,)).score == (2, 0)


def test_it_is_over_once_nobody_waits_or_plays() -> None:
    over = board(1, Result("white", finish.RESIGNED))
    assert SimulBoards(STARTED, (over,)).all_over
    assert SimulBoards(STARTED).all_over, "all players have gone before their boards"
    assert not SimulBoards(replace(STARTED, waiting=(ONE,)), (over,)).all_over
    assert not SimulBoards(STARTED, (over, board(2))).all_over
    assert not SimulBoards(OPEN, (over,)).all_over


def test_the_board_that_waited_longest_comes_first() -> None:
    host, boards = Human(HOST), [board(n, to_act=(Human(HOST),), after=9 - n) for n in range(1, 4)]
    boards.append(board(4, to_act=(Human(ONE),)))
    found = SimulBoards(STARTED, tuple(boards))
    assert [match.id for match in found.waiting_for(host)] == [3, 2, 1]


def test_what_the_database_is_checked_by_says_the_same() -> None:
    assert tuple(SimulPhase) == rows.PHASES
    assert tuple(one for one in SimulPhase if one.unfinished) == rows.UNFINISHED
    assert rows.NOT_STARTED == (SimulPhase.CALLED_OFF, SimulPhase.EXPIRED)
    assert rows.MOST_PLACES == MOST
