"""Everything that can happen to a match, one method a verb, in ids and text.

Each verb checks, stores the whole change in one transaction and returns the match after it. Nothing
here talks to Discord: whoever calls shows the change afterwards, and a sweep shows what a crash kept
from being shown. ``seen`` is the version the person was looking at (None: they named no version, as
when typing); a match that has moved on since raises StaleError.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from engines import Action, IllegalActionError, Position, Side, UnreadableActionError
from engines.record import History
from matches import finish, offers, setup
from matches.challenge import Opponent, Place, Policy, Wishes, again, made
from matches.errors import (
    NotAPlayerError,
    NotForYouError,
    NotYourTurnError,
    OpponentError,
    OpponentProblem,
    RematchOfferedError,
    StaleError,
    TakeBackError,
    TooManyChallengesError,
    WrongPhaseError,
)
from matches.histories import Histories
from matches.model import (
    ChannelId,
    Entry,
    EntryKind,
    Face,
    Match,
    MatchId,
    NewMatch,
    OfferKind,
    Phase,
    UserId,
)
from matches.ports import Clock, Coin, Store

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 200
"""Characters of a typed turn. Reading a line takes time that grows faster than its length."""


class Matches:
    """The service. One object serves a process; several processes may share a store."""

    def __init__(self, store: Store, *, clock: Clock, coin: Coin, policy: Policy | None = None) -> None:
        self._store = store
        self._clock = clock
        self._coin = coin
        self._policy = policy or Policy()
        self._histories = Histories()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    # --- reading ---------------------------------------------------------------------------------

    async def load(self, match_id: MatchId) -> Match:
        """The match as it stands. Raises NoSuchMatchError."""
        return await self._store.load(match_id)

    async def load_own(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if ``user`` is one of its people. Raises NoSuchMatchError, NotAPlayerError."""
        match = await self.load(match_id)
        self._check_own(match, user)
        return match

    async def of_player(self, user: UserId) -> tuple[Match, ...]:
        """The open matches and challenges of a player, those unchanged for longest first."""
        return await self._store.of_player(user)

    async def finished_of(self, user: UserId, limit: int) -> tuple[Match, ...]:
        """The latest finished matches of a player, newest end first."""
        return await self._store.latest_of_player(user, limit)

    async def at_home(self, home: ChannelId) -> tuple[Match, ...]:
        """The matches played in a channel or thread."""
        return await self._store.at_home(home)

    def history(self, match: Match) -> History:
        """The fold of the match's record. Raises WrongPhaseError unless play has started."""
        return self._histories.of(match)

    def to_act(self, match: Match) -> tuple[UserId, ...]:
        """The people the match waits for: whoever is challenged, still picks, or has to act."""
        if match.phase is Phase.CHALLENGED:
            return () if match.opponent is None else (match.opponent,)
        if match.phase is Phase.SETUP:
            return tuple(match.sides[side] for side in setup.choosing(match))
        if match.phase is not Phase.PLAYING:
            return ()
        side = self.history(match).position.to_act
        return () if side is None else (match.sides[side],)

    # --- the challenge ---------------------------------------------------------------------------

    async def challenge(
        self, challenger: UserId, opponent: Opponent | None, wishes: Wishes, place: Place
    ) -> Match:
        """Challenge ``opponent``, or anyone. Raises OptionError, OpponentError, TooManyChallengesError."""
        if opponent is not None and (problem := opponent.problem(challenger)):
            raise OpponentError(opponent.id, problem)
        new = self._new_challenge(wishes, challenger, opponent.id if opponent else None, place)
        match = await self._store.create(new, open_limit=self._policy.open_challenges)
        log.info("match=%s user=%s challenged user=%s to %s", match.id, challenger, new.opponent, new.game)
        return match

    async def accept(
        self, match_id: MatchId, user: UserId, seen: int, *, call: Face, blind: bool = False
    ) -> Match:
        """Take up a challenge; ``call`` is the coin's face called, ``blind`` asks for hidden picks."""
        async with self._changing(match_id) as match:
            self._check_seen(match, seen)
            self._check_phase(match, Phase.CHALLENGED)
            self._check_challenged(match, user)
            after = setup.accepted(match, user, call=call, blind=blind, coin=self._coin, now=self._clock())
            notify = [after.sides[side] for side in setup.choosing(after)] if after.blind else []
            return await self._save(after, f"user={user} accepted", notify=notify)

    async def decline(self, match_id: MatchId, user: UserId, seen: int) -> Match:
        """Refuse a challenge made to oneself."""
        async with self._changing(match_id) as match:
            if match.opponent != user:
                raise NotForYouError(match)
            return await self._close(match, seen, Phase.DECLINED, f"user={user} declined")

    async def withdraw(self, match_id: MatchId, user: UserId, seen: int) -> Match:
        """Take back one's own challenge."""
        async with self._changing(match_id) as match:
            if match.challenger != user:
                raise NotForYouError(match)
            return await self._close(match, seen, Phase.WITHDRAWN, f"user={user} withdrew")

    async def expire(self, match_id: MatchId) -> Match | None:
        """Let a challenge lapse if its time is up; None, and no change, when it is not.

        Until this is called, a challenge whose time is up can still be answered.
        """
        async with self._changing(match_id) as match:
            due = match.deadline_at is not None and match.deadline_at <= self._clock()
            if match.phase is not Phase.CHALLENGED or not due:
                return None
            try:
                return await self._close(match, match.version, Phase.EXPIRED, "expired")
            except StaleError:
                # It was answered, or lapsed, through another process: nothing is left to do.
                return None

    async def due(self, limit: int) -> tuple[MatchId, ...]:
        """Matches whose deadline has come, earliest first."""
        return await self._store.due(self._clock(), limit)

    # --- the picks -------------------------------------------------------------------------------

    async def draft(self, match_id: MatchId, user: UserId) -> tuple[Match, tuple[str | None, ...]]:
        """The match and what ``user`` has chosen of a pick and not confirmed, one entry a slot.

        Raises NotAPlayerError, WrongPhaseError, PickError when there is nothing to choose.
        """
        match = await self._store.load(match_id)
        self._check_may_pick(match, user)
        return match, await self._draft(match, user)

    async def choose(
        self, match_id: MatchId, user: UserId, slot: int, choice: str
    ) -> tuple[Match, tuple[str | None, ...]]:
        """Put ``choice`` into a slot of the player's draft; returns what :meth:`draft` does.

        A draft is nobody else's business: it does not change the match, nor its version. Raises what
        :meth:`draft` does, and PickError for a slot or a choice that there is not.
        """
        async with self._changing(match_id) as match:
            self._check_may_pick(match, user)
            draft = setup.drafted(match, await self._draft(match, user), slot, choice)
            await self._store.save_draft(match_id, user, draft)
            return match, draft

    async def pick(
        self, match_id: MatchId, user: UserId, choices: Sequence[str | None] | None = None
    ) -> Match:
        """Confirm a pick, the player's draft unless ``choices`` are given. It never changes afterwards.

        Not guarded by the version, since both players pick at the same time: each side's pick is made
        once, and that is the guard. Raises PickError.
        """
        while True:
            async with self._changing(match_id) as match:
                side = self._check_may_pick(match, user)
                made = await self._draft(match, user) if choices is None else choices
                after = setup.picked(match, side, made, self._clock())
                try:
                    return await self._save(after, f"user={user} picked")
                except StaleError:
                    # The other player's pick came in between, through another process: look again.
                    log.info("match=%s user=%s picked at the same time as the other side", match_id, user)

    async def _draft(self, match: Match, user: UserId) -> tuple[str | None, ...]:
        slots = match.rules.secret_setup.slots if match.rules.secret_setup else ()
        stored = await self._store.draft(match.id, user)
        return stored or (None,) * len(slots)

    # --- play ------------------------------------------------------------------------------------

    async def play(self, match_id: MatchId, user: UserId, text: str, *, seen: int | None = None) -> Match:
        """Play what ``text`` says, one action or several of one turn.

        The whole line is read before anything is stored: a mistake in it changes nothing. Raises
        NotYourTurnError, and the engines' ActionError.
        """
        async with self._changing(match_id) as match:
            side = self._check_turn(match, user, seen)
            if len(text) > LONGEST_LINE:
                raise UnreadableActionError(text, f"a turn takes {LONGEST_LINE} characters at most")
            position = self.history(match).position
            after = self._played(match, side, position, position.parse_line(text))
            return await self._save(after, f"user={user} played ply={after.entries[-1].ply}")

    def _played(self, match: Match, side: Side, position: Position, actions: Sequence[Action]) -> Match:
        now = self._clock()
        entries = list(match.entries)
        for action in actions:
            if position.to_act != side:
                raise IllegalActionError(str(action), f"after {entries[-1].text} the other side acts")
            position = position.apply(action)
            entries.append(Entry(EntryKind.ACTION, str(action), side, position.ply, now))
        after = replace(match, entries=tuple(entries), changed_at=now)
        outcome = position.outcome()
        return finish.by_rules(after, outcome, now) if outcome else after

    async def check_turn(self, match_id: MatchId, user: UserId, seen: int | None) -> Match:
        """The match, if ``user`` is to act in it as they see it. Raises what :meth:`play` would."""
        match = await self._store.load(match_id)
        self._check_turn(match, user, seen)
        return match

    async def check_running(self, match_id: MatchId, user: UserId) -> Match:
        """The match, if it is one that ``user`` could resign. Raises what :meth:`resign` would."""
        match = await self._store.load(match_id)
        self._check_running(match, user, None)
        return match

    def can_take_back(self, match: Match, user: UserId) -> bool:
        """Whether something of the unfinished turn of ``user`` is left to take back."""
        if match.phase is not Phase.PLAYING:
            return False
        history = self.history(match)
        return history.can_take_back() and history.position.to_act == match.side_of(user)

    async def take_back(self, match_id: MatchId, user: UserId, *, seen: int | None = None) -> Match:
        """Take back the last action of one's own unfinished turn. Raises TakeBackError."""
        async with self._changing(match_id) as match:
            side = self._check_playing(match, user, seen)
            if not self.can_take_back(match, user):
                raise TakeBackError(match)
            history = self.history(match)
            now = self._clock()
            entry = Entry(EntryKind.TAKE_BACK, "", side, history.position.ply - 1, now)
            after = replace(match, entries=(*match.entries, entry), changed_at=now)
            return await self._save(after, f"user={user} took back ply={history.position.ply}")

    async def offer(
        self, match_id: MatchId, user: UserId, kind: OfferKind, *, seen: int | None = None
    ) -> Match:
        """Ask the other player for a draw, or to take one's last turn back. Raises OfferError.

        To offer a draw to whom it was offered by is to agree.
        """
        async with self._changing(match_id) as match:
            side = self._check_playing(match, user, seen)
            after = offers.made(match, kind, side, self.history(match), self._clock())
            return await self._save(after, f"user={user} asked for a {kind}")

    async def answer(self, match_id: MatchId, user: UserId, *, agree: bool, seen: int | None = None) -> Match:
        """Answer what the other player asks for. Raises OfferError."""
        async with self._changing(match_id) as match:
            side = self._check_playing(match, user, seen)
            answered = offers.agreed if agree else offers.refused
            after = answered(match, side, self.history(match), self._clock())
            return await self._save(after, f"user={user} {'agreed' if agree else 'refused'}")

    async def resign(self, match_id: MatchId, user: UserId, *, seen: int | None = None) -> Match:
        """Give the match up."""
        async with self._changing(match_id) as match:
            side = self._check_running(match, user, seen)
            after = finish.by_resignation(match, side, self._clock())
            return await self._save(after, f"user={user} resigned")

    async def rematch(self, match_id: MatchId, user: UserId, *, seen: int | None = None) -> Match:
        """Challenge the other player of a finished match again; returns the finished match.

        Its ``rematch`` is the new challenge. Raises RematchOfferedError while there is one that has
        not been refused, TooManyChallengesError.
        """
        async with self._changing(match_id) as match:
            self._check_own(match, user)
            self._check_phase(match, Phase.FINISHED)
            await self._check_no_rematch(match)
            self._check_seen(match, seen)
            await self._check_may_challenge(user)
            place = Place(match.guild_id, match.channel_id)
            new = self._new_challenge(again(match, user), user, match.rival_of(user), place)
            return await self._save(
                replace(match, changed_at=new.created_at),
                f"user={user} offered a rematch",
                rematch=replace(new, rematch_of=match.id),
            )

    def _new_challenge(
        self, wishes: Wishes, challenger: UserId, opponent: UserId | None, place: Place
    ) -> NewMatch:
        return made(
            wishes, challenger, opponent, place, coin=self._coin, now=self._clock(), policy=self._policy
        )

    async def _check_no_rematch(self, match: Match) -> None:
        if match.rematch is None:
            return
        phase = (await self._store.load(match.rematch)).phase
        if phase not in (Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED):
            raise RematchOfferedError(match)

    async def _check_may_challenge(self, user: UserId) -> None:
        matches = await self._store.of_player(user)
        standing = [
            match for match in matches if match.phase is Phase.CHALLENGED and match.challenger == user
        ]
        if len(standing) >= self._policy.open_challenges:
            raise TooManyChallengesError(self._policy.open_challenges)

    # --- the guards ------------------------------------------------------------------------------

    @asynccontextmanager
    async def _changing(self, match_id: MatchId) -> AsyncIterator[Match]:
        """The match, loaded while nothing else in this process changes it."""
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            yield await self._store.load(match_id)

    async def _save(
        self, after: Match, what: str, *, notify: Sequence[UserId] = (), rematch: NewMatch | None = None
    ) -> Match:
        after = replace(after, version=after.version + 1)
        stored = await self._store.save(after, notify=notify, rematch=rematch)
        log.info("match=%s version=%s phase=%s %s", stored.id, stored.version, stored.phase, what)
        return stored

    async def _close(self, match: Match, seen: int, phase: Phase, what: str) -> Match:
        self._check_seen(match, seen)
        self._check_phase(match, Phase.CHALLENGED)
        return await self._save(replace(match, phase=phase, deadline_at=None, changed_at=self._clock()), what)

    def _check_challenged(self, match: Match, user: UserId) -> None:
        if match.opponent is None:
            if user == match.challenger:
                raise OpponentError(user, OpponentProblem.SELF)
        elif match.opponent != user:
            raise NotForYouError(match)

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

    def _check_may_pick(self, match: Match, user: UserId) -> Side:
        side = self._check_player(match, user, None)
        self._check_phase(match, Phase.SETUP)
        setup.check_choice(match, side)
        return side

    @staticmethod
    def _check_own(match: Match, user: UserId) -> None:
        if user not in match.players:
            raise NotAPlayerError(match)

    @staticmethod
    def _check_seen(match: Match, seen: int | None) -> None:
        if seen is not None and seen != match.version:
            raise StaleError(match)

    @staticmethod
    def _check_phase(match: Match, phase: Phase) -> None:
        if match.phase is not phase:
            raise WrongPhaseError(match)
