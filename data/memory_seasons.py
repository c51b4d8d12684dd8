"""The ends of seasons in the store in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from data.checks import check_times
from matches.champions import Champion, Ended
from matches.model import GuildId
from matches.seasons import SeasonKind, days_of, season_of

_Key = tuple[GuildId, str]


class MemorySeasons:
    """Seasons to be closed, and their champions, in this process only."""

    def __init__(self) -> None:
        super().__init__()
        self._to_close: dict[_Key, datetime | None] = {}
        self._closed: set[_Key] = set()
        self._champions: dict[_Key, tuple[Champion, ...]] = {}

    async def claim_seasons(
        self, before: int, now: datetime, until: datetime, limit: int
    ) -> tuple[Ended, ...]:
        check_times(now, until)
        free = [
            (days_of(season)[1], guild, season)
            for (guild, season), claimed in self._to_close.items()
            if days_of(season)[1] < before
            and (claimed is None or claimed <= now)
            and not self._earlier(guild, season)
        ]
        found = [(guild, season) for _, guild, season in sorted(free)[:limit]]
        ended = tuple(Ended(*key, tried=self._to_close[key] is not None) for key in found)
        self._to_close |= dict.fromkeys(found, until)
        return ended

    def _earlier(self, guild_id: GuildId, season: str) -> bool:
        """Whether a season of a server is open that ended before another."""
        last = days_of(season)[1]
        return any(guild == guild_id and days_of(other)[1] < last for guild, other in self._to_close)

    async def crown(self, ended: Ended, champions: Sequence[Champion]) -> tuple[Champion, ...]:
        if not self._champions.get(_key(ended)):
            self._champions[_key(ended)] = tuple(sorted(champions, key=lambda one: (one.game, one.user_id)))
        return self._champions[_key(ended)]

    async def crowned(self, ended: Ended) -> tuple[Champion, ...]:
        return self._champions.get(_key(ended), ())

    async def wearing(self, guild_id: GuildId) -> tuple[tuple[Ended, Champion], ...]:
        return tuple(
            (Ended(guild, season), one)
            for (guild, season), champions in sorted(self._champions.items())
            for one in champions
            if guild == guild_id and one.role is not None
        )

    async def note_role(self, ended: Ended, winner: Champion, role: int | None) -> None:
        self._champions[_key(ended)] = tuple(
            replace(one, role=role) if (one.game, one.user_id) == (winner.game, winner.user_id) else one
            for one in self._champions.get(_key(ended), ())
        )

    async def close_season(self, ended: Ended) -> None:
        if _key(ended) in self._to_close:
            del self._to_close[_key(ended)]
            self._closed.add(_key(ended))

    def _open_seasons(self, guild_id: GuildId, day: int) -> None:
        """Have the seasons of a server that a day belongs to closed one day."""
        for kind in SeasonKind:
            season = (guild_id, season_of(day, kind))
            if season not in self._closed:
                self._to_close.setdefault(season, None)


def _key(ended: Ended) -> _Key:
    return ended.guild_id, ended.season
