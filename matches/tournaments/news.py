"""News of a tournament: the next thing to tell in its channel, as a value. Each is told once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Final

from matches.guild_posts import WEEK
from matches.tournaments.model import Tournament

ALL_TOLD: Final = 1_000_000
"""Stands for the round after the last one: the end has been told."""


class NewsKind(IntEnum):
    """The subject of news. The numbers stand in the ids of messages: never change one."""

    ROUND = 1
    """A round, stage or season has begun; the first is the start."""
    TABLE = 2
    """The present table, once a week."""
    END = 3


@dataclass(frozen=True, slots=True)
class News:
    """News of a tournament. ``number`` tells it from others of its kind: a round, or the day of a table."""

    kind: NewsKind
    number: int


def next_news(tournament: Tournament, told: int, now: datetime) -> News | None:
    """The next thing to tell, or None, as before the first round.

    ``told`` is the last round that was told, see ALL_TOLD.
    """
    if not tournament.terms.news or not tournament.round or told >= ALL_TOLD:
        return None
    if tournament.state.ended:
        return News(NewsKind.END, 0)
    if tournament.round > told:
        return News(NewsKind.ROUND, tournament.round)
    return News(NewsKind.TABLE, now.date().toordinal()) if told else None


def after_news(tournament: Tournament, news: News, told: int, now: datetime) -> tuple[int, datetime | None]:
    """The last round that is told then, and when the next news is due unless something happens before."""
    if news.kind is NewsKind.END:
        return ALL_TOLD, None
    return max(told, tournament.round if news.kind is NewsKind.ROUND else told), now + WEEK
