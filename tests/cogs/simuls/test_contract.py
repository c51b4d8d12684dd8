"""Simuls in every store: a place becomes a match in one transaction, and due work is claimed by one."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from cogs.simuls.rules import Simul, SimulCard, SimulError, SimulId, SimulPhase, SimulProblem
from cogs.simuls.service import record_ended
from data import Database, stores
from data.features.simuls import END_TOLD_KEPT, KEPT, leave_all
from data.stores.pruning import prune
from matches.errors import BlockedError, Problem, TooManyRunningError
from matches.guilds.settings import MOST, ChallengeChannel
from matches.guilds.shards import Shards
from matches.lifecycle.challenge import Policy
from matches.model import ChannelId, GuildId, Match, MatchId, MessageId, UserId
from matches.summaries import POSTED_WITHIN, Limits, Posting
from tests.cogs.simuls.made import NEW, at, opened, started
from tests.data_store.conftest import Opener
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
    ending,
    finished,
)
from tests.data_store.stores.plans import Watched
from tests.matches.table import Table
from tests.refusals import is_refused
from tests.store import keep

DAN: Final = UserId(1004)
POSTS: Final = 3
SIMULS: Final = "simuls that were not started"


async def taken(store: Database, simul: Simul, player: UserId) -> Match:
    """The match of a player, as a challenge."""
    new = challenge(game_key="prudh", options={}, opponent=player, simul=simul.id)
    return await at(store)._take_board(simul.id, player, new)


async def board(store: Database, simul: Simul, player: UserId) -> Match:
    made = await taken(store, simul, player)
    return await keep(store, accepted(made, sides={"light": ANN, "dark": player}, first="light"))


async def test_what_is_stored_is_read_as_it_was(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    assert simul == await at(store).load(simul.id)
    assert (simul.version, simul.phase, simul.waiting) == (3, SimulPhase.OPEN, (BOB, CAT))
    assert (simul.game_key, simul.guild_id, simul.channel_id) == (NEW.game, GuildId(11), ChannelId(12))
    assert (simul.created_at, simul.closes_at) == (NOON, NOON + WEEK)
    same = ("pace", "places", "side", "rated")
    assert all(getattr(simul, name) == getattr(NEW, name) for name in same)
    with pytest.raises(SimulError):
        await at(store).load(SimulId(99))


async def test_a_place_becomes_a_board_or_nothing_happens(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    first = await board(store, simul, CAT)
    found = await at(store).with_boards(simul.id)
    assert (found.simul.waiting, [match.id for match in found.boards]) == ((BOB,), [first.id])
    for player, problem in ((CAT, SimulProblem.NOT_IN), (DAN, SimulProblem.NOT_IN)):
        with pytest.raises(SimulError) as refused:
            await board(store, simul, player)
        assert refused.value.problem is problem
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    with pytest.raises(BlockedError):
        await board(store, simul, BOB)
    again = await at(store).with_boards(simul.id)
    assert (again.simul.waiting, len(again.boards)) == ((BOB,), 1), "the place is there as before"


async def test_nothing_begins_before_the_start(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    with pytest.raises(SimulError) as refused:
        await board(store, simul, BOB)
    assert refused.value.problem is SimulProblem.NOT_OPEN
    assert (await at(store).load(simul.id)).waiting == (BOB, CAT)


async def test_sides_change_from_board_to_board_in_whatever_order_they_open(store: Database) -> None:
    simul = await started(store, BOB, CAT, DAN)
    made = [await taken(store, simul, one) for one in (DAN, BOB, CAT)]
    assert [match.seats[0].side for match in made] == ["dark", "light", "dark"]


async def test_of_two_joining_the_last_place_one_has_it(store: Database) -> None:
    simul = await opened(store, BOB, CAT)
    asked = (at(store).join(simul.id, UserId(1004 + n)) for n in range(4))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Simul) for answer in answers) == 1
    assert len((await at(store).load(simul.id)).waiting) == 3


async def test_of_two_simuls_of_a_host_a_player_is_in_one(store: Database) -> None:
    first = await started(store, BOB, CAT)
    second = await opened(store)
    with pytest.raises(SimulError) as refused:
        await at(store).join(second.id, BOB)
    assert refused.value.problem is SimulProblem.SAME_HOST
    match = await board(store, first, BOB)
    with pytest.raises(SimulError):
        await at(store).join(second.id, BOB)
    await store.write(stores.matches.save, finished(match, sides={"light": ANN, "dark": BOB}))
    await at(store).join(second.id, BOB)


async def test_places_count_for_a_players_limits(store: Database) -> None:
    await opened(store, BOB)
    second = await opened(store, host=CAT, guild=12)
    with pytest.raises(TooManyRunningError):
        await at(store, policy=Policy(running_matches=1)).join(second.id, BOB)
    await Table(store).guilds.change(second.guild_id, {MOST: "1"})
    await at(store, policy=Policy(running_matches=2)).join(second.id, BOB)


async def test_the_end_of_a_board_makes_its_simul_due(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    matches = [await board(store, simul, one) for one in (BOB, CAT)]
    (claimed,) = await at(store).due(9)
    await at(store).settle(await at(store).load(claimed), after=WEEK)
    assert await at(store, NOON + DAY).due(9) == ()
    for match in matches:
        over = finished(match, sides={"light": ANN, "dark": match.users[1]})
        await store.write(stores.matches.save, over, ending=ending(over), effects=[record_ended])
        assert await at(store, NOON + DAY).due(9) == (simul.id,)
        found = await at(store, NOON + DAY).close_due(simul.id)
        await at(store).settle(found.simul, after=WEEK)
    assert found.simul.phase is SimulPhase.FINISHED


async def test_a_change_after_the_look_makes_it_due_again(store: Database) -> None:
    simul = await opened(store, BOB)
    assert await at(store).claim(simul.id)
    assert not await at(store).claim(simul.id)
    await at(store, NOON + MINUTE).leave(simul.id, BOB)
    await at(store, NOON + MINUTE).settle(simul, after=WEEK)
    assert await at(store, NOON + MINUTE).due(9) == (simul.id,)


async def test_only_those_of_a_processs_shards_are_claimed(store: Database) -> None:
    simul = await opened(store, guild=1 << 22)
    for number, due in ((0, ()), (1, (simul.id,))):
        simuls = at(store)
        simuls._core.territory.shards = Shards(2, (number,))
        assert await simuls.due(9) == due


async def test_the_card_is_kept(store: Database) -> None:
    simul = await opened(store)
    card = SimulCard(MessageId(88), "digest", NOON, 1)
    await at(store).record_card(simul.id, card)
    found = await at(store).load(simul.id)
    assert (found.card, found.version) == (card, simul.version)


async def test_a_started_simul_loses_its_host_and_keeps_its_boards(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    match = await board(store, simul, BOB)
    await store.write(leave_all, ANN, NOON, GuildId(12))
    assert (await at(store).load(simul.id)).waiting == (CAT,), "that is another server"
    await store.write(leave_all, ANN, NOON)
    found = await at(store).with_boards(simul.id)
    assert (found.simul.waiting, [one.id for one in found.boards]) == ((), [match.id])


async def test_no_statement_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    simul = await started(store, BOB, CAT, DAN)
    match = await board(store, simul, BOB)
    over = finished(match, sides={"light": ANN, "dark": BOB})
    await store.write(stores.matches.save, over, ending=ending(over), effects=[record_ended])
    for asked in (at(store).hosted, at(store).joined):
        await asked(CAT)
    await at(store).open_for(CAT, simul.guild_id)
    await at(store).due(9)
    later = at(store, NOON + 2 * HOUR)
    await later.claim(simul.id)
    await later.renew(simul.id)
    await at(store).record_card(simul.id, SimulCard())
    seen = (await at(store).close_due(simul.id)).simul
    await at(store).settle(seen)
    await store.write(stores.participation.part, ANN, CAT, NOON)
    await at(store)._drop_place(simul.id, DAN)
    await Table(store).leaderboards.record_presence(simul.guild_id, ANN, there=False)
    second = await opened(store, CAT)
    await at(store).take_out(second.id, ANN, CAT)
    await at(store).call_off(second.id, ANN)
    await Table(store).services.workload.due()
    assert len(statements.about("simul")) > 40 and statements.scans("simul") == []
    assert (await store.read(stores.matches.load, MatchId(match.id))).terms.simul == simul.id


async def test_that_its_end_was_told_is_forgotten_long_after_it(store: Database) -> None:
    simul = await started(store, BOB, CAT)
    matches = [await board(store, simul, one) for one in (BOB, CAT)]
    other = await started(store, DAN, UserId(1007))
    for one in (simul, other):
        await store.write(stores.host.remember, f"simul {one.id} end told", "told")
    for match in matches:
        over = finished(match, sides={"light": ANN, "dark": match.users[1]})
        await store.write(stores.matches.save, over, ending=ending(over), effects=[record_ended])
    found = await at(store, NOON + DAY).close_due(simul.id)
    ended = max(one.changed_at for one in found.boards)
    await prune(store, ended + END_TOLD_KEPT + MINUTE)
    assert await remembered(store, simul) == "told", "its card may still be edited"
    await at(store).settle(found.simul)
    await prune(store, ended + END_TOLD_KEPT)
    assert await remembered(store, simul) == "told"
    await prune(store, ended + END_TOLD_KEPT + MINUTE)
    assert await remembered(store, simul) is None
    assert await remembered(store, other) == "told", "it goes on"


async def remembered(store: Database, simul: Simul) -> str | None:
    return await store.read(stores.host.remembered, f"simul {simul.id} end told")


async def test_a_simul_that_was_called_off_goes_and_a_started_one_stays(store: Database) -> None:
    called_off = await opened(store, BOB)
    await at(store).call_off(called_off.id, ANN)
    simul = await started(store, BOB, UserId(1009))
    assert (await prune(store, NOON + KEPT))[SIMULS] == 0
    assert (await prune(store, NOON + 400 * DAY))[SIMULS] == 1
    assert (await at(store).load(simul.id)).waiting == (BOB, UserId(1009))


@pytest.mark.parametrize("many", [1, 2])
async def test_of_many_posted_at_once_none_is_too_many(url: str, opener: Opener, many: int) -> None:
    """Challenges and simuls count together, and each is counted where it is stored."""
    opened = [await opener(url) for _ in range(many)]
    asking = 30 if url.startswith("postgresql") else 5  # where one writes at a time, they only queue
    posting = Posting(POSTS, NOON - POSTED_WITHIN)
    place = ChallengeChannel(GuildId(11), ChannelId(12))

    async def posted(number: int) -> object:
        if number % 3 == 0:
            return await at(opened[number % many], policy=Policy(posts=POSTS)).host(ANN, NEW, place)
        within = {ANN: Limits(posting=posting)}
        return await opened[number % many].write(stores.matches.create, challenge(), within=within)

    answers = await asyncio.gather(*map(posted, range(asking)), return_exceptions=True)
    assert sum(isinstance(answer, Match | Simul) for answer in answers) == POSTS
    refused = [answer for answer in answers if is_refused(answer, Problem.POSTED_OFTEN)]
    others = [answer for answer in answers if isinstance(answer, SimulError)]
    assert len(refused) + len(others) == asking - POSTS and refused
