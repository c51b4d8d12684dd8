"""Time zones as people type them: what is taken, and what is asked about."""

from __future__ import annotations

import pytest

from cogs.panels.account.typed_zone import MOST_OFFERED, UnclearZoneError, read_zone
from cogs.panels.account.zone_regions import LIKELY
from matches.time.wall_clock import QuietHoursError, find_zone, zone_names


def asked(typed: str) -> tuple[str, ...]:
    """The cities that are offered for what was typed, which is not taken."""
    with pytest.raises(UnclearZoneError) as raised:
        read_zone(typed)
    return raised.value.cities


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
        ("US/Eastern", "US/Eastern"),
        ("EST5EDT", "EST5EDT"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("kolkata", "Asia/Kolkata"),
        ("Calcutta", "Asia/Calcutta"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Zürich", "Europe/Zurich"),
        ("Istanbul", "Europe/Istanbul"),
        ("Moscow time", "Europe/Moscow"),
        ("los ang", "America/Los_Angeles"),
        ("melbou", "Australia/Melbourne"),
        # Cities that are countries, too
        ("Singapore", "Asia/Singapore"),
        ("hongkong", "Asia/Hong_Kong"),
        ("Panama", "America/Panama"),
        ("UTC", "UTC"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_a_city_or_a_good_part_of_it_is_taken(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("UTC+5:30", "UTC+05:30"),
        ("+02:00", "UTC+02:00"),
        ("GMT-3", "UTC-03:00"),
        ("utc -05:30", "UTC-05:30"),
        ("+1", "UTC+01:00"),
        ("\u22123", "UTC-03:00"),
        ("+0545", "UTC+05:45"),
        ("+530", "UTC+05:30"),
        ("UTC+5.5", "UTC+05:30"),
        ("gmt+5,75", "UTC+05:45"),
        ("+14", "UTC+14:00"),
        ("-12", "UTC-12:00"),
        ("UTC+0", "UTC"),
        ("GMT0", "UTC"),
        # The names of these have the sign the other way round.
        ("Etc/GMT+1", "UTC-01:00"),
        ("Etc/GMT-14", "UTC+14:00"),
    ],
)
def test_an_offset_is_taken_for_what_it_says(typed: str, zone: str) -> None:
    assert read_zone(typed) == zone
    assert str(find_zone(zone)) == zone
    assert read_zone(zone) == zone, "the form shows what is stored"


@pytest.mark.parametrize("typed", ["+15", "-13", "UTC+5:20", "+99", "GMT-12:15", "+14:15"])
def test_an_offset_that_no_place_has(typed: str) -> None:
    with pytest.raises(QuietHoursError, match="Nowhere on earth"):
        read_zone(typed)


@pytest.mark.parametrize(
    ("typed", "among"),
    [
        # Abbreviations, those that the database has as names without summer time among them
        ("IST", {"Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"}),
        ("ist time", {"Asia/Kolkata"}),
        ("EST", {"America/New_York", "UTC-05:00"}),
        ("mst", {"America/Denver", "America/Phoenix", "UTC-07:00"}),
        ("HST", {"Pacific/Honolulu", "UTC-10:00"}),
        ("CET", {"Europe/Berlin", "UTC+01:00"}),
        ("CST", {"America/Chicago", "Asia/Shanghai", "America/Havana"}),
        ("GMT", {"Europe/London", "UTC"}),
        ("AMST", {"America/Manaus", "Asia/Yerevan"}),
        ("ACT", {"Australia/Sydney"}),
        ("Eastern Standard Time", {"America/New_York", "America/Toronto"}),
        # Countries, those with one zone, too
        ("India", {"Asia/Kolkata"}),
        ("Japan", {"Asia/Tokyo"}),
        ("Portugal", {"Europe/Lisbon", "Atlantic/Azores"}),
        ("US", {"America/New_York", "America/Los_Angeles", "Pacific/Honolulu"}),
        ("uk", {"Europe/London"}),
        ("de", {"Europe/Berlin"}),
        ("Côte d'Ivoire", {"Africa/Abidjan"}),
        ("Samoa", {"Pacific/Apia", "Pacific/Pago_Pago"}),
        # Regions
        ("Europe", {"Europe/London", "Europe/Berlin"}),
        ("Pacific", {"America/Los_Angeles", "Pacific/Auckland"}),
        ("Central", {"America/Chicago"}),
        ("Indiana", {"America/Indiana/Knox"}),
        ("Arizona", {"America/Phoenix"}),
        ("South", {"Australia/South"}),
        # Cities of two places, parts of cities that are too short, and slips
        ("San", {"America/Santiago", "America/Argentina/San_Juan"}),
        ("San Juan", {"America/Puerto_Rico", "America/Argentina/San_Juan"}),
        ("Cambridge", {"Europe/London", "America/New_York"}),
        ("berl", {"Europe/Berlin"}),
        ("york", {"America/New_York"}),
        ("Germny", {"Europe/Berlin"}),
        ("Europe/Berln", {"Europe/Berlin"}),
        ("los angles", {"America/Los_Angeles"}),
        ("Berlin, Germany", {"Europe/Berlin"}),
        ("London, Ontario", {"Europe/London"}),
    ],
)
def test_anything_else_is_asked_about(typed: str, among: set[str]) -> None:
    cities = asked(typed)
    assert among <= {*cities}
    assert len(set(cities)) == len(cities) <= MOST_OFFERED


@pytest.mark.parametrize(
    "typed", ["qqqq", "🦀" * 50, "mumbai", "localtime", "Factory", "+5:3", "+5:75", "/", "\0"]
)
def test_nothing_is_offered_for_what_nobody_knows(typed: str) -> None:
    assert asked(typed) == ()


def test_no_bare_name_of_the_database_is_guessed() -> None:
    """They are abbreviations and countries: what is taken of them is a city, or UTC by another name."""
    bare = [name for name in zone_names() if "/" not in name and not set(name) & set("0123456789")]
    assert {"EST", "CET", "Japan", "GB"} <= {*bare}
    for name in bare:
        try:
            taken = read_zone(name)
        except UnclearZoneError:
            continue
        city = taken.rpartition("/")[2].replace("_", "")
        assert taken == "UTC" or city.casefold() == name.casefold()


def test_every_full_name_is_taken() -> None:
    for name in zone_names():
        if "/" in name and not name.startswith("Etc/"):
            assert read_zone(name) == name
            assert read_zone(name.upper().replace("_", " ")) == name


def test_what_is_likely_exists() -> None:
    for names in LIKELY.values():
        for name in names.split():
            assert str(find_zone(name)) == name
