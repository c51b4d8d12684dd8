"""What every verb stands on: a match loaded with its time, checked, and stored with all it owes.

The verbs themselves are in ``challenging``, ``picking``, ``playing``, ``keeping_time``, ``reaching`` and
``administering``; ``service`` puts them together.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from engines import Side
from engines.record import History
from matches import telling, timing
from matches.challenge import Policy
from matches.contact import Contact
from matches.errors import BlockedError, NotAPlayerError, NotYourTurnError, StaleError, WrongPhaseError
from matches.guilds import GuildRules
from matches.histories import Histories
from matches.limits import check_fits
from matches.model import (
    GuildId,
    Match,
    MatchId,
    NewMatch,
    NewNotice,
    NoticeKind,
    NoticePlace,
    Person,
    Phase,
    UserId,
)
from matches.players import Human, Player
from matches.ports import Clock, Coin, Store
from matches.rating_rules import ending_of, rated_start
from matches.scores import Ending, RatedStart
from matches.stages import addressed, awaited, stage_of
from matches.stops import Stop, merged
from matches.summaries import Joining, MatchSummary

log = logging.getLogger(__name__)

DOWN_AFTER: Final = timedelta(minutes=5)
"""How long nothing must be heard of the bot to count as a downtime, all of which is given back."""


Asked = ParamSpec("Asked")
Served = TypeVar("Served", bound="Service")
Verb = Callable[Concatenate[Served, Asked], Coroutine[Any, Any, Match]]


def said_again(verb: Verb[Served, Asked]) -> Verb[Served, Asked]:
    """Try a verb once more that lost a race with another process, as if it had come a moment later.

    So two offers that cross agree, as they do in one process. Only where no version was named: a button is
    about the card that it stands on. And only while the position is the same: what somebody would play in
    another one nobody knows, and the same move sent twice must not be played twice.
    """

    @wraps(verb)
    async def once_or_twice(self: Served, /, *args: Asked.args, **named: Asked.kwargs) -> Match:
        try:
            return await verb(self, *args, **named)
        except StaleError as error:
            if named.get("seen") is not None or not error.crossed:
                raise
            log.info("match=%s changed meanwhile through another process: tried again", error.match.id)
        return await verb(self, *args, **named)

    return once_or_twice


class Service:
    """Loading, checking, storing. One object serves a process; several processes may share a store."""

    def __init__(self, store: Store, *, clock: Clock, coin: Coin, policy: Policy | None = None) -> None:
        self._store = store
        self._clock = clock
        self._coin = coin
        self._policy = policy or Policy()
        self._histories = Histories()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._people: dict[MatchId, Mapping[UserId, Person]] = {}
        """Of the matches that are being changed: their players as they were found with the match."""
        self._downtimes: tuple[Stop, ...] = ()
        self._alive_at: datetime | None = None

    def history(self, match: Match) -> History:
        """The fold of the match's record. Raises WrongPhaseError unless play has started."""
        return self._histories.of(match)

    def to_act(self, match: Match | MatchSummary) -> tuple[Player, ...]:
        """The players the match waits for: whoever is challenged, still picks, or has to act."""
        if isinstance(match, MatchSummary):
            return match.to_act or ()
        return awaited(match, self._history_in_play(match))

    def waits_for(self, match: Match | MatchSummary, user: UserId) -> bool:
        """True while the match waits for ``user``."""
        return Human(user) in self.to_act(match)

    def addressed(self, match: Match) -> tuple[UserId, ...]:
        """The people that the present card of the match is for."""
        return addressed(match, self._history_in_play(match))

    def stage(self, match: Match) -> str:
        """The stage that the match is in: see ``matches.stages``."""
        return stage_of(match, self._history_in_play(match))

    def _history_in_play(self, match: Match) -> History | None:
        return self.history(match) if match.phase is Phase.PLAYING else None

    # --- loading ---------------------------------------------------------------------------------

    async def load(self, match_id: MatchId) -> Match:
        """The match as it stands, its clock knowing when it stands still. Raises NoSuchMatchError."""
        return timing.timed(*await self._store.load_with_people(match_id), self._down())

    def _down(self) -> tuple[Stop, ...]:
        """The downtimes; the one too that lasts until now, where the bot has not been heard of since."""
        if self._alive_at is None or not self._may_be_down():
            return self._downtimes
        return merged([*self._downtimes, Stop(self._alive_at, self._clock())])

    def _may_be_down(self) -> bool:
        """Whether the last sign of life is so old that a downtime may be to be stored, by any process.

        Until that is settled, nobody can say when a clock will call for something.
        """
        return self._alive_at is not None and self._clock() - self._alive_at > DOWN_AFTER

    @asynccontextmanager
    async def _changing(self, match_id: MatchId) -> AsyncIterator[Match]:
        """The match, loaded while nothing else in this process changes it."""
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            match, self._people[match_id] = await self._store.load_with_people(match_id)
            try:
                yield timing.timed(match, self._people[match_id], self._down())
            finally:
                del self._people[match_id]

    async def _players(self, match: Match) -> Mapping[UserId, Person]:
        """The players of a match that is stored now: as found with it, unless somebody is new."""
        found = self._people.get(match.id, {})
        return found if found.keys() >= set(match.users) else await self._store.people(match.users)

    async def guild_rules(self, guild_id: GuildId) -> GuildRules:
        """What a server has settled for the matches in it."""
        return GuildRules.of(await self._store.guild_settings(guild_id))

    # --- storing ---------------------------------------------------------------------------------

    async def _save(
        self,
        before: Match,
        after: Match,
        what: str,
        *,
        notify: Sequence[NewNotice] = (),
        rematch: NewMatch | None = None,
        joining: Sequence[UserId] = (),
    ) -> Match:
        """Store a change with all that it owes: when to look again, and who is told how.

        ``joining`` begin to play with it. Raises RecordFullError, TooManyRunningError.
        """
        check_fits(before, after)
        # First: to fold what comes before after what comes after would be to fold it all again.
        was = self.stage(before)
        people = await self._players(after)
        after = self._with_absence(after, people)
        after = timing.timed(replace(after, version=before.version + 1), people, self._down())
        contacts = contacts_of(people)
        owed = [
            *notify,
            *self._news(before, was, after, contacts, notify),
            *await self._announcements(before, after),
            *await self._told_to_watchers(before, after),
        ]
        if after.phase.running:
            after = replace(after, deadline_at=self._next_look(before, after, contacts))
        start, ending = self._rated_start(before, after), self._ending(before, after)
        try:
            stored = await self._store.save(
                after,
                notify=owed,
                rematch=rematch,
                start=start,
                ending=ending,
                to_act=self.to_act(after),
                joining=Joining(tuple(joining), self._policy.running_matches) if joining else None,
            )
        except StaleError as error:
            # It is shown to whoever was too late, with its deadline.
            present = timing.timed(error.match, people, self._down())
            raise StaleError(present, crossed=_same_position(before, present)) from None
        log.info("match=%s version=%s phase=%s %s", stored.id, stored.version, stored.phase, what)
        return timing.timed(stored, people, self._down())

    def _next_look(self, before: Match, after: Match, contacts: Mapping[UserId, Contact]) -> datetime | None:
        """When to look at ``after`` next: at once while something is due that the sweep has not done yet."""
        now = self._clock()
        undone = before.phase.running and before.deadline_at is not None and before.deadline_at <= now
        if undone or self._may_be_down() or any(call.at <= now for call in timing.calls(after, contacts)):
            return now
        return timing.next_look(after, contacts, now)

    def _rated_start(self, before: Match, after: Match) -> RatedStart | None:
        """What a match that begins is held against, if it is to be rated."""
        if before.phase is not Phase.CHALLENGED or not after.phase.running or not before.rated:
            return None
        one, other = after.users
        start = rated_start(after.game, one, other, after.changed_at)
        return start if after.rated else replace(start, most=0)

    def _ending(self, before: Match, after: Match) -> Ending | None:
        """What a match that ends brings its players."""
        if before.result is not None or after.result is None:
            return None
        return ending_of(after, self.history(after) if after.started else None)

    def _with_absence(self, match: Match, people: Mapping[UserId, Person]) -> Match:
        """``match`` with what its record does not say yet: that the player on the clock is away, or back.

        The very same one where there is nothing to say.
        """
        if match.phase is not Phase.PLAYING:
            return match
        ply = self.history(match).position.ply
        entry = timing.absence(match, people, ply, self._clock())
        return match if entry is None else replace(match, entries=(*match.entries, entry))

    def _news(
        self,
        before: Match,
        was: str,
        after: Match,
        contacts: Mapping[UserId, Contact],
        notify: Sequence[NewNotice],
    ) -> list[NewNotice]:
        stage = self.stage(after)
        if not after.seated or before.phase is Phase.FINISHED:
            return []  # a challenge is told by its own card, and a rematch of a finished match too
        if before.phase.running and was == stage:
            return []
        asked = {new.user_id for new in notify if new.user_id is not None and new.kind is NoticeKind.PICK}
        return telling.news(after, self.addressed(after), contacts, stage, after.changed_at, asked=asked)

    async def _announcements(self, before: Match, after: Match) -> list[NewNotice]:
        """What the server is told of a match that just ended."""
        if after.result is None or before.result is not None or not after.result.counts:
            return []
        if (await self.guild_rules(after.guild_id)).results is None:
            return []
        return [NewNotice(None, NoticeKind.RESULT, NoticePlace.RESULTS, "result", after.changed_at)]

    async def _told_to_watchers(self, before: Match, after: Match) -> list[NewNotice]:
        """What those are owed who watch a match that just ended."""
        if after.result is None or before.result is not None:
            return []
        watchers = [user for user in await self._store.watchers(after.id) if user not in after.users]
        if not watchers:
            return []
        contacts = contacts_of(await self._store.people(watchers))
        return telling.end_watched(after, watchers, contacts, after.changed_at)

    # --- checking --------------------------------------------------------------------------------

    def _check_player(self, match: Match, user: UserId, seen: int | None) -> Side:
        self._check_own(match, user)
        self._check_seen(match, seen)
        side = match.side_of(user)
        if side is None:
            raise WrongPhaseError(match)  # nobody is seated before the challenge is accepted
        return side

    def _check_running(self, match: Match, user: UserId, seen: int | None) -> Side:
        side = self._check_player(match, user, seen)
        if not match.phase.running:
            raise WrongPhaseError(match)
        return side

    def _check_playing(self, match: Match, user: UserId, seen: int | None) -> Side:
        side = self._check_player(match, user, seen)
        self._check_phase(match, Phase.PLAYING)
        return side

    def _check_turn(self, match: Match, user: UserId, seen: int | None) -> Side:
        side = self._check_playing(match, user, seen)
        to_act = self.history(match).position.to_act
        if to_act is not None and to_act != side:
            raise NotYourTurnError(match, to_act)
        return side

    async def _check_not_blocked(self, user: UserId, other: UserId) -> None:
        """Raise BlockedError where one of two people wants no match with the other."""
        if blockers := await self._store.blockers(user, other):
            raise BlockedError(user, other, own=user in blockers)

    @staticmethod
    def _check_own(match: Match, user: UserId) -> None:
        if user not in match.users:
            raise NotAPlayerError(match)

    @staticmethod
    def _check_seen(match: Match, seen: int | None) -> None:
        if seen is not None and seen != match.version:
            raise StaleError(match)

    @staticmethod
    def _check_phase(match: Match, phase: Phase) -> None:
        if match.phase is not phase:
            raise WrongPhaseError(match)


def _same_position(before: Match, after: Match) -> bool:
    """Whether nothing was played or taken back from the one to the other."""
    since = after.entries[len(before.entries) :]
    return not any(entry.kind.of_play for entry in since)


def contacts_of(people: Mapping[UserId, Person]) -> dict[UserId, Contact]:
    """How each of these people is told things."""
    return {user: Contact.of(person) for user, person in people.items()}
