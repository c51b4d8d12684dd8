"""Parsing of typed time zones.

Accepts a city, a good part of a city's name, a zone's full name, or an offset from UTC. Anything else is
ambiguous: an abbreviation (IST), country or region gives a list of cities to choose from, unless all of its
zones are the city of the same name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Final

from cogs.panels.account.zone_regions import LIKELY
from matches.time.wall_clock import find_zone, fixed_zone, zone_names

MOST_OFFERED: Final = 25
"""Most zones offered for an unclear text: Discord's limit for a menu."""
ALIKE: Final = 3
"""Most zones offered for their similar spelling alone."""
GOOD_PART: Final = 5
"""Fewest letters for which the beginning of a city's name is accepted: abbreviations are shorter."""

_AREAS: Final = frozenset(
    (
        "Africa",
        "America",
        "Antarctica",
        "Arctic",
        "Asia",
        "Atlantic",
        "Australia",
        "Europe",
        "Indian",
        "Pacific",
    )
)
_NO_CITIES: Final = frozenset(
    ("ACT", "LHI", "NSW", "North", "Queensland", "South", "Tasmania", "Victoria", "West")
)
"""Last parts of zone names that name a part of a country instead of a city."""
_UTC_NAMES: Final = frozenset({"utc", "uct", "universal", "zulu", "z"})
_OFFSET: Final = re.compile(
    r"(?:utc|gmt)?\s*(?P<sign>[-+\u2212\u2013])\s*(?P<hours>[0-9]{1,2})"
    r"(?:[.,](?P<part>5|25|75)|[:.]?(?P<minutes>[0-5][0-9]))?\s*h?",
    re.IGNORECASE,
)
"""``GMT-3``, ``UTC+5:30``, ``+0530``, ``+5.5``."""
_TIME_WORDS: Final = re.compile(r"\s+(?:(?:standard|daylight|summer|winter)\s+)?time$", re.IGNORECASE)


class UnclearZoneError(ValueError):
    """A typed zone is ambiguous or unknown; ``cities`` are the zones it may mean, likeliest first."""

    def __init__(self, cities: Iterable[str]) -> None:
        self.cities = tuple(dict.fromkeys(cities))[:MOST_OFFERED]
        super().__init__(self.cities)


@dataclass(frozen=True)
class ZoneIndex:
    """Zone names by what people type, normalized by :func:`_key`."""

    cities: Mapping[str, str]
    """The zone of each city."""
    regions: Mapping[str, tuple[str, ...]]
    """The zones of each abbreviation, country and region, likeliest first."""
    names: Mapping[str, str]
    """The zone of each full name, such as ``america/newyork``."""


def read_zone(text: str) -> str:
    """The zone's name in stored form; empty if ``text`` is.

    Raises UnclearZoneError, and QuietHoursError for an offset that isn't used anywhere.
    """
    typed = text.strip()
    if not typed:
        return ""
    offset = _OFFSET.fullmatch(typed)
    if offset is not None:
        return str(fixed_zone(_ahead(offset)))
    named = _full_name(typed)
    if named:
        return named
    key, index = _key(_TIME_WORDS.sub("", typed)), zone_index()
    city, asked = index.cities.get(key), index.regions.get(key, ())
    if city is not None and {*asked} <= {city}:
        return city
    if asked:
        raise UnclearZoneError(asked if city is None else (*asked, city))
    beginning = [name for city, name in index.cities.items() if key and city.startswith(key)]
    if len(beginning) == 1 and _is_good_part(key, beginning[0]):
        return beginning[0]
    raise UnclearZoneError([*beginning, *_perhaps(key, typed)])


def zones_like(text: str) -> tuple[str, ...]:
    """The zones that ``text`` may mean: the one that :func:`read_zone` accepts, or those to choose from."""
    try:
        return tuple(filter(None, [read_zone(text)]))
    except UnclearZoneError as error:
        return error.cities


