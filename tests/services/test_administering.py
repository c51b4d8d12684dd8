"""What an administrator does to matches of their server: each with an entry that the players see."""

from __future__ import annotations

import pytest

from data import stores
from engines import Side
from matches import GuildId, Match, MatchId, Opponent, Phase, UserId
from matches.errors import (
    NoSuchMatchError,
    NotAPlayerError,
    OpponentError,
    OpponentProblem,
    Problem,
    Refused,
    WrongPhaseError,
)
from matches.lifecycle.finish import ABORTED, BY_ADMIN
from matches.lifecycle.practice import at_the_start
from matches.model import EntryKind, NoticeKind, NoticePlace, Result
from matches.time import DAY, HOUR
from tests.matches.table import CHALLENGER, GUILD, NOON, OPPONENT, PLACE, STRANGER, Table
from tests.people import sides_of

ADMIN = UserId(1009)
ANOTHER = GuildId(99)
NEW = Opponent(STRANGER)


async def rewind(table: Table, ply: int) -> Match:
    return await table.matches.admin.rewind(table.id, ADMIN, GUILD, ply)


async def hand_over(table: Table, side: Side = "white", to: Opponent = NEW) -> Match:
    return await table.matches.admin.hand_over(table.id, ADMIN, GUILD, side, to)


# --- ending --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "text"), [("white", "1009 white"), ("black", "1009 black"), (None, "1009 draw")]
)
@pytest.mark.parametrize("turns", [0, 3])
async def test_a_match_is_ended_with_a_winner_or_as_a_draw(
    table: Table, winner: Side | None, text: str, turns: int
) -> None:
    await table.store.write(stores.people.change_guild, GUILD, {"results": "77"})
    await table.begun(turns)
    match = await table.matches.admin.end(table.id, ADMIN, GUILD, winner)
    assert (match.phase, match.result) == (Phase.FINISHED, Result(winner, BY_ADMIN, counts=False))
    assert (match.entries[-1].kind, match.entries[-1].text) == (EntryKind.ENDED_BY_ADMIN, text)
    assert set(table.matches.addressed(match)) == {CHALLENGER, OPPONENT}
    assert match.deadline_at is None
    await table.live(days=30)
    assert table.told == [], "what an administrator set is not announced"


async def test_a_match_is_called_off(table: Table) -> None:
    await table.begun(3)
    match = await table.matches.admin.abort(table.id, ADMIN, GUILD)
    assert match.result == Result(None, ABORTED, counts=False)
    assert match.entries[-1].text == str(ADMIN)
    assert set(table.matches.addressed(match)) == {CHALLENGER, OPPONENT}


async def test_a_setup_is_called_off_and_its_picks_stay_secret(table: Table) -> None:
    await table.challenge(blind_start="on")
    await table.accept()
    await table.pick(CHALLENGER)
    match = await table.matches.admin.abort(table.id, ADMIN, GUILD)
    assert (match.result, match.started) == (Result(None, ABORTED, counts=False), False)


# --- who and what --------------------------------------------------------------------------------


async def test_matches_of_another_server_are_none_of_theirs(table: Table) -> None:
    await table.begun(3)
    for asked in (
        table.matches.admin.end(table.id, ADMIN, ANOTHER, None),
        table.matches.admin.abort(table.id, ADMIN, ANOTHER),
        table.matches.admin.rewind(table.id, ADMIN, ANOTHER, 0),
        table.matches.admin.hand_over(table.id, ADMIN, ANOTHER, "white", NEW),
        table.matches.admin.abort(MatchId(404), ADMIN, GUILD),
    ):
        async with table.refuses(NoSuchMatchError):
            await asked


async def test_only_what_runs_can_be_changed(table: Table) -> None:
    await table.begun(3)
    await table.matches.play.resign(table.id, OPPONENT)
    ended = table.id
    await table.challenge()
    for id in (ended, table.id):
        for asked in (
            table.matches.admin.end(id, ADMIN, GUILD, None),
            table.matches.admin.abort(id, ADMIN, GUILD),
            table.matches.admin.rewind(id, ADMIN, GUILD, 0),
            table.matches.admin.hand_over(id, ADMIN, GUILD, "white", NEW),
        ):
            async with table.refuses(WrongPhaseError):
                await asked


