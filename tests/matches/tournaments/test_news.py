"""News of a tournament: what is told next, and when there may be more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import pytest

from matches.model import ChannelId, GuildId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentState, TournamentTerms
from matches.tournaments.news import ALL_TOLD, News, NewsKind, messages_of, next_news, told_after
from tests.matches.tournaments.making import started

NOW: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
TOLD: Final = Tournament(
    TournamentId(1),
    GuildId(2),
    ChannelId(3),
    "Spring",
    "pjawns",
    TournamentTerms(Format.SWISS, most=4, news=True),
    (),
    NOW,
    TournamentState.RUNNING,
    round=2,
)


@pytest.mark.parametrize(
    ("found", "told", "news"),
    [
        (replace(TOLD, round=0, state=TournamentState.OPEN), 0, None),
        (TOLD, 0, News(NewsKind.ROUND, 2)),
        (TOLD, 1, News(NewsKind.ROUND, 2)),
        (TOLD, 2, None),
        (replace(TOLD, state=TournamentState.OVER), 1, News(NewsKind.END, 0)),
        (replace(TOLD, state=TournamentState.OVER), ALL_TOLD, None),
        (replace(TOLD, state=TournamentState.CALLED_OFF, round=0), 0, None),
        (replace(TOLD, terms=TournamentTerms(Format.SWISS, most=4)), 0, News(NewsKind.ROUND, 2)),
    ],
)
def test_what_is_told_next(found: Tournament, told: int, news: News | None) -> None:
    assert next_news(found, told) == news


def test_once_the_end_is_told_all_is() -> None:
    assert told_after(News(NewsKind.ROUND, 2)) == 2
    assert told_after(News(NewsKind.END, 0)) == ALL_TOLD


@pytest.mark.parametrize(("entrants", "split"), [(8, [28]), (9, [30, 6])])
def test_thirty_games_of_a_round_share_a_message(entrants: int, split: list[int]) -> None:
    found = started(Format.ROUND_ROBIN, entrants, group_size=10)
    assert [len(games) for games in messages_of(found, 1)] == split
    assert sum(messages_of(found, 1), ()) == found.in_round(1)


def test_an_empty_place_of_a_bracket_is_no_game() -> None:
    found = started(Format.KNOCKOUT, 5)
    assert all(game.seeds for games in messages_of(found, 1) for game in games)
