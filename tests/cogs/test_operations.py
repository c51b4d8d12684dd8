"""What the bot tells whoever hosts it: lines of the log, and its troubles."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cogs.ops.logs import JsonFormatter, ids_in
from cogs.ops.troubles import MOST, PERIOD, Limit, is_trouble, trouble_of
from cogs.ops.under_way import UnderWay
from cogs.upkeep import Upkeep

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def record(
    message: str, *given: Any, name: str = "cogs.upkeep", level: int = logging.ERROR, error: bool = False
) -> logging.LogRecord:
    """A line of the log; with ``error``, written while an exception is dealt with."""
    made = logging.LogRecord(name, level, __file__, 1, message, given, sys.exc_info() if error else None)
    made.created = NOON.timestamp()
    return made


def failing(secret: str) -> logging.LogRecord:
    """What is logged of an error of the bot's own that quotes what somebody wrote."""
    sweep: Any = Upkeep.sweep
    try:
        sweep.change_interval(seconds=secret)
    except Exception:  # noqa: BLE001 - whatever it is
        return record("reference=%s user=%s said %s", "0a1b2c3d", 17, secret, error=True)
    raise AssertionError("it did not fail")


# --- the log --------------------------------------------------------------------------------------


def test_a_line_is_one_object_with_its_ids_as_numbers() -> None:
    line = JsonFormatter().format(record("match=%s user=%s challenged user=%s\nto %s", 7, 1, 2, "“prawns”"))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2026-03-01T12:00:00.000+00:00",
        "level": "ERROR",
        "logger": "cogs.upkeep",
        "message": "match=7 user=1 challenged user=2\nto “prawns”",
        "match": 7,
        "user": 1,
    }


def test_an_error_comes_with_its_reference_and_its_trace() -> None:
    line = json.loads(JsonFormatter().format(failing("nonsense")))
    assert line["reference"] == "0a1b2c3d"
    assert line["trace"].startswith("Traceback (most recent call last):")


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (
            "interaction=5 user=6 guild=7 notice=8 match=9",
            {"interaction": 5, "user": 6, "guild": 7, "notice": 8, "match": 9},
        ),
        ("rematch=5 user=None matched=3", {}),
        ("its match=12: over", {"match": 12}),
    ],
)
def test_ids_are_those_of_the_pairs_alone(message: str, found: dict[str, int]) -> None:
    assert ids_in(message) == found


# --- troubles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "level", "message", "told"),
    [
        ("cogs.upkeep", logging.ERROR, "the sweep failed and will try again", True),
        ("asyncio", logging.ERROR, "Task exception was never retrieved", True),
        ("tidepool", logging.CRITICAL, "gone", True),
        ("cogs.ui.publisher", logging.WARNING, "match=%s was not shown", False),
        ("matches.keeping_time", logging.WARNING, "the bot was down from %s to %s", True),
        ("discord.client", logging.ERROR, "Attempting a reconnect in %.2fs", False),
        ("matches.base", logging.INFO, "match=1 played", False),
    ],
)
def test_bugs_and_what_lasts_are_troubles(name: str, level: int, message: str, told: bool) -> None:
    assert is_trouble(record(message, name=name, level=level)) is told


def test_a_trouble_says_what_the_code_says_and_nothing_that_people_wrote() -> None:
    told = trouble_of(failing("my secret lobster")).text
    assert told.splitlines()[:2] == [
        f"**ERROR** `cogs.upkeep` <t:{int(NOON.timestamp())}:T>",
        "reference=0a1b2c3d user=17 said …",
    ]
    assert "lobster" not in told
    assert told.endswith("\nThe log says more.")


def test_an_error_in_a_line_is_named_by_its_kind() -> None:
    told = trouble_of(record("the store is unavailable: %s", OSError("a folder/lobster"))).text
    assert "the store is unavailable: OSError" in told
    assert "lobster" not in told


def test_a_library_may_have_put_anything_into_its_lines() -> None:
    told = trouble_of(record("Ignoring exception in autocomplete for 'my lobster'", name="discord.tree")).text
    assert "something went wrong in a library" in told
    assert "lobster" not in told


def test_the_same_trouble_is_the_same_whomever_it_befalls() -> None:
    one, other = (
        record("user=%s store unavailable: %s", 1, "a"),
        record("user=%s store unavailable: %s", 2, "b"),
    )
    assert trouble_of(one).key == trouble_of(other).key
    assert trouble_of(one).key != trouble_of(record("match=%s could not be shown", 1)).key


def test_each_trouble_passes_once_an_hour_and_ten_in_all() -> None:
    now = NOON
    limit = Limit(lambda: now)
    assert [limit.allows("one"), limit.allows("one")] == [True, False]
    now += PERIOD - timedelta(seconds=1)
    assert not limit.allows("one")
    now += timedelta(seconds=1)
    assert limit.allows("one")
    assert sum(limit.allows(number) for number in range(50)) == MOST - 1
    now += PERIOD
    assert limit.allows(49)


# --- the end --------------------------------------------------------------------------------------


async def test_what_is_under_way_is_waited_for_and_no_longer_than_said() -> None:
    under_way, go_on = UnderWay(), asyncio.Event()
    assert await under_way.finish(0.01) == 0

    async def answer() -> None:
        under_way.note_task()
        await go_on.wait()

    async def sweep() -> None:
        with under_way.doing():
            await go_on.wait()
        await asyncio.Event().wait()

    answering, sweeping = asyncio.create_task(answer()), asyncio.create_task(sweep())
    await asyncio.sleep(0)
    assert await under_way.finish(0.01) == 2
    assert under_way.stopping
    asyncio.get_running_loop().call_later(0.01, go_on.set)
    assert await under_way.finish(5) == 0
    assert answering.done()
    assert not sweeping.done()
    sweeping.cancel()
