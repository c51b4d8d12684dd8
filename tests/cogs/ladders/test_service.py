"""Ladders: joined, played on, left; and each way in which a match for a place can end."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest
from sqlalchemy import text

from cogs.ladders.service import after_change
from data import stores
from matches import Match, Phase, UserId
from matches.errors import BlockedError, NotAllowedError, OpponentError
from matches.guilds.settings import GAMES_KEY, OFF, PACE
from matches.ladder import AGAIN_AFTER, SLIDES_AFTER, LadderError, LadderKey, LadderProblem, PlaceReason
from matches.lifecycle.challenge import Opponent
from matches.model import OfferKind
from matches.players import Human
from services.challenges import Challenges
from tests.cogs.ladders.made import on
from tests.matches.table import GUILD, NOON, PLACE, Table
from tests.store import write

KEY: Final = LadderKey(GUILD, "pjawns")
ONE, TWO, THREE, FOUR, FIVE = map(UserId, range(2001, 2006))
ADMIN: Final = UserId(2009)


async def joined(table: Table, *users: UserId, key: LadderKey = KEY) -> None:
    for user in users:
        await on(table.services).join(key, user)


async def places(table: Table, key: LadderKey = KEY) -> list[UserId]:
    return [rung.user_id for rung in (await on(table.services).state(key, ONE)).ladder.rungs]


async def challenged(table: Table, by: UserId, whom: UserId, game: str = "pjawns") -> Match:
    """A match for somebody's place, begun."""
    match = await on(table.services).for_place(by, Opponent(whom), game, PLACE)
    table.id = match.id
    return match


async def played(table: Table, winner: UserId, loser: UserId, by: UserId | None = None) -> None:
    """A match for a place that the loser gives up; by the winner, unless told otherwise."""
    by = by or winner
    match = await challenged(table, by, loser if by == winner else winner)
    await table.matches.play.resign(match.id, loser)


async def problem(table: Table, by: UserId, whom: UserId) -> LadderProblem:
    with pytest.raises(LadderError) as refused:
        await challenged(table, by, whom)
    return refused.value.problem


async def test_the_match_begins_at_once_is_rated_and_knows_its_place(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, THREE, ONE)
    assert (match.phase, match.terms.ladder, match.rated) == (Phase.PLAYING, 1, True)
    assert match.terms.pace.timed and not match.terms.pace.fast
    assert (match.challenger, match.opponent) == (Human(THREE), Human(ONE))


async def test_the_winner_takes_the_place(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR)
    await played(table, FOUR, TWO)
    assert await places(table) == [ONE, FOUR, TWO, THREE]
    changes = await on(table.services).history(KEY, FOUR)
    assert [(one.place, one.reason) for one in changes] == [(2, PlaceReason.WON), (4, PlaceReason.JOINED)]
    moved = await on(table.services).history(KEY, THREE)
    assert [(one.place, one.reason) for one in moved] == [(4, PlaceReason.DOWN), (3, PlaceReason.JOINED)]


async def test_lost_or_drawn_nothing_changes(table: Table) -> None:
    key = LadderKey(GUILD, "cannons-and-crabs")
    await joined(table, ONE, TWO, THREE, key=key)
    match = await challenged(table, TWO, ONE, key.game)
    await table.matches.play.resign(match.id, TWO)
    match = await challenged(table, THREE, TWO, key.game)
    await table.matches.play.offer(match.id, THREE, OfferKind.DRAW)
    await table.matches.play.answer(match.id, TWO, agree=True)
    assert await places(table, key) == [ONE, TWO, THREE]


async def test_without_a_result_nothing_changes(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, TWO, ONE)
    await table.matches.admin.abort(match.id, ADMIN, GUILD)
    match = await challenged(table, THREE, TWO)
    await table.matches.play.offer(match.id, THREE, OfferKind.NO_RESULT)
    await table.matches.play.answer(match.id, TWO, agree=True)
    assert await places(table) == [ONE, TWO, THREE]


