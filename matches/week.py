"""A server's week: when it is summed up, and what the summary holds. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final, Self

from matches.model import GuildId, MatchFacts, NewNotice, Notice, NoticeKind, NoticePlace
from matches.players import Player

WEEK: Final = timedelta(days=7)
SUMMED_UP: Final = time(9, tzinfo=UTC)
"""The time of day at which a week ends, on Mondays, and the first is summed up."""
SPREAD: Final = timedelta(hours=2)
"""The time over which the summaries of all servers are spread."""


@dataclass(frozen=True, slots=True)
class Span:
    """The time from ``since`` on until just before ``until``, both aware."""

    since: datetime
    until: datetime

    @classmethod
    def last_week(cls, now: datetime) -> Self:
        """The last week that is over."""
        until = week_end(now) - WEEK
        return cls(until - WEEK, until)


@dataclass(frozen=True, slots=True)
class Gain:
    """The rating points that somebody has gained in a game."""

    player: Player
    game: str
    points: int


@dataclass(frozen=True, slots=True)
class Week:
    """The events in a server in a week.

    ``games``: how many matches ended of each game, by key. ``latest``: the matches that ended last, newest
    first. ``gains``: who gained most rating points. ``newcomers``: how many ended their first match there.
    ``live``: how many matches run now.
    """

    span: Span
    games: Mapping[str, int]
    latest: tuple[MatchFacts, ...]
    gains: tuple[Gain, ...]
    newcomers: int
    live: int

    @property
    def ended(self) -> int:
        """The number of matches that ended."""
        return sum(self.games.values())


def week_end(after: datetime) -> datetime:
    """The first moment later than ``after`` at which a week ends."""
    moment = after.astimezone(UTC)
    monday = moment.date() - timedelta(days=moment.weekday())
    end = datetime.combine(monday, SUMMED_UP)
    return end if end > moment else end + WEEK


def weekly(guild: GuildId, after: datetime) -> NewNotice:
    """The summary that a server is owed next, at its own moment within ``SPREAD``."""
    at = week_end(after)
    name = f"weekly:{guild}:{at.date()}"
    return NewNotice(None, NoticeKind.WEEKLY, NoticePlace.RESULTS, name, at + _moment_of(guild))


def _moment_of(guild: GuildId) -> timedelta:
    # The rest of an id is the millisecond at which the server was made, which is as good as drawn.
    return timedelta(milliseconds=(guild >> 22) % (SPREAD // timedelta(milliseconds=1)))


def guild_of(notice: Notice) -> GuildId:
    """The server that is owed a summary."""
    return GuildId(int(notice.name.split(":")[1]))