async def test_nobody_decides_a_match_that_they_play_in(table: Table) -> None:
    """Against somebody, against the computer, alone, and while it is set up."""
    await table.challenge()
    await table.accept()
    setting_up = table.id
    alone = await table.matches.challenges.practise(CHALLENGER, at_the_start("pjawns", {}), PLACE)
    await table.begun(3)
    for id in (setting_up, alone.id, table.id):
        for asked in (
            table.matches.admin.end(id, CHALLENGER, GUILD, None),
            table.matches.admin.abort(id, CHALLENGER, GUILD),
            table.matches.admin.hand_over(id, CHALLENGER, GUILD, "white", NEW),
        ):
            async with table.refuses(Refused, Problem.OWN_MATCH):
                await asked
    for admin in (CHALLENGER, OPPONENT):
        async with table.refuses(Refused, Problem.OWN_MATCH):
            await table.matches.admin.rewind(table.id, admin, GUILD, 0)
        assert [one async for one in table.matches.admin.abort_all(OPPONENT, admin, GUILD)] == []
    assert [one.id async for one in table.matches.admin.abort_all(OPPONENT, ADMIN, GUILD)] == [
        setting_up,
        table.id,
    ]


# --- taking back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ply", range(6))
async def test_a_match_is_taken_back_to_an_earlier_ply(table: Table, ply: int) -> None:
    await table.begun(pace="3d")
    boards = [await table.board()]
    for _ in range(6):
        await table.act()
        boards.append(await table.board())
    match = await rewind(table, ply)
    assert await table.board() == boards[ply]
    assert match.entries[6].kind is EntryKind.REWOUND_BY_ADMIN
    assert match.entries[6].text == f"{ADMIN} {ply} {ply}"
    assert [entry.kind for entry in match.entries[7:]] == [EntryKind.TAKE_BACK] * (6 - ply)
    assert await table.awaited() == (CHALLENGER if ply % 2 == 0 else OPPONENT,)
    assert set(table.matches.addressed(match)) == {CHALLENGER, OPPONENT}, "both are told"
    assert table.another_service().matches.history(match) == await table.history()


@pytest.mark.parametrize("ply", [-1, 3, 4, 99])
async def test_a_match_is_not_taken_back_to_where_it_stands_or_beyond(table: Table, ply: int) -> None:
    await table.begun(3)
    async with table.refuses(Refused, Problem.NO_SUCH_TURN) as refusal:
        await rewind(table, ply)
    assert refusal.value.facts["last"] == 2


