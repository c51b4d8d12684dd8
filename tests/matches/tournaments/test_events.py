"""The time of a tournament's event on Discord."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from matches.tournaments import changes
from matches.tournaments.events import AHEAD, EventSpan, span
from matches.tournaments.model import Format, TournamentState
from tests.matches.tournaments.making import DAY, NOON, a_tournament, settled, started

HOUR = timedelta(hours=1)


def test_it_begins_when_entries_end_and_lasts_a_round() -> None:
    found = a_tournament(Format.SWISS, 4, round_days=30)
    assert span(found, NOON - DAY) == EventSpan(NOON, NOON + 30 * DAY)


def test_discord_takes_no_start_in_moments_or_in_the_past() -> None:
    found = a_tournament(Format.SWISS, 4)
    assert span(found, NOON - AHEAD) is None
    assert span(found, NOON + HOUR) is None
    assert span(found, NOON - AHEAD - timedelta(seconds=1)) is not None


def test_a_start_by_number_is_not_known_before() -> None:
    assert span(a_tournament(Format.SWISS, 4, entries_until=None, most=8), NOON) is None


def test_a_running_one_lasts_to_the_last_day_of_its_round() -> None:
    found = started(Format.SWISS, 4, round_days=30)
    assert span(found, NOON + DAY) == EventSpan(NOON + DAY + AHEAD, NOON + 30 * DAY)


def test_its_end_is_always_ahead() -> None:
    found = started(Format.SWISS, 4, round_days=30)
    late = NOON + 30 * DAY - HOUR
    shown = span(found, late)
    assert shown is not None and shown.end == late + DAY


def test_a_pause_moves_it_on() -> None:
    found = changes.paused(started(Format.SWISS, 4, round_days=30), NOON)
    shown = span(changes.resumed(found, NOON + 3 * DAY), NOON + 3 * DAY)
    assert shown is not None and shown.end == NOON + 33 * DAY


def test_between_the_end_of_entries_and_the_first_round_it_has_a_whole_round() -> None:
    found = replace(a_tournament(Format.SWISS, 4, round_days=30), state=TournamentState.RUNNING)
    shown = span(found, NOON)
    assert shown is not None and shown.end == NOON + 30 * DAY


def test_one_that_has_ended_has_none() -> None:
    few = settled(a_tournament(Format.SWISS, 2), NOON)
    assert few.state is TournamentState.CALLED_OFF
    assert span(few, NOON) is None
