"""Muting one match: nothing of it is told, and everything of the others; the last warning is not lost."""

from __future__ import annotations

import pytest

from data import stores
from matches.errors import NotAPlayerError, WrongPhaseError
from matches.model import Mute, NoticeKind, NoticePlace
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table

HOME, DIRECT = NoticePlace.HOME, NoticePlace.DIRECT
NEWS, QUARTER, LAST, LATER = NoticeKind.NEWS, NoticeKind.QUARTER, NoticeKind.LAST, NoticeKind.LATER


async def active_mute(table: Table) -> Mute | None:
    """The challenger's mute of the match, as long as it lasts."""
    return table.notifications.mute_in(await table.matches.load_with_settings(table.id), CHALLENGER)


async def pinged(table: Table) -> bool:
    """True if the card of the match as it stands pings the challenger."""
    return CHALLENGER in (await table.pinged(await table.match(), [CHALLENGER])).users


@pytest.mark.parametrize("tell", ["thread", "direct", "both"])
async def test_a_muted_match_pings_and_writes_to_nobody(table: Table, tell: str) -> None:
    await table.notifications.prefer(CHALLENGER, {"tell": tell})
    await table.begun(1, pace="3d")
    await table.notifications.mute(table.id, CHALLENGER)
    await table.act()
    assert not await pinged(table)
    await table.live(days=2, hours=23)
    assert [(one.notice.kind, one.pinged, one.silent) for one in table.told] == [(LAST, False, True)]
    assert table.matches.addressed(await table.match()) == (CHALLENGER,), "the card names them all the same"


async def test_only_that_match_is_muted_and_only_for_them(table: Table) -> None:
    await table.begun(1, pace="3d")
    await table.notifications.mute(table.id, CHALLENGER)
    muted = table.id
    await table.begun(1, pace="3d")
    await table.act()
    assert await pinged(table)
    table.id = muted
    await table.act()
    await table.act()
    assert (await table.pinged(await table.match(), [OPPONENT])).users == (OPPONENT,)


async def test_once_unmuted_everything_is_told_again(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.mute(table.id, CHALLENGER)
    assert await active_mute(table) is not None
    await table.notifications.unmute(table.id, CHALLENGER)
    assert await active_mute(table) is None
    await table.live(days=2, hours=23)
    assert [kind for kind, _, _ in table.told_to(CHALLENGER)] == [QUARTER, LAST]


async def test_what_is_owed_when_a_match_is_muted_is_not_sent(table: Table) -> None:
    await table.notifications.prefer(CHALLENGER, {"quiet": "11:00-20:00"})
    await table.begun(2, pace="3d")
    assert {one.kind for one in await table.owed() if one.user_id == CHALLENGER} == {NEWS}
    await table.notifications.mute(table.id, CHALLENGER)
    assert [one for one in await table.owed() if one.user_id == CHALLENGER] == []


@pytest.mark.usefixtures("still_clock")
async def test_a_snooze_puts_off_what_comes_and_reminds_at_its_end(table: Table) -> None:
    await table.begun(2, pace="7d")
    await table.notifications.mute(table.id, CHALLENGER, 3 * DAY)
    await table.live(days=2, hours=23)
    assert table.told == []
    await table.live(hours=2)
    assert table.told_to(CHALLENGER) == [(LATER, HOME, NOON + 3 * DAY)]
    assert await active_mute(table) is None


@pytest.mark.usefixtures("still_clock")
async def test_a_move_during_a_snooze_is_told_when_it_ends(table: Table) -> None:
    await table.begun(1, pace="7d")
    await table.notifications.mute(table.id, CHALLENGER, DAY)
    await table.act()
    assert not await pinged(table)
    await table.live(days=2)
    assert table.told_to(CHALLENGER) == [(NEWS, HOME, NOON + DAY)]


@pytest.mark.usefixtures("still_clock")
async def test_ending_a_snooze_early_tells_at_once(table: Table) -> None:
    await table.begun(1, pace="7d")
    await table.notifications.mute(table.id, CHALLENGER, 3 * DAY)
    await table.act()
    await table.live(hours=1)
    await table.notifications.unmute(table.id, CHALLENGER)
    await table.live(minutes=1)
    assert table.told_to(CHALLENGER) == [(NEWS, HOME, NOON + HOUR)]


@pytest.mark.usefixtures("still_clock")
async def test_the_last_warning_comes_through_a_snooze_with_its_sound(table: Table) -> None:
    await table.begun(2, pace="1d")
    await table.notifications.mute(table.id, CHALLENGER, 3 * DAY)
    await table.live(hours=23, minutes=59)
    last = [one for one in table.told if one.notice.kind is LAST]
    assert [(one.at, one.pinged, one.silent) for one in last] == [(NOON + 22 * HOUR, True, False)]


async def test_a_digest_leaves_out_what_is_muted(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.mute(table.id, CHALLENGER)
    muted = table.id
    await table.begun(2, pace="3d")
    assert [match.id for match in await table.matches.lists.waiting(CHALLENGER)] == [table.id]
    await table.notifications.unmute(muted, CHALLENGER)
    assert len(await table.matches.lists.waiting(CHALLENGER)) == 2


async def test_who_does_not_play_mutes_nothing_and_nothing_is_muted_once_it_is_over(table: Table) -> None:
    await table.begun(2, pace="3d")
    async with table.refuses(NotAPlayerError):
        await table.notifications.mute(table.id, STRANGER)
    await table.matches.play.resign(table.id, CHALLENGER)
    async with table.refuses(WrongPhaseError):
        await table.notifications.mute(table.id, OPPONENT)


async def test_a_mute_goes_with_the_match_and_with_its_owner(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.mute(table.id, CHALLENGER)
    await table.notifications.mute(table.id, OPPONENT, DAY)
    assert (await table.privacy.counts(CHALLENGER))["mute"] == 1
    exported = b"".join([part async for part in table.privacy.export(CHALLENGER)])
    assert b'"matches muted"' in exported
    await table.matches.play.resign(table.id, CHALLENGER)
    await table.privacy.ask_to_be_forgotten(CHALLENGER)
    assert await table.privacy.forget(CHALLENGER)
    assert (await table.privacy.counts(CHALLENGER))["mute"] == 0
    assert (await stores.pruning.prune(table.store, table.now))["mutes of finished matches"] == 1
