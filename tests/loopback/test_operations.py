"""What whoever hosts the bot sees of a running one: metrics, health, its log, its troubles."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from settings import VERSION
from tests.loopback.endpoint import Told, ask
from tests.loopback.process import BotProcess
from tests.loopback.server.entities import Channel
from tests.loopback.server.faults import Fail
from tests.loopback.server.gateway import Status
from tests.loopback.server.people import text
from tests.loopback.story import Story, a_story
from tests.people import names


class Watched(Story):
    """A story whose bot tells of itself."""

    async def ask(self, path: str) -> Told:
        return await ask(self.bot.port, path)

    async def count(self, metric: str, /, **labels: str) -> float:
        """The sum of what the metric says under these labels."""
        found = 0.0
        for line in (await self.ask("/metrics")).text.splitlines():
            named = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line)
            if named is None or named[1] != metric:
                continue
            given = dict(re.findall(r'(\w+)="([^"]*)"', named[2] or ""))
            if labels.items() <= given.items():
                found += float(named[3])
        return found

    async def has_swept(self) -> None:
        """Wait until a sweep is over."""
        await self.discord.quiet()
        assert await self.count("tidepool_sweep_seconds_count", outcome="ok")


@pytest.fixture
async def watched(tmp_path: Path, processes: None) -> AsyncIterator[Watched]:
    """A story whose bot serves metrics, writes JSON, and sweeps all the time."""
    settings = {
        "metrics_port": "0",
        "log_format": "json",
        "loopback_sweep": "0.1",
        "process_name": "tested:1",
    }
    async with a_story(tmp_path, **settings) as story:
        story.__class__ = Watched
        assert isinstance(story, Watched)
        yield story


# --- metrics and health ---------------------------------------------------------------------------


async def test_what_people_do_is_counted_and_nobody_is_named(watched: Watched) -> None:
    await watched.start()
    await watched.move(watched.opponent, "a7-a6")
    await watched.play("a2xa7")
    await watched.discord.quiet()
    count = watched.count
    assert (
        await count("tidepool_interactions_total", kind="command", name="prawns challenge", outcome="ok") == 1
    )
    assert await count("tidepool_interactions_total", name="prawns move", outcome="ok") == 1
    assert await count("tidepool_interactions_total", name="prawns move", outcome="refused") == 1
    assert await count("tidepool_interactions_total", kind="control", name="accept", outcome="ok") == 1
    assert await count("tidepool_interactions_total", outcome="error") == 0
    done = await count("tidepool_interactions_total")
    assert await count("tidepool_done_seconds_count") == done
    assert await count("tidepool_acknowledged_seconds_count") == done
    assert 0 < await count("tidepool_acknowledged_seconds_sum") < 3 * done
    assert await count("tidepool_notices_sent_total", kind="pick") == 2
    assert await count("tidepool_picture_seconds_count", kind="board") >= 2
    assert await count("tidepool_sweep_seconds_count", outcome="ok") > 0
    assert await count("tidepool_requests_failed_total") == 0
    assert await count("tidepool_ready") == 1
    assert await count("tidepool_process_info", process="tested:1") == 1
    assert await count("tidepool_build_info", version=VERSION) == 1
    told = (await watched.ask("/metrics")).text
    people = (watched.challenger, watched.opponent)
    assert not [who for who in people if names(who.id, told) or who.user.name in told]
    labels = re.findall(r'="([^"]*)"', told)
    assert not [label for label in labels if re.fullmatch(r"\d{4,}", label)], "no id of anything"


async def test_failed_requests_and_open_matches_are_counted(watched: Watched) -> None:
    await watched.begin("pjawns")
    assert await watched.count("tidepool_open_matches", phase="playing") == 1
    await watched.challenge()
    assert await watched.count("tidepool_open_matches", phase="challenged") == 0, "counted now and then"
    await watched.bot.give(counted=0)
    assert await watched.count("tidepool_open_matches", phase="challenged") == 1
    watched.discord.faults.on("POST", "/channels/*/messages", Fail(502))
    await watched.challenge()
    assert await watched.count("tidepool_requests_failed_total", status="502") == 1


async def test_requests_that_wait_for_discord_are_counted(watched: Watched) -> None:
    await watched.start()
    await watched.discord.quiet()
    assert await watched.count("tidepool_requests_waiting") == 0
    stop = watched.discord.at("POST", "/channels/*/messages", when="received")
    played = asyncio.create_task(watched.play("a2xa7"))
    await stop
    assert await watched.count("tidepool_requests_waiting", purpose="card") == 1
    first = await watched.count("tidepool_oldest_request_seconds", purpose="card")
    assert 0 < first < await watched.count("tidepool_oldest_request_seconds", purpose="card")
    stop.release()
    await played
    await watched.discord.quiet()
    assert await watched.count("tidepool_oldest_request_seconds") == 0


@pytest.mark.gate
async def test_health_says_what_is_wrong_and_every_line_of_the_log_is_an_object(watched: Watched) -> None:
    await watched.until(lambda: "is ready" in watched.bot.log, "the bot")
    await watched.challenge()
    await watched.has_swept()
    assert await watched.ask("/health") == Told(200, "well\n")
    gateway = watched.discord.gateway
    gateway.trouble, before = Status(503), gateway.connections
    await gateway.drop()
    await watched.until(lambda: gateway.connections > before, "the bot to notice")
    assert await watched.ask("/health") == Told(503, "The gateway to Discord is not connected.\n")
    assert await watched.ask("/live") == Told(200, "alive\n")
    gateway.trouble = None
    await watched.bot.connected()
    watched.bot.write("ALTER TABLE fact RENAME COLUMN value TO worth")
    told = await watched.ask("/health")
    assert (told.status, told.text.count("\n")) == (503, 1)
    assert await watched.ask("/ready") == told
    assert await watched.ask("/live") == Told(200, "alive\n")
    lines = [json.loads(line) for line in watched.bot.log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)


async def test_a_database_that_was_moved_away_is_said_and_nothing_is_played_into_it(watched: Watched) -> None:
    await watched.start()
    elsewhere = watched.bot.folder / "elsewhere"
    elsewhere.mkdir()
    files = sorted(watched.bot.folder.glob("tidepool.sqlite3*"))
    for file in files:
        file.rename(elsewhere / file.name)
    assert await watched.ask("/health") == Told(503, "The file of the database is not where it was.\n")
    refused = await watched.move(watched.challenger, "a2xa7")
    assert "nothing was changed" in refused.told
    await watched.until(lambda: '"CRITICAL"' in watched.bot.log, "the sweep")
    await watched.discord.quiet()
    assert watched.bot.log.count('"CRITICAL"') == 1, "once, however many sweeps there were"
    assert await watched.count("tidepool_sweep_seconds_count", outcome="failed") > 0
    assert not watched.bot.database.exists(), "nobody has made a new one"

    for file in files:
        (elsewhere / file.name).rename(file)
    await watched.until(lambda: "is there again" in watched.bot.log, "the sweep to notice")
    assert await watched.ask("/health") == Told(200, "well\n")
    await watched.play("a2xa7")
    await watched.bot.restart()
    await watched.until(lambda: "is ready" in watched.bot.log, "the bot")
    await watched.play("d8-d6", first=watched.opponent)


async def test_a_port_that_is_taken_is_named(watched: Watched) -> None:
    port = str(watched.bot.port)
    other = BotProcess(
        watched.discord,
        watched.bot.folder,
        name="other",
        metrics_port=port,
        log_format="json",
    )
    other.launch()
    assert await other.ended() == 1
    last = json.loads(other.log.splitlines()[-1])
    assert last["level"] == "CRITICAL"
    assert last["message"].startswith(f"METRICS_PORT {port} on 127.0.0.1 cannot be used (")


async def test_nothing_listens_unless_it_is_asked_to(story: Story) -> None:
    assert story.bot._process is not None
    assert not await asyncio.to_thread(listens, story.bot._process.pid)


async def test_a_bot_that_is_asked_to_listens(watched: Watched) -> None:
    assert watched.bot._process is not None
    assert await asyncio.to_thread(listens, watched.bot._process.pid)


def listens(process: int) -> bool:
    """Whether a process has a socket to which others can connect."""
    folder = Path("/proc") / str(process)
    own = {link.readlink().name for link in (folder / "fd").iterdir()}
    sockets = [line.split() for line in (folder / "net/tcp").read_text().splitlines()[1:]]
    return any(f"socket:[{socket[9]}]" in own for socket in sockets if socket[3] == "0A")


# --- the log --------------------------------------------------------------------------------------


async def test_a_line_of_the_log_has_its_ids(watched: Watched) -> None:
    await watched.begin("pjawns")
    lines = [json.loads(line) for line in watched.bot.log.splitlines()]
    accepted = next(line for line in lines if "accepted" in line["message"])
    assert accepted["match"] == 1
    assert accepted["user"] == watched.opponent.id
    assert accepted["logger"] == "services.core"
    assert accepted["time"].endswith("+00:00")


# --- troubles -------------------------------------------------------------------------------------


@pytest.fixture
async def reported(tmp_path: Path, processes: None) -> AsyncIterator[tuple[Story, Channel]]:
    """A story whose bot tells of its troubles in a channel; it is started by the test."""
    async with a_story(tmp_path) as story:
        await story.bot.terminate()
        office = story.world.add_channel(story.guild, "office")
        story.bot._settings |= {"OPERATOR_CHANNEL": str(office.id), "LOOPBACK_SWEEP": "0.1"}
        yield story, office
        story.bot.log_file.unlink()  # its troubles were meant to be


async def break_the_sweep(story: Story) -> None:
    """Have a match that nobody can make sense of come due."""
    # Whatever else looks at it has another trouble to tell of.
    await story.discord.quiet()
    story.bot.write(
        "UPDATE match SET game = 'chess', options = ?, deadline_at = '2020-01-01 00:00:00.000000+00:00'",
        '{"board": "secret lobster"}',
    )


async def test_a_bug_is_told_once_without_what_people_wrote(reported: tuple[Story, Channel]) -> None:
    story, office = reported
    await story.bot.start()
    await story.begin("pjawns")
    await break_the_sweep(story)
    await story.until(lambda: office.public, "the trouble")
    await story.until(lambda: story.bot.log.count("could not be seen to") > 5, "the same again and again")
    assert len(office.public) == 1
    told = text(office.last)
    assert "**ERROR** `cogs.upkeep`" in told
    assert "match=1 could not be seen to" in told
    assert re.search(r"\nKeyError in matches/\w+\.py:\d+ \(\w+\)\n", told)
    assert "lobster" not in told
    assert "chess" not in told


async def test_a_trouble_that_cannot_be_told_brings_no_other(reported: tuple[Story, Channel]) -> None:
    story, office = reported
    laid = story.discord.faults.on("POST", f"/channels/{office.id}/messages", Fail(403), times=None)
    await story.bot.start()
    await story.begin("pjawns")
    await break_the_sweep(story)
    await story.until(lambda: "could not be told in channel" in story.bot.log, "the attempt")
    tried = laid.hits
    await story.until(lambda: story.bot.log.count("could not be seen to") > 20, "more of the same")
    assert laid.hits == tried
    assert story.bot.log.count("could not be told") == 1
    assert office.public == []
