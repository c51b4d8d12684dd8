"""Rated matches of Prawns at a table, and what they bring."""

from __future__ import annotations

from data import stores
from matches import ChallengeChannel, ChallengeTerms, Match, Opponent, UserId
from matches.model import MatchTerms
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, Table

OPENING = ("d8d7", "d1d2", "e8e7", "e1e2")
"""Two turns of each side."""


async def play(
    table: Table,
    winner: UserId = CHALLENGER,
    loser: UserId = OPPONENT,
    *,
    lines: tuple[str, ...] = OPENING,
    place: ChallengeChannel = PLACE,
    rated: bool | None = True,
    private: bool = False,
) -> Match:
    """A match that ``loser`` gave up after these lines."""
    match = await begin(table, winner, loser, place=place, rated=rated, private=private)
    await table.play(*lines)
    return await table.matches.play.resign(match.id, loser)


async def begin(
    table: Table,
    one: UserId,
    other: UserId,
    *,
    place: ChallengeChannel = PLACE,
    rated: bool | None = True,
    private: bool = False,
) -> Match:
    """A match that just began, the other one to act."""
    wishes = ChallengeTerms("prawns", {}, rated=rated, terms=MatchTerms(private=private))
    match = await table.matches.challenges.challenge(one, Opponent(other), wishes, place)
    table.id = match.id
    await table.accept(by=other)
    await table.pick(one)
    return await table.pick(other)


async def points(table: Table, user: UserId) -> int:
    """The rating of somebody in Prawns, as shown."""
    account = (await table.store.read(stores.ratings.accounts, [user]))[user].get("prawns")
    return 1500 if account is None else account.now.points
