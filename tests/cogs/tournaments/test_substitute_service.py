"""Questions to substitutes in every store: one for a place, answered once, and nothing changes before."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Final

import pytest

from cogs.tournaments.substitute_service import Substitutes
from data import Database
from data.features.tournaments import change, load
from data.stores.pruning import prune
from matches.guilds.shards import ALL, Shards
from matches.model import ChannelId, GuildId, MessageId, UserId
from matches.tournaments import changes
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import (
    Entrant,
    Format,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.substitutes import (
    ANSWERED_WITHIN,
    ASKED_WITHIN,
    MOST_ASKED,
    QuestionKey,
    QuestionState,
    SubstituteQuestion,
)
from tests.cogs.tournaments.stored import put, served
from tests.data_store.making import ANN, BOB, CAT, HOUR, MINUTE, NOON, WEEK

DAN: Final = UserId(3001)
EVE: Final = UserId(3002)
FIRST: Final = Seed(1)
LATE: Final = NOON + ANSWERED_WITHIN


def substitutes(store: Database, now: datetime = NOON, shards: Shards = ALL) -> Substitutes:
    return served(Substitutes, store, now, shards)


async def begun(store: Database) -> TournamentId:
    """A tournament of three runs."""
    terms = TournamentTerms(Format.SWISS, entries_until=NOON)
    new = Tournament(
        TournamentId(0), GuildId(11 << 22), ChannelId(12), "Spring", "prawns", terms, (ANN,), NOON
    )
    made = await store.write(put, new, NOON)
    entrants = tuple(Entrant(user, NOON, Seed(seed)) for seed, user in enumerate((ANN, BOB, CAT), 1))
    runs = replace(made, state=TournamentState.RUNNING, entrants=entrants)
    await store.write(change, made.id, lambda _: runs, NOON)
    return made.id


async def asked(
    store: Database, which: TournamentId, user: UserId = DAN, seed: Seed = FIRST, at: datetime = NOON
) -> SubstituteQuestion:
    found = await store.read(load, which)
    return await substitutes(store, at).ask(found, ANN, seed, user, frozenset())


async def answered(
    store: Database,
    which: TournamentId,
    *,
    yes: bool,
    at: datetime = NOON,
    times: int = 1,
    user: UserId = DAN,
) -> Tournament:
    found = await store.read(load, which)
    return await substitutes(store, at).answer(found, user, times, frozenset(), yes=yes)


async def state_of(store: Database, which: TournamentId, user: UserId = DAN) -> QuestionState:
    found = await substitutes(store).load(QuestionKey(which, user))
    assert found is not None
    return found.state


async def in_place(store: Database, which: TournamentId) -> UserId | None:
    return (await store.read(load, which)).by_seed[FIRST].user_id


async def claimed(store: Database, at: datetime) -> list[QuestionKey]:
    return list(await substitutes(store, at).due(9))


async def test_nothing_changes_until_they_say_yes(store: Database) -> None:
    which = await begun(store)
    before = await store.read(load, which)
    await asked(store, which)
    assert await store.read(load, which) == before
    after = await answered(store, which, yes=True)
    assert after.by_seed[FIRST].user_id == DAN
    assert await in_place(store, which) == DAN


async def test_a_no_leaves_the_old_one_and_is_final(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    await answered(store, which, yes=False)
    assert await in_place(store, which) == ANN
    for yes in (True, False):
        with pytest.raises(TournamentError) as error:
            await answered(store, which, yes=yes)
        assert error.value.problem is TournamentProblem.QUESTION_OVER
    for seed in (FIRST, Seed(2)):
        with pytest.raises(TournamentError) as error:
            await asked(store, which, seed=seed)
        assert error.value.problem is TournamentProblem.DECLINED


async def test_a_second_yes_is_told_from_a_late_one(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    await answered(store, which, yes=True)
    with pytest.raises(TournamentError) as error:
        await answered(store, which, yes=True)
    assert error.value.problem is TournamentProblem.ENTERED


async def test_two_answers_at_once_are_one(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    done = await asyncio.gather(
        *(answered(store, which, yes=yes) for yes in (True, False, True)), return_exceptions=True
    )
    assert sum(isinstance(one, Tournament) for one in done) == 1
    assert all(isinstance(one, Tournament | TournamentError) for one in done)


@pytest.mark.parametrize("late", [LATE, LATE + WEEK])
async def test_after_a_day_it_is_too_late(store: Database, late: datetime) -> None:
    which = await begun(store)
    await asked(store, which)
    with pytest.raises(TournamentError) as error:
        await answered(store, which, yes=True, at=late)
    assert error.value.problem is TournamentProblem.QUESTION_OVER
    assert await in_place(store, which) == ANN
    await answered(store, which, yes=True, at=LATE - MINUTE)


async def test_one_question_is_open_for_a_place_and_for_a_person(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    for user, seed in ((EVE, FIRST), (DAN, FIRST), (DAN, Seed(2))):
        with pytest.raises(TournamentError) as error:
            await asked(store, which, user, seed)
        assert error.value.problem is TournamentProblem.ASKED
    assert (await asked(store, which, EVE, Seed(2))).times == 1
    assert [await state_of(store, which, user) for user in (DAN, EVE)] == 2 * [QuestionState.OPEN]


async def test_who_is_in_it_is_not_asked_nor_anybody_before_the_start(store: Database) -> None:
    which = await begun(store)
    for user, seed, problem in (
        (BOB, FIRST, TournamentProblem.ENTERED),
        (ANN, FIRST, TournamentProblem.ENTERED),
        (DAN, Seed(9), TournamentProblem.NOT_IN_IT),
    ):
        with pytest.raises(TournamentError) as error:
            await asked(store, which, user, seed)
        assert error.value.problem is problem
    await store.write(change, which, lambda one: replace(one, state=TournamentState.OPEN), NOON)
    with pytest.raises(TournamentError) as error:
        await asked(store, which)
    assert error.value.problem is TournamentProblem.NOT_RUNNING


async def test_one_taken_back_is_over_and_can_be_asked_anew(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    await substitutes(store).withdraw(which, ANN, FIRST)
    with pytest.raises(TournamentError) as error:
        await substitutes(store).withdraw(which, ANN, FIRST)
    assert error.value.problem is TournamentProblem.QUESTION_OVER
    again = await asked(store, which, at=NOON + HOUR)
    assert again.times == 2, "this time without a ping"
    with pytest.raises(TournamentError):
        await answered(store, which, yes=True, times=1, at=NOON + HOUR)
    await answered(store, which, yes=True, times=2, at=NOON + HOUR)


async def test_the_old_message_is_taken_away_before_they_are_asked_anew(store: Database) -> None:
    which = await begun(store)
    key = (await asked(store, which)).key
    assert await substitutes(store).record_posted(key, MessageId(7))
    await substitutes(store).withdraw(which, ANN, FIRST)
    with pytest.raises(TournamentError):
        await asked(store, which)
    assert await claimed(store, NOON) == [key]
    seen = await substitutes(store).load(key)
    assert seen is not None and seen.message == MessageId(7)
    await substitutes(store).settle(seen)
    assert (await asked(store, which)).times == 2


async def test_another_may_be_asked_once_the_first_was_silent_for_a_day(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    await asked(store, which, EVE, at=LATE)
    assert await state_of(store, which) is QuestionState.LAPSED
    await answered(store, which, yes=True, at=LATE, user=EVE)
    assert await in_place(store, which) == EVE


async def test_only_some_are_asked_within_an_hour(store: Database) -> None:
    which = await begun(store)
    for number in range(MOST_ASKED):
        await asked(store, which, UserId(4000 + number), at=NOON)
        await substitutes(store).withdraw(which, ANN, FIRST)
    with pytest.raises(TournamentError) as error:
        await asked(store, which, at=NOON + ASKED_WITHIN - MINUTE)
    assert error.value.problem is TournamentProblem.MANY_ASKED
    await asked(store, which, at=NOON + ASKED_WITHIN)


async def test_a_place_whose_entrant_has_left_is_taken_over(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    gone = lambda one: changes.withdrawn(one, ANN, NOON)  # noqa: E731
    await store.write(change, which, gone, NOON)
    assert (await answered(store, which, yes=True)).by_seed[FIRST].active


async def test_who_has_entered_meanwhile_is_in_it_once(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    put = lambda one: changes.replaced(one, Seed(2), DAN, NOON)  # noqa: E731
    await store.write(change, which, put, NOON)
    with pytest.raises(TournamentError) as error:
        await answered(store, which, yes=True)
    assert error.value.problem is TournamentProblem.ENTERED
    assert await state_of(store, which) is QuestionState.OPEN, "nothing of it is stored"


async def test_the_end_of_the_tournament_ends_the_question(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    await store.write(change, which, lambda one: changes.called_off(one, NOON), NOON)
    assert await state_of(store, which) is QuestionState.LAPSED
    with pytest.raises(TournamentError) as error:
        await answered(store, which, yes=True)
    assert error.value.problem is TournamentProblem.QUESTION_OVER


async def test_it_is_due_when_asked_when_its_day_ends_and_when_it_is_answered(store: Database) -> None:
    which = await begun(store)
    question = await asked(store, which)
    assert await claimed(store, NOON) == [question.key]
    assert await claimed(store, NOON) == [], "claimed"
    await substitutes(store).settle(question)
    assert await claimed(store, LATE - MINUTE) == []
    assert await claimed(store, LATE) == [question.key]
    await substitutes(store).settle(question)
    await answered(store, which, yes=False, at=NOON + HOUR)
    assert await claimed(store, NOON + HOUR) == [question.key]
    seen = await substitutes(store).load(question.key)
    assert seen is not None
    await substitutes(store).settle(seen)
    assert await claimed(store, NOON + WEEK) == []


async def test_an_answer_that_comes_while_it_is_posted_stays_due(store: Database) -> None:
    which = await begun(store)
    question = await asked(store, which)
    assert await claimed(store, NOON) == [question.key]
    await answered(store, which, yes=False)
    await substitutes(store).settle(question)
    assert await claimed(store, NOON) == [question.key]


async def test_each_process_has_those_of_its_servers(store: Database) -> None:
    which = await begun(store)
    await asked(store, which)
    other, own = Shards(2, (0,)), Shards(2, (1,))
    for shards, found in ((other, []), (own, [QuestionKey(which, DAN)])):
        assert list(await substitutes(store, NOON, shards).due(9)) == found


async def test_those_of_a_tournament_that_is_over_go_once_their_message_has(store: Database) -> None:
    which = await begun(store)
    question = await asked(store, which)
    await prune(store, NOON + WEEK)
    assert await substitutes(store).latest(which, FIRST)
    await store.write(change, which, lambda one: changes.called_off(one, NOON), NOON)
    await prune(store, NOON + WEEK)
    assert await substitutes(store).latest(which, FIRST), "its message is still to be taken away"
    seen = await substitutes(store).load(question.key)
    assert seen is not None
    await substitutes(store).settle(seen)
    await prune(store, NOON + WEEK)
    assert await substitutes(store).latest(which, FIRST) is None
