"""The requests that the ids of controls carry: which numbers they are, as messages in the world have them."""

from __future__ import annotations

import pytest

from cogs.kit.arguments import Query
from cogs.kit.errors import Refusal
from cogs.kit.paging import ListQuery
from cogs.ladders.panel import OWN_PAGE, LadderQuery
from cogs.panels.community.leaderboard import LeaderboardQuery
from cogs.panels.lists.running_matches import RunningMatchesQuery
from cogs.panels.match.board_panel import LETTERS, ViewerState
from matches import UserId

PRUDH, PRAWNS = 3993277111, 3651442641


@pytest.mark.parametrize(
    ("asked", "args"),
    [
        (ListQuery(), (0, 0)),
        (ListQuery("prudh", 3), (PRUDH, 3)),
        (RunningMatchesQuery("prawns", 1), (PRAWNS, 1)),
        (RunningMatchesQuery(player=UserId(80)), (0, 0, 80)),
        (LeaderboardQuery("prawns"), (PRAWNS, 0, 0, 0)),
        (LeaderboardQuery("prudh", True, "2026-Q1", 2), (PRUDH, 1, 202691, 2)),
        (LadderQuery("prudh"), (PRUDH, OWN_PAGE)),
        (LadderQuery("prudh", 4), (PRUDH, 4)),
        (ViewerState(7), (7, 0, 0)),
        (ViewerState(7, True, LETTERS), (7, 1, 2)),
    ],
)
def test_a_query_is_the_numbers_that_it_has_always_been(asked: Query, args: tuple[int, ...]) -> None:
    assert asked.args == args
    assert repr(type(asked).of(args)) == repr(asked), "a flag is True or False, not a number"


def test_a_ladder_without_a_page_is_opened_at_the_readers_own() -> None:
    assert LadderQuery.of((PRUDH,)) == LadderQuery("prudh", OWN_PAGE)


@pytest.mark.parametrize("kind", [ListQuery, RunningMatchesQuery, LeaderboardQuery, LadderQuery])
def test_a_game_that_is_gone_is_refused(kind: type[Query]) -> None:
    with pytest.raises(Refusal):
        kind.of((5, 0))
