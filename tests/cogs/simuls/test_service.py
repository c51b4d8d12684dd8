"""Simuls by the service: limits, blocks, crashes between any two steps, and two processes at once."""

from __future__ import annotations

import asyncio
import itertools
from datetime import timedelta
from typing import Any, Final

import pytest

from cogs.simuls.rules import Simul, SimulBoards, SimulError, SimulId, SimulPhase, SimulProblem, SimulWishes
from data import stores
from engines import OptionError
from matches import Match, Phase, UserId
from matches.errors import BlockedError, NotAllowedError, Problem, TooManyRunningError
from matches.guilds.settings import GAMES_KEY, MOST, ROLES
from matches.lifecycle.challenge import Opponent, Policy
from matches.players import Human
from matches.time.pace import Pace
from services import Services
from services.core import LEASE
from tests.cogs.simuls.made import done_by, on
from tests.matches.table import GUILD, PLACE, Table
from tests.refusals import is_refused

HOST, OTHER = UserId(3001), UserId(3002)
PLAYERS: Final = tuple(map(UserId, range(3101, 3121)))
SIX: Final = PLAYERS[:6]
ADMIN: Final = UserId(3009)
WISHES: Final = SimulWishes("pjawns", 6)


async def gathered(table: Table, *players: UserId, wishes: SimulWishes = WISHES, by: UserId = HOST) -> Simul:
    """A simul that these players have joined."""
    simul = await on(table.services).host(by, wishes, PLACE)
    for player in players:
        simul = await on(table.services).join(simul.id, player)
    return simul


async def boards(table: Table, simul: Simul) -> SimulBoards:
    return await on(table.services).with_boards(simul.id)


async def round_of(services: Services, most: int = 99) -> int:
    """What a round of the bot's job does, without the cards; returns how many boards it began."""
    return await done_by(on(services), most)


async def started(table: Table, *players: UserId, **more: Any) -> Simul:
    """A simul with all boards open."""
    simul = await gathered(table, *players, **more)
    await on(table.services).start(simul.id, HOST)
    await round_of(table.services)
    return await on(table.services).load(simul.id)


async def refusal(of: Any) -> SimulProblem:
    with pytest.raises(SimulError) as refused:
        await of
    return refused.value.problem


async def test_each_player_has_a_match_at_once(table: Table) -> None:
    wishes = SimulWishes("pjawns", 6, Pace.read("2d"), rated=True)
    simul = await gathered(table, *SIX, wishes=wishes)
    await on(table.services).start(simul.id, HOST)
    assert await round_of(table.services) == 6
    found = await boards(table, simul)
    assert [match.users for match in found.boards] == [(HOST, player) for player in SIX]
    assert [match.side_of(HOST) for match in found.boards] == ["white", "black"] * 3
    assert {(match.phase, str(match.terms.pace), match.rated) for match in found.boards} == {
        (Phase.PLAYING, "2d", True)
    }
    assert all(match.terms.simul == simul.id for match in found.boards)
    assert not found.simul.waiting and await round_of(table.services) == 0


async def test_picks_are_made_where_the_game_has_them(table: Table) -> None:
    simul = await started(table, *SIX[:2], wishes=SimulWishes("prawns", 2))
    found = await boards(table, simul)
    assert [match.phase for match in found.boards] == [Phase.SETUP] * 2
    assert [match.id for match in found.waiting_for(Human(HOST))] == [match.id for match in found.boards]


async def test_an_uneven_game_is_rated_while_the_sides_change(table: Table) -> None:
    for number, (side, rated) in enumerate([(None, True), ("predator", False)]):
        wishes = SimulWishes("predation", 2, side=side, rated=True)
        simul = await started(table, *PLAYERS[2 * number : 2 * number + 2], wishes=wishes)
        assert simul.rated is rated
        assert {match.rated for match in (await boards(table, simul)).boards} == {rated}


async def test_it_is_finished_with_its_last_board(table: Table) -> None:
    simul = await started(table, *SIX[:2])
    first, second = (await boards(table, simul)).boards
    await table.matches.play.resign(first.id, HOST)
    await round_of(table.services)
    assert (await on(table.services).load(simul.id)).phase is SimulPhase.STARTED
    await table.matches.play.resign(second.id, SIX[1])
    await round_of(table.services)
    found = await boards(table, simul)
    assert (found.simul.phase, found.score) == (SimulPhase.FINISHED, (2, 2))
    assert await on(table.services).hosted(HOST) == ()
    version = found.simul.version
    for _ in range(3):
        await on(table.services).close_due(simul.id)
    assert (await on(table.services).load(simul.id)).version == version


