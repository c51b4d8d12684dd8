"""Privacy: blocking users, exporting a user's data, and erasing it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.errors import DamagedMatchError, Problem, Refused, StaleError, WrongPhaseError
from matches.lifecycle.challenge import Opponent
from matches.model import Match, MatchFacts, MatchId, Phase, UserId
from matches.players import Human
from matches.records import export
from matches.summaries import MatchSummary
from services.challenges import Challenges
from services.core import Core
from services.operations import Operations, reading
from services.play import Play

log = logging.getLogger(__name__)

_PAGE: Final = 10
"""Matches in one piece of an export: few, since all of them are in memory at once."""
CHECKED_AFTER: Final = timedelta(seconds=10)
"""The time after an erasure by which any write in progress has reached the database."""
NEW_AFTER: Final = timedelta(seconds=1)
"""The time after an erasure from which a match is a new one: an earlier one was being stored meanwhile."""
_TRIES: Final = 3
"""Attempts to end a match that keeps changing, before an erasure is put off."""


class Privacy(Operations):
    """Operations on one user's data, at their request."""

    def __init__(self, core: Core, challenges: Challenges, play: Play) -> None:
        super().__init__(core)
        self._challenges = challenges
        self._play = play
        self._forgotten: dict[UserId, datetime] = {}
        """The users whom this process erased and not checked again, and when. Kept in memory only."""
        self._erased = 1
        """The erasures so far; the first stands for those of an earlier process, which may have crashed."""
        self._out_of_log = 0
        """The number of those erasures that are gone from the database's log."""

    # --- blocks ----------------------------------------------------------------------------------

    async def block(self, user: UserId, other: Opponent) -> tuple[Match, ...]:
        """Block ``other`` for ``user``; returns the challenges between the two, which this cancels.

        Running matches continue; participation in each other's things ends. A challenge made at this very
        moment may remain, and cannot be accepted. Raises Refused.
        """
        if other.id == user:
            raise Refused(Problem.BLOCK_SELF)
        if other.is_bot:
            raise Refused(Problem.BLOCK_BOT)
        if not await self._db.write(stores.privacy.add_block, user, other.id, self._core.now()):
            raise Refused(Problem.BLOCK_ALREADY)
        await self._db.write(stores.participation.part, user, other.id, self._core.now())
        # Without the other user's id: a log is kept for longer than a block, and read by others.
        log.info("user=%s blocked somebody", user)
        between = [match for match in await self._challenges_of(user) if other.id in match.users]
        return tuple([ended async for ended in self._ended(between, user)])

    async def unblock(self, user: UserId, other: UserId) -> None:
        """Remove a block. Raises Refused if ``other`` isn't blocked."""
        if not await self._db.write(stores.privacy.unblock, user, other):
            raise Refused(Problem.BLOCK_NONE)
        log.info("user=%s unblocked somebody", user)

    blocks = reading(stores.privacy.blocks)

    async def running_between(self, user: UserId, other: UserId) -> tuple[MatchSummary, ...]:
        """The running matches between two users."""
        found = await self._db.read(stores.lists.of_player, user)
        return tuple(match for match in found if match.phase.running and other in match.users)

    async def _challenges_of(self, user: UserId) -> list[MatchSummary]:
        found = await self._db.read(stores.lists.of_player, user)
        return [match for match in found if match.phase is Phase.CHALLENGED]

    # --- what is kept ----------------------------------------------------------------------------

    counts = reading(stores.privacy.counts_of)

    async def export(self, user: UserId) -> AsyncGenerator[bytes]:
        """Everything about a user as a JSON file, without other users' private data.

        It comes in small pieces, each made on demand. Changes in the meantime may be in it or not.
        """
        # In threads: every match is replayed, and the event loop must not wait for that.
        found = await self._db.read(stores.privacy.kept_of, user)
        kept = {stores.privacy.TITLES[name]: rows for name, rows in found.items()}
        yield (await asyncio.to_thread(export.beginning, user, self._core.now(), kept)).encode()
        del found, kept
        after = MatchId(0)
        while page := await self._db.read(stores.privacy.matches_of, user, after, _PAGE):
            yield (await asyncio.to_thread(export.some_matches, page, user, first=not after)).encode()
            after = page[-1].id
        yield export.end(empty=not after).encode()

    # --- letting go ------------------------------------------------------------------------------

    async def open_of(self, user: UserId) -> tuple[MatchSummary, ...]:
        """The matches and challenges that an erasure will end: running matches first, then challenges."""
        found = await self._db.read(stores.lists.of_player, user)
        return tuple(sorted(found, key=lambda match: (not match.phase.running, match.id)))

    async def ask_to_be_forgotten(self, user: UserId) -> None:
        """Store that a user asked for erasure, which will be finished even after a crash."""
        await self._db.write(stores.privacy.ask_to_be_forgotten, user, self._core.now())
        log.info("user=%s asked to be forgotten", user)

    to_be_forgotten = reading(stores.privacy.to_be_forgotten)
    deletion_of = reading(stores.privacy.deletion_of)
    is_to_be_forgotten = reading(stores.privacy.is_to_be_forgotten)

    async def end_all(self, user: UserId) -> AsyncIterator[Match]:
        """Resign, withdraw or decline all open matches of a user; yields each match once it is over.

        An action by another user at the same moment may keep a match open; see :meth:`forget`.
        """
        # First: what features have would begin the next match.
        await self._db.write(stores.privacy.stop, user, self._core.now())
        async for ended in self._ended(await self.open_of(user), user):
            yield ended

    threads_naming = reading(stores.privacy.threads_naming)
    roles_of = reading(stores.privacy.worn_by)

    async def forget(self, user: UserId) -> bool:
        """Erase a user; returns False, and erases nothing, while a match or challenge of theirs is open.

        Even then features begin no more matches for them.

        Finished matches stay for the other players, under a random negative number that is never stored
        beside the user's own id.
        """
        pseudonym = UserId(-1 - secrets.randbits(62))
        done = await self._db.write(stores.privacy.forget, user, pseudonym, self._core.now())
        if done:
            self._forgotten[user] = self._core.now()
            self._erased += 1
        log.info("a deletion was %s", "done" if done else "put off: something is open")
        return done

    async def empty_log(self) -> None:
        """Remove erased data from the database's log, too; a job repeats this until it is done."""
        erased = self._erased
        if erased > self._out_of_log and await self._db.empty_log():
            self._out_of_log = erased

    async def check_again(self) -> None:
        """Restart erasures during which something was stored, such as a challenge in progress.

        A user who has begun a match since is left alone: they have started from scratch.
        """
        now = self._core.now()
        for user, at in tuple(self._forgotten.items()):
            if now - at < CHECKED_AFTER:
                continue
            if await self._left_of(user, at):
                await self._db.write(stores.privacy.ask_to_be_forgotten, user, now)
                log.info("something was stored during a deletion: it is deleted too")
            del self._forgotten[user]

    async def _left_of(self, user: UserId, at: datetime) -> bool:
        """True if something is stored about a user, and they have begun no match since ``at``."""
        if not any((await self.counts(user)).values()):
            return False
        matches = await self._db.read(stores.lists.of_player, user)
        return all(match.created_at < at + NEW_AFTER for match in matches)

    async def _ended(self, matches: Iterable[MatchFacts], user: UserId) -> AsyncIterator[Match]:
        for match in matches:
            if (over := await self._end_for(match, user)) is not None:
                yield over

    async def _end_for(self, match: MatchFacts, user: UserId) -> Match | None:
        """End ``match``, retrying if it changes; None if it was over already or could not be ended."""
        for _ in range(_TRIES):
            try:
                if match.phase.running:
                    return await self._play.resign(match.id, user)
                close = (
                    self._challenges.withdraw if match.challenger == Human(user) else self._challenges.decline
                )
                return await close(match.id, user, match.version)
            except StaleError as error:
                match = error.match
            except DamagedMatchError as error:
                log.error("match=%s cannot be ended: %s", match.id, error.advice)
                return None
            except WrongPhaseError:
                break
        log.info("match=%s was over before, or changes too fast", match.id)
        return None
