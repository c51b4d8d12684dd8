"""News of a tournament: what is told next, and when there may be more."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from matches.model import ChannelId, GuildId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentState, TournamentTerms
from matches.tournaments.news import ALL_TOLD, News, NewsKind, after_news, next_news

NOW: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY: Final = NOW.date().toordinal()
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
        (TOLD, 2, News(NewsKind.TABLE, DAY)),
        (replace(TOLD, state=TournamentState.OVER), 1, News(NewsKind.END, 0)),
        (replace(TOLD, state=TournamentState.OVER), ALL_TOLD, None),
        (replace(TOLD, state=TournamentState.CALLED_OFF, round=0), 0, None),
        (replace(TOLD, terms=TournamentTerms(Format.SWISS, most=4)), 0, None),
    ],
)
def test_what_is_told_next(found: Tournament, told: int, news: News | None) -> None:
    assert next_news(found, told, NOW) == news


def test_after_each_the_next_is_due_in_a_week_or_never() -> None:
    assert after_news(TOLD, News(NewsKind.ROUND, 2), 1, NOW) == (2, NOW + timedelta(days=7))
    assert after_news(TOLD, News(NewsKind.TABLE, DAY), 2, NOW) == (2, NOW + timedelta(days=7))
    assert after_news(TOLD, News(NewsKind.END, 0), 2, NOW) == (ALL_TOLD, None)
