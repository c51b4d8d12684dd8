"""The basis of all operations: loads a match with its clock, checks it, stores it with all consequences."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache, TTLCache

from data import Database, stores
from engines import Side
from engines.record import History
from matches import notices
from matches.advances import AdvanceChange
from matches.errors import BlockedError, NoSuchMatchError, NotYourTurnError, StaleError
from matches.guilds.settings import GuildRules
from matches.guilds.shards import Territory
from matches.lifecycle import leaving, schedule, sets
from matches.lifecycle.card_stages import addressed, awaited, stage_of
from matches.lifecycle.challenge import Policy
from matches.lifecycle.checks import check_fits, check_own, check_playing
from matches.lifecycle.history import KEPT, Histories
from matches.lifecycle.match_context import Around, Loaded
from matches.lifecycle.schedule import Listed
from matches.model import (
    Clock,
    Coin,
    GuildId,
    Match,
    MatchFacts,
    MatchId,
    NewMatch,
    NewNotice,
    Person,
    Phase,
    Salt,
    UserId,
)
from matches.notices import NotificationPreferences
from matches.players import Human, Player
from matches.summaries import NO_LIMITS, POSTED_WITHIN, Limits, LimitsByUser, MatchSummary, Posting
from services import reactions
from services.downtime import Downtime
from services.fair_play import FairPlay
from services.viewpoint import seen

log = logging.getLogger(__name__)

FRESH: Final = timedelta(seconds=5)
"""The time for which data read with a change may be shown."""
LEASE: Final = timedelta(minutes=1)
"""The time for which greetings, simuls, questions and events are claimed: after a crash they go on then."""
RETRIES: Final = 3
"""The most times that an operation is tried again because of changes through other processes."""

Asked = ParamSpec("Asked")
Served = TypeVar("Served")
Verb = Callable[Concatenate[Served, Asked], Coroutine[Any, Any, Match]]


def retried(verb: Verb[Served, Asked]) -> Verb[Served, Asked]:
    """Retry an operation if another process changed the match first, up to RETRIES times.

    So two offers that cross agree, as they do within one process. With an expected version, as from a button
    of a card, only if that is still the match's: then only moves in advance were stated or taken back, which
    nobody else may notice. And only if the position is the same: a user may want another move in a new
    position, and a move that is sent twice must not be played twice.
    """

    @wraps(verb)
    async def wrapper(self: Served, /, *args: Asked.args, **named: Asked.kwargs) -> Match:
        for _ in range(RETRIES):
            try:
                return await verb(self, *args, **named)
            except StaleError as error:
                if not error.crossed or named.get("expected_version") not in (None, error.match.version):
                    raise
                log.info("match=%s changed meanwhile through another process: tried again", error.match.id)
                named.pop("loaded", None)
        return await verb(self, *args, **named)

    return wrapper


class Core:
    """Loads, checks and stores matches. One object per process; several processes may share a store."""

    def __init__(
        self,
        store: Database,
        *,
        clock: Clock,
        coin: Coin,
        salt: Salt,
        policy: Policy | None = None,
        chance: random.Random | None = None,
        of_features: Sequence[reactions.Reaction] = (),
    ) -> None:
        """``of_features``: the reactions of features to a match's changes."""
        self.db = store
        self.now = clock
        self.coin = coin
        self.salt = salt
        self.chance = chance or random.SystemRandom()
        """The random source of the computer's picks."""
        self.policy = policy or Policy()
        self.territory = Territory()
        self.downtime = Downtime(store, clock, self.territory)
        self.fair_play = FairPlay(store, clock)
        self._of_features = of_features
        self._histories = Histories()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._loaded: dict[MatchId, Loaded] = {}
        """The matches being changed, with the data loaded with them."""
        self._versions: LRUCache[MatchId, int] = LRUCache(KEPT)
        """The latest versions that this process knows of."""
        self._found: TTLCache[tuple[MatchId, int], Around, datetime] = TTLCache(KEPT, FRESH, clock)
        """The data read with recent changes, kept until it is first used."""
        self.heard: list[Callable[[Match], None]] = []
        """Called with each match that this process has stored a change of."""
        self.changed_guilds: set[GuildId] = set()
        """The servers whose matches or settings have recently changed: see :meth:`take_changed_guilds`."""

    # --- readings --------------------------------------------------------------------------------

    def history(self, match: Match) -> History:
        """The history of the match's record. Raises WrongPhaseError unless play has started."""
        return self._histories.of(match)

    def to_act(self, match: Match | MatchSummary) -> tuple[Player, ...]:
        """The players the match waits for: those who are challenged, still have to pick, or are to act."""
        if isinstance(match, MatchSummary):
            return match.to_act or ()
        return awaited(match, self.history_in_play(match))

    def waits_for(self, match: Match | MatchSummary, user: UserId) -> bool:
        """True while the match waits for ``user``."""
        return Human(user) in self.to_act(match)

    def addressed(self, match: Match) -> tuple[UserId, ...]:
        """The users that the match's present card is for."""
        return addressed(match, self.history_in_play(match))

    def stage(self, match: Match) -> str:
        """The stage of the match: see ``matches.lifecycle.card_stages``."""
        return stage_of(match, self.history_in_play(match))

    def history_in_play(self, match: Match) -> History | None:
        """The history of a match in play; None in any other phase."""
        return self.history(match) if match.phase is Phase.PLAYING else None

    # --- loading ---------------------------------------------------------------------------------

    async def load(self, match_id: MatchId) -> Match:
        """The present match, with its clock's stops. Raises NoSuchMatchError."""
        return (await self.load_with_settings(match_id)).match

    async def find(self, match_id: MatchId) -> Match | None:
        """The match as :meth:`load` returns it; None if it is gone."""
        loaded = await self.find_with_settings(match_id)
        return None if loaded is None else loaded.match

    async def find_with_settings(self, match_id: MatchId) -> Loaded | None:
        """The match with settings, as :meth:`load_with_settings` returns it; None if it is gone."""
        try:
            return await self.load_with_settings(match_id)
        except NoSuchMatchError:
            return None

    async def load_with_settings(self, match_id: MatchId) -> Loaded:
        """The match as :meth:`load` returns it, with the settings of its players and its server."""
        loaded = await self.db.read(stores.matches.load_with_settings, match_id)
        return replace(loaded, match=seen(self.timed(loaded.match, loaded.people, self.now())))

    def timed(self, match: Listed, people: Mapping[UserId, Person], now: datetime) -> Listed:
        """``match`` with the stops of its running clock, as known ``now``."""
        return schedule.timed(match, people, self.downtime.stops(now, match))

    async def load_own(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if ``user`` plays in it. Raises NoSuchMatchError, NotAPlayerError."""
        return (await self.load_own_with_settings(match_id, user)).match

    async def load_own_with_settings(self, match_id: MatchId, user: UserId) -> Loaded:
        """The match as :meth:`load_own` returns it, with settings."""
        loaded = await self.load_with_settings(match_id)
        check_own(loaded.match, user)
        return loaded

    @asynccontextmanager
    async def changing(self, match_id: MatchId, *, loaded: Loaded | None = None) -> AsyncIterator[Match]:
        """Lock the match against other changes in this process, and yield it.

        It is loaded here, unless it was just ``loaded`` and this process has not changed it since; changes by
        other processes are noticed when the change is stored.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            if loaded is None or not self.is_latest(loaded.match):
                loaded = await self.load_with_settings(match_id)
            self._loaded[match_id] = loaded
            try:
                yield loaded.match
            finally:
                del self._loaded[match_id]

    def is_latest(self, match: Match) -> bool:
        """True if this process knows no later version of the match."""
        return self._versions.get(match.id, 0) <= match.version

    async def around(self, match: Match) -> Around:
        """The data besides the match that its card needs: settings, watchers, notices.

        Right after a change this is the data read with it, without another query.
        """
        # What was read with the change goes with the first place.
        if match.here == 0 and (found := self._found.pop((match.id, match.version), None)):
            return found
        return await self.db.read(stores.matches.around, match)

    async def guild_rules(self, guild_id: GuildId) -> GuildRules:
        """A server's settings for its matches."""
        return await self.db.read(stores.people.rules_of_guild, guild_id)

    def rules_of(self, match: Match) -> GuildRules:
        """The settings of the server of a match being changed, as loaded with it."""
        return self._loaded[match.id].guild

    async def check_not_blocked(self, user: UserId, other: UserId) -> None:
        """Raise BlockedError if one of two users has blocked the other."""
        if blockers := await self.db.read(stores.privacy.blockers, user, other):
            raise BlockedError(user, other, own=user in blockers)

    def limits(self, rules: GuildRules, user: UserId, *rivals: UserId) -> dict[UserId, Limits]:
        """The limits for ``user`` to play people in a server, and for ``rivals`` to play them."""
        most = self.policy.running_matches
        return {user: Limits(running=most, in_guild=rules.most), **self.limits_to_play(*rivals)}

    def posting(self) -> Posting:
        """The limit of what a user posts, at this moment."""
        return Posting(self.policy.posts, self.now() - POSTED_WITHIN)

    def limits_to_play(self, *users: UserId) -> dict[UserId, Limits]:
        """The limits for users to play at all."""
        return dict.fromkeys(users, Limits(running=self.policy.running_matches))

    def limits_alone(self, user: UserId) -> dict[UserId, Limits]:
        """The limits for a user to play the computer, or both sides."""
        policy = self.policy
        return {
            user: Limits(
                running=policy.running_matches,
                alone=policy.computer_matches,
                alone_in_guild=policy.computer_matches_in_guild,
            )
        }

    async def leaving_counts(self, match: Match, side: Side) -> bool:
        """True if ``side`` would lose by leaving the match now: once they have begun it.

        Also if they have recently left too many matches before beginning them: see ``leaving.FORGIVEN``.
        """
        history = self.history(match) if match.started else None
        user = match.player_of(side).user_id
        if leaving.has_begun(match, history, side):
            return True
        if user is None:
            return False
        since = self.now() - leaving.LATELY
        return await self.db.read(stores.ratings.count_not_begun, user, since) >= leaving.FORGIVEN

    def check_turn(self, match: Match, user: UserId, expected_version: int | None) -> Side:
        """The side of ``user``, who is to act. Raises NotYourTurnError, and what ``check_playing`` does."""
        side = check_playing(match, user, expected_version)
        to_act = self.history(match).position.to_act
        if match.both_sides:
            return to_act or side
        if to_act is not None and to_act != side:
            raise NotYourTurnError(match, to_act)
        return side

    # --- storing ---------------------------------------------------------------------------------

    async def save(
        self,
        before: Match,
        after: Match,
        what: str,
        *,
        notify: Sequence[NewNotice] = (),
        rematch: NewMatch | None = None,
        within: LimitsByUser = NO_LIMITS,
        advance: AdvanceChange | None = None,
    ) -> Match:
        """Store a change with its consequences: the next deadline, notices, chores, ratings.

        ``within`` are the limits of the players who begin to play, or who offer the ``rematch``; ``advance``
        is a move's change to moves in advance. Raises Refused, TooManyRunningError.
        """
        check_fits(before, after)
        now = self.now()
        # First: going back to the older record after the newer one would replay it from the start.
        was = self.stage(before)
        people, history = await self.people_of(after), self.history_in_play(after)
        after = replace(schedule.with_absence(after, people, history, now), version=before.version + 1)
        after = self.timed(schedule.with_days_off(before, after, people, now), people, now)
        rematch = rematch or await self._second_of_set(before, after, now)
        context = await self._context(before, was, after, people, now, notify)
        owed = reactions.owed(before, after, context, self._of_features)
        try:
            saved = await self.db.write(
                stores.matches.save,
                replace(after, deadline_at=owed.sweep_at) if after.phase.running else after,
                notify=owed.notices,
                rematch=rematch,
                start=owed.start,
                ending=owed.ending,
                to_act=self.to_act(after),
                within=within,
                chores=owed.chores,
                due_by=now if before.phase.running else None,
                effects=owed.effects,
                joined=after.places[-1] if len(after.places) > len(before.places) else None,
                advance=advance,
            )
        except StaleError as error:
            self._versions[after.id] = error.match.version
            # The present match is shown to the user who was too late, with its deadline.
            present = seen(self.timed(error.match, people, now))
            raise StaleError(present, crossed=_same_position(before, present)) from None
        stored = saved.match
        self._versions[stored.id] = stored.version
        if not saved.watchers:  # watchers' settings are not loaded yet
            found = Around(people, self.rules_of(stored), {}, saved.notices)
            self._found[stored.id, stored.version] = found
        if rematch is not None or before.phase is not after.phase:
            self.changed_guilds.update(place.guild_id for place in stored.places)
        if before.phase is Phase.PLAYING and not before.alone:
            await self.fair_play.let_go({*before.users, *stored.users})
        for hear in self.heard:
            hear(stored)
        log.info("match=%s version=%s phase=%s %s", stored.id, stored.version, stored.phase, what)
        return self.timed(stored, people, now)

    async def _second_of_set(self, before: Match, after: Match, now: datetime) -> NewMatch | None:
        """The second match of a set, stored with the end of the first; None if it cannot be played.

        That is if one of the two was erased or has left the server, or if one has blocked the other.
        """
        if not (reactions.has_ended(before, after) and sets.goes_on(after)):
            return None
        for user in after.users:
            if await self.db.read(stores.privacy.is_to_be_forgotten, user):
                return None
            if await self.db.read(stores.ratings.has_left, after.guild_id, user):
                return None
        if len(after.users) > 1:
            blockers = await self.db.read(stores.privacy.blockers, *after.users)
            if blockers:
                return None
        return sets.second(after, now)

    def take_changed_guilds(self) -> set[GuildId]:
        """The servers whose matches or settings have changed since the last call."""
        changed, self.changed_guilds = self.changed_guilds, set()
        return changed

    async def people_of(self, match: Match) -> Mapping[UserId, Person]:
        """The players of a match being changed: as loaded with it, unless a player is new."""
        found = self._loaded[match.id].people
        if found.keys() >= set(match.users):
            return found
        return await self.db.read(stores.people.people_of, match.users, match.id)

    async def _context(
        self,
        before: Match,
        was: str,
        after: Match,
        people: Mapping[UserId, Person],
        now: datetime,
        asked: Sequence[NewNotice],
    ) -> reactions.ReactionContext:
        context = reactions.ReactionContext(
            now,
            was,
            self.stage(after),
            self.history(after) if after.started else None,
            self.addressed(after),
            contacts_of(after, people),
            asked=asked,
            sweeps_at_once=self.downtime.may_go_on(now, before),
        )
        return await self._at_the_end(after, context) if reactions.has_ended(before, after) else context

    async def _at_the_end(
        self, match: Match, context: reactions.ReactionContext
    ) -> reactions.ReactionContext:
        """``context`` with what the end of a match adds: the server's settings, and the watchers."""
        found = await self.db.read(stores.spectators.watchers_of, match.id)
        watchers = tuple(user for user in found if user not in match.users)
        contacts = (
            contacts_of(match, await self.db.read(stores.people.people_of, watchers)) if watchers else {}
        )
        return replace(
            context,
            guild=self.rules_of(match),
            watchers=watchers,
            contacts={**context.contacts, **contacts},
        )


def _same_position(before: Match, after: Match) -> bool:
    """True if no action was played or taken back between the two."""
    since = after.entries[len(before.entries) :]
    return not any(entry.kind.of_play for entry in since)


def contacts_of(match: MatchFacts, people: Mapping[UserId, Person]) -> dict[UserId, NotificationPreferences]:
    """The notification preferences of each of these users, for ``match``."""
    return {user: notices.contact(match, user, person) for user, person in people.items()}
