"""The store in memory, for tests of what stands on a store. It passes the same tests as the one in SQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from data.checks import (
    check_change,
    check_growth,
    check_new,
    check_notices,
    check_stop,
    check_times,
    handed_over,
)
from data.memory_rights import MemoryRights
from matches.clock import Clocks
from matches.errors import StaleError, TooManyChallengesError, TooManyRunningError
from matches.model import (
    NO_MATCH,
    ChannelId,
    GuildId,
    Match,
    MatchId,
    NewMatch,
    NewNotice,
    Person,
    Phase,
    Shown,
    UserId,
)
from matches.scores import Ending, RatedStart
from matches.stops import Stop
from matches.summaries import Awaited, Joining, Listing, MatchSummary, OpenCount


class MemoryStore(MemoryRights):
    """Matches in this process only. No method waits, so each is one step as a transaction is."""

    def __init__(self) -> None:
        super().__init__()
        self._drafts: dict[tuple[MatchId, UserId], tuple[str | None, ...]] = {}
        self._notes: dict[tuple[MatchId, UserId], str] = {}

    async def create(self, new: NewMatch, *, open_limit: int) -> Match:
        check_new(new)
        if len(self._where(lambda kept: _challenge_of(kept, new.challenger))) >= open_limit:
            raise TooManyChallengesError(open_limit)
        return self._insert(new)

    async def load(self, match_id: MatchId) -> Match:
        return self._present(match_id)

    async def load_with_people(self, match_id: MatchId) -> tuple[Match, Mapping[UserId, Person]]:
        match = self._present(match_id)
        return match, await self.people(match.players)

    async def load_all(self, match_ids: Sequence[MatchId]) -> tuple[Match, ...]:
        return tuple(self._matches[match_id] for match_id in sorted(match_ids) if match_id in self._matches)

    async def save(
        self,
        after: Match,
        *,
        notify: Sequence[NewNotice] = (),
        rematch: NewMatch | None = None,
        start: RatedStart | None = None,
        ending: Ending | None = None,
        to_act: Collection[UserId] | None = None,
        joining: Joining | None = None,
    ) -> Match:
        check_change(after)
        check_notices(notify)
        if rematch is not None:
            check_new(rematch)
        before = self._present(after.id)
        if before.version != after.version - 1:
            raise StaleError(before)
        if joining is not None:
            self._check_running(after, joining)
        check_growth(after, entries_stored=len(before.entries), picks_stored=len(before.picks))
        if rematch is not None:
            after = replace(after, rematch=self._insert(rematch).id)
        for side in after.picks.keys() - before.picks.keys():
            self._drafts.pop((after.id, after.sides.get(side, UserId(0))), None)
        if handed_over(after, entries_stored=len(before.entries)):
            for match_id, user in list(self._drafts):
                if match_id == after.id and user not in after.players:
                    del self._drafts[match_id, user]
        self._owe(after.id, notify)
        if ending is not None:
            self._end(after.id, ending)
        stakes = before.stakes if start is None else self._begin(after.id, start)
        self._note_to_act(after, to_act)
        return self._replace(before, replace(after, stakes=stakes))

    async def of_player(self, user_id: UserId) -> tuple[MatchSummary, ...]:
        return self._summaries(self._open_of(user_id))

    def _open_of(self, user_id: UserId) -> list[Match]:
        """The open matches of a player, those unchanged for longest first."""
        found = self._where(lambda kept: kept.phase.open and user_id in kept.players)
        return sorted(found, key=lambda kept: (kept.changed_at, kept.id))

    async def listed(
        self,
        user_id: UserId,
        phases: Collection[Phase],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
    ) -> Listing:
        found = [
            kept
            for kept in await self.of_player(user_id)
            if kept.phase in phases and game in (None, kept.game) and number in str(kept.id)
        ]
        return Listing(tuple(sorted(found, key=lambda kept: _urgency(kept, user_id))[:limit]))

    async def waiting_for(self, user_id: UserId, limit: int) -> tuple[MatchSummary, ...]:
        found = [kept for kept in await self.of_player(user_id) if user_id in (kept.to_act or ())]
        return tuple(found[:limit])

    async def summaries(self, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
        return self._summaries(reversed(await self.load_all(match_ids)))

    async def latest_of_player(
        self, user_id: UserId, limit: int, *, offset: int = 0, game: str | None = None
    ) -> tuple[MatchSummary, ...]:
        found = self._where(
            lambda kept: (
                kept.id in self._finished_at and user_id in kept.players and game in (None, kept.game)
            )
        )
        newest = sorted(found, key=lambda kept: (self._finished_at[kept.id], kept.id), reverse=True)
        return self._summaries(newest[offset : offset + limit])

    async def at_home(self, home: ChannelId, limit: int = 50) -> tuple[MatchSummary, ...]:
        found = self._where(lambda kept: kept.shown.home == home)
        return self._summaries(sorted(found, key=lambda kept: (not kept.phase.running, -kept.id))[:limit])

    async def running_in(self, guild_id: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        found = self._where(lambda kept: kept.guild_id == guild_id and kept.phase.running)
        return self._summaries(sorted(found, key=lambda kept: -kept.id)[:limit])

    async def count_open(self, user_id: UserId, guild_id: GuildId) -> OpenCount:
        found = self._open_of(user_id)
        running = [kept for kept in found if kept.phase.running]
        own = [kept for kept in found if _challenge_of(kept, user_id)]
        here = sum(kept.guild_id == guild_id for kept in (*running, *own))
        return OpenCount(len(found), len(running), len(own), here)

    def _check_running(self, after: Match, joining: Joining) -> None:
        for user in joining.users:
            others = [kept for kept in self._open_of(user) if kept.phase.running and kept.id != after.id]
            if len(others) >= joining.most:
                raise TooManyRunningError(user, joining.most)

    async def unsettled(
        self, limit: int, *, after: MatchId = NO_MATCH, user_id: UserId | None = None
    ) -> tuple[MatchId, ...]:
        found = self._where(
            lambda kept: (
                kept.phase.open
                and kept.id not in self._to_act
                and kept.id > after
                and (user_id is None or user_id in kept.players)
            )
        )
        return tuple(sorted(kept.id for kept in found)[:limit])

    async def settle(self, found: Awaited) -> None:
        for match, to_act in found:
            if self._present(match.id).version == match.version:
                self._note_to_act(match, to_act)

    async def open_by_phase(self) -> Mapping[Phase, int]:
        return Counter(kept.phase for kept in self._matches.values() if kept.phase.open)

    async def due(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(now)
        waiting = (
            (kept.deadline_at, kept.id) for kept in self._matches.values() if kept.deadline_at is not None
        )
        return _first(((moment, match_id) for moment, match_id in waiting if moment <= now), limit)

    async def schedule(
        self, match: Match, deadline_at: datetime | None, notify: Sequence[NewNotice] = ()
    ) -> bool:
        check_times(deadline_at)
        check_notices(notify)
        present = self._matches.get(match.id)
        if present is None or _moved_on(present, match):
            return False
        self._matches[match.id] = replace(present, deadline_at=deadline_at)
        self._owe(match.id, notify)
        return True

    async def wake(self, user_id: UserId, now: datetime) -> None:
        check_times(now)
        for kept in self._where(lambda kept: kept.phase.running and user_id in kept.players):
            if kept.deadline_at is None or kept.deadline_at > now:
                self._matches[kept.id] = replace(kept, deadline_at=now)

    async def leave(self, user_id: UserId, away: Stop) -> None:
        check_stop(away)
        self._away.setdefault(user_id, {})[away.start] = away
        await self.wake(user_id, away.start)

    async def unshown(self, before: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(before)
        behind = self._where(lambda kept: kept.shown.version < kept.version and kept.changed_at < before)
        return _first(((kept.changed_at, kept.id) for kept in behind), limit)

    async def note_shown(self, match_id: MatchId, shown: Shown) -> int:
        check_times(shown.card_at)
        present = self._present(match_id)
        if shown.version < present.shown.version:
            return present.shown.version
        self._matches[match_id] = replace(present, shown=shown)
        if shown.stage == Phase.FINISHED:
            self._end_watching(match_id)
        return shown.version

    async def draft(self, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
        return self._drafts.get((match_id, user_id), ())

    async def save_draft(self, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> None:
        self._present(match_id)
        self._drafts[match_id, user_id] = tuple(choices)

    async def note(self, match_id: MatchId, user_id: UserId) -> str:
        return self._notes.get((match_id, user_id), "")

    async def save_note(self, match_id: MatchId, user_id: UserId, text: str) -> None:
        self._present(match_id)
        if text:
            self._notes[match_id, user_id] = text
        else:
            self._notes.pop((match_id, user_id), None)

    async def check_there(self) -> None:
        """It is."""

    async def close(self) -> None:
        """Nothing to let go of."""

    def _where(self, wanted: Callable[[Match], bool]) -> list[Match]:
        return [kept for kept in self._matches.values() if wanted(kept)]

    def _insert(self, new: NewMatch) -> Match:
        made = Match(
            id=MatchId(len(self._matches) + 1),
            version=1,
            phase=Phase.CHALLENGED,
            game=new.game,
            rules_version=new.rules_version,
            options=MappingProxyType(dict(new.options)),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            challenger=new.challenger,
            opponent=new.opponent,
            created_at=new.created_at,
            changed_at=new.created_at,
            deadline_at=new.deadline_at,
            rematch_of=new.rematch_of,
            sides=MappingProxyType({} if new.side is None else {new.side: new.challenger}),
            first=new.first,
            takebacks=new.takebacks,
            pace=new.pace,
            stakes=new.stakes,
        )
        self._matches[made.id] = made
        self._note_to_act(made, () if made.opponent is None else (made.opponent,))
        return made

    def _replace(self, before: Match, after: Match) -> Match:
        """Keep what a change may write; the rest stays as it was, whatever ``after`` says."""
        kept = replace(
            after,
            game=before.game,
            rules_version=before.rules_version,
            guild_id=before.guild_id,
            channel_id=before.channel_id,
            created_at=before.created_at,
            rematch_of=before.rematch_of,
            takebacks=before.takebacks,
            pace=before.pace,
            clocks=after.clocks and _kept_clocks(after.clocks),
            shown=before.shown,
            options=MappingProxyType(dict(after.options)),
            sides=MappingProxyType(dict(after.sides)),
            picks=MappingProxyType({**after.picks, **before.picks}),
            entries=(*before.entries, *after.entries[len(before.entries) :]),
        )
        self._matches[kept.id] = kept
        if kept.phase is Phase.FINISHED:
            self._finished_at.setdefault(kept.id, kept.changed_at)
        return kept


def _kept_clocks(clocks: Clocks) -> Clocks:
    return replace(clocks, sides=MappingProxyType(dict(clocks.sides)), stops=())


def _moved_on(present: Match, seen: Match) -> bool:
    return (present.version, present.deadline_at) != (seen.version, seen.deadline_at)


def _challenge_of(kept: Match, user_id: UserId) -> bool:
    return kept.phase is Phase.CHALLENGED and kept.challenger == user_id


def _urgency(kept: MatchSummary, user_id: UserId) -> tuple[bool, bool, datetime, datetime, MatchId]:
    """What sorts somebody's matches: first those that wait for them, the nearest look at them first."""
    waits = user_id in (kept.to_act or ())
    look = kept.deadline_at if waits else None
    return not waits, look is None, look or kept.changed_at, kept.changed_at, kept.id


def _first(found: Iterable[tuple[datetime, MatchId]], limit: int) -> tuple[MatchId, ...]:
    return tuple(match_id for _, match_id in sorted(found)[:limit])
