"""Lists of matches read no record; of matches from before it is found out bit by bit whom they wait for."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import update

from data import stores
from data.schema import entry
from data.schema import match as match_table
from matches import Match, MatchId, Opponent, Phase, Policy, UserId
from matches.errors import TooManyRunningError
from matches.lifecycle.history import Histories
from matches.players import Human, users_of
from matches.summaries import MatchSummary
from services import lists
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table
from tests.store import instead, write

OPEN = (Phase.CHALLENGED, Phase.SETUP, Phase.PLAYING)


def ids(found: Sequence[MatchSummary]) -> list[MatchId]:
    return [match.id for match in found]


@pytest.fixture
def nothing_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever folds a record fails."""

    def refuse(*_args: object) -> Any:
        raise AssertionError("a record was folded")

    monkeypatch.setattr(Histories, "of", refuse)
    monkeypatch.setattr(lists, "folded", refuse)


async def forgotten(table: Table) -> None:
    """Make it as if all matches were from before whom they wait for was stored."""
    await write(table.store, update(match_table).values(challenger_to_act=None, opponent_to_act=None))


async def test_every_verb_stores_whom_the_match_waits_for(table: Table) -> None:
    async def agree() -> None:
        match = await table.match()
        (listed,) = await table.store.read(stores.lists.summaries_of, [match.id])
        assert listed.to_act is not None
        assert set(listed.to_act) == set(table.matches.to_act(match))

    await table.challenge(board="5x5", pace="3d")
    await agree()
    await table.accept(blind=True)
    await agree()
    await table.pick(CHALLENGER)
    await agree()
    await table.pick(OPPONENT)
    for _ in range(6):
        await agree()
        await table.act()
    await table.live(days=4)
    await agree()
    await table.matches.play.resign(table.id, CHALLENGER)
    await agree()


async def test_lists_fold_nothing(table: Table, request: pytest.FixtureRequest) -> None:
    for turns in (0, 1, 2, 3):
        await table.begun(turns)
    request.getfixturevalue("nothing_folded")
    service = table.another_service()
    await service.matches.lists.fill_in_some(99)
    assert len((await service.matches.lists.listed(CHALLENGER, OPEN, 99)).matches) == 4
    assert ids(await service.matches.lists.waiting(CHALLENGER)) == [1, 3]
    assert ids(await service.matches.lists.waiting_longest(OPPONENT, 1)) == [2]
    assert await service.matches.lists.how_many_open(OPPONENT) == 4
    running = await service.matches.lists.running_in((await table.match()).guild_id, 9)
    assert ids(running) == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("game", "line", "turns"),
    [
        ("predation", "d13-f8", 0),
        ("predation", "d13-f8 end b1-d6", 1),
        ("predation", "d13-f8 end b1-d6 c1-e6 end", 2),
        ("prudh", "", 0),
        ("pjawns", "", 0),
    ],
)
async def test_how_far_matches_are_is_counted_in_turns(
    table: Table, game: str, line: str, turns: int
) -> None:
    match = await table.begun(game=game)
    for action in line.split():
        (user,) = await table.awaited()
        await table.matches.play.turn(table.id, user, action)
    running = await table.another_service().matches.lists.running_in(match.guild_id, 9)
    assert await table.another_service().matches.lists.turns_of(running) == {match.id: turns}
    assert (await table.history()).turns == turns


async def test_a_list_knows_who_is_away(table: Table) -> None:
    await table.begun(2, pace="3d")
    for days, away in ((0, False), (2, True)):
        if days:
            await table.notifications.go_away(CHALLENGER, days)
        (listed,) = (await table.matches.lists.listed(CHALLENGER, OPEN, 9)).matches
        assert listed.away is away
    table.wait(days=3)
    (listed,) = (await table.matches.lists.listed(CHALLENGER, OPEN, 9)).matches
    assert not listed.away


# --- matches from before --------------------------------------------------------------------------


async def test_who_asks_is_told_whom_matches_from_before_wait_for(table: Table) -> None:
    for turns in (0, 1, 2, 3):
        await table.begun(turns)
    await table.in_setup()
    await table.challenge()
    await forgotten(table)
    service = table.another_service()
    listed = (await service.matches.lists.listed(CHALLENGER, OPEN, 9)).matches
    assert {match.id: match.to_act for match in listed} == {
        match.id: tuple(user for user in match.players if user in service.matches.to_act(match))
        for match in await table.stored()
    }
    assert await table.store.read(stores.matches.without_to_act, 9) == ()


async def test_there_are_more_from_before_than_are_looked_at_together(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "AT_ONCE", 2)
    for turns in (1, 1, 1, 1, 1, 0):
        await table.begun(turns)
    await forgotten(table)
    assert ids(await table.another_service().matches.lists.waiting_longest(CHALLENGER, 5)) == [6]
    await forgotten(table)
    listed = (await table.another_service().matches.lists.listed(OPPONENT, OPEN, 9)).matches
    assert [OPPONENT in users_of(match.to_act or ()) for match in listed] == [True] * 5 + [False]


async def test_the_sweep_finds_it_out_a_few_at_a_time(table: Table) -> None:
    for turns in (0, 1, 2, 3, 0):
        await table.begun(turns)
    await forgotten(table)
    one, other = table.another_service(), table.another_service()
    for service, left in ((one, 3), (other, 1), (one, 0), (other, 0)):
        await service.matches.lists.fill_in_some(2)
        assert len(await table.store.read(stores.matches.without_to_act, 9)) == left
    assert [
        users_of(match.to_act or ()) for match in await table.store.read(stores.lists.of_player, CHALLENGER)
    ] == [
        (CHALLENGER,),
        (OPPONENT,),
        (CHALLENGER,),
        (OPPONENT,),
        (CHALLENGER,),
    ]


