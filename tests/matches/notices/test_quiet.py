"""Hours of quiet and digests, in time zones whose clocks are put forward and back."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.time.wall_clock import (
    QuietHours,
    QuietHoursError,
    find_zone,
    is_fixed,
    next_digest,
    told_at,
    warned_at,
    zone_names,
)

BERLIN: Final = "Europe/Berlin"
NEW_YORK: Final = "America/New_York"
LORD_HOWE: Final = "Australia/Lord_Howe"
KOLKATA: Final = "Asia/Kolkata"
APIA: Final = "Pacific/Apia"
ZONES: Final = ["UTC", BERLIN, NEW_YORK, LORD_HOWE, KOLKATA, APIA, "America/Havana", "Africa/Casablanca"]
MINUTE: Final = timedelta(minutes=1)
TICK: Final = timedelta.resolution


def local(zone: str, text: str, *, fold: int = 0) -> datetime:
    """The moment at which the clocks of ``zone`` show ``text``."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def quiet(zone: str, start: str, end: str) -> QuietHours:
    return QuietHours(find_zone(zone), time.fromisoformat(start), time.fromisoformat(end))


# --- what is quiet -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("due", "told"),
    [
        ("2026-06-10 21:59", "2026-06-10 21:59"),
        ("2026-06-10 22:00", "2026-06-11 07:30"),
        ("2026-06-10 23:59", "2026-06-11 07:30"),
        ("2026-06-11 00:00", "2026-06-11 07:30"),
        ("2026-06-11 07:29", "2026-06-11 07:30"),
        ("2026-06-11 07:30", "2026-06-11 07:30"),
        ("2026-06-11 12:00", "2026-06-11 12:00"),
    ],
)
@pytest.mark.parametrize("zone", ZONES)
def test_quiet_goes_over_midnight(zone: str, due: str, told: str) -> None:
    assert told_at(local(zone, due), quiet(zone, "22:00", "07:30")) == local(zone, told)


@pytest.mark.parametrize(
    ("due", "told"), [("08:59", "08:59"), ("09:00", "17:00"), ("16:59", "17:00"), ("17:00", "17:00")]
)
def test_quiet_within_a_day(due: str, told: str) -> None:
    at_work = quiet(NEW_YORK, "09:00", "17:00")
    told_then = told_at(local(NEW_YORK, f"2026-06-10 {due}"), at_work)
    assert told_then == local(NEW_YORK, f"2026-06-10 {told}")


@pytest.mark.parametrize(("start", "end"), [("00:00", "06:00"), ("18:00", "00:00")])
def test_quiet_may_begin_or_end_at_midnight(start: str, end: str) -> None:
    hours = quiet(BERLIN, start, end)
    inside = local(BERLIN, f"2026-06-10 {start}")
    assert told_at(inside, hours) == inside + timedelta(hours=6)
    assert told_at(inside - TICK, hours) == inside - TICK


def test_without_quiet_a_player_is_told_at_once() -> None:
    due = datetime(2026, 6, 10, 3, tzinfo=ZoneInfo(BERLIN))
    assert told_at(due, None) == due
    assert told_at(due, None).tzinfo is UTC
    assert warned_at(due, due + MINUTE, None) == due


def test_quiet_goes_by_the_players_zone_and_not_by_that_of_the_time() -> None:
    due = datetime(2026, 6, 10, 23, tzinfo=ZoneInfo(BERLIN))
    assert told_at(due, quiet(NEW_YORK, "22:00", "07:00")) == due


def test_a_time_without_a_zone_is_refused() -> None:
    naive = datetime(2026, 6, 10)  # noqa: DTZ001 - that is the point
    with pytest.raises(ValueError, match="without a zone"):
        told_at(naive, None)


