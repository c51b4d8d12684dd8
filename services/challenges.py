"""Operations on challenges: making, accepting, declining, withdrawing, expiring; and rematches."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

from data import stores
from engines import OptionError, Side
from matches import chores
from matches.chores import CAME_TO_NOTHING
from matches.errors import (
    HelpKind,
    NoSuchMatchError,
    NotForYouError,
    OpponentError,
    OpponentProblem,
    Problem,
    Refused,
    StaleError,
    TooManyRunningError,
)
from matches.guilds.settings import ChallengeChannel, GuildRules
from matches.lifecycle import computers, practice, schedule, setup
from matches.lifecycle.challenge import ChallengeTerms, Opponent, again, made, sealed
from matches.lifecycle.checks import check_own, check_phase, check_version
from matches.lifecycle.match_context import Loaded
from matches.lifecycle.practice import Beginning, new_match
from matches.model import (
    ChannelId,
    CoinSide,
    Match,
    MatchId,
    NewMatch,
    NewNotice,
    NoticeKind,
    NoticePlace,
    Phase,
    RatedStatus,
    UserId,
)
from matches.players import Computer, Erased, Human, Player, users_of
from matches.requirements import Points, Taker
from matches.summaries import NO_LIMITS, LimitsByUser
from matches.time.pace import NO_CLOCK
from matches.written import LEVELS
from services.core import Core, retried
from services.cross_server import CrossServer, joined
from services.leaderboards import ratings_now

log = logging.getLogger(__name__)

QUIET_AFTER_WITHDRAWING: Final = timedelta(hours=1)


class Challenges:
    """Operations before a match begins and after it has ended."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self._across = CrossServer(core)

    async def challenge(
        self, challenger: UserId, opponent: Opponent | None, wishes: ChallengeTerms, place: ChallengeChannel
    ) -> Match:
        """Challenge ``opponent``, or anyone, in other servers too if the terms say so.

        Raises OptionError, OpponentError, BlockedError, NotAllowedError, TooManyRunningError, Refused.
        """
        if opponent is not None and (problem := opponent.problem(challenger)):
            raise OpponentError(opponent.id, problem)
        if opponent is not None:
            await self._core.check_not_blocked(challenger, opponent.id)
        rules = await self._core.guild_rules(place.guild)
        rules.check(wishes.game, place)
        if wishes.terms.across:
            if opponent is not None or wishes.terms.set_part:
                raise Refused(Problem.ACROSS_OPEN_ONLY)
            if wishes.terms.private:
                raise Refused(Problem.ACROSS_NOT_PRIVATE)
            await self._across.check(challenger, rules)
        rival = opponent.id if opponent else None
        player = None if rival is None else Human(rival)
        new = new_challenge(self._core, wishes, challenger, player, place, rules)
        match = await self._db.write(
            stores.matches.create,
            new,
            within=self._limits_to_challenge(rules, challenger, rival),
            chores=chores.after_challenge(new) if self._core.policy.computer else (),
        )
        self._core.changed_guilds.add(match.guild_id)
        log.info("match=%s user=%s challenged user=%s to %s", match.id, challenger, rival, new.game_key)
        return match

    async def against_computer(
        self, user: UserId, level: int, wishes: ChallengeTerms, place: ChallengeChannel
    ) -> Match:
        """Begin a match against the computer; it is never rated, and has no clock unless ``wishes`` name one.

        The computer accepts at once; after a crash in between, the sweep does it. Raises OptionError,
        Refused, NotAllowedError, TooManyRunningError.
        """
        if level not in LEVELS:
            raise OptionError(f"there is no level {level}")
        rules = await self._core.guild_rules(place.guild)
        rules.check(wishes.game, place)
        self._check_computer(rules)
        wishes = replace(wishes, pace=wishes.pace or NO_CLOCK)
        new = new_challenge(self._core, wishes, user, Computer(level), place, rules)
        match = await self._db.write(stores.matches.create, new, within=self._core.limits_alone(user))
        log.info("match=%s user=%s challenged computer=%s to %s", match.id, user, level, new.game_key)
        return await self.begin_by_itself(match.id)

    async def play_on(self, match: Match, user: UserId, ply: int) -> Beginning:
        """The position after the first ``ply`` actions of a finished match, for practice.

        Raises Refused, and NoHelpError if it would help ``user`` in another match.
        """
        history = self._core.history(match)
        beginning = practice.from_position(match, history, ply)
        await self._core.fair_play.check(user, match, history.until(ply), HelpKind.PRACTICE)
        return beginning

    async def practise(
        self,
        user: UserId,
        beginning: Beginning,
        place: ChallengeChannel,
        *,
        level: int | None = None,
        side: Side | None = None,
    ) -> Match:
        """Begin practice: against the computer at ``level``, playing ``side``; without a level on both sides.

        Raises OptionError, Refused, NotAllowedError, TooManyRunningError, and NoHelpError if it would
        help ``user`` in another match.
        """
        if level is not None and level not in LEVELS:
            raise OptionError(f"there is no level {level}")
        rules = await self._core.guild_rules(place.guild)
        rules.check(beginning.game, place)
        if level is not None:
            self._check_computer(rules)
        new = await self._new_practice(user, beginning, place, level, side)
        match = await self._db.write(stores.matches.create, new, within=self._core.limits_alone(user))
        log.info("match=%s user=%s practises %s, level=%s", match.id, user, new.game_key, level)
        return await self.begin_by_itself(match.id)

    async def begin_second(self, match_id: MatchId) -> Match:
        """Begin the second match of a set, which needs no acceptance; harmless twice.

        Does nothing to a rematch, which is up to the challenged player: one may be offered after a set that
        could not go on.
        """
        match = await self._core.load(match_id)
        return await self.begin_by_itself(match_id) if match.second_of_set else match

    async def begin_by_itself(self, match_id: MatchId) -> Match:
        """Begin a match that needs no acceptance; harmless twice, and while another process begins it."""
        async with self._core.changing(match_id) as match:
            if match.phase is not Phase.CHALLENGED:
                return match
            try:
                return await self._begun_alone(match)
            except StaleError as error:
                return error.match  # the other process was faster

    async def _begun_alone(self, match: Match) -> Match:
        rival = match.opponent
        assert rival is not None, "a rival is known"
        now, coin = self._core.now(), self._core.coin
        after = setup.accepted(match, rival, call=coin(), blind=False, coin=coin, now=now)
        after = computers.picked(after, self._core.chance, self._core.salt, now)
        limits = NO_LIMITS if match.promised else self._core.limits_to_play(*after.users)
        return await self._begin(match, after, "began by itself", limits)

    async def accept(
        self,
        match_id: MatchId,
        user: UserId,
        expected_version: int,
        *,
        call: CoinSide,
        blind: bool = False,
        rated: bool = True,
        roles: frozenset[int] = frozenset(),
        elsewhere: ChallengeChannel | None = None,
        loaded: Loaded | None = None,
    ) -> Match:
        """Accept a challenge; ``call`` is the face called for the toss, ``blind`` asks for hidden picks.

        With ``rated`` False the match is unrated, whatever the challenge says: the user agreed to that when
        their pair had reached the limit of rated matches. ``roles`` are those of ``user`` in the server of
        the challenge; ``elsewhere`` is the place of a user who accepts it in another one. ``loaded``: as for
        ``Core.changing``.
        Raises BlockedError, NotAllowedError, Refused, TooManyRunningError.
        """
        async with self._core.changing(match_id, loaded=loaded) as match:
            check_version(match, expected_version)
            check_phase(match, Phase.CHALLENGED)
            self._check_challenged(match, user)
            await self._core.check_not_blocked(user, match.users[0])
            if elsewhere is None:
                if match.here is None:
                    raise NoSuchMatchError(match.id)  # it is another server's
                rules = self._core.rules_of(match)
                rules.check_game(match.game_key)
                rules.check_roles(roles)
            else:
                rules = await self._across.rules_for(match, user, elsewhere)
            await self._check_requirements(match, user)
            now = self._core.now()
            after = setup.accepted(match, Human(user), call=call, blind=blind, coin=self._core.coin, now=now)
            if elsewhere is not None:
                after = joined(after, elsewhere)
            if match.rated and not rated:
                after = replace(after, stakes=RatedStatus.OFTEN)
            limits = self._core.limits(rules, user, match.users[0])
            return await self._begin(match, after, f"user={user} accepted", limits)

    async def _begin(self, match: Match, after: Match, what: str, within: LimitsByUser) -> Match:
        """Store ``after``, the accepted challenge: starts its clock, and notifies the players who pick."""
        now = after.changed_at
        after = replace(after, clocks=schedule.in_setup(after, now))
        if after.phase is Phase.PLAYING:
            after = replace(after, clocks=schedule.in_play(after, self._core.history(after).position, now))
        # Against the computer the user is there, with the pick on the screen.
        asked = setup.choosing(after) if after.blind and not after.alone else ()
        choosing = users_of(after.player_of(side) for side in asked)
        kind, place = NoticeKind.PICK, NoticePlace.DIRECT
        notify = [NewNotice(picker, kind, place, kind.value, now) for picker in choosing]
        return await self._core.save(match, after, what, notify=notify, within=within)

    async def decline(self, match_id: MatchId, user: UserId, expected_version: int) -> Match:
        """Decline a challenge made to ``user``."""
        async with self._core.changing(match_id) as match:
            if match.opponent != Human(user):
                raise NotForYouError(match)
            return await self._close(match, expected_version, Phase.DECLINED, f"user={user} declined")

    async def withdraw(self, match_id: MatchId, user: UserId, expected_version: int) -> Match:
        """Withdraw a user's own challenge."""
        async with self._core.changing(match_id) as match:
            if match.challenger != Human(user):
                raise NotForYouError(match)
            return await self._close(match, expected_version, Phase.WITHDRAWN, f"user={user} withdrew")

    async def is_quiet(self, match: Match) -> bool:
        """True for a challenge that pings nobody: one to the same user was withdrawn shortly before."""
        one, other = match.challenger.user_id, match.opponent.user_id if match.opponent else None
        if one is None or other is None or match.begins_by_itself:
            return False
        since = match.created_at - QUIET_AFTER_WITHDRAWING
        return await self._db.read(stores.limits.withdrew_lately, one, other, match.id, since)

    async def lapsed(self, match: Match) -> Match | None:
        """Expire ``match``, a challenge, if its time is up; returns None, and changes nothing, if it is not.

        A match that needs no acceptance begins instead: a crash kept it from that.
        """
        if match.deadline_at is None or match.deadline_at > self._core.now():
            return None
        try:
            if match.begins_by_itself:
                with suppress(TooManyRunningError):
                    return await self._begun_alone(match)
            return await self._close(match, match.version, Phase.EXPIRED, "expired")
        except StaleError:
            # It was answered or expired by another process: nothing is left to do.
            return None

    @retried
    async def rematch(
        self,
        match_id: MatchId,
        user: UserId,
        *,
        expected_version: int | None = None,
        channel: ChannelId | None = None,
    ) -> Match:
        """Challenge the other player of a finished match again; returns the finished match.

        Its ``rematch`` is the new challenge, made in ``channel``, or where the match itself was offered.
        Raises Refused while there is one that has not been refused, OpponentError if the other player is
        gone, BlockedError, NotAllowedError, TooManyRunningError.
        """
        finished = await self._rematched(match_id, user, expected_version, channel)
        if finished.alone and finished.rematch is not None:
            await self.begin_by_itself(finished.rematch)
        return finished

    async def _rematched(
        self, match_id: MatchId, user: UserId, expected_version: int | None, channel: ChannelId | None
    ) -> Match:
        async with self._core.changing(match_id) as match:
            check_own(match, user)
            check_phase(match, Phase.FINISHED)
            if match.between_servers:
                raise Refused(Problem.NO_REMATCH_ACROSS)
            other = match.rival_of(user)
            assert other is not None, "a match that is over had two players"
            if isinstance(other, Erased):
                raise OpponentError(None, OpponentProblem.GONE)
            if isinstance(other, Human):
                await self._core.check_not_blocked(user, other.user_id)
            await self._check_no_rematch(match)
            check_version(match, expected_version)
            rules = self._core.rules_of(match)
            rules.check_game(match.game_key)
            if isinstance(other, Computer):
                self._check_computer(rules)
            return await self._offer_rematch(match, user, other, channel, rules)

    async def _offer_rematch(
        self, match: Match, user: UserId, other: Player, channel: ChannelId | None, rules: GuildRules
    ) -> Match:
        place = ChallengeChannel(match.guild_id, channel or match.channel_id)
        new = new_challenge(self._core, again(match, user), user, other, place, rules)
        if match.practice:
            level = None if match.computer is None else match.computer.level
            new = await self._new_practice(user, practice.again(match), place, level, match.side_of(user))
        return await self._core.save(
            match,
            replace(match, changed_at=new.created_at),
            f"user={user} offered a rematch",
            rematch=replace(new, rematch_of=match.id),
            within=(
                self._limits_to_challenge(rules, user, other.user_id)
                if isinstance(other, Human)
                else self._core.limits_alone(user)
            ),
        )

    async def _new_practice(
        self,
        user: UserId,
        beginning: Beginning,
        place: ChallengeChannel,
        level: int | None,
        side: Side | None,
    ) -> NewMatch:
        """Practice to be stored. Raises NoHelpError if its position would help ``user`` in another match."""
        core = self._core
        if beginning.position is not None:
            start = practice.start_of(beginning)
            await core.fair_play.check_positions(user, beginning.game, [start], HelpKind.PRACTICE)
        return new_match(
            beginning, user, level, side, place, coin=core.coin, now=core.now(), policy=core.policy
        )

    async def _close(self, match: Match, expected_version: int, phase: Phase, what: str) -> Match:
        check_version(match, expected_version)
        check_phase(match, Phase.CHALLENGED)
        after = replace(match, phase=phase, deadline_at=None, changed_at=self._core.now())
        return await self._core.save(match, after, what)

    async def _check_requirements(self, match: Match, user: UserId) -> None:
        """Raise Refused if ``user`` does not meet the challenge's requirements."""
        if not match.terms.requirements:
            return
        both = (user, match.users[0])
        ratings = await ratings_now(self._core, both)
        own, theirs = (ratings.of(each, match.game_key) for each in both)
        finish = await self._db.read(stores.lobby.reliability, [user])
        taker = Taker(own.points, own.provisional, finish[user])
        if problem := match.terms.requirements.unmet(taker, theirs.points):
            mine, other = (Points(rating.points, rating.provisional) for rating in (own, theirs))
            raise Refused(problem, match=match, own=mine, theirs=other)

    def _check_challenged(self, match: Match, user: UserId) -> None:
        if match.opponent is None:
            if match.challenger == Human(user):
                raise OpponentError(user, OpponentProblem.SELF)
        elif match.opponent != Human(user):
            raise NotForYouError(match)

    def _check_computer(self, rules: GuildRules) -> None:
        """Raise Refused if the server or the host has the computer off."""
        if not (self._core.policy.computer and rules.computer):
            raise Refused(Problem.COMPUTER_OFF)

    def _limits_to_challenge(self, rules: GuildRules, user: UserId, rival: UserId | None) -> LimitsByUser:
        """The limits for ``user`` to challenge ``rival``, or anyone."""
        limits = self._core.limits(rules, user, *(() if rival is None else [rival]))
        most = self._core.policy.open_challenges
        return {**limits, user: replace(limits[user], challenges=most, posting=self._core.posting())}

    async def _check_no_rematch(self, match: Match) -> None:
        if match.rematch is None:
            return
        rematch = await self._db.read(stores.matches.load, match.rematch)
        if rematch.phase not in CAME_TO_NOTHING:
            raise Refused(Problem.REMATCH_OFFERED, match=match, rematch=rematch)


def new_challenge(
    core: Core,
    wishes: ChallengeTerms,
    challenger: UserId,
    opponent: Player | None,
    place: ChallengeChannel,
    rules: GuildRules,
) -> NewMatch:
    """A challenge to be stored, in a server with these ``rules``."""
    new = made(
        *(wishes, challenger, opponent, place),
        coin=core.coin,
        now=core.now(),
        policy=core.policy,
        pace=rules.pace,
    )
    return sealed(new, core.coin, core.salt)
