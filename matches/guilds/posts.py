"""Messages for a whole server: the greeting, the summary of its week, cards of tournaments. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final, Self

from matches.model import (
    ChannelId,
    GuildId,
    MatchFacts,
    MessageId,
    NewNotice,
    Notice,
    NoticeKind,
    NoticePlace,
)
from matches.players import Player

MOST_LOST: Final = 1
"""The number of times that a deleted list is posted again."""
WEEK: Final = timedelta(days=7)
SUMMED_UP: Final = time(9, tzinfo=UTC)
"""The time of day at which a week ends, on Mondays, and the first summary is due."""
SPREAD: Final = timedelta(hours=2)
"""The time over which the summaries of all servers are spread."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """The card with which the bot greets a server.

    ``begun_at`` is when it was first tried; ``channel`` where it goes, once that is chosen; ``message`` its
    id, once it is sent.
    """

    guild_id: GuildId
    begun_at: datetime
    channel: ChannelId | None = None
    message: MessageId | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """The time from ``since`` until just before ``until``, both aware."""

    since: datetime
    until: datetime

    @classmethod
    def last_week(cls, now: datetime) -> Self:
        """The last complete week."""
        until = week_end(now) - WEEK
        return cls(until - WEEK, until)


@dataclass(frozen=True, slots=True)
class Gain:
    """The rating points that a player has gained in a game."""

    player: Player
    game: str
    points: int


@dataclass(frozen=True, slots=True)
class Week:
    """The events in a server in a week.

    ``games``: the number of matches that ended, by game key. ``latest``: the matches that ended last, newest
    first. ``gains``: the players who gained most rating points. ``newcomers``: the number of players who
    finished their first match there. ``live``: the number of matches running now.
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
    """The first end of a week later than ``after``."""
    moment = after.astimezone(UTC)
    monday = moment.date() - timedelta(days=moment.weekday())
    end = datetime.combine(monday, SUMMED_UP)
    return end if end > moment else end + WEEK


def weekly(guild: GuildId, after: datetime) -> NewNotice:
    """The next summary of a server, due at the server's own moment within ``SPREAD``."""
    at = week_end(after)
    name = f"weekly:{guild}:{at.date()}"
    return NewNotice(None, NoticeKind.WEEKLY, NoticePlace.RESULTS, name, at + _moment_of(guild))


def _moment_of(guild: GuildId) -> timedelta:
    # The upper bits of an id are the millisecond at which the server was made, as good as random here.
    return timedelta(milliseconds=(guild >> 22) % (SPREAD // timedelta(milliseconds=1)))


def guild_of(notice: Notice) -> GuildId:
    """The server of a weekly summary's notice."""
    return GuildId(int(notice.name.split(":")[1]))
