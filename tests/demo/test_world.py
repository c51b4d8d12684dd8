"""People, places, unread messages, the clock and the restart, without a browser."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from demo.saved import SaveFile
from demo.world import Hooks, World
from tests.demo.small_bot import SmallBot
from tests.demo.still import STILL, until


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = World(SmallBot, SaveFile(tmp_path / "demo.db"), real_time=STILL)
    await world.open()
    try:
        yield world
    finally:
        await world.close()


def titles(world: World, person: str) -> list[str]:
    return [place.title for place in world.places(world.people[person])]


async def test_everyone_starts_in_the_one_channel(world: World) -> None:
    assert [person.name for person in world.people.values()] == ["Ada", "Ben", "Cleo", "Dan"]
    assert all(titles(world, person) == ["board-games"] for person in world.people)


async def test_threads_and_direct_messages_appear_where_they_may(world: World) -> None:
    ada = world.people["ada"]
    hall = world.places(ada)[0].channel
    await ada.member.slash(hall, "thread", name="A match")
    await ada.member.slash(hall, "door")
    await ada.member.click(hall.history()[-1], label="Knock")
    assert titles(world, "ada") == ["board-games", "A match", "Tidepool"]
    assert titles(world, "ben") == ["board-games", "A match"]


async def test_unread_is_what_others_wrote_since_one_looked(world: World) -> None:
    ada, ben = world.people["ada"], world.people["ben"]
    hall = world.places(ada)[0]
    await ada.member.send(hall.channel, "Hello")
    assert (world.unread(ada, hall), world.unread(ben, hall)) == (0, 1)
    world.mark_read(ben, hall)
    assert world.unread(ben, hall) == 0
    await ben.member.send(hall.channel, "Hello yourself")
    assert (world.unread(ada, hall), world.unread(ben, hall)) == (1, 0)


async def test_a_restart_closes_the_old_bot_and_keeps_its_buttons(world: World) -> None:
    ada = world.people["ada"]
    hall = world.places(ada)[0].channel
    await ada.member.slash(hall, "door")
    old = world.simulator.bot
    await world.restart_bot()
    new = world.simulator.bot
    assert isinstance(old, SmallBot)
    assert isinstance(new, SmallBot)
    assert old.is_closed_by_demo
    assert not new.is_closed_by_demo
    assert new is not old
    assert new.database == old.database
    await ada.member.click(hall.history()[-1], label="Knock")
    assert "Tidepool" in titles(world, "ada")


async def test_a_day_passes_and_everything_due_in_it_happens(world: World) -> None:
    bot = world.simulator.bot
    assert isinstance(bot, SmallBot)
    before, hours = world.simulator.now(), bot.hours
    world.skip(timedelta(days=1))
    clock = asyncio.create_task(world.run_clock())
    while world.progress is not None:  # noqa: ASYNC110 - the world has no event for it
        await asyncio.sleep(0)
    clock.cancel()
    assert world.simulator.now() - before == timedelta(days=1)
    assert bot.hours - hours == 24


async def test_skipped_time_stops_at_the_next_message_of_the_bot(world: World) -> None:
    bot, hall = world.simulator.bot, world.places(world.people["ada"])[0].channel
    assert isinstance(bot, SmallBot)
    await until(world, lambda: bot.hours > 0)
    bot.says = (5, hall.id)
    before = world.simulator.now()
    world.skip(timedelta(days=1))
    await until(world, lambda: world.progress is None)
    assert world.stops == 1
    assert world.last_stop is not None
    assert (world.last_stop.place, world.last_stop.said) == (hall.id, "Five hours.")
    assert world.last_stop.at == world.simulator.now()
    assert timedelta(hours=3) < world.simulator.now() - before < timedelta(hours=6)
    assert world.behind == timedelta(0), "and goes on from there as ever"
    world.skip(timedelta(days=1))
    await until(world, lambda: world.progress is None)
    assert world.stops == 1


async def test_messages_in_swarms_stop_time_once(tmp_path: Path) -> None:
    """The bot says something every five minutes; a quarter of an hour goes by from one stop to the next."""

    class Talkative(Hooks):
        async def next_due(self, _bot: Any) -> datetime:
            return world.simulator.now() + timedelta(minutes=5)

        async def pass_over(self, bot: Any, _until: datetime) -> None:
            await bot.get_partial_messageable(hall.id).send("Here again.")

    world = World(SmallBot, SaveFile(tmp_path / "demo.db"), Talkative(), STILL)
    await world.open()
    try:
        hall = world.places(world.people["ada"])[0]
        for minutes in (5, 15):
            before = world.simulator.now()
            world.skip(timedelta(days=1))
            await until(world, lambda: world.progress is None)
            assert (world.simulator.now() - before) // timedelta(minutes=1) == minutes
        assert world.stops == 2
    finally:
        await world.close()


async def test_an_archived_thread_is_known_as_such(world: World) -> None:
    ada = world.people["ada"]
    await ada.member.slash(world.places(ada)[0].channel, "thread", name="A match")
    [thread] = [place for place in world.places(ada) if place.kind == "thread"]
    assert not thread.is_archived
    await world.simulator.bot.http.edit_channel(thread.id, archived=True)
    assert [place.title for place in world.places(ada) if place.is_archived] == ["A match"]


async def test_an_error_in_the_bot_is_logged_once(world: World, caplog: pytest.LogCaptureFixture) -> None:
    cleo = world.people["cleo"]
    hall = world.places(cleo)[0].channel
    await cleo.member.slash(hall, "door")
    with caplog.at_level(logging.ERROR):
        await cleo.member.click(hall.history()[-1], label="Knock")
        for _ in range(2):
            await world.step()
    told = [
        record for record in caplog.records if record.exc_info and "nobody answers" in str(record.exc_info[1])
    ]
    assert len(told) == 1


async def test_what_the_bot_refuses_is_no_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    ada = world.people["ada"]
    with caplog.at_level(logging.ERROR):
        await ada.member.slash(world.places(ada)[0].channel, "refuse")
        await world.step()
    assert [record for record in caplog.records if record.name.startswith("demo")] == []
    assert world.simulator.new_errors(0) == ()
