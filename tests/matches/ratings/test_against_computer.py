"""The end of a match against the computer: one result of the person's, and no score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import History
from matches.model import Entry, EntryKind, Match, Result
from matches.players import Computer, Human, Seat
from matches.ratings.eligibility import ending_of
from matches.ratings.scores import DRAW, LOSS, WIN, MatchScores
from tests.matches.table import CHALLENGER, Table


async def ended(table: Table, winner: str | None, **more: object) -> tuple[Match, History]:
    """A match that Ann, the challenger, has played against the computer of level 3."""
    match = await table.begun(6)
    history = table.matches.history(match)
    seats = [
        Seat(one.side, one.player if one.player == Human(CHALLENGER) else Computer(3)) for one in match.seats
    ]
    result = Result(winner, "resigned")
    over = replace(match, opponent=Computer(3), seats=tuple(seats), result=result)
    return replace(over, **more), history  # type: ignore[arg-type]


async def test_the_person_has_a_result_and_nobody_a_score(table: Table) -> None:
    for winner, points in (("white", WIN), ("black", LOSS), (None, DRAW)):
        match, history = await ended(table, winner)
        own = match.side_of(CHALLENGER)
        assert own in ("white", "black")
        found = ending_of(match, history)
        assert found.scores == ()
        assert not found.rated
        met = found.against_computer
        assert met is not None
        assert (met.player, met.rival, met.game, met.rated) == (
            Human(CHALLENGER),
            Computer(3),
            "pjawns",
            False,
        )
        assert met.points == (points if own == "white" else WIN - points)


async def test_what_counts_for_nothing_is_not_counted_there_either(table: Table) -> None:
    match, history = await ended(table, None, result=Result(None, "aborted", counts=False))
    assert ending_of(match, history) == MatchScores()
    assert ending_of(match, None) == MatchScores()


async def test_nobody_is_counted_who_took_a_place_over_or_left_it_to_the_computer(table: Table) -> None:
    match, history = await ended(table, "white")
    handed = Entry(EntryKind.HANDED_OVER_BY_ADMIN, "9 1001 3", "white", 6, match.changed_at)
    assert ending_of(match.with_entries(handed), history) == MatchScores()


@pytest.fixture
def table() -> Table:
    return Table()
