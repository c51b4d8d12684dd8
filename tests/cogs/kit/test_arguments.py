"""What ids are declared to hold."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import pytest

from cogs.kit.arguments import BIT, COUNT, GAME_NUMBER, ID, TEXT, Takes, Where, is_choice, maybe
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.panels.match.archive_query import ArchiveListQuery
from cogs.panels.match.board_panel import ViewerState
from engines import GAMES
from matches.ratings.seasons import number_of

LARGEST = 2**63 - 1


@pytest.mark.parametrize(
    ("takes", "fitting", "odd"),
    [
        (Takes(), [()], [(0,), (1, 2)]),
        (Takes((ID, BIT)), [(LARGEST, 1), (0, 0)], [(), (1,), (1, 2), (LARGEST + 1, 0), (1, 1, 1)]),
        (maybe(COUNT, BIT), [(), (7,), (7, 0)], [(7, 2), (10**6,), (7, 0, 0)]),
        (Takes((BIT,), (BIT,), COUNT), [(1,), (1, 0), (1, 0, 9, 9)], [(), (1, 9), (1, 0, 10**6)]),
        (Takes(more=COUNT), [(), (1,), (1,) * 20], [(1, 10**6)]),
        (ViewerState.takes(ID), [(1, 2), (1, 2, 1, 3, 1)], [(1,), (1, 2, 2), (1, 2, 1, 3, 1, 0)]),
        (ArchiveListQuery.takes(), [(), (0, 0, LARGEST, 0, 2**64)], [(0, 0, LARGEST, 0, 2**64 + 1)]),
    ],
)
def test_numbers(takes: Takes, fitting: list[tuple[int, ...]], odd: list[tuple[int, ...]]) -> None:
    assert [numbers for numbers in fitting if not takes.fit(numbers)] == []
    assert [numbers for numbers in odd if takes.fit(numbers)] == []


@pytest.mark.parametrize("season", ["", "2026-03", "2026-Q4"])
def test_a_season_is_taken_as_it_was_written(season: str) -> None:
    asked = LeaderboardQuery("pjawns", season=season)
    assert LeaderboardQuery.takes().fit(asked.args)
    assert LeaderboardQuery.of(asked.args) == asked


@pytest.mark.parametrize("number", [1, 99, 202600, 202613, 202695, 10**6, 99999999])
def test_what_is_no_season_is_not_taken(number: int) -> None:
    game = LeaderboardQuery("pjawns").args[0]
    assert not LeaderboardQuery.takes().fit((game, 0, number))


@pytest.mark.parametrize("value", ["", "x", "-1", " 1", "1_0", "1" * 30, "\u0663", "²", "1.0"])
@pytest.mark.parametrize("among", [ID, COUNT, GAME_NUMBER, GAMES, Where(lambda number: number >= 0)])
def test_an_entry_that_was_never_offered(among: Container[Any], value: str) -> None:
    assert not is_choice(value, among)


def test_entries_that_were() -> None:
    assert is_choice("-5", range(-9, 9)) and is_choice("0", ID) and is_choice(str(LARGEST), ID)
    assert is_choice("pjawns", GAMES) and is_choice("", TEXT) and is_choice("anything", TEXT)
    assert number_of("2026-Q4") in Where(lambda number: number == 202694)
