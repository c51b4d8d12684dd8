"""Operations for notifying users: their settings, their times away, and their notices."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches import notices
from matches.errors import VacationError, WrongPhaseError
from matches.guilds.settings import THEME, GuildRules
from matches.lifecycle import idle, schedule
from matches.lifecycle.match_context import Loaded
from matches.model import (
    NO_MATCH,
    ChannelId,
    GuildId,
    Match,
    MatchId,
    MessageId,
    Mute,
    NewNotice,
    Notice,
    NoticeKind,
    NoticePlace,
    NoticeState,
    Person,
    Phase,
    UserId,
)
from matches.notices import Mentions, NotificationPreferences
from matches.time import HOUR
from matches.time.intervals import Interval, vacation_left
from services.core import Core, contacts_of
from services.operations import Operations, reading

log = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=2)
"""The time for which a notice is claimed for sending, before another process may try."""
INSTEAD: Final = "!"
"""Ends the name of a last warning that replaces a direct message in the thread."""
_IN_ANY_CASE: Final = frozenset({NoticeKind.LAST, NoticeKind.NUDGE})
"""Messages posted in the thread whatever the user's settings."""
_THROUGH_SNOOZE: Final = frozenset({NoticeKind.LAST, NoticeKind.LATER})
"""Messages that a snooze doesn't delay: a requested reminder, and the last warning."""
_ENDED_AT_MOST: Final = 50
"""The number of ended matches that a user who comes back is told of, at most."""


