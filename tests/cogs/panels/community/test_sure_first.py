"""The lists of ranked players: sure ratings first, provisional ones below a line, by what is left of them.

A season of a small server is entered into the books as its matches would enter it; what people read of it
goes through the store and the service.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
import pytest_asyncio
from sqlalchemy import insert

from cogs.text import community_texts
from cogs.text.en.community import pinned_leaderboard
from data.stores.rating_rows import written_rows
from matches.model import MatchId, UserId
from matches.players import Human
from matches.ratings.ledger import RatingLedger
from matches.ratings.rating import day_of
from matches.ratings.scores import FULL, LOSS, WIN, Score
from tests.matches.table import GUILD, Table
from tests.store import close_all, write

MARCH = datetime(2026, 3, 1, 12, tzinfo=UTC)
READER = UserId(999)


@pytest_asyncio.fixture
async def table() -> AsyncIterator[Table]:
    yield Table()
    await close_all()


def season(people: int, each_pair: int, weeks: int = 4) -> RatingLedger:
    """The books after a season in which everybody meets everybody, on days by chance; the first win more."""
    chance, begun = random.Random(people), Counter[tuple[int, int]]()
    pairs = [pair for pair in combinations(range(people), 2) for _ in range(each_pair)]
    days = sorted((chance.randrange(7 * weeks), pair) for pair in pairs)
    books = RatingLedger()
    for number, (day, pair) in enumerate(days, start=1):
        won = WIN if chance.random() < 0.5 + 0.05 * (pair[1] - pair[0]) else LOSS
        weight = min(1.0, FULL / (begun[pair] + 1))
        begun[pair] += 1
        books.enter([score(number, MARCH + timedelta(days=day), one, pair, won, weight) for one in pair])
    return books


def score(number: int, at: datetime, one: int, pair: tuple[int, int], won: int, weight: float) -> Score:
    """What a match brought ``one`` of a pair, the first of whom has scored ``won``."""
    first = one == pair[0]
    me, other = (Human(UserId(1000 + who)) for who in (one, pair[first]))
    side, points = ("green", won) if first else ("blue", WIN - won)
    match = (MatchId(number), me, other, "prawns", GUILD, side, points, "eaten", at, True, day_of(at))
    return Score(*match, weight=weight)


async def enter(table: Table, books: RatingLedger) -> None:
    """Store what is in the books."""
    for name, rows in written_rows(books):
        if rows:
            await write(table.store, insert(name), rows)


@pytest.mark.parametrize(
    ("people", "each_pair", "weeks", "sure"),
    [(2, 8, 4, 0), (4, 6, 4, 0), (10, 2, 4, 1), (10, 4, 8, 10)],
)
async def test_a_small_server_has_a_list_after_a_season(
    table: Table, people: int, each_pair: int, weeks: int, sure: int
) -> None:
    """Everybody is on it, in one order; with one kind of rating alone there is no line."""
    await enter(table, season(people, each_pair, weeks))
    table.now = MARCH + timedelta(days=7 * weeks)
    board = await table.leaderboards.leaderboard("prawns", READER, guild=GUILD)
    order = sorted((place.by for place in board.places), reverse=True)
    assert [place.rank for place in board.places] == [1 + order.index(by) for by in order]
    assert (len(order), sum(by.sure for by in order)) == (people, sure)
    said = community_texts.posted_leaderboard(board)
    assert (f"{community_texts.DIVIDER} ─" in said) is (0 < sure < people)
    assert ("(counts as" in said) is ("-# ? Provisional" in said) is (sure < people)
    for place in board.places:
        user = place.player.user_id
        assert user is not None
        assert await table.leaderboards.place("prawns", user, GUILD) == place.rank
        number = place.rating.points if place.by.sure else place.rating.points - place.rating.margin
        assert abs(place.by.points - number) <= 15, "a margin grows a little in the days since"


def thrown(books: RatingLedger, seconds: int, each: int) -> UserId:
    """Somebody's wins over second accounts of their own, ``each`` over each of them, all on one day."""
    farmer, number = 50, 10_000
    for second, match in ((second, match) for second in range(seconds) for match in range(each)):
        pair, weight = (farmer, farmer + 1 + second), min(1.0, FULL / (match + 1))
        number += 1
        at = MARCH + timedelta(days=55)
        books.enter([score(number, at, one, pair, WIN, weight) for one in pair])
    return UserId(1000 + farmer)


@pytest.mark.parametrize(("seconds", "each"), [(1, 3), (1, 10), (2, 3), (3, 2)])
async def test_thrown_matches_bring_nobody_before_the_sure_ones(
    table: Table, seconds: int, each: int
) -> None:
    books = season(6, 12, weeks=8)
    farmer = thrown(books, seconds, each)
    await enter(table, books)
    table.now = MARCH + timedelta(days=56)
    board = await table.leaderboards.leaderboard("prawns", farmer, guild=GUILD)
    assert board.own is not None
    assert board.own.rating.points > max(place.rating.points for place in board.places if place.by.sure)
    assert (board.own.rank, board.own.by.sure) == (7, False)
    lines = community_texts.leaderboard(board, {}).splitlines()
    at = lines.index(f"-# ───── {community_texts.DIVIDER} ─────")
    assert lines[at - 1].startswith("**6.**")
    assert lines[at + 1].startswith(f"**7.** <@{farmer}> **{board.own.rating.points}**? (counts as ")
    assert f"**Your rank: 7 of {board.ranked}**" in lines
    assert "Counts as the rating minus its ±." in lines[-1]
    assert await table.leaderboards.place("prawns", farmer, GUILD) == 7
    listed = pinned_leaderboard({"prawns": await table.leaderboards.ranking("prawns", GUILD, "", 7)})
    assert [line.split()[0] for line in listed.splitlines()[2:]] == [
        *(f"**{rank}.**" for rank in range(1, 7)),
        "-#",
        "**7.**",
        "-#",
    ]
