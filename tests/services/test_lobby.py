"""The lobby as a service: who may take up what, in which order, and how reliably people finish."""

from __future__ import annotations

from typing import Any

import pytest

from data import stores
from matches import ChallengeTerms, Match, MatchId, MatchTerms, Opponent, Policy, UserId
from matches.errors import NotAllowedError, Problem, Refused, TooManyRunningError
from matches.requirements import (
    LATELY,
    NO_REQUIREMENTS,
    TELLING,
    WITHIN,
    Reliability,
    Requirements,
    Taker,
)
from services.lobby import PAGE, LobbyPage, Seeker
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, STRANGER, Table

FOURTH = UserId(1004)


async def posted(table: Table, by: UserId = CHALLENGER, game: str = "pjawns", **terms: Any) -> Match:
    """An open challenge."""
    return await table.matches.challenges.challenge(by, None, ChallengeTerms(game, {}, **terms), PLACE)


async def found(
    table: Table, user: UserId = STRANGER, roles: tuple[int, ...] = (), **asked: Any
) -> LobbyPage:
    """A page of somebody's lobby."""
    seeker = Seeker(user, GUILD, frozenset(roles), lambda _match: True)
    return await table.matches.lobby.find(seeker, **asked)


def ids(page: LobbyPage) -> list[MatchId]:
    return [offer.match.id for offer in page.offers]


async def ended(table: Table, one: UserId, other: UserId, *, winner: UserId, on_time: bool = False) -> None:
    """A match between two people that the other one of the two lost."""
    await table.challenge(Opponent(other), by=one, game="pjawns", pace="1d")
    await table.accept(by=other)
    if not on_time:
        await table.turns(6)
        loser = other if winner == one else one
        await table.matches.play.resign(table.id, loser)
        return
    if await table.awaited() == (winner,):
        await table.act()
    await table.turns(2)
    assert await table.awaited() != (winner,)
    table.wait(days=2)
    await table.matches.time.claim_time(table.id, winner)


async def test_everything_that_somebody_may_take_up_is_listed_oldest_first(table: Table) -> None:
    first = await posted(table)
    table.wait(minutes=1)
    second = await posted(table, OPPONENT, "prudh")
    await table.challenge(Opponent(STRANGER), by=FOURTH)
    assert ids(await found(table)) == [first.id, second.id]
    assert ids(await found(table, CHALLENGER)) == [second.id]
    assert ids(await found(table, game="prudh")) == [second.id]
    assert ids(await found(table, game="prawns")) == []
    await table.matches.challenges.withdraw(first.id, CHALLENGER, 1)
    assert ids(await found(table)) == [second.id]


async def test_blocks_hold_in_both_directions(table: Table) -> None:
    await posted(table)
    await posted(table, OPPONENT)
    await table.privacy.block(STRANGER, Opponent(CHALLENGER))
    await table.privacy.block(OPPONENT, Opponent(STRANGER))
    assert ids(await found(table)) == []
    assert len(ids(await found(table, FOURTH))) == 2


async def test_what_a_server_forbids_is_not_listed_or_said(table: Table) -> None:
    match, _ = await posted(table), await posted(table, game="prudh")
    await table.store.write(stores.people.change_guild, GUILD, {"games": "pjawns"})
    assert ids(await found(table)) == [match.id]
    await table.store.write(stores.people.change_guild, GUILD, {"roles": "7"})
    with pytest.raises(NotAllowedError):
        await found(table)
    assert ids(await found(table, roles=(7,))) == [match.id]
    await table.store.write(stores.people.change_guild, GUILD, {"most": "1"})
    await table.store.write(stores.people.change_guild, GUILD, {"roles": None})
    await posted(table, FOURTH)
    with pytest.raises(Refused, match=Problem.TOO_MANY_MATCHES):
        await found(table, FOURTH)


async def test_whoever_has_all_the_matches_one_may_have_is_told() -> None:
    table = Table(policy=Policy(running_matches=1))
    await table.begun()
    await posted(table, STRANGER)
    with pytest.raises(TooManyRunningError):
        await found(table, OPPONENT)


async def test_the_nearest_rating_comes_first(table: Table) -> None:
    for _ in range(3):
        await ended(table, CHALLENGER, OPPONENT, winner=CHALLENGER)
    made = [await posted(table, user) for user in (CHALLENGER, OPPONENT, FOURTH)]
    table.wait(days=1)
    page = await found(table)
    assert ids(page)[0] == made[2].id, "as new as the seeker"
    assert page.offers[0].rating.points == 1500 and page.offers[0].rating.provisional
    points = {offer.match.id: offer.rating.points for offer in page.offers}
    assert points[made[0].id] > 1500 > points[made[1].id]
    await ended(table, STRANGER, FOURTH, winner=STRANGER)
    assert ids(await found(table))[-1] == made[1].id