async def test_an_administrator_who_names_a_winner_settles_the_place(table: Table) -> None:
    await joined(table, ONE, TWO)
    match = await challenged(table, TWO, ONE)
    await table.matches.admin.end(match.id, ADMIN, GUILD, match.side_of(TWO))
    assert await places(table) == [TWO, ONE]


async def test_a_side_that_changed_hands_wins_nobody_a_place(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, TWO, ONE)
    side = match.side_of(TWO)
    assert side is not None
    await table.matches.admin.hand_over(match.id, ADMIN, GUILD, side, Opponent(FOUR))
    await table.matches.play.resign(match.id, ONE)
    assert await places(table) == [ONE, TWO, THREE]


@pytest.mark.parametrize("game", ["pjawns", "cannons-and-crabs"])
async def test_who_never_shows_up_loses_the_place(table: Table, game: str) -> None:
    """The match is called off, since nobody began; the challenged player was to begin."""
    key = LadderKey(GUILD, game)
    await joined(table, ONE, TWO, key=key)
    await challenged(table, TWO, ONE, game)
    if await table.awaited() != (ONE,):
        await table.act()
    await table.live(days=60, alive=True)
    match = await table.match()
    assert match.result is not None
    assert await places(table, key) == [TWO, ONE]


async def test_a_pick_that_never_comes_loses_the_place(table: Table) -> None:
    key = LadderKey(GUILD, "prawns")
    await joined(table, ONE, TWO, THREE, key=key)
    await challenged(table, TWO, ONE, "prawns")
    await table.pick(TWO)
    await table.live(days=60, alive=True)
    assert await places(table, key) == [TWO, ONE, THREE]
    await challenged(table, THREE, ONE, "prawns")
    await table.live(days=60, alive=True)
    assert await places(table, key) == [TWO, ONE, THREE], "neither of them has picked"


async def test_who_does_not_begin_wins_no_place(table: Table) -> None:
    await joined(table, ONE, TWO)
    match = await challenged(table, TWO, ONE)
    if await table.awaited() == (ONE,):
        await table.matches.admin.abort(match.id, ADMIN, GUILD)
        table.falls = "tails"
        match = await challenged(table, TWO, ONE)
    assert await table.awaited() == (TWO,)
    await table.live(days=60, alive=True)
    assert (await table.match()).phase is Phase.FINISHED
    assert await places(table) == [ONE, TWO]


async def test_only_up_to_three_places_above(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR, FIVE)
    assert await problem(table, FIVE, ONE) is LadderProblem.OUT_OF_REACH
    assert await problem(table, ONE, TWO) is LadderProblem.OUT_OF_REACH
    assert await problem(table, ADMIN, FIVE) is LadderProblem.NOT_ON_IT
    assert await problem(table, FIVE, ADMIN) is LadderProblem.OUT_OF_REACH


async def test_one_at_a_time_two_to_defend_and_the_same_again_after_a_week(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR, FIVE)
    first = await challenged(table, THREE, TWO)
    assert await problem(table, THREE, ONE) is LadderProblem.CHALLENGING
    assert await problem(table, THREE, TWO) is LadderProblem.MET
    second = await challenged(table, FOUR, TWO)
    assert await problem(table, FIVE, TWO) is LadderProblem.CHALLENGED
    await table.matches.play.resign(first.id, THREE)
    assert await problem(table, THREE, TWO) is LadderProblem.MET
    await table.matches.play.resign(second.id, TWO)
    assert await places(table) == [ONE, FOUR, TWO, THREE, FIVE]
    assert await problem(table, TWO, FOUR) is LadderProblem.MET, "nor the other way round"
    table.now += AGAIN_AFTER + timedelta(seconds=1)
    await challenged(table, THREE, TWO)


