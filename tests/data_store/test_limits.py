"""Limits on what people have open: they hold whoever asks at once, and wherever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import cycle

import pytest

from data import Database, stores
from matches.errors import MatchError, Problem, Refused, TooManyRunningError
from matches.model import GuildId, Match, MatchTerms, NewMatch, Phase, UserId
from matches.players import Computer, SamePerson, Seat
from matches.summaries import POSTED_WITHIN, Limits, OpenCount, Posting
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    NOON,
    accepted,
    challenge,
    changed,
    finished,
    new_challenge,
)
from tests.refusals import is_refused
from tests.store import keep

GUILD, ELSEWHERE = GuildId(11), GuildId(12)
MOST = 3


def at_once(url: str) -> int:
    """How many ask at once: where one writes at a time, thirty that queue say no more than five."""
    return 30 if url.startswith("postgresql") else 5


def alone(user: UserId = ANN, **more: object) -> NewMatch:
    return challenge(challenger=user, opponent=Computer(3), **more)


async def begun(store: Database, **more: object) -> Match:
    match = await new_challenge(store, **more)
    return await keep(store, taken_up(match))


def taken_up(match: Match) -> Match:
    challenger, opponent = match.users
    return accepted(match, sides={"green": challenger, "blue": opponent})


@dataclass(frozen=True)
class Asked:
    """Matches that are asked for, each by somebody within some limits, and the refusal of one too many."""

    limits: Limits
    match: Callable[[UserId], NewMatch]
    refusal: Problem | type[MatchError]
    by: Callable[[int], UserId] = lambda number: ANN


ASKED = {
    "own challenges": Asked(
        Limits(challenges=MOST), lambda user: challenge(challenger=user), Problem.TOO_MANY_CHALLENGES
    ),
    "matches in the server": Asked(
        Limits(in_guild=MOST), lambda user: challenge(challenger=user), Problem.TOO_MANY_MATCHES
    ),
    "against the computer": Asked(Limits(alone=MOST), alone, Problem.COMPUTER_YOURS),
    "on both sides": Asked(
        Limits(alone=MOST),
        lambda user: challenge(challenger=user, opponent=SamePerson()),
        Problem.COMPUTER_YOURS,
    ),
    "against the computer, of all in the server": Asked(
        Limits(alone=MOST, alone_in_guild=MOST),
        alone,
        Problem.COMPUTER_SERVERS,
        by=lambda number: UserId(100 + number),
    ),
    "running, as nobody has to take them up": Asked(Limits(running=MOST), alone, TooManyRunningError),
}


@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize("kind", ASKED)
async def test_of_many_asked_for_at_once_none_is_too_many(
    url: str, opener: Opener, kind: str, many: int
) -> None:
    asked = ASKED[kind]
    opened = [await opener(url) for _ in range(many)]
    users = [asked.by(number) for number in range(at_once(url))]
    answers = await asyncio.gather(
        *(
            opened[number % many].write(stores.matches.create, asked.match(user), within={user: asked.limits})
            for number, user in enumerate(users)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Match) for answer in answers) == MOST
    assert sum(is_refused(answer, asked.refusal) for answer in answers) == at_once(url) - MOST


@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize(
    ("limits", "challengers", "refusal"),
    [
        # Where the same two people stand in one another's way, too.
        pytest.param(Limits(running=MOST), (ANN, BOB, ANN), TooManyRunningError, id="running"),
        pytest.param(Limits(in_guild=MOST), (ANN,), Problem.TOO_MANY_MATCHES, id="in the server"),
    ],
)
async def test_of_many_taken_up_at_once_none_is_too_many(
    url: str,
    opener: Opener,
    many: int,
    limits: Limits,
    challengers: tuple[UserId, ...],
    refusal: Problem | type[MatchError],
) -> None:
    opened = [await opener(url) for _ in range(many)]
    offered = []
    for _, challenger in zip(range(at_once(url)), cycle(challengers), strict=False):
        pair = {"challenger": challenger, "opponent": BOB if challenger == ANN else ANN}
        offered.append(await opened[0].write(stores.matches.create, challenge(**pair)))
    answers = await asyncio.gather(
        *(
            keep(opened[number % many], taken_up(match), within={BOB: limits})
            for number, match in enumerate(offered)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Match) for answer in answers) == MOST
    assert sum(is_refused(answer, refusal) for answer in answers) == at_once(url) - MOST


async def test_rematches_that_are_offered_at_once_keep_the_limit(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    over = [await keep(opened[0], finished(await begun(opened[0]))) for _ in range(12)]
    answers = await asyncio.gather(
        *(
            keep(
                opened[number % 2],
                changed(match),
                rematch=challenge(rematch_of=match.id),
                within={ANN: Limits(challenges=MOST)},
            )
            for number, match in enumerate(over)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Match) for answer in answers) == MOST
    assert sum(is_refused(answer, Problem.TOO_MANY_CHALLENGES) for answer in answers) == 12 - MOST


# --- what counts ----------------------------------------------------------------------------------


async def test_a_challenge_counts_until_it_is_answered_and_only_for_who_made_it(store: Database) -> None:
    room = {ANN: Limits(challenges=2)}
    first = await store.write(stores.matches.create, challenge(), within=room)
    await store.write(stores.matches.create, challenge(), within=room)
    with pytest.raises(Refused, match=Problem.TOO_MANY_CHALLENGES) as refusal:
        await store.write(stores.matches.create, challenge(), within=room)
    assert refusal.value.facts["limit"] == 2
    await store.write(
        stores.matches.create, challenge(challenger=CAT, opponent=ANN), within={CAT: Limits(challenges=1)}
    )
    await keep(store, accepted(first))
    await store.write(stores.matches.create, challenge(), within=room)


async def test_what_was_posted_counts_unless_it_was_taken_up(store: Database) -> None:
    minute = timedelta(minutes=1)

    async def post(at: datetime, **more: object) -> Match:
        room = {ANN: Limits(posting=Posting(2, at - POSTED_WITHIN))}
        return await store.write(stores.matches.create, challenge(created_at=at, **more), within=room)

    for number in range(3):
        await keep(store, taken_up(await post(NOON + number * minute)))
    withdrawn = await post(NOON + 3 * minute)
    await keep(store, changed(withdrawn, phase=Phase.WITHDRAWN))
    declined = await post(NOON + 4 * minute)
    await keep(store, changed(declined, phase=Phase.DECLINED))
    for at in (NOON + 5 * minute, NOON + 13 * minute - timedelta(seconds=1)):
        with pytest.raises(Refused, match=Problem.POSTED_OFTEN) as refusal:
            await post(at)
        assert refusal.value.facts == {"limit": 2, "until": NOON + 13 * minute}
    await new_challenge(store, challenger=CAT, created_at=NOON + 5 * minute)
    await post(NOON + 13 * minute)


async def test_only_matches_that_people_post_count(store: Database) -> None:
    over = await keep(store, finished(await begun(store)))
    offered = challenge(rematch_of=over.id)
    posting = {ANN: Limits(posting=Posting(1, NOON - POSTED_WITHIN))}
    second = challenge(terms=MatchTerms(set_part=2, tournament=7))
    for other in (alone(), challenge(opponent=SamePerson()), second):
        await store.write(stores.matches.create, other)
    for _ in range(2):
        rematch = await store.write(stores.matches.create, offered, within=posting)
    await keep(store, changed(rematch, phase=Phase.WITHDRAWN))
    with pytest.raises(Refused, match=Problem.POSTED_OFTEN):
        await store.write(stores.matches.create, offered, within=posting)


async def test_who_withdrew_one_to_the_same_person_lately(store: Database) -> None:
    async def withdrew(match: Match, since: datetime = NOON - timedelta(hours=1)) -> bool:
        return await store.read(stores.limits.withdrew_lately, ANN, BOB, match.id, since)

    others = (
        challenge(opponent=CAT),
        challenge(opponent=None),
        challenge(challenger=CAT),
        challenge(challenger=BOB, opponent=ANN),
    )
    for other in others:
        await keep(store, changed(await store.write(stores.matches.create, other), phase=Phase.WITHDRAWN))
    first = await new_challenge(store)
    next_one = await new_challenge(store)
    assert not await withdrew(next_one)
    gone = await keep(store, changed(first, phase=Phase.WITHDRAWN))
    assert await withdrew(next_one) and not await withdrew(first)
    assert not await withdrew(next_one, gone.changed_at)


@pytest.mark.parametrize("full", [ANN, BOB])
async def test_nobody_joins_more_matches_than_may_run(store: Database, full: UserId) -> None:
    for _ in range(2):
        await begun(store, challenger=full, opponent=CAT)
    match = await new_challenge(store)
    with pytest.raises(TooManyRunningError) as refusal:
        await keep(store, accepted(match), within=dict.fromkeys((ANN, BOB), Limits(running=2)))
    assert (refusal.value.user, refusal.value.limit) == (full, 2)
    assert await store.read(stores.matches.load, match.id) == match
    joined = await keep(store, accepted(match), within=dict.fromkeys((ANN, BOB), Limits(running=3)))
    assert joined.phase is Phase.SETUP


async def test_in_a_server_its_own_matches_count_and_none_alone(store: Database) -> None:
    for guild in (GUILD, ELSEWHERE):
        await begun(store, guild_id=guild)
        await store.write(stores.matches.create, alone(guild_id=guild))
    await new_challenge(store, challenger=CAT, opponent=ANN)  # not hers
    await store.read(stores.limits.check_limits, GUILD, {ANN: Limits(in_guild=2)})
    with pytest.raises(Refused, match=Problem.TOO_MANY_MATCHES):
        await store.read(stores.limits.check_limits, GUILD, {ANN: Limits(in_guild=1)})


async def test_matches_alone_count_from_the_moment_they_are_asked_for(store: Database) -> None:
    first = await store.write(stores.matches.create, alone())
    await store.write(stores.matches.create, alone())
    seats = (Seat("green", first.challenger), Seat("blue", Computer(3)))
    playing = await keep(store, changed(replace(first, seats=seats), phase=Phase.PLAYING))
    assert await store.read(stores.limits.count_open, ANN, GUILD) == OpenCount(all=2, running=2, alone=2)
    for limits, problem in (
        (Limits(alone=2), Problem.COMPUTER_YOURS),
        (Limits(alone_in_guild=2), Problem.COMPUTER_SERVERS),
    ):
        with pytest.raises(Refused) as refusal:
            await store.read(stores.limits.check_limits, GUILD, {ANN: limits})
        assert (refusal.value.problem, refusal.value.facts) == (problem, {"limit": 2})
    await store.read(stores.limits.check_limits, ELSEWHERE, {ANN: Limits(alone_in_guild=1)})
    await keep(store, finished(playing))
    await store.read(stores.limits.check_limits, GUILD, {ANN: Limits(alone=2, alone_in_guild=2)})
