"""The verbs of reaching people: what they set, when they are away, and what they are owed to be told."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.clock import HOUR
from matches.errors import NoSuchMatchError, VacationError, WrongPhaseError
from matches.guild_settings import THEME
from matches.intervals import Interval
from matches.lifecycle import idle, schedule
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
from matches.notices import recipients
from matches.notices.preferences import NotificationPreferences, away_until, vacation_left
from matches.notices.recipients import Mentions
from services.core import Core, contacts_of

log = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=2)
"""The time a notice is in the hands of its sender, before another may try."""
INSTEAD: Final = "!"
"""Ends the name of a last warning in the thread that takes the place of a direct message."""
_IN_ANY_CASE: Final = frozenset({NoticeKind.LAST, NoticeKind.NUDGE})
"""The messages that stand in the thread whatever somebody chose."""
_THROUGH_SNOOZE: Final = frozenset({NoticeKind.LAST, NoticeKind.LATER})
"""The messages that a snooze does not put off: what was asked for, and what is too late otherwise."""
_ENDED_AT_MOST: Final = 50
"""The number of ended matches that somebody who comes back is told of, at most."""


class Notifications:
    """Notifications and the settings of people, rather than of one match."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.around = core.around

    async def person(self, user: UserId, match_id: MatchId = NO_MATCH) -> Person:
        """The settings of somebody, the times they are away, and whether they have muted a match."""
        return (await self._db.read(stores.people.people_of, [user], match_id))[user]

    async def go_away(self, user: UserId, days: int) -> datetime:
        """Have a player's clocks stand still for so many days from now on; returns the end.

        Raises VacationError when fewer are left this year, or when they are away already.
        """
        now = self._core.now()
        away = (await self.person(user)).away
        left = vacation_left(away, now)
        if days > left or days < 1 or away_until(away, now) is not None:
            raise VacationError(left)
        end = now + timedelta(days=days)
        await self._db.write(stores.people.go_away, user, Interval(now, end))
        await self._digest_anew(user, now)
        log.info("user=%s is away for days=%s", user, days)
        return end

    async def come_back(self, user: UserId) -> None:
        """End a player's time away now. Raises VacationError when they are not away."""
        now = self._core.now()
        away = (await self.person(user)).away
        for stop in away:
            if stop.holds(now):
                await self._db.write(stores.people.go_away, user, Interval(stop.start, now))
                log.info("user=%s is back", user)
                await self._digest_anew(user, now)
                await self._tell_of_ends(user, stop.start, now)
                return
        raise VacationError(vacation_left(away, now))

    async def _digest_anew(self, user: UserId, now: datetime) -> None:
        """Owe the next digest of somebody who left or is back at the time that suits them now."""
        contact = NotificationPreferences.of(await self.person(user))
        await self._db.write(stores.people.prefer, user, {}, digest=contact.next_digest(user, now))

    async def _tell_of_ends(self, user: UserId, since: datetime, now: datetime) -> None:
        """Have ``user`` told now of the matches that ended ``since``: no sweep looks at those any more."""
        for match in await self._db.read(stores.lists.latest_of_player, user, _ENDED_AT_MOST):
            if match.changed_at >= since:
                people = await self._db.read(stores.people.people_of, [user], match.id)
                await self.retime(match.id, contacts_of(match, people), now)

    async def prefer(self, user: UserId, chosen: Mapping[str, str | None]) -> Person:
        """Set things for a player, by key (None removes one); returns all that is set."""
        person = await self.person(user)
        kept = {**person.preferences, **chosen}
        person = replace(person, preferences={key: value for key, value in kept.items() if value is not None})
        now = self._core.now()
        await self._db.write(
            stores.people.prefer,
            user,
            chosen,
            digest=NotificationPreferences.of(person).next_digest(user, now),
        )
        await self._db.write(stores.matches.wake_match, user, now)
        return person

    async def theme_of(self, guild: GuildId, reader: UserId | None = None) -> str | None:
        """The theme of boards for ``reader``: their own, else the server's; None if neither has chosen."""
        own = None if reader is None else (await self.person(reader)).preferences.get(THEME)
        return own or (await self._core.guild_rules(guild)).theme

    # --- telling people --------------------------------------------------------------------------

    async def told(self, notice: Notice, match: Match | None = None) -> Mentions:
        """The users whom the message of a notice, about ``match``, pings, and whether with a sound."""
        person = await self.person(notice.reader, notice.match_id)
        contact = NotificationPreferences.of(person)
        if match is not None:
            contact = recipients.contact(match, notice.reader, person)
        in_thread = notice.kind in _IN_ANY_CASE and notice.place is NoticePlace.HOME
        if in_thread and not contact.warned_at_home and not notice.name.endswith(INSTEAD):
            return Mentions((), silent=True)
        if notice.kind in _THROUGH_SNOOZE:
            contact = contact.woken
        return Mentions((notice.reader,), contact.hushed(self._core.now()))

    async def tell_at_home(self, notice: Notice) -> None:
        """Have a notice that could not be sent as a direct message told where its match is played."""
        name = f"{notice.name}{INSTEAD}" if notice.kind in _IN_ANY_CASE else notice.name
        home = NewNotice(notice.user_id, notice.kind, NoticePlace.HOME, name, notice.due_at)
        await self._db.write(stores.notices.add, notice.match_id, [home])

    async def results_channel(self, match: Match) -> ChannelId | None:
        """The channel in which the server wants to hear how its matches ended."""
        return (await self._core.guild_rules(match.guild_id)).results

    async def stands(self, notice: Notice) -> Match | None:
        """The match of a notice, if there is something to tell still; None when it was answered."""
        try:
            match = await self._core.load(notice.match_id)
        except NoSuchMatchError:
            return None
        return match if self.is_current(notice, match) else None

    def is_current(self, notice: Notice, match: Match) -> bool:
        """True if ``notice`` still has something to tell as ``match`` stands."""
        if notice.kind is NoticeKind.PICK:
            side = match.side_of(notice.reader)  # None: somebody else has taken over since
            return match.phase is Phase.SETUP and side is not None and side not in match.picks
        if notice.kind in (NoticeKind.RESULT, NoticeKind.WATCHED):
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
            standing = notice.name.removesuffix(INSTEAD) == idle.name(match)
            return standing and idle.may_lie_idle(match) and self._core.waits_for(match, notice.reader)
        if match.clocks is None or notice.reader not in schedule.on_the_clock(match):
            return False
        named = notice.name.removesuffix(INSTEAD) in [moment.name for moment in match.clocks.moments()]
        return named and not match.clocks.is_up(self._core.now())

    # --- delivering ------------------------------------------------------------------------------

    async def of_match(self, match_id: MatchId) -> tuple[Notice, ...]:
        """The notices of a match, oldest first."""
        return await self._db.read(stores.notices.notices_of, match_id)

    async def claim(
        self, limit: int, match_id: MatchId | None = None, *, reading: bool = True
    ) -> tuple[Notice, ...]:
        """Notices that are due, earliest first, at most ``limit``; of one match only, if given.

        Without ``reading`` digests and weekly summaries are left for later. They are the caller's for LEASE;
        nobody else is given one before that, in whatever process.
        """
        now = self._core.now()
        shards = self._core.territory.shards
        return await self._db.write(
            stores.notices.claim, now, now + LEASE, limit, match_id=match_id, shards=shards, reading=reading
        )

    async def put_off(self, notice: Notice, delay: timedelta) -> None:
        """Give a claimed notice back, to be given out again after ``delay``."""
        await self._db.write(stores.notices.put_off, notice.id, self._core.now() + delay)

    async def settle(
        self,
        notice: Notice,
        state: NoticeState,
        *,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Remember how the delivery of a notice went, and where it stands."""
        await self._db.write(stores.notices.settle, notice.id, state, channel=channel, message=message)

    async def drop(self, notice: Notice) -> None:
        """Forget a notice."""
        await self._db.write(stores.notices.drop, notice.id)

    async def remind_later(self, match_id: MatchId, user: UserId, after: timedelta) -> datetime:
        """Owe ``user`` a reminder of a match that waits for them; returns when it comes.

        That is ``after`` a while, but in good time before their time is up. Raises NotAPlayerError,
        WrongPhaseError when it does not wait for them.
        """
        match = await self._core.load_own(match_id, user)
        if not self._core.waits_for(match, user) or match.phase is Phase.CHALLENGED:
            raise WrongPhaseError(match)
        at = self._in_good_time(match, self._core.now() + after)
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

    async def mute_of(self, match_id: MatchId, user: UserId) -> Mute | None:
        """The wish of somebody to hear nothing of a match; None where there is none, or none any more."""
        mute = (await self.person(user, match_id)).mute
        over = mute is not None and mute.until is not None and mute.until <= self._core.now()
        return None if over else mute

    async def mute(self, match_id: MatchId, user: UserId, snooze: timedelta | None = None) -> Mute:
        """Tell ``user`` nothing of a match that they play: until they unmute it, or for a ``snooze``.

        After that they are reminded, if the match waits for them as it does now. Raises NotAPlayerError,
        WrongPhaseError once it is over.
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
        """Tell ``user`` of a match again. Raises NoSuchMatchError."""
        await self._db.write(stores.people.set_mute, match_id, user, None, self._core.now())
        log.info("match=%s user=%s unmuted it", match_id, user)

    def _in_good_time(self, match: Match, at: datetime) -> datetime:
        """``at``, or an hour before the deadline if that is too late; half the time that is left of less."""
        now = self._core.now()
        deadline = match.clocks.deadline() if match.clocks is not None else None
        if deadline is None or deadline <= now or at <= deadline - HOUR:
            return at
        return min(at, deadline - min(HOUR, (deadline - now) / 2))

    async def digest_done(self, notice: Notice) -> None:
        """Settle a digest that was sent, or had nothing to tell, and owe the next."""
        contact = NotificationPreferences.of(await self.person(notice.reader))
        following = contact.next_digest(notice.reader, self._core.now())
        await self._db.write(stores.notices.drop, notice.id, following)

    # --- when ------------------------------------------------------------------------------------

    async def retime(
        self, match_id: MatchId, contacts: Mapping[UserId, NotificationPreferences], now: datetime
    ) -> None:
        """Have news that waited for somebody's return told at the time that suits them now."""
        for notice in await self._db.read(stores.notices.notices_of, match_id):
            waits = notice.kind is NoticeKind.NEWS and notice.state is NoticeState.DUE
            if not waits or notice.reader not in contacts:
                continue
            at = contacts[notice.reader].told_at(now)
            if at < notice.due_at:
                await self._db.write(stores.notices.put_off, notice.id, at)