async def test_the_bottom_may_pass_who_was_passed_meanwhile(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR)
    mine, other = await challenged(table, THREE, TWO), await challenged(table, FOUR, ONE)
    await table.matches.play.resign(other.id, ONE)
    assert await places(table) == [FOUR, ONE, TWO, THREE]
    await table.matches.play.resign(mine.id, TWO)
    assert await places(table) == [FOUR, ONE, THREE, TWO]


async def test_a_rematch_is_no_ladder_match(table: Table) -> None:
    await joined(table, ONE, TWO)
    await played(table, ONE, TWO, by=TWO)
    ended = await table.matches.challenges.rematch(table.id, TWO)
    assert ended.rematch is not None
    assert (await table.matches.load(ended.rematch)).terms.ladder == 0


async def test_a_crash_before_the_beginning_is_made_good_by_the_sweep(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await joined(table, ONE, TWO)

    async def die(*_: object) -> Match:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Challenges, "begin_by_itself", die)
        with pytest.raises(KeyboardInterrupt):
            await challenged(table, TWO, ONE)
    (waiting,) = await table.stored()
    assert (waiting.phase, waiting.terms.ladder) == (Phase.CHALLENGED, 1)
    assert await problem(table, TWO, ONE) is LadderProblem.MET, "there is no second"
    assert await table.sweep() == [waiting.id]
    assert (await table.matches.load(waiting.id)).phase is Phase.PLAYING


async def test_who_leaves_makes_room_and_their_matches_bring_no_place(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, THREE, ONE)
    await on(table.services).leave(KEY, ONE)
    assert await places(table) == [TWO, THREE]
    await table.matches.play.resign(match.id, ONE)
    assert await places(table) == [TWO, THREE]


async def test_who_leaves_the_server_leaves_its_ladders_alone(table: Table) -> None:
    elsewhere = LadderKey(type(GUILD)(77), "pjawns")
    await joined(table, ONE, TWO, THREE)
    await joined(table, ONE, key=elsewhere)
    await table.leaderboards.record_presence(GUILD, ONE, there=False)
    assert await places(table) == [TWO, THREE]
    assert await places(table, elsewhere) == [ONE]


async def test_a_player_on_a_ladder_takes_part(table: Table) -> None:
    await joined(table, TWO)
    assert await table.store.read(stores.participation.takes_part, GUILD, TWO)
    await table.leaderboards.record_presence(GUILD, TWO, there=False)
    assert not await table.store.read(stores.participation.takes_part, GUILD, TWO)


async def test_who_is_forgotten_is_gone_from_ladders_and_histories(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, THREE, TWO)
    await table.privacy.ask_to_be_forgotten(TWO)
    async for _ in table.privacy.end_all(TWO):
        pass
    assert (await table.matches.load(match.id)).phase is Phase.FINISHED
    assert await places(table) == [ONE, THREE, TWO]
    assert await table.privacy.forget(TWO)
    assert await places(table) == [ONE, THREE]
    assert await on(table.services).history(KEY, TWO) == ()
    assert "ladder_place" in await table.privacy.counts(ONE)


