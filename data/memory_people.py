"""People, servers and the bot itself in the store in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from data.checks import check_notices, check_times
from data.memory_notices import MemoryNotices
from data.rows import ALIVE_AT, read_time, time_text
from matches.model import NO_MATCH, GuildId, NewNotice, NoticeKind, NoticeState, Person, UserId
from matches.stops import Stop


class MemoryPeople(MemoryNotices):
    """What people and servers have set, who is away, when the bot was there."""

    def __init__(self) -> None:
        super().__init__()
        self._facts: dict[str, str] = {}
        self._preferences: dict[UserId, dict[str, str]] = {}
        self._away: dict[UserId, dict[datetime, Stop]] = {}
        self._guild_settings: dict[GuildId, dict[str, str]] = {}
        self._downtimes: dict[datetime, Stop] = {}

    async def people(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
        return {user: Person(dict(self._preferences.get(user, {})), self._stops(user)) for user in user_ids}

    async def downtimes(self) -> tuple[Stop, ...]:
        return tuple(stop for _, stop in sorted(self._downtimes.items()))

    async def note_alive(self, now: datetime, gap: timedelta) -> Stop | None:
        check_times(now)
        before = await self.alive_at()
        if before is not None and before >= now:
            return None
        self._facts[ALIVE_AT] = time_text(now)
        if before is None or now - before <= gap:
            return None
        self._downtimes[before] = Stop(before, now)
        return self._downtimes[before]

    async def alive_at(self) -> datetime | None:
        return read_time(self._facts.get(ALIVE_AT))

    async def guild_settings(self, guild_id: GuildId) -> Mapping[str, str]:
        return dict(self._guild_settings.get(guild_id, {}))

    async def set_guild(self, guild_id: GuildId, key: str, value: str | None) -> None:
        _set(self._guild_settings.setdefault(guild_id, {}), key, value)

    async def remembered(self, key: str) -> str | None:
        return self._facts.get(key)

    async def remember(self, key: str, value: str) -> None:
        self._facts[key] = value

    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        return dict(self._preferences.get(user_id, {}))

    async def prefer(
        self, user_id: UserId, chosen: Mapping[str, str | None], *, digest: NewNotice | None = None
    ) -> None:
        after = () if digest is None else (digest,)
        check_notices(after)
        for key, value in chosen.items():
            _set(self._preferences.setdefault(user_id, {}), key, value)
        for kept in list(self._notices.values()):
            whose = (kept.match_id, kept.user_id, kept.kind, kept.state)
            if whose == (NO_MATCH, user_id, NoticeKind.DIGEST, NoticeState.DUE):
                self._forget(kept.id)
        self._owe(NO_MATCH, after)

    def _stops(self, user_id: UserId) -> tuple[Stop, ...]:
        return tuple(stop for _, stop in sorted(self._away.get(user_id, {}).items()))


def _set(kept: dict[str, str], key: str, value: str | None) -> None:
    if value is None:
        kept.pop(key, None)
    else:
        kept[key] = value
