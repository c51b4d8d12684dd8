"""Owed work is done item by item; a refusal is one item's, an outage everybody's."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import ClaimedWork, LogLines, backoff, work_through
from cogs.kit.failures import UnreadableError
from data import stores
from matches import StoreUnavailableError, UserId
from matches.chores import ChoreKind, NewChore
from matches.guilds.shards import Territory
from matches.model import NewNotice, NoticeKind, NoticePlace
from tests.cogs.answers import answered
from tests.cogs.server import Server

LINES = LogLines(
    logging.getLogger("kinds.of.work"), "item=%s", lambda item: (item,), "was not sent", "could not be sent"
)
MINUTE = timedelta(minutes=1)


class Work:
    """Four items, some of which fail; what becomes of each."""

    def __init__(self, fails: Mapping[int, Exception]) -> None:
        self.fails = fails
        self.connection = ConnectionState(Territory())
        self.done: list[int] = []
        self.refused: list[int] = []
        self.broken: list[int] = []

    async def through(self) -> bool:
        async def refused(item: int) -> None:
            self.refused.append(item)

        async def broken(item: int) -> None:
            self.broken.append(item)

        return await work_through(range(4), self._do, self.connection, LINES, refused=refused, broken=broken)

    async def _do(self, item: int) -> None:
        if item in self.fails:
            raise self.fails[item]
        self.done.append(item)


@pytest.mark.parametrize(
    ("refusal", "level"),
    [
        (answered(403), logging.WARNING),
        (answered(400), logging.WARNING),
        (answered(404), logging.INFO),
        (UnreadableError("unreadable"), logging.WARNING),
    ],
    ids=["forbidden", "invalid", "gone", "unreadable"],
)
async def test_what_discord_refuses_is_given_up_and_the_rest_is_done(
    caplog: pytest.LogCaptureFixture, refusal: Exception, level: int
) -> None:
    caplog.set_level(logging.INFO)
    work = Work({1: refusal})
    assert await work.through()
    assert (work.done, work.refused, work.broken) == ([0, 2, 3], [1], [])
    assert work.connection
    (said,) = caplog.records
    assert (said.name, said.levelno) == ("kinds.of.work", level)
    assert said.getMessage() == f"item=1 was not sent: {refusal}"


@pytest.mark.parametrize(
    "outage", [answered(503), answered(429), aiohttp.ClientConnectionError(), TimeoutError()], ids=repr
)
async def test_without_discord_nothing_more_is_tried(
    caplog: pytest.LogCaptureFixture, outage: Exception
) -> None:
    work = Work({1: outage, 2: answered(403)})
    assert not await work.through()
    assert (work.done, work.refused, work.broken) == ([0], [], [])
    assert not work.connection, "so the clocks stand still"
    assert caplog.messages == [f"item=1 waits for Discord: {outage}"]


async def test_a_fault_keeps_no_other_item_waiting(caplog: pytest.LogCaptureFixture) -> None:
    work = Work({0: ValueError("of ours"), 3: KeyError("of ours")})
    assert await work.through()
    assert (work.done, work.refused, work.broken) == ([1, 2], [], [0, 3])
    assert work.connection
    assert caplog.messages == ["item=0 could not be sent", "item=3 could not be sent"]
    assert all(record.exc_info for record in caplog.records)
    assert caplog.records[0].msg == "item=%s could not be sent", "alerts tell no more than these words"


async def test_a_database_that_is_gone_ends_the_work(caplog: pytest.LogCaptureFixture) -> None:
    work = Work({2: StoreUnavailableError("The database is locked.")})
    with pytest.raises(StoreUnavailableError):
        await work.through()
    assert (work.done, work.refused, work.broken) == ([0, 1], [], [])
    assert not caplog.messages


async def test_what_is_done_without_asking_discord_does_not_say_that_it_answers(server: Server) -> None:
    await server.begin("pjawns")
    app, now = server.bot.app, server.bot.app.clock()
    match = await server.match()
    await app.tidier.tidy(9)
    answered_before = NewNotice(
        UserId(server.opponent.id), NoticeKind.LATER, NoticePlace.DIRECT, "turn:0+x", now
    )
    await server.store.write(stores.notices.add, match.id, [answered_before])
    await server.store.write(
        stores.matches.record_shown, match.id, match.shown, [NewChore(ChoreKind.CHALLENGE, now)]
    )
    app.connection.failed(TimeoutError())
    assert await app.notifier.deliver(5) == 1
    assert await app.tidier.tidy(5) == 1
    assert not app.connection.answers


class Claimed(ClaimedWork[int]):
    """Items that are due, of which another process has the odd ones."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.claimed: list[int] = []
        self.done: list[int] = []
        self.fails = fails
        self.connection = ConnectionState(Territory())
        app: Any = SimpleNamespace(connection=self.connection)
        super().__init__(app, LINES, self._found, self._claimed)

    async def _found(self, limit: int) -> Sequence[int]:
        return range(0, 2 * limit, 2)

    async def _claimed(self, item: int) -> bool:
        self.claimed.append(item)
        return item % 2 == 0

    async def _go_on(self, item: int) -> None:
        if self.fails is not None:
            raise self.fails
        self.done.append(item)


class ClaimedOffline(Claimed):
    """The same for work that is tried while Discord is down."""

    also_offline = True


async def test_claimed_work_is_done_if_no_other_process_has_it() -> None:
    work = Claimed()
    await work.keep_up(3)
    assert (work.claimed, work.done) == ([], [0, 2, 4]), "those that are due are claimed as they are found"
    await work.attend(6)
    await work.attend(7)
    assert (work.claimed, work.done) == ([6, 7], [0, 2, 4, 6])


@pytest.mark.parametrize(("kind", "claimed"), [(Claimed, []), (ClaimedOffline, [2])])
async def test_while_discord_is_down_nothing_is_claimed_that_can_wait(
    kind: type[Claimed], claimed: list[int]
) -> None:
    work = kind()
    work.connection.failed(TimeoutError())
    await work.attend(2)
    assert (work.claimed, work.done) == (claimed, claimed)


async def test_what_a_user_waits_for_is_left_to_the_next_round(caplog: pytest.LogCaptureFixture) -> None:
    work = Claimed(StoreUnavailableError("The database is locked."))
    await work.attend(2)
    (said,) = caplog.messages
    assert said.startswith("item=2 is left to the next round: ")


@pytest.mark.parametrize(("tries", "minutes"), [(1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (5000, 60)])
def test_a_wait_is_twice_as_long_each_time(tries: int, minutes: int) -> None:
    assert backoff(MINUTE, tries, 60 * MINUTE) == minutes * MINUTE
