from __future__ import annotations

from datetime import date

import pytest

from matches.guilds.settings import SeasonKind
from matches.ratings.seasons import (
    ALL_TIME,
    days_of,
    is_over,
    number_of,
    season_before,
    season_of,
    season_of_number,
    seasons_of,
)


def test_every_day_is_in_its_seasons_and_in_no_other() -> None:
    for day in range(date(2023, 11, 1).toordinal(), date(2025, 3, 1).toordinal()):
        for kind in SeasonKind:
            season = season_of(day, kind)
            first, last = days_of(season)
            assert first <= day <= last
            assert season_of(last + 1, kind) != season
            assert season_before(season_of(last + 1, kind)) == season
            assert (is_over(season, last), is_over(season, last + 1)) == (False, True)


def test_keys_and_borders() -> None:
    day = date(2024, 12, 31).toordinal()
    assert seasons_of(day) == (ALL_TIME, "2024-12", "2024-Q4")
    assert days_of("2024-Q4") == (date(2024, 10, 1).toordinal(), day)
    assert days_of("2024-02")[1] == date(2024, 2, 29).toordinal()
    assert not is_over(ALL_TIME, day)


@pytest.mark.parametrize("season", [ALL_TIME, "2026-01", "2026-12", "2026-Q1", "2026-Q4"])
def test_a_season_can_be_told_by_a_number(season: str) -> None:
    assert season_of_number(number_of(season)) == season


@pytest.mark.parametrize("number", [1, 202600, 202613, 202690, 202695, 99999999])
def test_a_number_that_is_no_seasons_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"season|month|year"):
        season_of_number(number)


@pytest.mark.parametrize("text", ["", "2024", "2024-13", "2024-00", "2024-Q5", "2024-1", "2024-03 "])
def test_what_is_no_season_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"season|month"):
        days_of(text)
