"""A message is sent, and stays, while it has something to tell: every kind, before and after the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Final

import pytest

from data import stores
from matches import MatchId, Notice, NoticeState, Opponent, UserId
from matches.model import NoticeKind, OfferKind
from matches.time import HOUR
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table

Step = Callable[[Table], Awaitable[object]]


async def only(table: Table, kind: NoticeKind, user: UserId = CHALLENGER) -> Notice:
    """The one notice of a kind that is owed to somebody."""
    found = await table.store.read(stores.notices.notices_of, table.id)
    (notice,) = [one for one in found if one.kind is kind and one.user_id == user]
    return notice


async def current(table: Table, notice: Notice) -> bool:
    """Whether it stands, as any service sees it."""
    answers = [
        await service.notifications.stands(notice) for service in (table.services, table.another_service())
    ]
    assert (answers[0] is None) == (answers[1] is None)
    assert answers[0] is None or answers[0].match.id == table.id
    return answers[0] is not None


async def act(table: Table) -> object:
    return await table.act()


async def resign(table: Table) -> object:
    return await table.matches.play.resign(table.id, OPPONENT)


async def run_out(table: Table) -> object:
    table.wait(days=3)
    return None


async def more_time(table: Table) -> object:
    return await table.matches.time.extend(table.id, OPPONENT)


async def ask(table: Table) -> object:
    return await table.matches.play.offer(table.id, OPPONENT, OfferKind.NO_RESULT)


async def rewound(table: Table) -> object:
    return await table.matches.admin.rewind(table.id, UserId(99), GUILD, 1)


OF_THE_CLOCK: Final[list[tuple[Step, bool]]] = [
    (act, False),
    (resign, False),
    (run_out, False),
    (more_time, False),
    (rewound, False),
    (ask, True),
]


@pytest.mark.gate(draw=6)
@pytest.mark.parametrize(("hours", "kind"), [(54, NoticeKind.QUARTER), (70, NoticeKind.LAST)])
@pytest.mark.parametrize(("step", "stands"), OF_THE_CLOCK)
async def test_a_reminder_stands_until_it_is_answered(
    table: Table, hours: int, kind: NoticeKind, step: Step, stands: bool
) -> None:
    await table.begun(2, pace="3d")
    table.wait(hours=hours)
    await table.matches.time.attend(table.id)
    notice = await only(table, kind)
    assert await current(table, notice)
    await step(table)
    assert await current(table, notice) == stands


@pytest.mark.parametrize(("step", "stands"), [(act, False), (resign, False), (run_out, True), (ask, False)])
async def test_news_stand_while_the_stage_lasts(table: Table, step: Step, stands: bool) -> None:
    await table.notifications.prefer(CHALLENGER, {"tell": "direct"})
    await table.begun(2, pace="3d")
    notice = (await table.store.read(stores.notices.notices_of, table.id))[-1]
    assert (notice.kind, notice.user_id) == (NoticeKind.NEWS, CHALLENGER)
    assert await current(table, notice)
    await step(table)
    assert await current(table, notice) == stands


@pytest.mark.parametrize(
    ("step", "stands"), [(act, False), (resign, False), (run_out, True), (rewound, False)]
)
async def test_what_was_asked_for_later_stands_while_the_turn_lasts(
    table: Table, step: Step, stands: bool
) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.remind_later(table.id, CHALLENGER, HOUR)
    notice = await only(table, NoticeKind.LATER)
    assert await current(table, notice)
    await step(table)
    assert await current(table, notice) == stands


async def test_the_choice_of_a_pick_stands_until_it_is_made(table: Table) -> None:
    await table.challenge(blind_start="on")
    await table.accept()
    mine = await only(table, NoticeKind.PICK)
    theirs = await only(table, NoticeKind.PICK, OPPONENT)
    await table.pick(CHALLENGER)
    assert (await current(table, mine), await current(table, theirs)) == (False, True)
    await table.pick(OPPONENT)
    assert not await current(table, theirs)


async def test_a_result_stands_for_good(table: Table) -> None:
    await table.store.write(stores.people.change_guild, GUILD, {"results": "77"})
    await table.begun(4)
    await resign(table)
    (notice,) = [one for one in await table.owed() if one.kind is NoticeKind.RESULT]
    assert await current(table, notice)
    await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert await current(table, notice)


async def test_a_reminder_stands_through_a_pause_and_a_vacation(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=55)
    notice = await only(table, NoticeKind.QUARTER)
    assert notice.state is NoticeState.SENT
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.PAUSE)
    await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    assert await current(table, notice)
    await table.live(days=3)
    await table.notifications.go_away(CHALLENGER, 10)
    await table.live(days=10)
    assert await current(table, notice)


async def test_a_notice_of_a_match_that_is_not_there_stands_for_nothing(table: Table) -> None:
    await table.begun(2, pace="3d")
    table.wait(hours=54)
    await table.matches.time.attend(table.id)
    notice = await only(table, NoticeKind.QUARTER)
    (claimed,) = await table.store.write(
        stores.notices.claim, table.now, table.now + timedelta(minutes=2), 10
    )
    assert claimed.id == notice.id
    table.id = MatchId(404)
    lost = Notice(
        notice.id,
        table.id,
        notice.user_id,
        notice.kind,
        notice.place,
        notice.name,
        notice.due_at,
        notice.state,
    )
    assert await table.notifications.stands(lost) is None


async def test_a_reminder_is_not_for_whoever_takes_over(table: Table) -> None:
    await table.begun(2, pace="3d")
    table.wait(hours=54)
    await table.matches.time.attend(table.id)
    notice = await only(table, NoticeKind.QUARTER)
    await table.matches.admin.hand_over(table.id, UserId(99), GUILD, "white", Opponent(STRANGER))
    assert not await current(table, notice)
    await table.live(hours=1)
    assert table.told == []