@pytest.mark.usefixtures("still_clock")
async def test_the_clock_runs_for_whoever_has_to_act_then(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(days=1)
    await table.act()
    await table.live(days=1)
    match = await rewind(table, 2)
    assert match.clocks is not None
    assert match.clocks.running == "white"
    assert match.clocks.deadline() == table.now + 2 * DAY, "what was left of the turn"
    match = await rewind(table, 1)
    assert match.clocks is not None
    assert (match.clocks.running, match.clocks.deadline()) == ("black", table.now + 3 * DAY)


@pytest.mark.usefixtures("still_clock")
async def test_a_bank_gives_nothing_back_and_brings_an_increment_once(table: Table) -> None:
    await table.begun(2, pace="5d+12h<7d")
    await table.live(days=1)
    match = await table.act()
    assert match.clocks is not None
    left = match.clocks.left("white", table.now)
    match = await rewind(table, 2)
    assert match.clocks is not None
    assert match.clocks.left("white", table.now) == left
    match = await table.act()
    assert match.clocks is not None
    assert match.clocks.left("white", table.now) == left


async def test_a_turn_that_comes_again_is_reminded_of_again(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.live(hours=55)
    await table.act()
    await table.act()
    await rewind(table, 2)
    await table.live(days=3)
    told = [kind for kind, _, _ in table.told_to(CHALLENGER)]
    assert told == [NoticeKind.QUARTER, NoticeKind.LAST], "the second time it has less than a quarter left"


async def test_each_time_is_a_stage_of_its_own(table: Table) -> None:
    await table.begun(3)
    stages = [table.matches.stage(await table.match())]
    for _ in range(3):
        stages.append(table.matches.stage(await rewind(table, 2)))
        stages.append(table.matches.stage(await table.act()))
    assert len(set(stages)) == len(stages)


# --- handing over --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "players"), [("white", (STRANGER, OPPONENT)), ("black", (CHALLENGER, STRANGER))]
)
async def test_somebody_else_plays_on(table: Table, side: Side, players: tuple[UserId, UserId]) -> None:
    before = await table.begun(2, pace="3d")
    left = sides_of(before)[side]
    match = await hand_over(table, side)
    assert match.users == players
    assert match.entries[-1].text == f"{ADMIN} {side} {left} {STRANGER}"
    assert set(table.matches.addressed(match)) == set(players)
    async with table.refuses(NotAPlayerError):
        await table.matches.play.turn(table.id, left, "a1")
    await table.act()
    await table.act()
    assert [one.id for one in await table.store.read(stores.lists.of_player, STRANGER)] == [table.id]
    assert await table.store.read(stores.lists.of_player, left) == ()


@pytest.mark.parametrize(("pace", "left"), [("3d", 3 * DAY), ("5d+12h<7d", 5 * DAY)])
@pytest.mark.usefixtures("still_clock")
async def test_whoever_takes_over_a_turn_has_all_its_time(table: Table, pace: str, left: object) -> None:
    await table.begun(2, pace=pace)
    await table.live(days=2, hours=23)
    match = await hand_over(table)
    assert match.clocks is not None
    assert match.clocks.left("white", table.now) == left
    table.told.clear()
    await table.live(days=2, hours=23)
    assert {told.notice.user_id for told in table.told} <= {STRANGER}


async def test_the_clock_of_the_other_side_goes_on(table: Table) -> None:
    before = await table.begun(2, pace="3d")
    await table.live(days=1)
    match = await hand_over(table, "black")
    assert match.clocks is not None
    assert before.clocks is not None
    assert match.clocks.deadline() == before.clocks.deadline()


@pytest.mark.usefixtures("still_clock")
async def test_whoever_takes_over_from_somebody_away_has_their_time_from_then(table: Table) -> None:
    await table.begun(2, pace="3d")
    await table.notifications.go_away(CHALLENGER, 20)
    await table.live(days=10)
    match = await hand_over(table)
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + 3 * DAY
    await table.live(days=2)
    assert (await table.match()).phase is Phase.PLAYING


@pytest.mark.usefixtures("still_clock")
async def test_a_setup_taken_over_from_somebody_away_has_its_time_from_then(table: Table) -> None:
    await table.challenge(blind_start="on")
    await table.accept()
    await table.notifications.go_away(OPPONENT, 20)
    await table.live(days=10)
    match = await hand_over(table, "blue")
    assert match.clocks is not None
    assert match.clocks.deadline() == table.now + 5 * DAY
    await table.pick(CHALLENGER)
    await table.pick(STRANGER)
    assert (await table.match()).phase is Phase.PLAYING


@pytest.mark.usefixtures("still_clock")
async def test_the_new_player_is_told_as_they_like_it(table: Table) -> None:
    await table.notifications.prefer(STRANGER, {"tell": "direct"})
    await table.begun(2, pace="3d")
    await table.live(hours=1)
    match = await hand_over(table)
    assert (await table.pinged(match, table.matches.addressed(match))).users == (OPPONENT,)
    await table.live(hours=1)
    assert table.told_to(STRANGER) == [(NoticeKind.NEWS, NoticePlace.DIRECT, NOON + HOUR)]


@pytest.mark.parametrize(
    ("to", "problem"),
    [
        (Opponent(CHALLENGER), OpponentProblem.PLAYING),
        (Opponent(OPPONENT), OpponentProblem.PLAYING),
        (Opponent(STRANGER, is_bot=True), OpponentProblem.BOT),
        (Opponent(STRANGER, in_guild=False), OpponentProblem.ABSENT),
        (Opponent(STRANGER, sees_channel=False), OpponentProblem.BLIND_TO_CHANNEL),
    ],
)
async def test_not_everybody_can_take_over(table: Table, to: Opponent, problem: OpponentProblem) -> None:
    await table.begun(2)
    async with table.refuses(OpponentError) as refusal:
        await hand_over(table, to=to)
    assert refusal.value.problem is problem


async def test_a_match_can_be_handed_over_and_back(table: Table) -> None:
    await table.begun(2)
    await hand_over(table)
    match = await hand_over(table, to=Opponent(CHALLENGER))
    assert match.users == (CHALLENGER, OPPONENT)
    await table.turns(4)
