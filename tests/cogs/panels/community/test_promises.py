"""What the leaderboard promises is what happens: so many more rated matches, and there is a rank."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.text.en import community
from matches import ChallengeChannel, GuildId, UserId
from matches.guilds.settings import SeasonKind
from matches.ratings.leaderboard import Leaderboard
from matches.ratings.ledger import EVERYWHERE
from matches.ratings.rating import day_of
from matches.ratings.seasons import ALL_TIME, season_of
from tests.cogs.community import GAME, given_up
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, STRANGER, Table
from tests.store import close_all

READER: Final = CHALLENGER
RIVALS: Final = (OPPONENT, STRANGER)
ELSEWHERE: Final = ChallengeChannel(GuildId(99), PLACE.channel)
PROMISE: Final = re.compile(r"(\d+) (?:more )?rated match")


@dataclass(frozen=True)
class Before:
    """Something that happened before the leaderboard was read: a match, after so many days."""

    days: int
    pair: tuple[UserId, UserId]
    place: ChallengeChannel
    rated: bool


PAIRS: Final = [(READER, OPPONENT), (OPPONENT, READER), (READER, STRANGER), (STRANGER, OPPONENT)]
HISTORIES: Final = st.lists(
    st.builds(
        Before,
        days=st.sampled_from((0, 0, 0, 1, 7, 29, 40, 91)),
        pair=st.sampled_from(PAIRS),
        place=st.sampled_from((PLACE, PLACE, ELSEWHERE)),
        rated=st.sampled_from((True, True, True, False)),
    ),
    max_size=7,
)


def promised(board: Leaderboard) -> int:
    """The number of rated matches that the leaderboard says are missing."""
    return int(PROMISE.findall(community.leaderboard(board, {}))[-1])


CASES: Final[dict[str, Any]] = {
    "history": HISTORIES,
    "waited": st.sampled_from((0, 1, 20, 60, 95)),
    "guild": st.sampled_from((GUILD, EVERYWHERE)),
    "of_season": st.booleans(),
    "rival": st.sampled_from(RIVALS),
    "left": st.booleans(),
}


@settings(max_examples=8)
@given(**CASES)
def test_whatever_was_before_the_promised_matches_bring_a_rank(**case: Any) -> None:
    asyncio.run(_kept(case))


@pytest.mark.timeout(300)
@pytest.mark.slow
@settings(max_examples=40)
@given(**CASES)
def test_whatever_else_was_before_the_promised_matches_bring_a_rank(**case: Any) -> None:
    asyncio.run(_kept(case))


async def _kept(case: dict[str, Any]) -> None:
    try:
        await _keep_the_promise(**case)
    finally:
        await close_all()  # else their threads outlive the tests


async def _keep_the_promise(
    history: list[Before], waited: int, guild: GuildId, of_season: bool, rival: UserId, left: bool
) -> None:
    table = Table()
    for one in history:
        table.wait(days=one.days)
        await given_up(table.store, *one.pair, one.place, table.now, rated=one.rated)
    if left:
        # Whoever then does anything in the server, as reading does, is there again.
        await table.leaderboards.record_presence(GUILD, READER, there=False)
        await table.leaderboards.record_presence(GUILD, READER, there=True)
    table.wait(days=waited)
    season = season_of(day_of(table.now), SeasonKind.MONTH) if of_season else ALL_TIME

    async def read() -> Leaderboard:
        return await table.leaderboards.leaderboard(GAME, READER, guild=guild, season=season)

    def is_ranked(board: Leaderboard) -> bool:
        return board.own is not None and board.own.rank is not None

    board = await read()
    if is_ranked(board):
        return
    for missing in range(promised(board), 0, -1):
        assert not is_ranked(board)
        assert promised(board) == missing
        # Always the same rival, however often they have met: that is where it once failed.
        assert (await given_up(table.store, READER, rival, PLACE, table.now)).rated
        board = await read()
    assert is_ranked(board)
