"""What every store promises about shards: what is theirs, and their downtimes."""

from __future__ import annotations

from datetime import timedelta

from data import Database, stores
from matches.chores import ChoreKind, NewChore
from matches.guilds.posts import guild_of, weekly
from matches.guilds.shards import Shards, ShardStop, shard_of
from matches.model import NO_MATCH, GuildId, Match, NoticeKind
from matches.time.intervals import Interval
from tests.data_store.making import (
    ANN,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    WEEK,
    accepted,
    clocks,
    digest,
    new_challenge,
    owed,
)
from tests.store import keep

SECOND = timedelta(seconds=1)
LATE = NOON + WEEK
ZERO, ONE = Shards(2, (0,)), Shards(2, (1,))
HERE, THERE = GuildId(1 << 23), GuildId(1 << 22 | 5)
"""Servers of the first and of the second of two shards."""


async def begun(store: Database, guild: GuildId) -> Match:
    """A match in a server that is due, not shown, and owes a notice and a chore."""
    match = await new_challenge(store, guild_id=guild)
    turn = NewChore(ChoreKind.PUT_AWAY, NOON)
    after = accepted(match, clocks=clocks("3d", ""), deadline_at=NOON)
    return await keep(store, after, notify=[owed(ANN, f"of {guild}")], chores=[turn])


def test_a_server_belongs_to_the_shard_that_discord_says() -> None:
    assert (shard_of(HERE, 2), shard_of(THERE, 2), shard_of(THERE, 1)) == (0, 1, 0)
    assert ZERO.has(HERE) and not ZERO.has(THERE) and Shards().has(THERE)
    assert Shards.of(3, [2, 0, 2]).numbers == (0, 2)
    assert [Shards.of(2, found).complete for found in ([0], [1, 0])] == [False, True]


async def test_what_is_due_is_given_to_whoever_has_the_server(store: Database) -> None:
    here, there = await begun(store, HERE), await begun(store, THERE)
    for shards, match in ((ZERO, here), (ONE, there)):
        assert await store.read(stores.matches.due, LATE, 9, shards) == (match.id,)
        assert await store.read(stores.matches.unshown, LATE, 9, shards) == ((match.id, 0),)
        assert await store.read(stores.matches.next_due, NOON - DAY, shards) == NOON
        told = await store.write(stores.notices.claim, LATE, LATE + HOUR, 9, shards=shards)
        assert [notice.match_id for notice in told] == [match.id]
        chores = await store.write_unsynced(stores.notices.claim_chores, LATE, LATE + HOUR, 9, shards=shards)
        assert {chore.match_id for chore in chores} == {match.id}
        assert (await store.read(stores.matches.overdue, LATE, shards)).match == NOON
    assert await store.read(stores.matches.due, LATE, 9) == (here.id, there.id)
    assert await store.read(stores.matches.due, LATE, 9, Shards(2, ())) == ()
    assert (await store.read(stores.matches.overdue, LATE, Shards(2, ()))).notice is None


async def test_a_weekly_summary_is_its_servers_and_a_digest_nobodys(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [weekly(HERE, NOON), weekly(THERE, NOON), digest(ANN)])
    weeks = NoticeKind.WEEKLY
    for shards, found in ((ONE, {NoticeKind.DIGEST: None, weeks: THERE}), (ZERO, {weeks: HERE})):
        told = await store.write(stores.notices.claim, NOON + 2 * WEEK, NOON + 3 * WEEK, 9, shards=shards)
        assert {one.kind: guild_of(one) if one.kind is weeks else None for one in told} == found


# --- downtimes ------------------------------------------------------------------------------------------


async def test_a_shard_that_was_down_alone_has_a_downtime_of_its_own(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    assert await store.write(stores.host.record_alive, NOON + SECOND, MINUTE, ONE) is None
    back = NOON + DAY
    for moment in range(1, 25):
        await store.write(stores.host.record_alive, NOON + moment * HOUR, 2 * HOUR, ONE)
    down = Interval(NOON, back)
    assert (await store.read(stores.shards.life)).alive_at == ((0, NOON), (1, back))
    assert await store.write(stores.host.record_alive, back, MINUTE, ZERO) == down
    life = await store.read(stores.shards.life)
    assert (life.count, life.stops, life.alive_at) == (2, (ShardStop(2, 0, down),), ((0, back), (1, back)))
    assert await store.read(stores.host.downtimes) == (), "the other one was there"
    assert await store.write(stores.host.record_alive, back + SECOND, MINUTE) is None, (
        "all are, and nothing was missed"
    )
    assert (await store.read(stores.shards.life)).alive_at == ()


async def test_who_takes_all_shards_over_gives_the_time_back_of_one_that_was_down(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    await store.write(stores.host.record_alive, NOON + HOUR, DAY, ONE)
    assert await store.write(stores.host.record_alive, NOON + HOUR + SECOND, MINUTE) == Interval(
        NOON, NOON + HOUR + SECOND
    )
    assert [stop.number for stop in (await store.read(stores.shards.life)).stops] == [0]
    assert await store.read(stores.host.alive_at) == NOON + HOUR + SECOND


async def test_shards_split_anew_begin_with_the_bots_sign_of_life(store: Database) -> None:
    await store.write(stores.host.record_alive, NOON, MINUTE)
    await store.write(stores.host.record_alive, NOON + SECOND, MINUTE, ONE)
    await store.write(stores.host.record_alive, NOON + 2 * SECOND, MINUTE, Shards(4, (3,)))
    life = await store.read(stores.shards.life)
    assert (life.count, life.stops) == (4, ())
    assert life.alive_at == tuple((number, NOON + (2 if number == 3 else 1) * SECOND) for number in range(4))