async def test_without_a_start_it_expires_and_never_after(table: Table) -> None:
    simul = await gathered(table, *SIX)
    table.wait(days=6, hours=23)
    await round_of(table.services)
    assert (await on(table.services).load(simul.id)).phase is SimulPhase.OPEN
    table.wait(hours=1)
    await round_of(table.services)
    closed = await on(table.services).load(simul.id)
    assert (closed.phase, closed.waiting) == (SimulPhase.EXPIRED, ())
    assert await refusal(on(table.services).start(simul.id, HOST)) is SimulProblem.NOT_OPEN
    assert await on(table.services).joined(SIX[0]) == ()


# --- limits -----------------------------------------------------------------------------------------


async def test_the_hosts_boards_fill_none_of_their_limits(table: Table) -> None:
    table.policy = Policy(running_matches=1, open_challenges=1)
    table.use(table.another_service())
    await table.guilds.change(GUILD, {MOST: "2"})
    await started(table, *SIX)
    counted = await table.store.read(stores.limits.count_open, HOST, GUILD)
    assert (counted.all, counted.hosted, counted.running, counted.challenges, counted.in_guild) == (
        6,
        6,
        0,
        0,
        0,
    )
    await table.challenge(by=HOST, to=None)
    assert await table.matches.lists.how_many_open(HOST) == 1
    listed = await table.matches.lists.listed(HOST, (Phase.CHALLENGED, Phase.PLAYING), 9, hosted=False)
    assert [match.id for match in listed.matches] == [table.id]


async def test_a_players_board_and_place_fill_theirs(table: Table) -> None:
    table.policy = Policy(running_matches=1)
    table.use(table.another_service())
    simul = await gathered(table, SIX[0])
    other = await gathered(table, by=OTHER)
    with pytest.raises(TooManyRunningError):
        await on(table.services).join(other.id, SIX[0])
    await on(table.services).leave(simul.id, SIX[0])
    await on(table.services).join(other.id, SIX[0])


async def test_what_was_promised_begins_whatever_else_has_begun(table: Table) -> None:
    table.policy = Policy(running_matches=1)
    table.use(table.another_service())
    simul = await gathered(table, *SIX[:2])
    await table.challenge(by=OTHER, to=None, game="pjawns")
    await table.accept(by=SIX[0])
    await on(table.services).start(simul.id, HOST)
    assert await round_of(table.services) == 2


async def test_a_servers_limit_is_asked_of_the_player(table: Table) -> None:
    await table.guilds.change(GUILD, {MOST: "1"})
    simul = await gathered(table, SIX[0])
    await table.challenge(by=SIX[1], to=None)
    with pytest.raises(Exception) as refused:
        await on(table.services).join(simul.id, SIX[1])
    assert is_refused(refused.value, Problem.TOO_MANY_MATCHES)


async def test_one_gathers_at_a_time_and_three_run(table: Table) -> None:
    for number in range(3):
        await started(table, *PLAYERS[2 * number : 2 * number + 2])
    hosting = on(table.services).host(HOST, WISHES, PLACE)
    assert await refusal(hosting) is SimulProblem.RUNNING
    await gathered(table, by=OTHER)
    assert await refusal(on(table.services).host(OTHER, WISHES, PLACE)) is SimulProblem.GATHERING


async def test_one_place_with_a_host(table: Table) -> None:
    simul = await started(table, *SIX[:2])
    again = await gathered(table)
    assert await refusal(on(table.services).join(again.id, SIX[0])) is SimulProblem.SAME_HOST
    first = (await boards(table, simul)).boards[0]
    await table.matches.play.resign(first.id, SIX[0])
    await on(table.services).join(again.id, SIX[0])


