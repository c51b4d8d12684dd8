"""News of a tournament: the next one to post in its channel, as a value. Each is posted once.

A round's message is the list of its games, updated as they end.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from typing import Final

from matches.model import MessageId
from matches.tournaments.model import Pairing, Tournament

GAMES_OF_MESSAGE: Final = 30
"""The most games in one message of a round."""
BETWEEN_EDITS: Final = timedelta(minutes=10)
"""The least time between two edits of a round's messages."""
ALL_TOLD: Final = 1_000_000
"""Stands for the round after the last one: the end was posted."""


class NewsKind(IntEnum):
    """The subject of news. The numbers stand in the ids of messages: never change one."""

    ROUND = 1
    """A round, stage or season has begun; the first is the start."""
    TABLE = 2
    """The present table, once a week: only on older messages, since a round's message has it now."""
    END = 3


@dataclass(frozen=True, slots=True)
class News:
    """News of a tournament. ``number`` identifies it within its kind: a round, or the day of a table."""

    kind: NewsKind
    number: int


def next_news(tournament: Tournament, told: int) -> News | None:
    """The next news to post, or None, as before the first round.

    ``told`` is the last round that was posted, see ALL_TOLD.
    """
    if not tournament.round or told >= ALL_TOLD:
        return None
    if tournament.state.ended:
        return News(NewsKind.END, 0)
    return News(NewsKind.ROUND, tournament.round) if tournament.round > told else None


def told_after(news: News) -> int:
    """The last round posted once ``news`` is."""
    return ALL_TOLD if news.kind is NewsKind.END else news.number


def messages_of(tournament: Tournament, number: int) -> tuple[tuple[Pairing, ...], ...]:
    """The games of a round, split among its messages."""
    games = [game for game in tournament.in_round(number) if game.seeds]
    return tuple(tuple(games[at : at + GAMES_OF_MESSAGE]) for at in range(0, len(games), GAMES_OF_MESSAGE))


@dataclass(frozen=True, slots=True)
class RoundMessage:
    """A message with games of a round on Discord: None once somebody has deleted it.

    ``digest`` is a hash of its contents.
    """

    message: MessageId | None
    digest: str


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament's card on Discord: its message, None before the first, and the version that it shows.

    ``version`` is the tournament's present one. ``lost`` counts how often the message was deleted.
    """

    message: MessageId | None
    version: int
    shown: int
    lost: int = 0
