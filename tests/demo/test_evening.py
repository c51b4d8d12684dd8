"""What a new demo begins with: opened at any time later nothing is overdue, and some answer by themselves."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

import bot
from demo.moment import KeptEvening, moved
from demo.run import EVENING, RealHooks, real_bot
from demo.saved import SaveFile
from demo.world import COMPANY, World
from matches import Match, MatchId, Phase
from matches.model import GuildId
from tests.demo.still import STILL
from tests.patience import PATIENT
from tests.settings import settings

MATCHES: Final = 6
LATER: Final = timedelta(days=400)
AGAIN: Final = (
    "the schema or the cards have changed: run `python -m demo.evening` and commit demo/evening.zip"
)
MAKE_BOT = real_bot(settings(), partial(bot.build, deadlines=PATIENT))
VERSIONS: Final = Path(bot.__file__).parent / "data" / "migrations" / "versions"


async def first_legal(app: Any, match: Match) -> str:
    """A turn without a worker: the first action there is."""
    return str(app.app.matches.history(match).position.legal_actions()[0])


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """The evening, opened 400 days later."""
    now = KeptEvening.load(EVENING).made + LATER
    late = replace(STILL, clock=lambda: now)
    world = World(
        MAKE_BOT, SaveFile(tmp_path / "demo.sqlite3"), RealHooks(first_legal), late, evening=EVENING
    )
    await world.open()
    try:
        yield world
    finally:
        await world.close()


async def running(world: World) -> list[Any]:
    guild = world.places(world.people["ada"])[0].channel.guild
    assert guild is not None
    lists = world.simulator.bot.app.matches.lists  # type: ignore[union-attr]
    return list(await lists.running_in(GuildId(guild.id), 100))


def test_it_was_made_with_the_schema_that_there_is() -> None:
    newest = sorted(VERSIONS.glob("v*.py"))[-1].stem
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(KeptEvening.load(EVENING).database)
        (revision,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    assert newest.partition("_")[0].lstrip("v") in revision, AGAIN


async def test_opened_400_days_later_no_clock_has_run_out(world: World) -> None:
    before = await running(world)
    assert len(before) >= MATCHES
    now = world.simulator.now()
    for _ in range(3):
        await world.step()
    for match in before:
        deadline = match.clocks and match.clocks.deadline()
        assert deadline is not None
        assert now < deadline < now + timedelta(days=8), match
    assert {match.id for match in await running(world)} == {match.id for match in before}


async def test_what_there_is(world: World) -> None:
    ada = world.people["ada"]
    hall, *places = world.places(ada)
    assert any(message.pinned for message in hall.channel.history()), "the front door is pinned"
    assert sum(place.kind == "thread" and place.is_own for place in places) >= 5
    assert any(not place.is_own for place in places), "others play, too"
    newest = max(message.created_at for message in hall.channel.history())
    assert newest <= world.simulator.now()


async def test_one_press_wins_after_the_way_in(world: World) -> None:
    person, place = await world.take_way("win")
    thread = world.place(person, place)
    assert thread is not None
    sent = next(
        control
        for message in reversed(thread.channel.history(viewer=person.member))
        for control in world.simulator.controls(message)
        if control.startswith("send:")
    )
    number = MatchId(int(sent.split(":")[1]))
    await world.take(person, place, sent)
    match = await world.simulator.bot.app.matches.load(number)  # type: ignore[union-attr]
    assert match.result is not None
    assert match.result.winner == match.side_of(person.member.id)


async def test_those_who_answer_by_themselves_do_unless_somebody_is_them(world: World) -> None:
    await world.step()
    waited = [key for key in COMPANY if world.waits_for(world.people[key])]
    assert waited, "one of them is to move"
    versions = {match.id: match.version for match in await running(world)}
    for key in COMPANY:
        world.record_played(world.people[key])
    await world.let_company_act()
    assert {match.id: match.version for match in await running(world)} == versions
    world.forget_played()
    await world.let_company_act()
    changed = [match for match in await running(world) if match.version != versions[match.id]]
    assert len(changed) == 1
    assert changed[0].phase is Phase.PLAYING


async def test_starting_over_offers_an_empty_server(world: World) -> None:
    await world.begin_afresh(empty=True)
    assert await running(world) == []
    assert world.company == frozenset()
    await world.begin_afresh()
    assert len(await running(world)) >= MATCHES


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("'2026-03-01 12:30:15.123456+00:00'", "'2026-03-02 12:30:15.123456+00:00'"),
        ("2026-12-31T23:59:59+00:00", "2027-01-01T23:59:59+00:00"),
        ("by <t:1772368215:R> (<t:1772368215:f>)", "by <t:1772454615:R> (<t:1772454615:f>)"),
        ("a game of 2026-03, 12:30", "a game of 2026-03, 12:30"),
    ],
)
def test_all_times_are_moved_on(text: str, later: str) -> None:
    assert moved(text, timedelta(days=1)) == later


def test_a_moment_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = KeptEvening(datetime(2026, 3, 1, tzinfo=UTC), "SELECT 1;", {"a": [1]}, {"https://x/1.png": b"png"})
    made.save(tmp_path / "moment.zip")
    assert KeptEvening.load(tmp_path / "moment.zip") == made