class Notifications(Operations):
    """Notices, and the settings of users."""

    of_match = reading(stores.notices.notices_of)

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.around = core.around

    async def person(self, user: UserId, match_id: MatchId = NO_MATCH) -> Person:
        """A user's settings, their times away, and their mute of a match."""
        return (await self._db.read(stores.people.people_of, [user], match_id))[user]

    async def settings_in(self, guild: GuildId, reader: UserId | None) -> tuple[Person, GuildRules]:
        """The settings of a reader, none without one, and those of a server."""
        readers = [] if reader is None else [reader]
        people, rules = await self._db.read(stores.people.settings_of, readers, guild, NO_MATCH)
        return (Person() if reader is None else people[reader]), rules

    async def go_away(self, user: UserId, days: int) -> datetime:
        """Stop a player's clocks for some days from now on; returns the end.

        Raises VacationError if fewer days are left this year, or if they are away already.
        """
        now = self._core.now()
        end = await self._db.write(stores.people.take_days_off, user, days, now)
        await self._reschedule_digest(user, now)
        log.info("user=%s is away for days=%s", user, days)
        return end

    async def come_back(self, user: UserId) -> None:
        """End a player's time away now. Raises VacationError if they are not away."""
        now = self._core.now()
        away = (await self.person(user)).away
        for stop in away:
            if stop.holds(now):
                await self._db.write(stores.people.go_away, user, Interval(stop.start, now))
                log.info("user=%s is back", user)
                await self._reschedule_digest(user, now)
                await self._tell_of_ends(user, stop.start, now)
                return
        raise VacationError(vacation_left(away, now))

    async def _reschedule_digest(self, user: UserId, now: datetime) -> None:
        """Reschedule the next digest of a user who left or came back, by their present settings."""
        await self._db.write(stores.people.choose, user, {}, now)

    async def _tell_of_ends(self, user: UserId, since: datetime, now: datetime) -> None:
        """Send ``user`` held-back news of matches that ended ``since``: no sweep checks those any more."""
        for match in await self._db.read(stores.lists.latest_of_player, user, _ENDED_AT_MOST):
            if match.changed_at >= since:
                people = await self._db.read(stores.people.people_of, [user], match.id)
                await self.retime(match.id, contacts_of(match, people), now)

    async def prefer(self, user: UserId, chosen: Mapping[str, str | None]) -> Person:
        """Change a player's settings, by key (None removes one); returns all of them."""
        now = self._core.now()
        person = await self._db.write(stores.people.choose, user, chosen, now)
        await self._db.write(stores.matches.wake_match, user, now)
        return person

    async def theme_of(self, guild: GuildId, reader: UserId | None = None) -> str | None:
        """The board theme for ``reader``: their own, else the server's; None if neither has chosen one."""
        person, rules = await self.settings_in(guild, reader)
        return person.preferences.get(THEME) or rules.theme

    # --- telling people --------------------------------------------------------------------------

    async def told(self, notice: Notice, loaded: Loaded | None = None) -> Mentions:
        """The users pinged by the message of a notice about a match as loaded, and whether it is silent."""
        person = None if loaded is None else loaded.people.get(notice.reader)
        if person is None:  # of no match, or to someone who watches it
            person = await self.person(notice.reader, notice.match_id)
        contact = NotificationPreferences.of(person)
        if loaded is not None:
            contact = notices.contact(loaded.match, notice.reader, person)
        in_thread = notice.kind in _IN_ANY_CASE and notice.place is NoticePlace.HOME
        if in_thread and not contact.warned_at_home and not notice.name.endswith(INSTEAD):
            return Mentions((), silent=True)
        if notice.kind in _THROUGH_SNOOZE:
            contact = contact.woken
        return Mentions((notice.reader,), contact.hushed(self._core.now()))

    async def tell_at_home(self, notice: Notice) -> None:
        """Post a notice that could not be sent as a direct message where its match is played."""
        name = f"{notice.name}{INSTEAD}" if notice.kind in _IN_ANY_CASE else notice.name
        home = NewNotice(notice.user_id, notice.kind, NoticePlace.HOME, name, notice.due_at)
        await self._db.write(stores.notices.add, notice.match_id, [home])

    async def stands(self, notice: Notice) -> Loaded | None:
        """The match of a notice that still has something to tell, with the settings that go with it.

        None if the notice is out of date.
        """
        loaded = await self._core.find_with_settings(notice.match_id)
        if loaded is None or not self.is_current(notice, loaded.match):
            return None
        return replace(loaded, match=_seen_by_reader(loaded.match, notice))

    def is_current(self, notice: Notice, match: Match) -> bool:
        """True if ``notice`` still has something to tell, given the present ``match``."""
        match = _seen_by_reader(match, notice)
        if notice.kind is NoticeKind.PICK:
            side = match.side_of(notice.reader)  # None: the side was handed over since
            return match.phase is Phase.SETUP and side is not None and side not in match.picks
        if notice.kind in (NoticeKind.RESULT, NoticeKind.WATCHED, NoticeKind.OFFER_OFF):
            return match.result is not None
        if notice.kind is NoticeKind.NEWS:
            in_card = match.shown.direct and notice.place is NoticePlace.DIRECT
            told = notice.reader in self._core.addressed(match) and self._core.stage(match) == notice.name
            return told and not in_card
        if notice.kind is NoticeKind.LATER:
            return self._core.waits_for(match, notice.reader) and notice.name.startswith(
                f"{self._core.stage(match)}+"
            )
        if notice.kind is NoticeKind.NUDGE:
            still_idle = notice.name.removesuffix(INSTEAD) == idle.name(match)
            return still_idle and idle.may_lie_idle(match) and self._core.waits_for(match, notice.reader)
        if match.clocks is None or notice.reader not in schedule.on_the_clock(match):
            return False
        named = notice.name.removesuffix(INSTEAD) in [moment.name for moment in match.clocks.moments()]
        return named and not match.clocks.is_up(self._core.now())

    # --- delivering ------------------------------------------------------------------------------

    async def claim(
        self, limit: int, match_id: MatchId | None = None, *, reading: bool = True
    ) -> tuple[Notice, ...]:
        """Claim due notices for LEASE, earliest first, at most ``limit``; of one match only, if given.

        Without ``reading``, no digests and weekly summaries. No process is given a claimed notice before the
        claim ends.
        """
        now = self._core.now()
        shards = self._core.territory.shards
        return await self._db.write(
            stores.notices.claim, now, now + LEASE, limit, match_id=match_id, shards=shards, reading=reading
        )

    async def put_off(self, notice: Notice, delay: timedelta) -> None:
        """Give back a claimed notice, due again after ``delay``."""
        await self._db.write(stores.notices.put_off, notice.id, self._core.now() + delay)

    async def settle(
        self,
        notice: Notice,
        state: NoticeState,
        *,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Record the result of a delivery: the state, and the message if there is one."""
        await self._db.write(stores.notices.settle, notice.id, state, channel=channel, message=message)

    async def drop(self, notice: Notice) -> None:
        """Delete a notice."""
        await self._db.write(stores.notices.drop, notice.id)

    async def remind_later(self, match_id: MatchId, user: UserId, after: timedelta) -> datetime:
        """Schedule a reminder for ``user`` of a match that waits for them; returns its time.

        It comes ``after`` a while, but well before their time is up. Raises NotAPlayerError, and
        WrongPhaseError if the match does not wait for them.
        """
        match = await self._core.load_own(match_id, user)
        if not self._core.waits_for(match, user) or match.phase is Phase.CHALLENGED:
            raise WrongPhaseError(match)
        now = self._core.now()
        at = self._in_good_time(match, now + after, now)
        contact = NotificationPreferences.of(await self.person(user), fast=match.terms.pace.fast)
        name = f"{self._core.stage(match)}+{at:%m%d%H%M}"
        places = [NoticePlace.DIRECT] if contact.direct else []
        if contact.home or not contact.direct:
            places.append(NoticePlace.HOME)
        await self._db.write(
            stores.notices.add,
            match.id,
            [NewNotice(user, NoticeKind.LATER, place, name, at) for place in places],
        )
        return at

    # --- muting one match ------------------------------------------------------------------------

    def mute_in(self, loaded: Loaded, user: UserId) -> Mute | None:
        """A player's active mute of a match as loaded, or None."""
        mute = loaded.people[user].mute
        over = mute is not None and mute.until is not None and mute.until <= self._core.now()
        return None if over else mute

    async def mute(self, match_id: MatchId, user: UserId, snooze: timedelta | None = None) -> Mute:
        """Mute a match that ``user`` plays: until they unmute it, or for a ``snooze``.

        A snooze ends with a reminder, if the match waits for the user now and still does then. Raises
        NotAPlayerError, WrongPhaseError once it is over.
        """
        match = await self._core.load_own(match_id, user)
        if match.phase is not Phase.PLAYING:
            raise WrongPhaseError(match)
        now = self._core.now()
        wish = Mute(now, None if snooze is None else now + snooze)
        await self._db.write(stores.people.set_mute, match.id, user, wish, now)
        log.info("match=%s user=%s muted it until=%s", match.id, user, wish.until)
        if snooze is not None and self._core.waits_for(match, user):
            await self.remind_later(match.id, user, snooze)
        return wish

    async def unmute(self, match_id: MatchId, user: UserId) -> None:
        """Unmute a match for ``user``. Raises NoSuchMatchError."""
        await self._db.write(stores.people.set_mute, match_id, user, None, self._core.now())
        log.info("match=%s user=%s unmuted it", match_id, user)

    @staticmethod
    def _in_good_time(match: Match, at: datetime, now: datetime) -> datetime:
        """``at``, but at latest an hour before the deadline, or halfway to it if that is later."""
        deadline = match.clocks.deadline() if match.clocks is not None else None
        if deadline is None or deadline <= now or at <= deadline - HOUR:
            return at
        return min(at, deadline - min(HOUR, (deadline - now) / 2))

    async def digest_done(self, notice: Notice) -> None:
        """Drop a digest that was sent or had nothing to tell, and schedule the next."""
        contact = NotificationPreferences.of(await self.person(notice.reader))
        following = contact.next_digest(notice.reader, self._core.now())
        await self._db.write(stores.notices.drop, notice.id, following)

    # --- when ------------------------------------------------------------------------------------

    async def retime(
        self, match_id: MatchId, contacts: Mapping[UserId, NotificationPreferences], now: datetime
    ) -> None:
        """Move pending news forward to the time that suits its reader now."""
        for notice in await self._db.read(stores.notices.notices_of, match_id):
            waits = notice.kind is NoticeKind.NEWS and notice.state is NoticeState.DUE
            if not waits or notice.reader not in contacts:
                continue
            at = contacts[notice.reader].told_at(now)
            if at < notice.due_at:
                await self._db.write(stores.notices.bring_forward, notice.id, notice.due_at, at)


def _seen_by_reader(match: Match, notice: Notice) -> Match:
    """``match`` as the user of a notice sees it."""
    return match if notice.user_id is None else match.seen_by(notice.user_id)