async def test_a_deletion_that_is_put_off_takes_no_place_away(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await table.challenge(Opponent(TWO), by=ONE)
    assert not await table.privacy.forget(TWO)
    assert await places(table) == [ONE, TWO, THREE]
    assert len(await on(table.services).history(KEY, TWO)) == 1
    await table.matches.challenges.decline(match.id, TWO, match.version)
    assert await table.privacy.forget(TWO)
    assert await places(table) == [ONE, THREE]


async def test_blocks_bots_and_oneself(table: Table) -> None:
    await joined(table, ONE, TWO)
    await table.privacy.block(ONE, Opponent(TWO))
    with pytest.raises(BlockedError):
        await challenged(table, TWO, ONE)
    with pytest.raises(OpponentError):
        await challenged(table, TWO, TWO)


async def test_closed_ladders_and_games_that_are_not_allowed(table: Table) -> None:
    await joined(table, ONE, TWO)
    await table.guilds.change(GUILD, {"ladders": OFF})
    with pytest.raises(LadderError) as refused:
        await joined(table, THREE)
    assert refused.value.problem is LadderProblem.CLOSED
    assert await problem(table, TWO, ONE) is LadderProblem.CLOSED
    assert await on(table.services).of_guild(GUILD) == {}
    table.now += SLIDES_AFTER
    assert await on(table.services).slide(9) == 1
    assert await places(table) == [ONE, TWO], "nobody slides while they are closed"
    assert await on(table.services).slide(9) == 0, "until tomorrow"
    await table.guilds.change(GUILD, {"ladders": None, GAMES_KEY: "prawns"})
    with pytest.raises(NotAllowedError):
        await joined(table, THREE)


async def test_nobody_waits_for_ever_or_is_caught_asleep(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    await table.guilds.change(GUILD, {PACE: "none"})
    assert (await challenged(table, TWO, ONE)).terms.pace.timed
    await table.guilds.change(GUILD, {PACE: "10m"})
    assert not (await challenged(table, THREE, TWO)).terms.pace.fast


async def test_sliding_is_due_work_done_once(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    table.now += timedelta(days=20)
    await played(table, TWO, THREE, by=THREE)
    table.now += timedelta(days=10)
    assert await on(table.services).slide(9) == 1
    assert await places(table) == [TWO, ONE, THREE]
    (latest, *_) = await on(table.services).history(KEY, ONE)
    assert (latest.place, latest.reason) == (2, PlaceReason.SLID)
    again = table.another_service()
    assert await on(again).slide(9) == 0


async def test_a_ladder_that_cannot_be_read_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(reactions=(after_change,))  # PostgreSQL takes no such time
    other = KEY._replace(game="prawns")
    await joined(table, ONE, TWO)
    await joined(table, ONE, TWO, key=other)
    late = "UPDATE ladder_place SET joined_at = 'late' WHERE game = 'pjawns' AND user_id = 2002"
    await write(table.store, text(late))
    table.now += timedelta(days=30)
    await on(table.services).slide(9)
    assert await places(table, other) == [TWO, ONE]
    assert "the ladder of pjawns can't slide: The database is damaged" in caplog.text
    caplog.clear()


async def test_who_plays_for_a_place_does_not_slide(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    table.now += timedelta(days=29)
    match = await challenged(table, TWO, ONE)
    table.now += timedelta(days=1)
    await on(table.services).slide(9)
    assert await places(table) == [ONE, TWO, THREE]
    table.now += timedelta(hours=2)
    await table.matches.play.resign(match.id, TWO)
    table.now += SLIDES_AFTER - timedelta(minutes=1)
    await on(table.services).slide(9)
    assert await places(table) == [ONE, TWO, THREE]


# --- who is away, and matches that go on and on -----------------------------------------------------


async def away(table: Table, user: UserId, days: int) -> None:
    await table.notifications.go_away(user, days)


async def reach(table: Table, user: UserId) -> tuple[UserId, ...]:
    return (await on(table.services).state(KEY, user)).in_reach(user)


@pytest.mark.usefixtures("still_clock")
async def test_who_is_away_for_longer_than_a_move_takes_is_skipped(table: Table) -> None:
    """The usual pace is three days a move."""
    await joined(table, ONE, TWO, THREE, FOUR, FIVE)
    assert await reach(table, FIVE) == (FOUR, THREE, TWO)
    await away(table, FOUR, 3)
    assert await reach(table, FIVE) == (FOUR, THREE, TWO), "their time for a move is as long"
    await away(table, THREE, 4)
    assert await reach(table, FIVE) == (FOUR, TWO, ONE)
    for user, until in ((FOUR, 3), (THREE, 4)):
        with pytest.raises(LadderError) as refused:
            await challenged(table, FIVE, user)
        assert (refused.value.problem, refused.value.until) == (
            LadderProblem.AWAY,
            NOON + timedelta(days=until),
        )
    assert (await challenged(table, FIVE, ONE)).terms.ladder == 1
    table.now += timedelta(days=2)
    assert await reach(table, FIVE) == (FOUR, THREE, TWO), "they are back soon enough"


async def test_the_servers_pace_decides_who_is_skipped(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR, FIVE)
    await table.guilds.change(GUILD, {PACE: "7d"})
    await away(table, FOUR, 6)
    assert await reach(table, FIVE) == (FOUR, THREE, TWO)
    assert await problem(table, FIVE, ONE) is LadderProblem.OUT_OF_REACH
    await table.guilds.change(GUILD, {PACE: "5d"})
    assert (await challenged(table, FIVE, ONE)).terms.ladder == 1


async def test_a_match_whose_other_player_is_away_fills_no_limit(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR, FIVE)
    await challenged(table, THREE, TWO)
    await challenged(table, FOUR, TWO)
    assert await problem(table, FIVE, TWO) is LadderProblem.CHALLENGED
    await away(table, THREE, 10)
    await challenged(table, FIVE, TWO)
    assert await problem(table, FOUR, ONE) is LadderProblem.CHALLENGING
    await away(table, TWO, 10)
    await challenged(table, FOUR, ONE)


@pytest.mark.usefixtures("still_clock")
async def test_a_match_of_more_than_60_days_fills_no_limit_and_its_end_moves_places(table: Table) -> None:
    await joined(table, ONE, TWO, THREE, FOUR)
    old = [await challenged(table, THREE, ONE), await challenged(table, TWO, ONE)]
    for day in range(60):
        if day % 2:
            for match in old:
                await move(table, match)
        table.now += timedelta(days=1)
    assert await problem(table, FOUR, ONE) is LadderProblem.CHALLENGED
    assert await problem(table, THREE, TWO) is LadderProblem.CHALLENGING
    table.now += timedelta(minutes=1)
    fresh = await challenged(table, FOUR, ONE)
    await challenged(table, THREE, TWO)
    await table.matches.play.resign(fresh.id, ONE)
    assert (await places(table))[0] == FOUR
    await table.matches.play.resign(old[0].id, ONE)
    assert (await places(table)).index(THREE) < (await places(table)).index(ONE), "as they are by then"


async def move(table: Table, match: Match) -> None:
    table.id = match.id
    await table.act()


async def test_who_is_away_slides_though_they_play(table: Table) -> None:
    await joined(table, ONE, TWO)
    table.now += timedelta(days=25)
    await challenged(table, TWO, ONE)
    await away(table, ONE, 10)
    table.now += timedelta(days=6)
    await on(table.services).slide(9)
    assert await places(table) == [TWO, ONE]


@pytest.mark.usefixtures("still_clock")
async def test_after_60_days_one_match_keeps_nobody_from_sliding(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, TWO, ONE)
    for _ in range(30):
        await move(table, match)
        table.now += timedelta(days=2)
        await on(table.services).slide(9)
    assert await places(table) == [ONE, TWO, THREE]
    table.now += timedelta(days=2)
    await on(table.services).slide(9)
    assert await places(table) == [THREE, ONE, TWO]


async def test_the_place_that_was_won_is_known(table: Table) -> None:
    await joined(table, ONE, TWO, THREE)
    match = await challenged(table, THREE, TWO)
    await table.matches.play.resign(match.id, TWO)
    assert await on(table.services).won(match.id) == 2
    table.wait(minutes=1)
    lost = await challenged(table, THREE, ONE)
    await table.matches.play.resign(lost.id, THREE)
    assert await on(table.services).won(lost.id) is None


async def test_places_are_compared_with_those_of_a_week_ago(table: Table) -> None:
    await joined(table, ONE, TWO)
    table.now += timedelta(days=7)
    await joined(table, THREE)
    assert await on(table.services).places_before(KEY, [ONE, TWO, THREE]) == {ONE: 1, TWO: 2}