async def test_pages(table: Table) -> None:
    for number in range(PAGE + 1):
        await posted(table, UserId(2000 + number))
        table.wait(seconds=1)
    page = await found(table)
    assert (len(page.offers), page.count, page.has_more, page.page) == (PAGE, PAGE + 1, True, 0)
    last = await found(table, page=1)
    assert (len(last.offers), last.has_more) == (1, False)
    assert (await found(table, page=7)) == last
    assert (await found(table, page=-1)) == page
    assert (await found(table, game="prudh", page=3)).page == 0


async def test_how_reliably_somebody_finishes(table: Table) -> None:
    async def reliability(players: list[UserId]) -> Any:
        return await table.store.read(stores.lobby.reliability, players)

    assert await reliability([CHALLENGER]) == {CHALLENGER: Reliability()}
    await ended(table, CHALLENGER, OPPONENT, winner=OPPONENT)
    await ended(table, OPPONENT, CHALLENGER, winner=OPPONENT, on_time=True)
    await ended(table, CHALLENGER, OPPONENT, winner=OPPONENT, on_time=True)
    await table.matches.challenges.against_computer(CHALLENGER, 1, ChallengeTerms("pjawns", {}), PLACE)
    known = await reliability([CHALLENGER, OPPONENT, STRANGER])
    assert known == {
        CHALLENGER: Reliability(3, 2),
        OPPONENT: Reliability(3, 0),
        STRANGER: Reliability(),
    }
    assert known[CHALLENGER].is_new


def test_few_timeouts() -> None:
    assert Reliability().is_new and Reliability().percent == 100 and Reliability().has_few_timeouts
    assert Reliability(TELLING, 1).percent == 80 and Reliability(TELLING, 1).has_few_timeouts
    assert not Reliability(TELLING, 2).has_few_timeouts
    assert Reliability(LATELY, 3).percent == 90 and Reliability(LATELY, 3).has_few_timeouts
    assert not Reliability(LATELY, 4).has_few_timeouts


# --- what a challenge asks for ---------------------------------------------------------------------


def test_requirements_are_read_as_they_are_written() -> None:
    each = [
        Requirements(within, established, reliable)
        for within in (None, *WITHIN)
        for established in (False, True)
        for reliable in (False, True)
    ]
    assert [Requirements.read(str(one)) for one in each] == each
    assert [one for one in each if not one] == [NO_REQUIREMENTS]
    for odd in ("tall", "within=", "within=far"):
        with pytest.raises(ValueError, match=r"tall|invalid"):
            Requirements.read(odd)


def test_what_is_not_met() -> None:
    newcomer = Taker(1500, provisional=True, reliability=Reliability())
    known = Taker(1600, provisional=False, reliability=Reliability(10, 2))
    assert NO_REQUIREMENTS.unmet(newcomer, 2400) is None
    assert Requirements(within=100).unmet(newcomer, 1600) is None
    assert Requirements(within=100).unmet(newcomer, 1601) is Problem.UNMET_RATING
    assert Requirements(established=True).unmet(newcomer, 1500) is Problem.UNMET_PROVISIONAL
    assert Requirements(established=True).unmet(known, 1500) is None
    assert Requirements(reliable=True).unmet(newcomer, 1500) is None, "new is not unreliable"
    assert Requirements(reliable=True).unmet(known, 1500) is Problem.UNMET_TIMEOUTS


async def test_whoever_loses_on_time_does_not_get_what_asks_for_few_timeouts(table: Table) -> None:
    for _ in range(2):
        await ended(table, STRANGER, FOURTH, winner=FOURTH, on_time=True)
    plain = await posted(table)
    asking = await posted(table, terms=MatchTerms(requirements=Requirements(reliable=True)))
    assert set(ids(await found(table))) == {plain.id}
    assert set(ids(await found(table, OPPONENT))) == {plain.id, asking.id}
    table.id = asking.id
    async with table.refuses(Refused, Problem.UNMET_TIMEOUTS):
        await table.accept(by=STRANGER)
    assert (await table.accept(by=FOURTH)).phase.running


async def test_a_challenge_by_name_asks_for_nothing(table: Table) -> None:
    asked = ChallengeTerms("pjawns", {}, terms=MatchTerms(requirements=Requirements(established=True)))
    match = await table.matches.challenges.challenge(CHALLENGER, Opponent(OPPONENT), asked, PLACE)
    assert not match.terms.requirements


async def test_a_rematch_asks_for_nothing(table: Table) -> None:
    asked = Requirements(within=300)
    table.id = (await posted(table, terms=MatchTerms(requirements=asked))).id
    await table.accept(by=OPPONENT)
    await table.turns(2)
    again = await table.rematch(OPPONENT)
    assert again.rematch_of is not None
    assert (await table.matches.load(again.rematch_of)).terms.requirements == asked
    assert not again.terms.requirements
