"""What the bot tells whoever hosts it: lines of the log, and its troubles."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord.ext import tasks

from cogs.hosting.alerts import MOST, PERIOD, Limit, is_trouble, trouble_of
from cogs.hosting.logs import JsonFormatter, PlainFormatter, ids_in
from cogs.kit.turns import InFlight
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
    sweep: Any = tasks.loop(seconds=1)(Upkeep.sweep)
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


def test_the_process_is_named_in_every_line_if_it_has_a_name() -> None:
    said = record("match=%s is shown", 7)
    assert json.loads(JsonFormatter("a:1").format(said))["process"] == "a:1"
    plain = PlainFormatter(logging.Formatter("[{levelname}] {name}: {message}", style="{"), "a:1")
    assert plain.format(said) == "[ERROR] cogs.upkeep: process=a:1 match=7 is shown"


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


HOSTILE = "\x1b[2J\x07\r\n2026-01-01 forged\x00\x7f\x9b2J\u202eabc\u2066\u200f\u2028\ud83d é🦀"
"""What clears a terminal, forges a line, turns text around, and cannot be encoded; and what is harmless."""
WRITTEN_OUT = r"\x1b[2J\x07\r\n2026-01-01 forged\x00\x7f\x9b2J\u202eabc\u2066\u200f\u2028\ud83d é🦀"


def plain_line(of: logging.LogRecord) -> str:
    return PlainFormatter(logging.Formatter("[{levelname}] {name}: {message}", style="{")).format(of)


def test_control_characters_are_written_out_in_a_plain_line() -> None:
    assert plain_line(record("user=%s typed %s", 1, HOSTILE)) == (
        f"[ERROR] cogs.upkeep: user=1 typed {WRITTEN_OUT}"
    )
    assert plain_line(record(HOSTILE)).endswith(WRITTEN_OUT)


def test_a_traceback_keeps_its_lines_and_loses_its_control_characters() -> None:
    lines = plain_line(failing("a\x1b[2J\u202e")).splitlines()
    assert lines[0] == r"[ERROR] cogs.upkeep: reference=0a1b2c3d user=17 said a\x1b[2J\u202e"
    assert lines[1] == "Traceback (most recent call last):"
    assert "TypeError" in lines[-1]

    try:
        raise ValueError("quotes \x1b[2J\x9b")
    except ValueError:
        told = plain_line(record("oh", error=True))
    assert told.endswith(r"ValueError: quotes \x1b[2J\x9b")


def test_a_formatter_leaves_the_record_as_it_was_for_others() -> None:
    given = record("user=%s typed %s", 1, HOSTILE)
    plain_line(given)
    assert (given.msg, given.args, given.exc_text) == ("user=%s typed %s", (1, HOSTILE), None)


def test_a_line_of_json_holds_no_control_character_and_says_the_same() -> None:
    line = JsonFormatter().format(record("user=%s typed %s", 1, HOSTILE))
    assert line.isprintable()
    assert json.loads(line)["message"] == f"user=1 typed {HOSTILE}"


# --- troubles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "level", "message", "told"),
    [
        ("cogs.upkeep", logging.ERROR, "the sweep failed and will try again", True),
        ("asyncio", logging.ERROR, "Task exception was never retrieved", True),
        ("tidepool", logging.CRITICAL, "gone", True),
        ("cogs.delivery.publisher", logging.WARNING, "match=%s was not shown", False),
        ("services.downtime", logging.WARNING, "the bot was down from %s to %s", True),
        ("cogs.connection.gateway", logging.WARNING, "the gateway to Discord cannot be reached (%s)", False),
        ("services.core", logging.INFO, "match=1 played", False),
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
    under_way, go_on = InFlight(), asyncio.Event()
    assert await under_way.finish(0.01) == 0

    async def answer() -> None:
        under_way.record_task()
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