async def test_what_somebody_does_meanwhile_is_not_written_over(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.begun(0)
    await forgotten(table)
    write = table.store.write

    async def late(found: Any) -> None:
        await table.act()
        await write(stores.matches.fill_in, found)

    instead(table.store, stores.matches.fill_in, late, monkeypatch)
    await table.another_service().matches.lists.fill_in_some(9)
    (listed,) = await table.store.read(stores.lists.of_player, CHALLENGER)
    assert listed.to_act == (Human(OPPONENT),)


async def test_one_that_cannot_be_replayed_hides_no_other(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await table.begun(2), await table.begun(2)
    await _spoil(table, first)
    await forgotten(table)
    with caplog.at_level(logging.ERROR):
        for service in (table.another_service(), table.services):
            await service.matches.lists.fill_in_some(9)
            for _ in range(2):
                found = await service.matches.lists.listed(CHALLENGER, OPEN, 9)
                assert (ids(found.matches), found.damaged) == ([second.id], (first.id,))
            assert ids(await service.matches.lists.waiting(CHALLENGER)) == [second.id]
    said = [line for line in caplog.messages if f"match={first.id} " in line]
    assert len(said) == 2, "once a process"
    assert "z9" not in "".join(said)


async def _spoil(table: Table, match: Match) -> None:
    """Store a record that nobody can replay."""
    last = entry.c.match_id == match.id, entry.c.number == len(match.entries)
    await write(table.store, update(entry).where(*last).values(text="z9"))


async def test_a_game_that_nobody_knows_hides_no_other(table: Table) -> None:
    first, second = await table.begun(0), await table.begun(0)
    odd = update(match_table).where(match_table.c.id == first.id)
    await write(table.store, odd.values(rules_version=99))
    found = await table.matches.lists.listed(CHALLENGER, OPEN, 9)
    assert (ids(found.matches), found.damaged) == ([second.id], (first.id,))
    assert ids(await table.matches.lists.running_in(first.guild_id, 9)) == [second.id]


# --- how many may run -----------------------------------------------------------------------------


async def busy(table: Table, user: UserId) -> None:
    """Give somebody as many running matches as they may have."""
    for number in range(2):
        rival = UserId(900 + number)
        match = await table.challenge(Opponent(user), by=rival, game="pjawns")
        await table.matches.challenges.accept(match.id, user, 1, call="heads")


@pytest.fixture
def capped() -> Table:
    return Table(policy=Policy(open_challenges=9, running_matches=2))


@pytest.mark.parametrize("full", [CHALLENGER, OPPONENT])
async def test_nobody_is_challenged_to_more_matches_than_may_run(capped: Table, full: UserId) -> None:
    await busy(capped, full)
    async with capped.refuses(TooManyRunningError) as refusal:
        await capped.challenge()
    assert (refusal.value.user, refusal.value.limit) == (full, 2)


@pytest.mark.parametrize("full", [CHALLENGER, OPPONENT])
async def test_nothing_is_accepted_by_or_of_whoever_has_as_many_as_may_run(
    capped: Table, full: UserId
) -> None:
    match = await capped.challenge()
    await busy(capped, full)
    capped.id = match.id
    async with capped.refuses(TooManyRunningError) as refusal:
        await capped.accept()
    assert refusal.value.user == full


async def test_a_challenge_to_anyone_is_not_taken_up_beyond_it(capped: Table) -> None:
    match = await capped.challenge(None)
    await busy(capped, STRANGER)
    capped.id = match.id
    async with capped.refuses(TooManyRunningError) as refusal:
        await capped.accept(by=STRANGER)
    assert refusal.value.user == STRANGER


@pytest.mark.parametrize("full", [CHALLENGER, OPPONENT])
async def test_no_rematch_is_offered_beyond_it(capped: Table, full: UserId) -> None:
    match = await capped.finished()
    await busy(capped, full)
    async with capped.refuses(TooManyRunningError) as refusal:
        await capped.matches.challenges.rematch(match.id, CHALLENGER)
    assert refusal.value.user == full


async def test_no_match_is_handed_over_beyond_it(capped: Table) -> None:
    match = await capped.in_play()
    await busy(capped, STRANGER)
    async with capped.refuses(TooManyRunningError) as refusal:
        await capped.matches.admin.hand_over(match.id, UserId(9), GUILD, "green", Opponent(STRANGER))
    assert refusal.value.user == STRANGER


async def test_room_is_made_by_the_end_of_a_match(capped: Table) -> None:
    await busy(capped, CHALLENGER)
    await capped.matches.play.resign(capped.id, CHALLENGER)
    await capped.challenge()
    await capped.accept()


async def test_a_first_win_is_the_first_that_ended_and_stays_it(table: Table) -> None:
    first_winner = table.matches.lists.first_winner
    lost, won, again = [await table.begun(2, game="pjawns") for _ in range(3)]
    assert await first_winner(await table.matches.load(won.id)) is None, "not while it is played"
    ended = []
    for match, loser in ((lost, CHALLENGER), (won, OPPONENT), (again, OPPONENT)):
        table.wait(minutes=1)
        await table.matches.play.resign(match.id, loser)
        ended.append(await table.matches.load(match.id))
    assert [await first_winner(match) for match in ended] == [OPPONENT, CHALLENGER, None]


async def test_of_a_player_of_many_matches_no_first_win_is_looked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "FIRST_WINS", 1)
    match = await table.begun(2, game="pjawns")
    await table.matches.play.resign(match.id, OPPONENT)
    assert await table.matches.lists.first_winner(await table.matches.load(match.id)) is None
