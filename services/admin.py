"""Operations for administrators on matches of their server. Each leaves an entry that the players see."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from operator import attrgetter

from data import stores
from engines import Side
from matches.errors import (
    DamagedMatchError,
    NoSuchMatchError,
    OpponentError,
    OpponentProblem,
    Problem,
    Refused,
    StaleError,
    WrongPhaseError,
)
from matches.lifecycle import finish, schedule, setup
from matches.lifecycle.challenge import Opponent
from matches.lifecycle.checks import check_phase, check_version
from matches.lifecycle.history import last_to_rewind_to
from matches.model import (
    Entry,
    EntryKind,
    GuildId,
    Match,
    MatchId,
    NewNotice,
    NoticeKind,
    NoticePlace,
    Phase,
    UserId,
)
from matches.players import Human, Seat
from matches.summaries import MatchSummary
from matches.written import number_of
from services.core import Core
from services.play import Play

log = logging.getLogger(__name__)


class Admin:
    """Ending, cancelling, rewinding and handing over matches. ``guild`` is the administrator's server.

    None of it is possible in a match between two servers, which is neither's alone: see
    ``services.cross_server``. Only the bot's host can abort one. Every operation raises NoSuchMatchError for
    a match of another server, StaleError if it has changed since ``expected_version``, WrongPhaseError if it
    is not running, and Refused if the administrator plays in it.
    """

    def __init__(self, core: Core, play: Play) -> None:
        self._core = core
        self._play = play

    async def end(
        self,
        match_id: MatchId,
        admin: UserId,
        guild: GuildId,
        winner: Side | None,
        *,
        expected_version: int | None = None,
    ) -> Match:
        """End a match with a winner (None: as a draw). It doesn't count."""
        async with self._core.changing(match_id) as match:
            self._check_governed(match, admin, guild, expected_version)
            after = self._with_entry(match, EntryKind.ENDED_BY_ADMIN, admin, winner or "draw", side=winner)
            return await self._core.save(
                match, finish.by_admin(after, winner, after.changed_at), f"admin={admin} ended it"
            )

    async def abort(
        self,
        match_id: MatchId,
        admin: UserId,
        guild: GuildId,
        *,
        expected_version: int | None = None,
        as_host: bool = False,
    ) -> Match:
        """Cancel a match: it has no winner and doesn't count. ``as_host``: ``admin`` is the bot's host."""
        async with self._core.changing(match_id) as match:
            self._check_governed(match, admin, guild, expected_version, as_host=as_host)
            after = self._with_entry(match, EntryKind.ABORTED_BY_ADMIN, admin)
            return await self._core.save(
                match, finish.aborted(after, after.changed_at), f"admin={admin} aborted it"
            )

    async def running_of(self, user: UserId, guild: GuildId) -> tuple[MatchSummary, ...]:
        """A user's running matches in a server, by id, even if the user has left it."""
        found = await self._core.db.read(stores.lists.of_player, user)
        here = (
            match
            for match in found
            if match.guild_id == guild and match.phase.running and not match.between_servers
        )
        return tuple(sorted(here, key=attrgetter("id")))

    async def abort_all(self, user: UserId, admin: UserId, guild: GuildId) -> AsyncIterator[Match]:
        """Cancel a user's running matches in a server one by one; yields each cancelled match.

        Skips matches that ``admin`` plays in, that end in the meantime, or that cannot be read.
        """
        for match in await self.running_of(user, guild):
            if admin in match.users:
                continue
            try:
                yield await self.abort(match.id, admin, guild)
            except DamagedMatchError as error:
                log.error("match=%s cannot be called off: %s", match.id, error.advice)
            except (StaleError, WrongPhaseError) as error:
                log.info("match=%s was not called off: it ended or went on just now (%s)", match.id, error)

    async def rewind(
        self,
        match_id: MatchId,
        admin: UserId,
        guild: GuildId,
        ply: int,
        *,
        expected_version: int | None = None,
    ) -> Match:
        """Rewind a match to its first ``ply`` actions. Raises Refused."""
        async with self._core.changing(match_id) as match:
            self._check_governed(match, admin, guild, expected_version)
            check_phase(match, Phase.PLAYING)
            history = self._core.history(match)
            played = len(history.played)
            if not 0 <= ply < played:
                raise Refused(Problem.NO_SUCH_TURN, match=match, last=last_to_rewind_to(history))
            what = f"{ply} {history.until(ply).turns}"
            after = self._with_entry(match, EntryKind.REWOUND_BY_ADMIN, admin, what, ply=played)
            undone = [
                Entry(EntryKind.TAKE_BACK, "", after.entries[-1].side, number, after.changed_at)
                for number in range(played - 1, ply - 1, -1)
            ]
            after = self._play.rewound(match, after.with_entries(*undone))
            return await self._core.save(match, after, f"admin={admin} took it back to ply={ply}")

    async def hand_over(
        self,
        match_id: MatchId,
        admin: UserId,
        guild: GuildId,
        side: Side,
        to: Opponent,
        *,
        expected_version: int | None = None,
    ) -> Match:
        """Give ``side`` to another player, with a full turn's time on the clock.

        During setup the new player makes their own pick; the previous player's draft is deleted. Raises what
        :meth:`check_taking_over` does, TooManyRunningError, and Refused.
        """
        core = self._core
        async with core.changing(match_id) as match:
            self._check_governed(match, admin, guild, expected_version)
            await self.check_taking_over(match, side, to)
            left, taker = match.player_of(side), Human(to.id)
            after = self._with_entry(
                match, EntryKind.HANDED_OVER_BY_ADMIN, admin, f"{side} {number_of(left)} {to.id}", side=side
            )
            challenged = left == match.challenger
            after = replace(
                after,
                challenger=taker if challenged else match.challenger,
                opponent=match.opponent if challenged else taker,
                seats=tuple(Seat(side, taker) if seat.side == side else seat for seat in match.seats),
            )
            return await core.save(
                match,
                self._refreshed(after, side),
                f"admin={admin} handed over {side}",
                notify=self._asked_to_pick(after, side),
                within=core.limits_alone(to.id) if match.alone else core.limits_to_play(to.id),
            )

    async def check_taking_over(self, match: Match, side: Side, to: Opponent) -> None:
        """Check that ``to`` can take over ``side``.

        Raises WrongPhaseError if the side has no player yet, Refused once a hidden pick is in or if one
        person plays both sides, OpponentError, and BlockedError if ``to`` and the remaining player have
        blocked each other.
        """
        if not match.has_side(side):
            raise WrongPhaseError(match)
        if match.both_sides or (match.phase is Phase.SETUP and match.blind and match.picks):
            raise Refused(Problem.PLAYED_ALONE if match.both_sides else Problem.PICK_IS_IN, match=match)
        stays = match.player_of(match.game.other(side)).user_id
        problem = OpponentProblem.PLAYING if to.id in match.users else to.problem(stays)
        if problem is not None:
            raise OpponentError(to.id, problem)
        if stays is not None:
            await self._core.check_not_blocked(to.id, stays)

    @staticmethod
    def _asked_to_pick(match: Match, side: Side) -> list[NewNotice]:
        """The direct message that asks the new player of ``side`` for a hidden pick."""
        if not (match.phase is Phase.SETUP and match.blind):
            return []
        # Notice names are unique for ever, and a player may leave and come back.
        kind, name = NoticeKind.PICK, f"{NoticeKind.PICK.value}@{match.version + 1}"
        picker = match.player_of(side).user_id
        return [NewNotice(picker, kind, NoticePlace.DIRECT, name, match.changed_at)]

    def _refreshed(self, match: Match, side: Side) -> Match:
        """``match`` with a full turn's time for ``side``, if its clock is running."""
        clocks = match.clocks
        running = schedule.SETUP if match.phase is Phase.SETUP and side in setup.choosing(match) else side
        if clocks is None or clocks.running != running or clocks.pace.start is None:
            return match
        left = clocks.left(running, match.changed_at)
        assert left is not None, "a clock with a pace has time"
        # Even if ``more`` is zero: this counts the clock up to now, with the previous player's time away.
        more = max(clocks.pace.start - left, timedelta(0))
        return replace(match, clocks=clocks.given(running, more, match.changed_at))

    def _with_entry(
        self,
        match: Match,
        kind: EntryKind,
        admin: UserId,
        what: str = "",
        *,
        side: Side | None = None,
        ply: int | None = None,
    ) -> Match:
        now = self._core.now()
        if ply is None:
            ply = self._core.history(match).position.ply if match.started else 0
        entry = Entry(kind, f"{admin} {what}".strip(), side or match.game.sides[0], ply, now)
        return match.with_entries(entry)

    @staticmethod
    def check_not_own(match: Match, admin: UserId) -> None:
        """Raise Refused if an administrator plays in a match."""
        if admin in match.users:
            raise Refused(Problem.OWN_MATCH, match=match)

    @staticmethod
    def check_not_between(match: Match) -> None:
        """Raise Refused for a match between two servers, which the administrators of one can't decide."""
        if match.between_servers:
            raise Refused(Problem.BETWEEN_SERVERS)

    def _check_governed(
        self,
        match: Match,
        admin: UserId,
        guild: GuildId,
        expected_version: int | None,
        *,
        as_host: bool = False,
    ) -> None:
        if match.guild_id != guild:
            raise NoSuchMatchError(match.id)
        check_version(match, expected_version)
        if not match.phase.running:
            raise WrongPhaseError(match)
        self.check_not_own(match, admin)
        if not as_host:
            self.check_not_between(match)