async def test_what_a_server_does_not_allow(table: Table) -> None:
    simul = await gathered(table, *SIX[:2])
    await table.guilds.change(GUILD, {ROLES: "77"})
    with pytest.raises(NotAllowedError):
        await on(table.services).join(simul.id, SIX[2])
    with pytest.raises(NotAllowedError):
        await on(table.services).start(simul.id, HOST)
    await on(table.services).join(simul.id, SIX[2], frozenset({77}))
    await table.guilds.change(GUILD, {ROLES: None, GAMES_KEY: "prawns"})
    with pytest.raises(NotAllowedError):
        await on(table.services).join(simul.id, SIX[3])
    with pytest.raises(NotAllowedError):
        await on(table.services).host(OTHER, WISHES, PLACE)
    with pytest.raises(OptionError):
        await on(table.services).host(OTHER, SimulWishes("prawns", side="green"), PLACE)


# --- blocks, and people who go ----------------------------------------------------------------------


async def test_a_block_takes_the_place_away_and_keeps_one_from_joining(table: Table) -> None:
    simul = await gathered(table, *SIX[:3])
    await table.privacy.block(SIX[0], Opponent(HOST))
    await table.privacy.block(HOST, Opponent(SIX[1]))
    assert (await on(table.services).load(simul.id)).waiting == (SIX[2],)
    for player, own in ((SIX[0], True), (SIX[1], False)):
        with pytest.raises(BlockedError) as refused:
            await on(table.services).join(simul.id, player)
        assert refused.value.own is own


async def test_a_block_between_start_and_board_leaves_one_player_without(table: Table) -> None:
    simul = await gathered(table, *SIX[:3])
    simul = await on(table.services).start(simul.id, HOST)
    # Past the service, which takes the place away: as if it had crashed before that.
    await table.store.write(stores.privacy.add_block, SIX[0], HOST, table.now)
    assert await round_of(table.services) == 2
    found = await boards(table, simul)
    assert [match.users[1] for match in found.boards] == [*SIX[1:3]] and not found.simul.waiting


async def test_the_host_goes_in_the_middle_of_the_start(table: Table) -> None:
    simul = await gathered(table, *SIX)
    await on(table.services).start(simul.id, HOST)
    assert await round_of(table.services, most=2) == 2
    await table.leaderboards.record_presence(GUILD, HOST, there=False)
    assert await round_of(table.services) == 0
    found = await boards(table, simul)
    assert len(found.running) == 2 and not found.simul.waiting


async def test_erased_in_the_middle(table: Table) -> None:
    simul = await started(table, *SIX[:3])
    gathering = await gathered(table, SIX[4])
    for user in (HOST, SIX[4]):
        await table.privacy.ask_to_be_forgotten(user)
        async for _ in table.privacy.end_all(user):
            pass
        assert await table.privacy.forget(user)
        assert not any((await table.privacy.counts(user)).values())
    await round_of(table.services)
    found = await boards(table, simul)
    assert (found.simul.phase, found.score) == (SimulPhase.FINISHED, (0, 6))
    assert found.simul.host == found.boards[0].challenger != Human(HOST)
    assert (await on(table.services).load(gathering.id)).phase is SimulPhase.CALLED_OFF


async def test_a_host_takes_part(table: Table) -> None:
    await gathered(table)
    assert await table.store.read(stores.participation.takes_part, GUILD, HOST)
    await table.leaderboards.record_presence(GUILD, HOST, there=False)
    assert not await table.store.read(stores.participation.takes_part, GUILD, HOST)


# --- crashes, and two processes ---------------------------------------------------------------------


class Died(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ("due", 1),
        ("close_due", 1),
        *((step, n) for step in ("_take_board", "save") for n in (1, 3, 6)),
        ("settle", 1),
    ],
)
async def test_killed_at_any_step_each_player_has_one_board(
    table: Table, monkeypatch: pytest.MonkeyPatch, step: str, after: int
) -> None:
    simul = await gathered(table, *SIX)
    await on(table.services).start(simul.id, HOST)
    calls = itertools.count(1)

    async def dying(work: Any, /, *args: Any, **named: Any) -> Any:
        found = await real(work, *args, **named)
        if (step != "save" or work is stores.matches.save) and next(calls) == after:
            raise Died  # it was committed
        return found

    doomed = table.another_service()
    simuls = on(doomed)
    where, name = (doomed.core.db, "write") if step == "save" else (simuls, step)
    real = getattr(where, name)
    with monkeypatch.context() as patched:
        patched.setattr(where, name, dying)
        with pytest.raises(Died):
            await done_by(simuls)
    table.now += LEASE + timedelta(seconds=1)
    await table.sweep()
    for _ in range(3):
        await round_of(table.services)
    await table.sweep()
    found = await boards(table, simul)
    assert sorted(match.users[1] for match in found.boards) == sorted(SIX)
    assert {match.phase for match in found.boards} == {Phase.PLAYING}
    assert not found.simul.waiting