def _ahead(offset: re.Match[str]) -> timedelta:
    """The typed offset, positive if ahead of UTC."""
    hours = float(f"{offset['hours']}.{offset['part'] or 0}")
    ahead = timedelta(hours=hours, minutes=int(offset["minutes"] or 0))
    return ahead if offset["sign"] == "+" else -ahead


def _full_name(typed: str) -> str | None:
    """The zone whose full name was typed, or None."""
    found = zone_index().names.get(_key(typed, keep="/+-"))
    if found is None:
        return None
    if found.startswith(("Etc/", "GMT")):
        # These names have the opposite sign (Etc/GMT+3 is UTC-03:00), so store the real offset.
        return str(fixed_zone(find_zone(found).utcoffset(_ANY_TIME) or timedelta()))
    return found


_ANY_TIME: Final = datetime(2000, 1, 1)  # noqa: DTZ001 - used only for offsets that never change


def _is_good_part(key: str, name: str) -> bool:
    return len(key) >= GOOD_PART and 2 * len(key) >= len(_key(_city(name)))


def _perhaps(key: str, typed: str) -> Iterator[str]:
    """Zones of cities with ``key`` as a later word, of regions that begin with it, and of similar names."""
    if len(key) < GOOD_PART - 1:
        return
    index = zone_index()
    yield from (name for name in index.cities.values() if key in map(_key, _city(name).split("_")[1:]))
    for region, names in index.regions.items():
        if region.startswith(key):
            yield from names
    yield from (index.cities[alike] for alike in get_close_matches(key, index.cities, ALIKE, 0.8))
    full = get_close_matches(_key(typed, keep="/"), index.names, ALIKE, 0.8)
    yield from (index.names[alike] for alike in full)
    for region in get_close_matches(key, index.regions, 1, 0.8):
        yield from index.regions[region]
    before, comma, _ = typed.partition(",")
    if comma:
        yield from zones_like(before)


def _city(name: str) -> str:
    return name.rpartition("/")[2]


def _key(text: str, *, keep: str = "") -> str:
    """``text`` normalized for comparison: only letters and digits, in lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum() or sign in keep)


@cache
def zone_index() -> ZoneIndex:
    """The index of all zones. The first call reads many small files: don't make it on the event loop."""
    known = zone_names()
    places = [(code, name) for code, name in _table("zone.tab", 0, 2) if name in known]
    ordered = dict.fromkeys([*(name for _, name in places), *known])
    cities: dict[str, str] = {}
    for name in ordered:
        if _is_city(name):
            cities.setdefault(_key(_city(name)), name)
    regions: dict[str, list[str]] = {key: names.split() for key, names in LIKELY.items()}
    parts = [(key, name) for key, name in _of_parts(ordered) if key not in LIKELY]
    for key, name in [*_of_countries(places), *parts]:
        regions.setdefault(key, []).append(name)
    full = {_key(name, keep="/+-"): name for name in known if "/" in name or re.search("[0-9]", name)}
    return ZoneIndex(
        cities,
        {key: tuple(dict.fromkeys(names)) for key, names in regions.items()},
        full | dict.fromkeys(_UTC_NAMES, "UTC"),
    )


def _is_city(name: str) -> bool:
    return name.partition("/")[0] in _AREAS and _city(name) not in _NO_CITIES


def _of_countries(places: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Pairs of key and zone for each country, by its names and its code; zones with longer names last."""
    names = dict(_table("iso3166.tab", 0, 1))
    for code, name in sorted(places, key=lambda place: place[1].count("/")):
        country, _, remark = names[code].partition(" (")
        for word in (country, f"{remark}{country}", code):
            yield _key(word), name


def _of_parts(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of key and zone for parts of countries, such as ``US/Eastern``, ``America/Indiana/Knox``."""
    for name in names:
        first, *parts = name.split("/")
        if len(parts) == 2 or (parts and first != "Etc" and not _is_city(name)):
            yield _key(parts[0]), name


def _table(name: str, first: int, second: int) -> Iterator[tuple[str, str]]:
    """Two columns of a table of the time zone database."""
    text = files("tzdata.zoneinfo").joinpath(name).read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            cells = line.split("\t")
            yield cells[first], cells[second]
