"""What every store promises about time, asked of each kind: clocks, notices, people away, downtimes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from typing import Any

import pytest

from data import Database, stores
from data.errors import StorageBugError
from matches.model import (
    NO_MATCH,
    ChannelId,
    GuildId,
    Match,
    MatchId,
    MessageId,
    Notice,
    NoticeId,
    NoticeKind,
    NoticePlace,
    NoticeState,
    Person,
    Phase,
    Result,
    UserId,
)
from matches.time.clocks import Clocks, SideClock
from matches.time.intervals import Interval
from matches.time.pace import Pace
from tests.cases import case
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    WEEK,
    accepted,
    challenge,
    changed,
    clocks,
    digest,
    finished,
    new_challenge,
    owed,
    played,
    summary,
)
from tests.people import sides_of
from tests.store import keep

LARGEST = 2**63 - 1
UNIT = timedelta(microseconds=1)
THERE = (ChannelId(701), MessageId(702))
NAIVE = NOON.replace(tzinfo=None)
ELSEWHERE = timezone(timedelta(hours=-3, minutes=-30))


async def running(store: Database, **more: object) -> Match:
    return await keep(store, accepted(await new_challenge(store), **more))


async def names(store: Database, match_id: MatchId = NO_MATCH) -> list[str]:
    return [kept.name for kept in await store.read(stores.notices.notices_of, match_id)]


# --- clocks, pauses, results -------------------------------------------------------------------------


async def test_the_pace_is_settled_with_the_challenge(store: Database) -> None:
    for pace in ("none", "1d", "14d", "5d+12h<7d"):
        with case(pace):
            match = await new_challenge(store, pace=Pace.read(pace))
            assert match.terms.pace == Pace.read(pace)
            match = await keep(
                store,
                accepted(match, pace=Pace.per_move(7)),
                rematch=challenge(pace=match.terms.pace, rematch_of=match.id),
            )
            assert match.rematch is not None
            for kept in (
                match,
                await store.read(stores.matches.load, match.id),
                await store.read(stores.matches.load, match.rematch),
            ):
                assert kept.terms.pace == Pace.read(pace)


async def test_a_match_has_no_clock_unless_its_challenge_says_so(store: Database) -> None:
    match = await new_challenge(store)
    assert (match.terms.pace, match.clocks, match.pause) == (Pace(), None, None)


async def test_clocks_are_kept_to_the_microsecond(store: Database) -> None:
    for kept in (
        clocks(),
        clocks("3d", None),
        Clocks.full(Pace(), ("green", "blue")),
        Clocks.full(Pace.read("3d"), ("",)).started("", NOON),
        Clocks(Pace.read("1d"), {"blue": SideClock(timedelta(days=9999), UNIT, 10_000)}, "blue", NOON),
    ):
        with case(kept):
            match = await running(store, clocks=kept)
            assert match.clocks == kept == (await store.read(stores.matches.load, match.id)).clocks
            assert await store.read(stores.lists.of_player, ANN) == (summary(match),)
            match = await keep(store, played(match, "d2d3"))
            assert match.clocks == kept
            match = await keep(store, changed(match, clocks=None))
            assert match.clocks is None
            assert (await store.read(stores.matches.load, match.id)).clocks is None
            await keep(store, finished(match))


async def test_the_clocks_have_a_pace_of_their_own(store: Database) -> None:
    """As in the setup, where there is one clock for all who pick."""
    match = await new_challenge(store, pace=Pace.read("5d+12h<7d"))
    setup = Clocks.full(Pace.per_move(2), ("",))
    match = await keep(store, accepted(match, clocks=setup))
    loaded = await store.read(stores.matches.load, match.id)
    assert loaded.clocks == setup
    assert loaded.terms.pace == Pace.read("5d+12h<7d")


async def test_what_stops_a_clock_is_not_kept_with_it(store: Database) -> None:
    stopped = replace(clocks(), stops=(Interval(NOON, NOON + DAY),))
    match = await running(store, clocks=stopped)
    for kept in (match, await store.read(stores.matches.load, match.id)):
        assert kept.clocks is not None
        assert kept.clocks.stops == ()


async def test_clocks_once_stored_stay_as_they_were(store: Database) -> None:
    sides = {"green": SideClock(DAY, DAY)}
    match = await running(store, clocks=Clocks(Pace.read("1d"), sides))
    sides["green"] = SideClock(HOUR, HOUR)
    loaded = (await store.read(stores.matches.load, match.id)).clocks
    assert loaded is not None
    assert loaded.sides == {"green": SideClock(DAY, DAY)}


async def test_a_pause_is_kept_and_replaced(store: Database) -> None:
    match = await running(store, pause=Interval(NOON, NOON + WEEK))
    assert (
        match.pause == Interval(NOON, NOON + WEEK) == (await store.read(stores.matches.load, match.id)).pause
    )
    match = await keep(store, changed(match, pause=Interval(NOON + DAY, NOON + 2 * DAY + UNIT)))
    assert (await store.read(stores.matches.load, match.id)).pause == Interval(
        NOON + DAY, NOON + 2 * DAY + UNIT
    )
    await keep(store, changed(match, pause=None))
    assert (await store.read(stores.matches.load, match.id)).pause is None


async def test_whether_a_result_counts_is_kept(store: Database) -> None:
    for counts in (True, False):
        with case(counts):
            ended = Result(None, "agreed", counts)
            match = await keep(store, finished(await running(store), result=ended))
            assert match.result == ended
            assert await store.read(stores.matches.load, match.id) == match
            assert await store.read(stores.lists.latest_of_player, ANN, 1) == (summary(match),)


@pytest.mark.parametrize("seat", ["challenger", "opponent"])
async def test_a_match_can_be_handed_over(store: Database, seat: str) -> None:
    match = await running(store)
    leaver = match.users[0] if seat == "challenger" else BOB
    sides = {side: CAT if user == leaver else user for side, user in sides_of(match).items()}
    after = await keep(store, changed(match, sides=sides, **{seat: CAT}))
    assert CAT in after.users
    assert leaver not in after.users
    assert dict(sides_of(after)) == sides
    assert await store.read(stores.matches.load, match.id) == after
    assert await store.read(stores.lists.of_player, CAT) == (summary(after),)
    assert await store.read(stores.lists.of_player, leaver) == ()


# --- when to look at a match -------------------------------------------------------------------------


async def test_a_match_is_scheduled_without_being_changed(store: Database) -> None:
    match = await running(store)
    assert await store.write(
        stores.matches.schedule, match, NOON + HOUR, [owed(ANN, "one"), owed(BOB, "one")]
    )
    loaded = await store.read(stores.matches.load, match.id)
    assert loaded == replace(match, deadline_at=NOON + HOUR)
    assert await names(store, match.id) == ["one", "one"]
    assert await store.write(stores.matches.schedule, loaded, None, [owed(ANN, "one"), owed(ANN, "two")])
    assert await store.read(stores.matches.load, match.id) == match
    assert await names(store, match.id) == ["one", "one", "two"]
    assert await store.read(stores.matches.due, NOON + WEEK, 9) == ()


async def test_a_match_that_was_changed_since_is_not_scheduled(store: Database) -> None:
    match = await running(store)
    later = await keep(store, changed(match))
    for seen in (match, changed(later), replace(match, id=MatchId(424242))):
        assert not await store.write(stores.matches.schedule, seen, NOON, [owed(ANN)])
    assert await store.read(stores.matches.load, match.id) == later
    assert (
        await store.read(stores.notices.notices_of, match.id)
        == await store.read(stores.notices.notices_of, MatchId(424242))
        == ()
    )


async def test_a_match_that_was_woken_since_is_not_scheduled(store: Database) -> None:
    match = await running(store, deadline_at=NOON + WEEK)
    await store.write(stores.matches.wake_match, ANN, NOON + HOUR)
    assert not await store.write(stores.matches.schedule, match, NOON + DAY, [owed(ANN)])
    assert await store.read(stores.matches.due, NOON + HOUR, 9) == (match.id,)
    assert await store.read(stores.notices.notices_of, match.id) == ()


async def test_a_match_that_was_woken_since_stays_due_when_it_changes(store: Database) -> None:
    match = await running(store, deadline_at=NOON + WEEK)
    await store.write(stores.matches.wake_match, ANN, NOON + HOUR)
    after = replace(match, version=match.version + 1, deadline_at=NOON + DAY)
    kept = await keep(store, after, due_by=NOON + HOUR)
    assert kept == await store.read(stores.matches.load, match.id)
    assert kept.deadline_at == NOON + HOUR
    later = await keep(store, replace(kept, version=kept.version + 1, deadline_at=NOON + DAY), due_by=NOON)
    assert later.deadline_at == NOON + DAY, "it was not due by then"
    ended = await keep(store, finished(later, deadline_at=None), due_by=NOON + WEEK)
    assert ended.deadline_at is None


async def test_the_running_matches_of_a_player_are_woken(store: Database) -> None:
    later, never, theirs = (
        await running(store, deadline_at=NOON + UNIT),
        await running(store),
        await keep(
            store,
            played(await new_challenge(store, challenger=CAT, opponent=ANN, deadline_at=NOON + WEEK), "d2d3"),
        ),
    )
    earlier = await running(store, deadline_at=NOON - HOUR)
    asked = await new_challenge(store)
    over = await keep(store, finished(await running(store)))
    of_others = await keep(store, accepted(await new_challenge(store, challenger=CAT), sides={}))
    await store.write(stores.matches.wake_match, ANN, NOON)
    for match in (later, never, theirs):
        assert await store.read(stores.matches.load, match.id) == replace(match, deadline_at=NOON)
    for match in (earlier, asked, over, of_others):
        assert await store.read(stores.matches.load, match.id) == match
    assert await store.read(stores.matches.due, NOON, 9) == (earlier.id, later.id, never.id, theirs.id)


async def test_waking_nobody_is_harmless(store: Database) -> None:
    match = await running(store)
    await store.write(stores.matches.wake_match, CAT, NOON)
    assert await store.read(stores.matches.load, match.id) == match


# --- notices -----------------------------------------------------------------------------------------


async def test_every_field_of_a_notice_is_kept(store: Database) -> None:
    match = await running(store)
    new = owed(ANN, "green:7:last", kind=NoticeKind.LAST, place=NoticePlace.HOME, due_at=NOON + UNIT)
    await store.write(stores.notices.add, match.id, [new])
    (kept,) = await store.read(stores.notices.notices_of, match.id)
    assert kept == Notice(
        kept.id, match.id, ANN, new.kind, new.place, new.name, new.due_at, NoticeState.DUE, None, None
    )


async def test_notices_of_every_kind_and_place_are_kept(store: Database) -> None:
    for number, (kind, place) in enumerate(product(NoticeKind, NoticePlace)):
        with case(kind, place):
            match_id = MatchId(LARGEST - number)
            await store.write(stores.notices.add, match_id, [owed(None, "any", kind=kind, place=place)])
            (kept,) = await store.read(stores.notices.notices_of, match_id)
            assert (kept.kind, kept.place, kept.user_id) == (kind, place, None)


async def test_notices_are_owed_with_the_change_and_settled(store: Database) -> None:
    match = await keep(store, accepted(await new_challenge(store)), notify=[owed(BOB), owed(ANN)])
    await keep(store, changed(match), notify=[owed(ANN), owed(ANN, "later")])
    due = await store.read(stores.notices.notices_of, match.id)
    assert [(kept.user_id, kept.name) for kept in due] == [(BOB, "news"), (ANN, "news"), (ANN, "later")]
    assert {kept.state for kept in due} == {NoticeState.DUE}
    await store.write(stores.notices.settle, due[0].id, NoticeState.SENT, channel=THERE[0], message=THERE[1])
    await store.write(stores.notices.settle, due[2].id, NoticeState.REFUSED)
    await store.write(stores.notices.settle, NoticeId(987654), NoticeState.SENT)
    assert await store.read(stores.notices.notices_of, match.id) == (
        replace(due[0], state=NoticeState.SENT, channel=THERE[0], message=THERE[1]),
        due[1],
        replace(due[2], state=NoticeState.REFUSED),
    )


async def test_of_one_name_there_is_one_notice_ever(store: Database) -> None:
    match, other = await running(store), await running(store)
    await store.write(
        stores.notices.add,
        match.id,
        [owed(ANN), owed(ANN, due_at=NOON + DAY), owed(ANN, kind=NoticeKind.LATER)],
    )
    (first,) = await store.read(stores.notices.notices_of, match.id)
    assert (first.kind, first.due_at) == (NoticeKind.NEWS, NOON)
    await store.write(stores.notices.settle, first.id, NoticeState.SENT)
    match = await keep(store, changed(match), notify=[owed(ANN)])
    await store.write(stores.matches.schedule, match, None, [owed(ANN)])
    assert await store.read(stores.notices.notices_of, match.id) == (replace(first, state=NoticeState.SENT),)
    # Another match, person, place or name makes another notice.
    await store.write(stores.notices.add, other.id, [owed(ANN)])
    await store.write(
        stores.notices.add, match.id, [owed(BOB), owed(ANN, place=NoticePlace.HOME), owed(ANN, "2")]
    )
    assert (
        len(await store.read(stores.notices.notices_of, match.id)),
        len(await store.read(stores.notices.notices_of, other.id)),
    ) == (
        4,
        1,
    )


async def test_due_notices_are_claimed_earliest_first(store: Database) -> None:
    await store.write(
        stores.notices.add, NO_MATCH, [owed(ANN, "later", due_at=NOON + UNIT), owed(BOB, "b"), owed(ANN, "a")]
    )
    await store.write(stores.notices.add, MatchId(7), [owed(ANN, "early", due_at=NOON - WEEK)])
    await store.write(stores.notices.add, MatchId(7), [owed(ANN, "done", due_at=NOON - WEEK)])
    *_, done = await store.read(stores.notices.notices_of, MatchId(7))
    await store.write(stores.notices.settle, done.id, NoticeState.REFUSED)
    first = await store.write(stores.notices.claim, NOON, NOON + MINUTE, 2)
    assert [one.name for one in first] == ["early", "b"]
    assert not first[0].tried
    assert (await store.read(stores.notices.notices_of, MatchId(7)))[0] == replace(first[0], tried=True)
    assert [one.name for one in await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9)] == ["a"]
    assert await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9) == ()


async def test_what_somebody_plays_by_is_claimed_before_what_they_like_to_read(store: Database) -> None:
    for number, kind in enumerate((NoticeKind.WEEKLY, NoticeKind.DIGEST)):
        due = NOON - (2 - number) * WEEK
        await store.write(
            stores.notices.add, NO_MATCH, [owed(ANN, f"{kind.value}{n}", kind=kind, due_at=due) for n in "ab"]
        )
    await store.write(stores.notices.add, MatchId(7), [owed(ANN, "reminder")])
    digest, weekly = NoticeKind.DIGEST.value, NoticeKind.WEEKLY.value
    claims = [
        [one.name for one in await store.write(stores.notices.claim, NOON, NOON + MINUTE, 2)]
        for _ in range(3)
    ]
    assert claims == [["reminder", f"{digest}a"], [f"{digest}b", f"{weekly}a"], [f"{weekly}b"]]


async def test_what_is_there_to_be_read_can_be_left_for_later(store: Database) -> None:
    for kind in (NoticeKind.WEEKLY, NoticeKind.DIGEST):
        await store.write(
            stores.notices.add, NO_MATCH, [owed(ANN, kind.value, kind=kind, due_at=NOON - WEEK)]
        )
    await store.write(stores.notices.add, MatchId(7), [owed(ANN, "reminder")])
    urgent = await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9, reading=False)
    assert [one.name for one in urgent] == ["reminder"]
    assert len(await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9)) == 2


async def test_the_notices_of_one_match_can_be_claimed_alone(store: Database) -> None:
    for match_id in (NO_MATCH, MatchId(7), MatchId(8)):
        await store.write(
            stores.notices.add,
            match_id,
            [owed(ANN, f"{match_id}b"), owed(ANN, f"{match_id}a", due_at=NOON - DAY)],
        )
        await store.write(stores.notices.add, match_id, [owed(ANN, f"{match_id}c", due_at=NOON + UNIT)])

    async def claimed(limit: int, match_id: MatchId | None = None) -> list[str]:
        return [
            one.name
            for one in await store.write(stores.notices.claim, NOON, NOON + HOUR, limit, match_id=match_id)
        ]

    assert await claimed(9, match_id=MatchId(9)) == []
    assert await claimed(1, match_id=MatchId(7)) == ["7a"]
    assert await claimed(9, match_id=MatchId(7)) == ["7b"]
    assert await claimed(9, match_id=NO_MATCH) == ["0a", "0b"]
    assert await claimed(9) == ["8a", "8b"]


async def test_the_choices_of_secret_picks_are_not_given_out(store: Database) -> None:
    await store.write(stores.notices.add, MatchId(7), [owed(ANN, kind=NoticeKind.PICK), owed(BOB)])
    mine, yours = await store.read(stores.notices.notices_of, MatchId(7))
    assert await store.write(stores.notices.claim, NOON, NOON + HOUR, 9) == (yours,)
    assert await store.write(stores.notices.claim, NOON, NOON + HOUR, 9, match_id=MatchId(7)) == ()
    assert await store.read(stores.notices.notices_of, MatchId(7)) == (mine, replace(yours, tried=True))


async def test_a_notice_that_was_not_settled_in_time_is_given_out_again(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN), owed(BOB)])
    mine, yours = await store.write(stores.notices.claim, NOON, NOON + MINUTE, 9)
    await store.write(stores.notices.settle, mine.id, NoticeState.SENT)
    assert await store.write(stores.notices.claim, NOON + MINUTE - UNIT, NOON + HOUR, 9) == ()
    once_more = replace(yours, tried=True)
    assert await store.write(stores.notices.claim, NOON + MINUTE, NOON + HOUR, 9) == (once_more,)
    assert await store.write(stores.notices.claim, NOON + MINUTE, NOON + HOUR, 9) == ()
    assert await store.write(stores.notices.claim, NOON + HOUR, NOON + DAY, 9) == (once_more,)


async def test_a_notice_given_back_is_due_again_from_then_on(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN)])
    (mine,) = await store.write(stores.notices.claim, NOON, NOON + WEEK, 9)
    await store.write(stores.notices.put_off, mine.id, NOON + HOUR)
    await store.write(stores.notices.put_off, NoticeId(987654), NOON)
    assert await store.write(stores.notices.claim, NOON + HOUR - UNIT, NOON + WEEK, 9) == ()
    assert await store.write(stores.notices.claim, NOON + HOUR, NOON + WEEK, 9) == (
        replace(mine, due_at=NOON + HOUR),
    )


async def test_a_settled_notice_that_is_set_due_again_is_not_claimed_still(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN)])
    (mine,) = await store.write(stores.notices.claim, NOON, NOON + WEEK, 9)
    await store.write(stores.notices.settle, mine.id, NoticeState.DUE)
    assert await store.write(stores.notices.claim, NOON, NOON + WEEK, 9) == (mine,)


async def test_notices_claimed_at_once_are_given_out_once(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN, f"{number}") for number in range(20)])
    claims = await asyncio.gather(
        *(store.write(stores.notices.claim, NOON, NOON + WEEK, 5) for _ in range(6))
    )
    given = [one.id for claim in claims for one in claim]
    assert len(given) == len(set(given))
    given += [one.id for one in await store.write(stores.notices.claim, NOON, NOON + WEEK, 99)]
    assert len(given) == len(set(given)) == 20


async def test_a_notice_is_dropped_with_another_in_its_place(store: Database) -> None:
    await store.write(
        stores.notices.add, MatchId(7), [owed(ANN, "one"), owed(ANN, "two"), owed(ANN, "three")]
    )
    one, two, three = await store.read(stores.notices.notices_of, MatchId(7))
    await store.write(stores.notices.drop, two.id)
    assert await store.read(stores.notices.notices_of, MatchId(7)) == (one, three)
    await store.write(stores.notices.drop, one.id, owed(BOB, "four", due_at=NOON + DAY))
    *_, four = await store.read(stores.notices.notices_of, MatchId(7))
    assert await names(store, MatchId(7)) == ["three", "four"]
    assert (four.user_id, four.due_at, four.match_id) == (BOB, NOON + DAY, 7)
    # One that there is already is left as it is, and the same name may come again.
    await store.write(stores.notices.drop, three.id, owed(BOB, "four"))
    assert await store.read(stores.notices.notices_of, MatchId(7)) == (four,)
    await store.write(stores.notices.drop, four.id, owed(BOB, "four"))
    (again,) = await store.read(stores.notices.notices_of, MatchId(7))
    assert (again.name, again.due_at) == ("four", NOON)
    assert again.id > four.id


async def test_a_notice_that_is_gone_has_no_successor(store: Database) -> None:
    """So two who drop one at once do not both make sure of the next."""
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN)])
    (kept,) = await store.read(stores.notices.notices_of, NO_MATCH)
    await store.write(stores.notices.drop, kept.id)
    await store.write(stores.notices.drop, kept.id, owed(ANN, "next"))
    assert await store.read(stores.notices.notices_of, NO_MATCH) == ()


async def test_an_id_of_a_dropped_notice_is_not_given_again(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN)])
    (gone,) = await store.read(stores.notices.notices_of, NO_MATCH)
    await store.write(stores.notices.drop, gone.id)
    await store.write(stores.notices.add, NO_MATCH, [owed(BOB)])
    await store.write(stores.notices.settle, gone.id, NoticeState.SENT)
    (kept,) = await store.read(stores.notices.notices_of, NO_MATCH)
    assert (kept.user_id, kept.state) == (BOB, NoticeState.DUE)


# --- people --------------------------------------------------------------------------------------------


async def test_people_are_read_together(store: Database) -> None:
    await store.write(stores.people.prefer, ANN, {"theme": "deep", "zone": "Europe/Paris"})
    await store.write(stores.people.go_away, ANN, Interval(NOON + DAY, NOON + WEEK))
    await store.write(stores.people.go_away, ANN, Interval(NOON - DAY, NOON))
    await store.write(stores.people.go_away, BOB, Interval(NOON, NOON + UNIT))
    assert await store.read(stores.people.people_of, [BOB, ANN, CAT, ANN]) == {
        ANN: Person(
            {"theme": "deep", "zone": "Europe/Paris"},
            (Interval(NOON - DAY, NOON), Interval(NOON + DAY, NOON + WEEK)),
        ),
        BOB: Person({}, (Interval(NOON, NOON + UNIT),)),
        CAT: Person(),
    }
    assert await store.read(stores.people.people_of, []) == {}


async def test_a_time_away_is_replaced_by_one_with_the_same_start(store: Database) -> None:
    await store.write(stores.people.go_away, ANN, Interval(NOON, NOON + WEEK))
    early = Interval(NOON.astimezone(ELSEWHERE), (NOON + DAY).astimezone(ELSEWHERE))
    await store.write(stores.people.go_away, ANN, early)
    assert (await store.read(stores.people.people_of, [ANN]))[ANN].away == (Interval(NOON, NOON + DAY),)
    await store.write(stores.people.go_away, ANN, Interval(NOON, NOON))
    assert (await store.read(stores.people.people_of, [ANN]))[ANN].away == (Interval(NOON, NOON),)


async def test_whoever_leaves_has_their_matches_looked_at_from_then_on(store: Database) -> None:
    match, other = await running(store, deadline_at=NOON + WEEK), await running(store)
    soon = await running(store, deadline_at=NOON)
    await store.write(stores.people.go_away, BOB, Interval(NOON + HOUR, NOON + DAY))
    for waiting in (match, other):
        assert await store.read(stores.matches.load, waiting.id) == replace(waiting, deadline_at=NOON + HOUR)
    assert await store.read(stores.matches.load, soon.id) == soon
    await store.write(stores.matches.schedule, match, NOON + 2 * DAY)
    await store.write(stores.people.go_away, BOB, Interval(NOON + HOUR, NOON + 2 * HOUR))
    assert (await store.read(stores.matches.load, match.id)).deadline_at == NOON + HOUR


async def test_several_preferences_are_set_and_removed_at_once(store: Database) -> None:
    await store.write(stores.people.prefer, ANN, {"theme": "deep", "zone": "UTC", "reminders": "off"})
    await store.write(stores.people.prefer, BOB, {"theme": "deep"})
    await store.write(stores.people.prefer, ANN, {"theme": None, "zone": "", "quiet": "22-8", "never": None})
    assert await store.read(stores.people.preferences, ANN) == {
        "zone": "",
        "reminders": "off",
        "quiet": "22-8",
    }
    assert await store.read(stores.people.preferences, BOB) == {"theme": "deep"}
    await store.write(stores.people.prefer, ANN, {})
    assert len(await store.read(stores.people.preferences, ANN)) == 3


async def test_the_digest_that_is_owed_goes_with_the_preferences(store: Database) -> None:
    await store.write(stores.people.prefer, ANN, {"digest": "8"}, digest=digest(ANN, "first"))
    await store.write(stores.people.prefer, BOB, {"digest": "9"}, digest=digest(BOB, "first"))
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN, "no digest")])
    await store.write(stores.notices.add, MatchId(7), [digest(ANN, "of a match")])
    assert await names(store) == ["first", "first", "no digest"]
    await store.write(
        stores.people.prefer, ANN, {"digest": "20"}, digest=digest(ANN, "second", due_at=NOON + DAY)
    )
    assert await names(store) == ["first", "no digest", "second"]
    await store.write(stores.notices.claim, NOON + DAY, NOON + WEEK, 9)
    await store.write(stores.people.prefer, ANN, {"digest": None})
    assert await names(store) == ["first", "no digest"]
    assert await names(store, MatchId(7)) == ["of a match"]


async def test_a_digest_that_was_sent_stays_sent(store: Database) -> None:
    await store.write(stores.people.prefer, ANN, {}, digest=digest(ANN))
    (sent,) = await store.write(stores.notices.claim, NOON, NOON + HOUR, 1)
    await store.write(stores.notices.settle, sent.id, NoticeState.SENT)
    await store.write(stores.people.prefer, ANN, {}, digest=digest(ANN))
    assert await store.read(stores.notices.notices_of, NO_MATCH) == (replace(sent, state=NoticeState.SENT),)


# --- servers -------------------------------------------------------------------------------------------


async def test_what_a_server_sets_is_kept_replaced_and_removed(store: Database) -> None:
    here, there = GuildId(LARGEST), GuildId(12)
    assert await store.read(stores.people.settings_of_guild, here) == {}
    await store.write(stores.people.change_guild, here, {"results": "1"})
    await store.write(stores.people.change_guild, here, {"results": "2"})
    await store.write(stores.people.change_guild, here, {"pace": ""})
    await store.write(stores.people.change_guild, there, {"results": "3"})
    before = await store.read(stores.people.settings_of_guild, here)
    await store.write(stores.people.change_guild, here, {"results": None})
    await store.write(stores.people.change_guild, here, {"never": None})
    assert before == {"results": "2", "pace": ""}
    assert await store.read(stores.people.settings_of_guild, here) == {"pace": ""}
    assert await store.read(stores.people.settings_of_guild, there) == {"results": "3"}


async def test_several_settings_of_a_server_are_one_change(store: Database) -> None:
    here = GuildId(12)
    await store.write(stores.people.change_guild, here, {"results": "1", "pace": "3d"})
    owed_then = digest(ANN)
    before = await store.write(
        stores.people.change_guild, here, {"results": None, "theme": "deep"}, notify=[owed_then]
    )
    assert before == {"results": "1", "pace": "3d"}
    assert await store.read(stores.people.settings_of_guild, here) == {"pace": "3d", "theme": "deep"}
    assert [notice.name for notice in await store.read(stores.notices.notices_of, NO_MATCH)] == [
        owed_then.name
    ]
    nonsense: Any = object()
    with pytest.raises(StorageBugError):
        await store.write(
            stores.people.change_guild, here, {"pace": None, "theme": "night", "weekly": nonsense}
        )
    assert await store.read(stores.people.settings_of_guild, here) == {"pace": "3d", "theme": "deep"}, (
        "all of it, or nothing"
    )


# --- the bot itself --------------------------------------------------------------------------------------


async def test_a_bot_that_was_never_there_was_never_down(store: Database) -> None:
    assert (await store.read(stores.host.alive_at), await store.read(stores.host.downtimes)) == (None, ())
    assert await store.write(stores.host.record_alive, NOON, MINUTE) is None
    assert (await store.read(stores.host.alive_at), await store.read(stores.host.downtimes)) == (NOON, ())


async def test_a_downtime_is_a_time_longer_than_the_gap(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    assert await store.write(stores.host.record_alive, NOON + MINUTE, MINUTE) is None
    back = NOON + 2 * MINUTE + UNIT
    down = Interval(NOON + MINUTE, back)
    assert await store.write(stores.host.record_alive, back, MINUTE) == down
    assert await store.write(stores.host.record_alive, back, MINUTE) is None
    assert await store.write(stores.host.record_alive, NOON + DAY, MINUTE) == Interval(back, NOON + DAY)
    assert await store.read(stores.host.downtimes) == (down, Interval(back, NOON + DAY))


async def test_a_clock_that_was_put_back_ends_nothing(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    assert await store.write(stores.host.record_alive, NOON - DAY, MINUTE) is None
    assert await store.read(stores.host.alive_at) == NOON
    assert await store.write(stores.host.record_alive, NOON + MINUTE, MINUTE) is None
    assert await store.read(stores.host.downtimes) == ()


async def test_a_downtime_is_counted_once(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    back = [NOON + DAY + number * UNIT for number in range(8)]
    found = await asyncio.gather(*(store.write(stores.host.record_alive, moment, MINUTE) for moment in back))
    assert [stop for stop in found if stop is not None] == list(await store.read(stores.host.downtimes))
    assert len(await store.read(stores.host.downtimes)) == 1


# --- times and values ----------------------------------------------------------------------------------


async def test_a_time_without_a_zone_is_refused_and_nothing_is_kept(store: Database) -> None:
    match = await running(store)
    bad = owed(CAT, due_at=NAIVE)
    naive = Interval(NOON, NAIVE)
    await store.write(stores.notices.add, match.id, [owed(ANN)])
    kept = await store.read(stores.notices.notices_of, match.id)
    for refused in (
        keep(store, changed(match), notify=[owed(BOB), bad]),
        keep(store, changed(match, clocks=replace(clocks(), since=NAIVE))),
        keep(store, changed(match, pause=naive)),
        keep(store, changed(match, pause=Interval(NAIVE, NOON))),
        store.write(stores.matches.schedule, match, NAIVE),
        store.write(stores.matches.schedule, match, NOON, [bad]),
        store.write(stores.matches.wake_match, ANN, NAIVE),
        store.write(stores.notices.add, match.id, [owed(BOB), bad]),
        store.write(stores.notices.claim, NAIVE, NOON, 9),
        store.write(stores.notices.claim, NOON, NAIVE, 9),
        store.write(stores.notices.put_off, kept[0].id, NAIVE),
        store.write(stores.notices.drop, kept[0].id, bad),
        store.write(stores.people.go_away, ANN, naive),
        store.write(stores.people.go_away, ANN, Interval(NAIVE, NOON)),
        store.write(stores.host.record_alive, NAIVE, MINUTE),
        store.write(stores.people.prefer, ANN, {"theme": "deep"}, digest=bad),
    ):
        with pytest.raises(ValueError, match="zone"):
            await refused
    assert await store.read(stores.matches.load, match.id) == match
    assert (
        await store.read(stores.notices.notices_of, match.id)
        == kept
        == await store.write(stores.notices.claim, NOON, NOON, 9)
    )
    assert (await store.read(stores.people.people_of, [ANN]), await store.read(stores.host.alive_at)) == (
        {ANN: Person()},
        None,
    )


@pytest.mark.parametrize("microsecond", [0, 1, 999_999])
async def test_times_are_kept_to_the_microsecond_wherever_they_were_told(
    store: Database, microsecond: int
) -> None:
    at = datetime(2026, 3, 1, 2, 30, 0, microsecond, ELSEWHERE)
    match = await running(store, pause=Interval(at, at + DAY), clocks=replace(clocks(), since=at))
    await store.write(stores.notices.add, match.id, [owed(ANN, due_at=at)])
    await store.write(stores.people.go_away, ANN, Interval(at, at + WEEK))
    await store.write(stores.host.record_alive, at, MINUTE)
    loaded = await store.read(stores.matches.load, match.id)
    assert (loaded.pause, loaded.deadline_at) == (Interval(at, at + DAY), at)
    assert loaded.clocks is not None
    assert loaded.clocks.since == at
    assert (await store.read(stores.people.people_of, [ANN]))[ANN].away == (Interval(at, at + WEEK),)
    assert await store.read(stores.host.alive_at) == at
    assert await store.write(stores.host.record_alive, at + DAY, MINUTE) == Interval(at, at + DAY)
    assert await store.write(stores.notices.claim, at - UNIT, at, 1) == ()
    (claimed,) = await store.write(stores.notices.claim, at, at + UNIT, 1)
    assert claimed.due_at == at
    assert (await store.write(stores.notices.claim, at + UNIT, at + DAY, 1)) == (
        replace(claimed, tried=True),
    )


async def test_odd_texts_and_the_largest_ids_are_kept(store: Database) -> None:
    odd, user = 'krill’s "œuvre" \\ \n 🦐 海老 \x7f', UserId(LARGEST)
    await store.write(stores.notices.add, MatchId(LARGEST), [owed(user, odd)])
    (kept,) = await store.read(stores.notices.notices_of, MatchId(LARGEST))
    await store.write(
        stores.notices.settle,
        kept.id,
        NoticeState.SENT,
        channel=ChannelId(LARGEST),
        message=MessageId(LARGEST),
    )
    (kept,) = await store.read(stores.notices.notices_of, MatchId(LARGEST))
    assert (kept.name, kept.user_id, kept.channel, kept.message) == (odd, LARGEST, LARGEST, LARGEST)
    await store.write(stores.people.go_away, user, Interval(NOON, NOON + DAY))
    await store.write(stores.people.prefer, user, {odd: odd})
    assert await store.read(stores.people.people_of, [user]) == {
        user: Person({odd: odd}, (Interval(NOON, NOON + DAY),))
    }
    await store.write(stores.people.change_guild, GuildId(1), {odd: odd})
    assert await store.read(stores.people.settings_of_guild, GuildId(1)) == {odd: odd}
    match = await running(store, clocks=Clocks(Pace(), {odd: SideClock(DAY, DAY)}, odd, NOON))
    assert match.phase is Phase.SETUP
    assert await store.read(stores.matches.load, match.id) == match


async def test_a_database_of_several_machines_tells_the_time(store: Database) -> None:
    # The database has the machine's own clock here.
    told, now = await store.read(stores.host.time), datetime.now(UTC)
    assert told is None or abs(told - now) < MINUTE