async def test_two_processes_open_each_board_once(table: Table) -> None:
    simul = await gathered(table, *SIX)
    await on(table.services).start(simul.id, HOST)
    waiting = await on(table.services).load(simul.id)
    one, other = table.another_service(), table.another_service()
    # Past the claim, as if one had held it for too long.
    answers = await asyncio.gather(
        *(on(services).open_board(waiting) for services in (one, other) for _ in range(3))
    )
    assert len([answer for answer in answers if isinstance(answer, Match)]) == 1
    await round_of(one)
    found = await boards(table, simul)
    assert sorted(match.users[1] for match in found.boards) == sorted(SIX)
    assert [match.side_of(HOST) for match in found.boards] == ["white", "black"] * 3


async def test_of_two_processes_one_has_the_simul(table: Table) -> None:
    simul = await gathered(table, *SIX)
    one, other = table.another_service(), table.another_service()
    assert await on(one).claim(simul.id) and not await on(other).claim(simul.id)
    assert await on(other).due(9) == ()
    seen = await on(one).load(simul.id)
    await on(other).leave(simul.id, SIX[0])
    await on(one).settle(seen)
    assert await on(other).due(9) == (simul.id,), "it has changed since one looked"


@pytest.mark.parametrize("processes", [1, 2])
async def test_thirty_join_six_places_at_once(table: Table, processes: int) -> None:
    simul = await gathered(table)
    services = [table.another_service() for _ in range(processes)]
    asked = [
        on(services[number % processes]).join(simul.id, player)
        for number, player in enumerate((*PLAYERS, *PLAYERS[:10]))
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Simul) for answer in answers) == 6
    assert all(isinstance(answer, Simul | SimulError) for answer in answers)
    assert len(set((await on(table.services).load(simul.id)).waiting)) == 6


@pytest.mark.parametrize("processes", [1, 2])
async def test_of_two_taps_one_starts_it_and_one_hosts_it(table: Table, processes: int) -> None:
    services = [table.another_service() for _ in range(processes)]
    hosting = [on(services[number % processes]).host(HOST, WISHES, PLACE) for number in range(4)]
    answers = await asyncio.gather(*hosting, return_exceptions=True)
    (simul,) = [answer for answer in answers if isinstance(answer, Simul)]
    for player in SIX[:2]:
        await on(table.services).join(simul.id, player)
    starting = [on(services[number % processes]).start(simul.id, HOST) for number in range(4)]
    answers = await asyncio.gather(*starting, return_exceptions=True)
    assert sum(isinstance(answer, Simul) for answer in answers) == 1
    assert sum(isinstance(answer, SimulError) for answer in answers) == 3


async def test_there_is_no_such_simul(table: Table) -> None:
    nowhere = SimulId(77)
    for asked in (
        on(table.services).join(nowhere, SIX[0]),
        on(table.services).leave(nowhere, SIX[0]),
        on(table.services).start(nowhere, HOST),
        on(table.services).call_off(nowhere, HOST),
        on(table.services).take_out(nowhere, HOST, SIX[0]),
        on(table.services).next_board(nowhere, HOST),
    ):
        assert await refusal(asked) is SimulProblem.NO_SUCH


async def test_a_rematch_is_no_board(table: Table) -> None:
    simul = await started(table, *SIX[:2])
    first = (await boards(table, simul)).boards[0]
    ended = await table.matches.play.resign(first.id, HOST)
    ended = await table.matches.challenges.rematch(ended.id, SIX[0])
    assert ended.rematch is not None
    rematch = await table.matches.load(ended.rematch)
    assert (rematch.terms.simul, rematch.phase, rematch.rated) == (0, Phase.CHALLENGED, False)
    assert len((await boards(table, simul)).boards) == 2
