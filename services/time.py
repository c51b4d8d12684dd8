"""Operations of time: the sweep's work on due matches, claims, extra time, downtimes."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from data import stores
from engines import Side
from matches.errors import StaleError, TimeError, TimeProblem
from matches.lifecycle import finish, idle, offers, schedule, setup
from matches.lifecycle.checks import check_playing
from matches.lifecycle.history import turns_made
from matches.lifecycle.leaving import is_underway, silence_loses
from matches.model import LEAVING_COUNTS, Entry, EntryKind, Match, MatchId, NewNotice, Person, Phase, UserId
from matches.notices import NotificationPreferences
from matches.players import users_of
from matches.time.clocks import Clocks, Due
from matches.time.intervals import merged
from services.challenges import Challenges
from services.core import Core, contacts_of, retried
from services.notifications import Notifications

log = logging.getLogger(__name__)

_SECOND: Final = timedelta(seconds=1)
_UNKNOWN: Final = datetime.min.replace(tzinfo=UTC)
"""The value of a fact that was not read yet."""


class Time:
    """Deadlines and other timed events, and players' claims about time."""

    def __init__(self, core: Core, challenges: Challenges, notifications: Notifications) -> None:
        self._core = core
        self._db = core.db
        self._challenges = challenges
        self._notifications = notifications
        self._counted_from: datetime | None = _UNKNOWN

    # --- the sweep -------------------------------------------------------------------------------

    async def due(self, limit: int) -> tuple[MatchId, ...]:
        """Matches whose deadline has passed, earliest first, at most ``limit``."""
        return await self._db.read(stores.matches.due, self._core.now(), limit, self._core.territory.shards)

    async def next_due(self) -> datetime | None:
        """The next time at which a match becomes due, or None."""
        return await self._db.read(stores.matches.next_due, self._core.now(), self._core.territory.shards)

    async def attend(self, match_id: MatchId) -> Match | None:
        """Handle the due events of a match; returns the match if it needs to be shown. Harmless twice.

        Does nothing while a downtime that just ended is not stored: see :meth:`Downtime.record_alive`.
        """
        if self._core.downtime.may_go_on(self._core.now()):
            return None
        async with self._core.changing(match_id) as match:
            if match.phase is Phase.CHALLENGED:
                return await self._challenges.lapsed(match)
            try:
                return await self._attended(match)
            except StaleError:
                # Another process changed it and set its next deadline.
                return None

    async def _attended(self, match: Match) -> Match | None:
        if not match.phase.running:
            return None
        now = self._core.now()
        people = await self._core.people_of(match)
        contacts = contacts_of(match, people)
        await self._notifications.retime(match.id, contacts, now)
        changed = await self._passed(match, people, now)
        if changed is not None:
            after, what = changed
            return await self._core.save(match, after, what)
        if idle.may_lie_idle(match):
            return await self._idled(match, people, contacts, now)
        due, sweep_at = schedule.agenda(match, contacts, now)
        reminders = schedule.reminders_due(due, contacts)
        await self._db.write(stores.matches.schedule, match, sweep_at, reminders)
        return None

    async def _idled(
        self,
        match: Match,
        people: Mapping[UserId, Person],
        contacts: Mapping[UserId, NotificationPreferences],
        now: datetime,
    ) -> Match | None:
        """Nudge the players of an idle match without a clock; end the match if that has not helped."""
        away = [stop for person in people.values() for stop in person.away]
        stops = merged([*away, *self._core.downtime.stops(now, match)])
        nudges: Sequence[NewNotice] = ()
        nudged = idle.given(match, await self._db.read(stores.notices.notices_of, match.id))
        if nudged is not None:
            sweep_at = idle.ends_at(nudged, stops)
            if sweep_at <= now:
                after = await self._silent(match, now)
                return await self._core.save(match, after, "ended, since nobody moved")
        else:
            sweep_at = idle.nudged_at(match, stops, await self._idle_counted_from())
            if sweep_at <= now:
                nudges = idle.nudges(match, users_of(self._core.to_act(match)), contacts, now)
                sweep_at = idle.ends_at(max((one.due_at for one in nudges), default=now), stops)
        await self._db.write(stores.matches.schedule, match, sweep_at, nudges)
        return None

    async def _silent(self, match: Match, now: datetime) -> Match:
        """``match`` ended for silence: if it is rated, the player to act loses; otherwise no winner."""
        side = self._core.history(match).position.to_act
        if side is None or not silence_loses(match):
            return finish.idle(match, now)
        return finish.on_time(match, side, now, counts=await self._core.leaving_counts(match, side))

    async def _idle_counted_from(self) -> datetime | None:
        """The time from which silence counts in older matches, stored once by a migration."""
        if self._counted_from == _UNKNOWN:
            told = await self._db.read(stores.host.remembered, idle.COUNTED_FROM)
            self._counted_from = None if told is None else datetime.fromisoformat(told)
        return self._counted_from

    async def _passed(
        self, match: Match, people: Mapping[UserId, Person], now: datetime
    ) -> tuple[Match, str] | None:
        """``match`` after a change that time alone brings, with a description; None if nothing changes."""
        due = schedule.last_due(match, now)
        if due is not None and not self._underway(match):
            return await self._left_unbegun(match, now), "ended, since nobody began"
        if due is Due.UNCLAIMED:
            return await self._unclaimed(match, now), "ended on time, unclaimed"
        if due is Due.UP and not self._has_time_up_entry(match):
            return self._with(match, EntryKind.TIME_UP, _late(match), now), "time is up"
        history = self._core.history_in_play(match)
        if (after := schedule.with_absence(match, people, history, now)) is not match:
            entry = after.entries[-1]
            return replace(after, changed_at=now), f"user={match.player_of(entry.side).user_id} {entry.kind}"
        if match.pause is not None and match.pause.end <= now and self._is_marked_paused(match):
            side = _late(match)
            return offers.gone_on(match, side, self._ply(match), now), "the pause is over"
        return None

    async def _unclaimed(self, match: Match, now: datetime) -> Match:
        late = _late(match)
        if match.terms.conduct >= LEAVING_COUNTS:
            return finish.on_time(match, late, now, counts=await self._core.leaving_counts(match, late))
        turns = turns_made(self._core.history(match))
        counts = all(turns[side] >= 2 for side in match.game.sides)
        return finish.on_time(match, late, now, counts=counts)

    async def _left_unbegun(self, match: Match, now: datetime) -> Match:
        """End ``match``, whose time ran out before it was underway: cancelled, or lost by a repeat leaver."""
        late = setup.choosing(match) if match.phase is Phase.SETUP else [_late(match)]
        if match.terms.conduct >= LEAVING_COUNTS and len(late) == 1:
            (side,) = late
            if await self._core.leaving_counts(match, side):
                return finish.on_time(match, side, now)
        return finish.aborted(match, now)

    def _underway(self, match: Match) -> bool:
        """True once a turn of the match was finished, or the player to move has begun it by a pick."""
        if match.phase is Phase.SETUP:
            return False
        return is_underway(match, self._core.history(match))

    def _has_time_up_entry(self, match: Match) -> bool:
        """True if the record has an entry that the present clock's time is up."""
        clock = match.clocks
        for entry in reversed(match.entries):
            if entry.kind is EntryKind.TIME_UP:
                return clock is not None and clock.since is not None and entry.at >= clock.since
            if entry.kind is EntryKind.MORE_TIME:
                return False
        return False

    @staticmethod
    def _is_marked_paused(match: Match) -> bool:
        said = [entry.kind for entry in match.entries if entry.kind in (EntryKind.PAUSED, EntryKind.GONE_ON)]
        return said[-1:] == [EntryKind.PAUSED]

    # --- claims ----------------------------------------------------------------------------------

    @retried
    async def claim_time(
        self, match_id: MatchId, user: UserId, *, expected_version: int | None = None
    ) -> Match:
        """Win a match because the other side's time is up. Raises TimeError."""
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            late = self._check_other_runs(match, side)
            now = self._core.now()
            if match.clocks is None or not match.clocks.is_up(now):
                raise TimeError(match, TimeProblem.NOT_UP)
            if not self._underway(match):
                # The sweep has not come yet: a match without a first turn has no winner.
                after = await self._left_unbegun(match, now)
                return await self._core.save(match, after, "ended, since nobody began")
            counts = match.terms.conduct < LEAVING_COUNTS or await self._core.leaving_counts(match, late)
            after = self._with(match, EntryKind.CLAIMED, side, now)
            after = finish.on_time(after, late, now, counts=counts)
            return await self._core.save(match, after, f"user={user} claimed the win on time")

    def may_extend(self, match: Match, user: UserId) -> bool:
        """True if ``user`` can give the other side more time now."""
        clocks, side = match.clocks, match.side_of(user)
        if not (match.phase is Phase.PLAYING and match.terms.pace.timed) or clocks is None or side is None:
            return False
        now, late = self._core.now(), clocks.running
        return late not in (None, side) and self._extended(match, late, now) is not None

    @staticmethod
    def _extended(match: Match, late: Side | None, now: datetime) -> Clocks | None:
        """The clocks with more time for ``late``; None if that would add less than a second."""
        if match.clocks is None or late is None:
            return None
        clocks = match.clocks.given(late, match.terms.pace.more_time, now)
        before, after = match.clocks.deadline(), clocks.deadline()
        return None if before is None or after is None or after - before < _SECOND else clocks

    @retried
    async def extend(self, match_id: MatchId, user: UserId, *, expected_version: int | None = None) -> Match:
        """Give the other side more time: see :attr:`Pace.more_time`. Raises TimeError."""
        async with self._core.changing(match_id) as match:
            side = check_playing(match, user, expected_version)
            late = self._check_other_runs(match, side)
            now = self._core.now()
            if (clocks := self._extended(match, late, now)) is None:
                raise TimeError(match, TimeProblem.FULL)
            after = replace(self._with(match, EntryKind.MORE_TIME, side, now), clocks=clocks)
            return await self._core.save(match, after, f"user={user} gave more time")

    def _check_other_runs(self, match: Match, side: Side) -> Side:
        """The side whose clock is running, if it is the other one. Raises TimeError."""
        clocks = match.clocks
        if not match.terms.pace.timed or clocks is None or clocks.running is None:
            raise TimeError(match, TimeProblem.NO_CLOCK)
        if clocks.running == side:
            raise TimeError(match, TimeProblem.OWN)
        return clocks.running

    # --- parts -----------------------------------------------------------------------------------

    def _with(self, match: Match, kind: EntryKind, side: Side, now: datetime) -> Match:
        entry = Entry(kind, "", side, self._ply(match), now)
        return match.with_entries(entry)

    def _ply(self, match: Match) -> int:
        return self._core.history(match).position.ply


def _late(match: Match) -> Side:
    """The side whose clock is running, or the first if none is."""
    side = match.clocks.running if match.clocks is not None else None
    return side or match.game.sides[0]