# --- the clocks are put forward or back ----------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "start", "end", "due", "told"),
    [
        # Berlin, 29 March 2026: 02:00 becomes 03:00, at 01:00 UTC. 02:30 does not exist.
        (BERLIN, "22:00", "02:30", "2026-03-29 00:30", "2026-03-29 01:00"),
        (BERLIN, "22:00", "02:30", "2026-03-29 01:00", "2026-03-29 01:00"),
        (BERLIN, "02:30", "07:00", "2026-03-29 00:59", "2026-03-29 00:59"),
        (BERLIN, "02:30", "07:00", "2026-03-29 01:00", "2026-03-29 05:00"),
        (BERLIN, "02:15", "02:45", "2026-03-29 01:00", "2026-03-29 01:00"),
        (BERLIN, "22:00", "07:00", "2026-03-28 21:00", "2026-03-29 05:00"),
        # Berlin, 25 October 2026: 03:00 becomes 02:00, at 01:00 UTC. 02:30 comes at 00:30 and 01:30 UTC.
        (BERLIN, "22:00", "07:00", "2026-10-24 20:00", "2026-10-25 06:00"),
        (BERLIN, "22:00", "02:30", "2026-10-25 00:29", "2026-10-25 01:30"),
        (BERLIN, "22:00", "02:30", "2026-10-25 00:45", "2026-10-25 01:30"),
        (BERLIN, "22:00", "02:30", "2026-10-25 01:30", "2026-10-25 01:30"),
        (BERLIN, "02:30", "07:00", "2026-10-25 00:29", "2026-10-25 00:29"),
        (BERLIN, "02:30", "07:00", "2026-10-25 00:30", "2026-10-25 06:00"),
        (BERLIN, "02:30", "07:00", "2026-10-25 01:10", "2026-10-25 06:00"),
        # New York, 8 March 2026 at 07:00 UTC forward, 1 November at 06:00 UTC back.
        (NEW_YORK, "23:00", "02:30", "2026-03-08 05:00", "2026-03-08 07:00"),
        (NEW_YORK, "23:00", "08:00", "2026-03-08 05:00", "2026-03-08 12:00"),
        (NEW_YORK, "23:00", "01:30", "2026-11-01 05:45", "2026-11-01 06:30"),
        (NEW_YORK, "23:00", "08:00", "2026-11-01 05:45", "2026-11-01 13:00"),
        # Lord Howe: half an hour. 4 October 2026, 02:00 becomes 02:30 at 15:30 UTC the day before;
        # 5 April 2026, 02:00 becomes 01:30 at 15:00 UTC the day before.
        (LORD_HOWE, "22:00", "02:15", "2026-10-03 15:00", "2026-10-03 15:30"),
        (LORD_HOWE, "22:00", "07:00", "2026-10-03 15:00", "2026-10-03 20:00"),
        (LORD_HOWE, "22:00", "01:45", "2026-04-04 14:50", "2026-04-04 15:15"),
        (LORD_HOWE, "22:00", "07:00", "2026-04-04 14:50", "2026-04-04 20:30"),
    ],
)
def test_quiet_over_a_change_of_the_clocks(zone: str, start: str, end: str, due: str, told: str) -> None:
    assert told_at(utc(due), quiet(zone, start, end)) == utc(told)


def test_quiet_over_a_day_that_was_left_out() -> None:
    # Samoa went from 29 to 31 December 2011, at 10:00 UTC of the 30th.
    night = quiet(APIA, "22:00", "07:00")
    assert told_at(local(APIA, "2011-12-29 23:00"), night) == local(APIA, "2011-12-31 07:00")


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, LORD_HOWE, KOLKATA])
def test_quiet_all_through_a_year(zone: str) -> None:
    """Told at the first quarter of an hour that the clocks show outside the quiet, going backwards."""
    night = quiet(zone, "22:45", "06:15")
    moment = told = local(zone, "2026-12-31 12:00")
    for _ in range(366 * 24 * 4):
        if night.end <= moment.astimezone(night.zone).time() < night.start:
            told = moment
        assert told_at(moment, night) == told
        moment -= 15 * MINUTE


