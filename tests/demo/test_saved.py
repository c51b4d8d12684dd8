"""The file that keeps the demo's matches: what comes back, and what becomes of a file that cannot be used."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bot
from demo.run import RealHooks, real_bot
from demo.saved import SaveFile
from demo.world import World
from matches import GuildId
from matches.guilds.settings import PINNED
from tests.cogs.server import as_opened, text
from tests.demo.still import STILL, until
from tests.patience import PATIENT
from tests.settings import settings

PEOPLE = (1456074443980800002, 1456074443980800003, 1456074443980800004, 1456074443980800008)
HALL = 1456074443980800007
DOOR = "### Play here"
MAKE_BOT = real_bot(settings(), partial(bot.build, deadlines=PATIENT))


@asynccontextmanager
async def demo(file: Path) -> AsyncIterator[World]:
    """A demo of the real bot that keeps its matches in this file."""
    world = World(MAKE_BOT, SaveFile(file, bot.resume_demo), RealHooks(), STILL)
    await world.open()
    try:
        yield world
    finally:
        await world.close()


def threads(world: World) -> list[str]:
    return [place.title for place in world.places(world.people["ada"]) if place.kind == "thread"]


def awaited(world: World) -> list[str]:
    """The people who are waited for in a thread."""
    ids = {place.id for place in world.places(world.people["ada"]) if place.kind == "thread"}
    return [key for key, person in world.people.items() if world.waits_for(person) & ids]


async def begin_a_match(world: World) -> None:
    ada, ben = world.people["ada"].member, world.people["ben"].member
    hall = world.places(world.people["ada"])[0].channel
    opened = await ada.slash(hall, "play", game="pjawns", opponent=ben)
    await ada.submit_modal(opened, {**as_opened(opened), "who": [ben], "seat": ["1"]})
    await ben.click(hall.history()[-1], label="Accept")
    await until(world, lambda: awaited(world) == ["ada"])


async def pass_by(world: World, time: timedelta) -> None:
    world.skip(time)
    await until(world, lambda: world.progress is None)


async def test_a_match_goes_on_in_a_thread_of_its_own_after_the_demo_was_stopped(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as world:
        await begin_a_match(world)
        [before] = threads(world)
    async with demo(tmp_path / "demo.sqlite3") as world:
        assert threads(world) == [before]
        await until(world, lambda: awaited(world) == ["ada"])
        ada = world.people["ada"]
        thread = next(place for place in world.places(ada) if place.kind == "thread")
        assert world.pings(ada, thread) == 1, "whoever is to move is pinged"
        await ada.member.slash(thread.channel, "pjawns move", action="@a1")
        await until(world, lambda: awaited(world) == ["ben"])


def messages(world: World) -> dict[str, list[int]]:
    """The messages in each place that Ada sees, by its title, but for those that she alone was answered."""
    ada = world.people["ada"]
    return {
        place.title: [one.id for one in place.channel.history(viewer=ada.member) if not one.flags.ephemeral]
        for place in world.places(ada)
    }


async def test_a_second_start_stands_as_the_first_was_left(tmp_path: Path) -> None:
    file = tmp_path / "demo.sqlite3"
    async with demo(file) as world:
        await begin_a_match(world)
        ada = world.people["ada"]
        thread = next(place for place in world.places(ada) if place.kind == "thread")
        world.mark_read(ada, thread)
        left = messages(world)
    async with demo(file) as world:
        await until(world, lambda: awaited(world) == ["ada"])
        assert messages(world) == left
        assert world.pings(world.people["ada"], thread) == 0
        await world.people["ada"].member.slash(
            world.place(world.people["ada"], thread.id).channel,  # type: ignore[union-attr]
            "pjawns move",
            action="@a1",
        )
        await until(world, lambda: awaited(world) == ["ben"])
        assert len(messages(world)[thread.title]) > len(left[thread.title])


@pytest.mark.parametrize("lost", ["deleted", "damaged", "older"])
async def test_after_a_kill_open_matches_are_posted_again(tmp_path: Path, lost: str) -> None:
    file = tmp_path / "demo.sqlite3"
    async with demo(file) as world:
        await begin_a_match(world)
        before = {one for found in messages(world).values() for one in found}
    kept = SaveFile(file).moment_file
    if lost == "older":
        older = kept.read_bytes()
        async with demo(file):
            pass
        kept.write_bytes(older)
    elif lost == "damaged":
        kept.write_bytes(b"no archive")
    else:
        kept.unlink()
    async with demo(file) as world:
        await until(world, lambda: awaited(world) == ["ada"])
        assert before.isdisjoint(one for found in messages(world).values() for one in found)


async def test_after_two_kills_the_front_door_is_posted_again(tmp_path: Path) -> None:
    file = tmp_path / "demo.sqlite3"

    def doors(world: World) -> int:
        hall = world.places(world.people["ada"])[0].channel
        return sum(text(message).startswith(DOOR) for message in hall.history())

    async with demo(file) as world:
        hall = world.places(world.people["ada"])[0].channel
        assert hall.guild is not None
        with world.simulator.as_bot():
            guilds: Any = world.simulator.bot.app.guilds  # type: ignore[union-attr]
            await guilds.change(GuildId(hall.guild.id), {PINNED: str(hall.id)})
        await pass_by(world, timedelta(minutes=2))
        assert doors(world) == 1
    for _ in range(3):
        SaveFile(file).moment_file.unlink()
        async with demo(file) as world:
            await pass_by(world, timedelta(minutes=2))
            assert doors(world) == 1


async def test_people_server_and_channel_have_the_ids_that_kept_matches_know(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as world:
        assert tuple(person.member.id for person in world.people.values()) == PEOPLE
        assert world.places(world.people["ada"])[0].id == HALL


async def test_time_that_was_skipped_is_not_taken_back(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as world:
        world.skip(timedelta(hours=6))
        await until(world, lambda: world.progress is None)
        then = world.simulator.now()
    async with demo(tmp_path / "demo.sqlite3") as world:
        assert then - world.simulator.now() < timedelta(minutes=1)


@pytest.mark.slow
async def test_a_day_stops_at_every_reminder_on_its_way(tmp_path: Path) -> None:
    """A match at three days a move: two reminders, then its end, since nobody has moved."""
    async with demo(tmp_path / "demo.sqlite3") as world:
        await begin_a_match(world)
        begun, stops = world.simulator.now(), []
        while (world.simulator.now() - begun) < timedelta(days=3, hours=1):
            world.skip(timedelta(days=1))
            before = world.stops
            await until(world, lambda: world.progress is None)
            if world.stops > before:
                stops.append(round((world.simulator.now() - begun) / timedelta(hours=1)))
        assert stops == [54, 70, 72]


async def test_starting_over_leaves_nothing_and_goes_on(tmp_path: Path) -> None:
    async with demo(tmp_path / "demo.sqlite3") as world:
        await begin_a_match(world)
        world.skip(timedelta(hours=6))
        await until(world, lambda: world.progress is None)
        await world.begin_afresh()
        assert threads(world) == []
        assert world.behind < timedelta(minutes=1)
        await begin_a_match(world)


@pytest.mark.parametrize(
    "content", [b"This is a letter, and no database." * 100, b"SQLite format 3\0" + b"\xff" * 8000]
)
async def test_a_damaged_file_is_set_aside_and_said_so(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "demo.sqlite3"
    file.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        async with demo(file) as world:
            assert threads(world) == []
            await begin_a_match(world)
    assert (tmp_path / "demo.sqlite3.unusable-1").read_bytes() == content
    assert "starts afresh" in caplog.text
    assert "Traceback" not in caplog.text
    assert "unusable-1" in caplog.text


def test_two_demos_do_not_share_a_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "var" / "demo.sqlite3"
    with SaveFile(file).held() as mine, SaveFile(file).held() as theirs:
        assert (mine, theirs) == (True, False)
    assert "Another demo is using" in caplog.text
    with SaveFile(file).held() as free:
        assert free


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "var").write_text("a file where the folder should be")
    with SaveFile(tmp_path / "var" / "demo.sqlite3").held() as mine:
        assert not mine
    assert "cannot be written" in caplog.text