HOURS: Final = st.times().map(lambda at: at.replace(second=0, microsecond=0))
WHENEVER: Final = st.datetimes(datetime(2008, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@settings(max_examples=300)
@given(st.sampled_from(ZONES), HOURS, HOURS, WHENEVER, st.timedeltas(timedelta(0), timedelta(days=2)))
def test_being_told_waits_as_little_as_the_quiet_asks(
    zone: str, start: time, end: time, due: datetime, later: timedelta
) -> None:
    if start == end:
        return
    hours = QuietHours(ZoneInfo(zone), start, end)
    told = told_at(due, hours)
    assert told >= due
    assert told_at(told, hours) == told, "no quiet where the quiet ends"
    assert told_at(due + later, hours) >= told, "what is due later is not told sooner"
    shown = due.astimezone(hours.zone).time()
    in_quiet = start <= shown < end if start < end else shown >= start or shown < end
    if in_quiet and told == due:
        # The clocks show an hour of quiet that they were put forward into or back to.
        offsets = {(due + timedelta(hours=hour)).astimezone(hours.zone).utcoffset() for hour in (-24, 24)}
        assert len(offsets) == 2


# --- what cannot wait ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("due", "deadline", "warned"),
    [
        ("2026-06-10 20:00", "2026-06-10 22:00", "2026-06-10 20:00"),
        ("2026-06-11 06:30", "2026-06-11 08:30", "2026-06-11 07:00"),
        ("2026-06-11 05:00", "2026-06-11 07:00", "2026-06-10 21:00"),
        ("2026-06-11 02:00", "2026-06-11 04:00", "2026-06-10 21:00"),
        ("2026-06-10 23:00", "2026-06-11 01:00", "2026-06-10 21:00"),
    ],
)
def test_a_warning_that_would_come_too_late_comes_before_the_quiet(
    due: str, deadline: str, warned: str
) -> None:
    night = quiet(BERLIN, "22:00", "07:00")
    assert warned_at(local(BERLIN, due), local(BERLIN, deadline), night) == local(BERLIN, warned)


# --- the digest ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "at", "after", "due"),
    [
        (BERLIN, "08:00", "2026-06-10 05:59", "2026-06-10 06:00"),
        (BERLIN, "08:00", "2026-06-10 06:00", "2026-06-11 06:00"),
        (KOLKATA, "00:00", "2026-06-10 18:29", "2026-06-10 18:30"),
        # Forward: the moment of the change. Back: the first of the two.
        (BERLIN, "02:30", "2026-03-28 12:00", "2026-03-29 01:00"),
        (BERLIN, "02:30", "2026-03-29 01:00", "2026-03-30 00:30"),
        (BERLIN, "02:30", "2026-10-24 12:00", "2026-10-25 00:30"),
        (BERLIN, "02:30", "2026-10-25 00:30", "2026-10-26 01:30"),
        (NEW_YORK, "01:30", "2026-11-01 05:30", "2026-11-02 06:30"),
        (LORD_HOWE, "02:15", "2026-10-03 12:00", "2026-10-03 15:30"),
        (LORD_HOWE, "01:45", "2026-04-04 12:00", "2026-04-04 14:45"),
    ],
)
def test_the_next_digest(zone: str, at: str, after: str, due: str) -> None:
    assert next_digest(utc(after), find_zone(zone), time.fromisoformat(at)) == utc(due)


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("at", ["00:00", "00:30", "01:45", "02:15", "08:00", "23:59"])
def test_one_digest_a_day_all_through_a_year(zone: str, at: str) -> None:
    """365 in 2026, and in 2011 as many as the calendar has days, one fewer where a day was left out."""
    for year in (2011, 2026):
        moment = local(zone, f"{year}-01-01 00:00") - TICK
        days = []
        while (moment := next_digest(moment, ZoneInfo(zone), time.fromisoformat(at))) < local(
            zone, f"{year + 1}-01-01 00:00"
        ):
            days.append(moment.astimezone(ZoneInfo(zone)).date())
        assert len(days) == len(set(days)) == 365 - (zone == APIA and year == 2011)


@settings(max_examples=200)
@given(st.sampled_from(ZONES), HOURS, WHENEVER)
def test_a_digest_is_later_and_within_two_days(zone: str, at: time, after: datetime) -> None:
    due = next_digest(after, ZoneInfo(zone), at)
    assert after < due <= after + timedelta(hours=26)
    assert next_digest(due - TICK, ZoneInfo(zone), at) == due


# --- refusals and names --------------------------------------------------------------------------


def test_empty_quiet_is_refused() -> None:
    with pytest.raises(QuietHoursError, match="another time"):
        quiet(BERLIN, "22:00", "22:00")
    with pytest.raises(QuietHoursError, match="time zone of their own"):
        QuietHours(ZoneInfo(BERLIN), time(22, tzinfo=UTC), time(7))


@pytest.mark.parametrize("name", ["Europe/Berlin", " europe/berlin ", "EUROPE/BERLIN"])
def test_a_zone_is_found_by_its_name(name: str) -> None:
    assert str(find_zone(name)) == BERLIN


@pytest.mark.parametrize(
    "name", ["", "Europe", "Berlin", "../etc/passwd", "/etc/localtime", "localtime", "\0"]
)
def test_what_is_no_zone_is_refused(name: str) -> None:
    with pytest.raises(QuietHoursError, match="Names are like Europe/Berlin"):
        find_zone(name)


@pytest.mark.parametrize(("name", "ahead"), [("UTC+05:30", 330), ("UTC-03:00", -180), ("UTC+00:00", 0)])
def test_an_offset_is_a_zone(name: str, ahead: int) -> None:
    zone = find_zone(name)
    for month in (1, 7):
        assert datetime(2026, month, 1, tzinfo=zone).utcoffset() == timedelta(minutes=ahead)
    assert is_fixed(zone) == (ahead != 0)


@pytest.mark.parametrize("name", ["UTC+15:00", "UTC-12:15", "UTC+05:20"])
def test_an_offset_that_no_place_has(name: str) -> None:
    with pytest.raises(QuietHoursError, match="Nowhere on earth"):
        find_zone(name)


@pytest.mark.parametrize("name", ["EST", "MST", "HST", "CET", "Japan"])
def test_names_that_were_stored_long_ago_go_on(name: str) -> None:
    assert str(find_zone(name)) == name


def test_hours_in_an_offset() -> None:
    assert told_at(utc("2026-07-01 18:00"), quiet("UTC+05:30", "22:00", "08:00")) == utc("2026-07-02 02:30")
    assert told_at(utc("2026-07-01 16:00"), quiet("UTC+05:30", "22:00", "08:00")) == utc("2026-07-01 16:00")


def test_all_zones_can_be_listed() -> None:
    names = zone_names()
    assert list(names) == sorted(names)
    assert set(ZONES) <= set(names)
    assert "localtime" not in names
