"""Reads of several matches at once: their rows with the players they wait for, without their records."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from data import stores
from engines import EngineError
from matches.lifecycle import schedule
from matches.lifecycle.card_stages import awaited
from matches.lifecycle.history import folded
from matches.model import NO_MATCH, ChannelId, GuildId, Match, MatchFacts, MatchId, Phase, UserId
from matches.players import Player
from matches.summaries import Listing, MatchSummary
from matches.time import DAY
from services.core import Core
from services.viewpoint import seen

log = logging.getLogger(__name__)

AT_ONCE: Final = 25
"""Older matches without a stored ``to_act`` that are filled in together when their player asks."""
_ROUNDS: Final = 8
"""The number of such batches for a user who asks what waits for them."""
FIRST_WINS: Final = 20
"""Finished matches of a player among which a first win is looked for."""
_MOST_WAITING: Final = 200
"""Waiting matches that a digest considers."""


class Lists:
    """Lists and suggestions. A match that cannot be read is left out, without affecting the others."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self._filling_in: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()
        self._filled_in_up_to = NO_MATCH
        self._all_filled_in = False
        self._unreadable: set[MatchId] = set()
        """Unreadable matches: they are logged once and not tried again."""

    async def listed(
        self,
        user: UserId,
        phases: Collection[Phase],
        limit: int,
        *,
        game: str | None = None,
        number: str = "",
        hosted: bool = True,
    ) -> Listing:
        """A player's open matches and challenges in some phases, those that wait for the player first.

        At most ``limit``; ``game`` keeps only that game, ``number`` only ids that contain these digits;
        ``hosted`` False leaves out the boards of simuls that the player hosts.
        """
        await self._fill_in_for(user, rounds=1)
        found = await self._db.read(
            stores.lists.listed, user, phases, limit, game=game, number=number, hosted=hosted
        )
        known = await self._known(found.matches)
        damaged = (*found.damaged, *(match_id for match_id in _ids(found.matches) if match_id not in known))
        return Listing(await self._timed_rows(known.values()), damaged)

    async def waiting_longest(self, user: UserId, limit: int) -> tuple[MatchSummary, ...]:
        """Matches and challenges that wait for ``user``, the longest waiting first, at most ``limit``."""
        await self._fill_in_for(user, rounds=_ROUNDS)
        return self._with_known_rules(await self._db.read(stores.lists.waiting_for, user, limit))

    async def waiting(self, user: UserId) -> tuple[MatchSummary, ...]:
        """Matches that wait for ``user``, for a digest: the nearest deadline first, without muted ones."""
        muted = await self._db.read(stores.people.muted_by, user, self._core.now())
        found = await self.waiting_longest(user, _MOST_WAITING)
        waiting = await self._timed_rows(match.seen_by(user) for match in found if match.id not in muted)
        far = self._core.now() + 1000 * DAY
        return tuple(sorted(waiting, key=lambda match: (match.clocks and match.clocks.deadline()) or far))

    async def how_many_open(self, user: UserId) -> int:
        """The number of a player's open matches and challenges, without the boards of simuls they host."""
        counted = await self._db.read(stores.limits.count_open, user, GuildId(0))
        return counted.all - counted.hosted

    async def finished_of(
        self, user: UserId, limit: int, *, offset: int = 0, game: str | None = None
    ) -> tuple[MatchSummary, ...]:
        """A player's finished matches, latest finished first, at most ``limit`` after the first ``offset``.

        Only those of ``game``, if given.
        """
        found = await self._db.read(stores.lists.latest_of_player, user, limit, offset=offset, game=game)
        return tuple(match.seen_by(user) for match in self._with_known_rules(found))

    async def first_winner(self, match: MatchFacts) -> UserId | None:
        """The winner of a finished match, if they have won none that ended before it; else None.

        Practice is no win. Players who have finished FIRST_WINS matches or more count as having won one.
        """
        side = None if match.result is None else match.result.winner
        winner = None if side is None or match.practice else match.player_of(side).user_id
        if winner is None:
            return None
        found = await self.finished_of(winner, FIRST_WINS)
        ids = [one.id for one in found]
        if len(found) == FIRST_WINS or match.id not in ids:
            return None
        before = found[ids.index(match.id) + 1 :]
        won = any(
            one.result and one.result.winner == one.side_of(winner) for one in before if not one.practice
        )
        return None if won else winner

    async def between(
        self, user: UserId, rival: UserId, limit: int, *, offset: int = 0
    ) -> tuple[MatchSummary, ...]:
        """The matches of two players, open ones first, at most ``limit`` after the first ``offset``."""
        found = await self._db.read(stores.lists.between, user, rival, limit, offset=offset)
        return tuple((await self._known(found)).values())

    async def running_in(self, guild: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        """The running matches of a server, newest first, at most ``limit``."""
        return self._with_known_rules(await self._db.read(stores.lists.running_in, guild, limit))

    async def open_in(self, guild: GuildId, limit: int) -> tuple[MatchSummary, ...]:
        """The challenges of a server that anyone may accept, newest first, at most ``limit``."""
        return self._with_known_rules(await self._db.read(stores.lists.open_in, guild, limit))

    async def at_home(self, home: ChannelId) -> tuple[MatchSummary, ...]:
        """The matches played in a channel or thread."""
        return tuple((await self._known(await self._db.read(stores.lists.at_home, home))).values())

    async def of(self, match_ids: Sequence[MatchId]) -> tuple[MatchSummary, ...]:
        """These matches, newest first."""
        return self._with_known_rules(await self._db.read(stores.lists.summaries_of, match_ids))

    async def watched(self, user: UserId) -> tuple[MatchSummary, ...]:
        """The running matches that a user watches, newest first."""
        return self._with_known_rules(
            await self._db.read(
                stores.lists.summaries_of, await self._db.read(stores.spectators.watched_by, user)
            )
        )

    async def turns_of(self, matches: Sequence[MatchSummary]) -> dict[MatchId, int]:
        """The number of finished turns in each match, without those that have not started or are damaged."""
        ids = [match.id for match in matches if match.phase is Phase.PLAYING]
        found = await self._db.read(stores.match_rows.whole_matches, ids) if ids else ()
        counts = await asyncio.to_thread(lambda: [(match.id, _turns(match)) for match in found])
        return {match_id: turns for match_id, turns in counts if turns is not None}

    async def _timed_rows(self, matches: Iterable[MatchSummary]) -> tuple[MatchSummary, ...]:
        """The matches with their clocks' stops, and marked ``away`` if their player is."""
        rows = tuple(matches)
        users = {user for match in rows for user in schedule.on_the_clock(match)}
        people = await self._db.read(stores.people.people_of, sorted(users)) if users else {}
        now = self._core.now()
        timed = (self._core.timed(match, people, now) for match in rows)
        return tuple(
            replace(match, away=True) if schedule.is_away(match, people, now) else match for match in timed
        )

    def _with_known_rules(self, matches: Sequence[MatchSummary]) -> tuple[MatchSummary, ...]:
        return tuple(seen(match) for match in matches if self._has_rules(match))

    def _has_rules(self, match: MatchFacts) -> bool:
        try:
            return bool(match.game)
        except (KeyError, EngineError):
            self._leave_out(match.id, "nobody knows the version of its rules")
            return False

    # --- older matches without a stored ``to_act`` -----------------------------------------------

    async def fill_in_some(self, limit: int) -> None:
        """Fill in the ``to_act`` of some older matches: up to ``limit`` at each sweep, by id."""
        after = self._filled_in_up_to
        ids = await self._db.read(stores.matches.without_to_act, limit, after=after)
        self._filled_in_up_to = ids[-1] if len(ids) == limit else NO_MATCH
        self._all_filled_in = after == NO_MATCH and self._unreadable.issuperset(ids)
        await self._fill_in(ids)

    def set_all_filled_in(self) -> None:
        """Say that there is no such match, in place of :meth:`fill_in_some`."""
        self._filled_in_up_to = NO_MATCH
        self._all_filled_in = True

    async def _fill_in_for(self, user: UserId, *, rounds: int) -> None:
        """Fill in the ``to_act`` of a user's older matches at once."""
        if self._all_filled_in:
            return
        # One request at a time: the first answers all simultaneous ones of a user.
        lock = self._filling_in.setdefault(user, asyncio.Lock())
        async with lock:
            for _ in range(rounds):
                ids = (
                    set(await self._db.read(stores.matches.without_to_act, AT_ONCE, user_id=user))
                    - self._unreadable
                )
                if not ids:
                    return
                await self._fill_in(sorted(ids))

    async def _known(self, matches: Sequence[MatchSummary]) -> dict[MatchId, MatchSummary]:
        """The matches with their ``to_act``, in order, without those that cannot be read."""
        unknown = [match.id for match in matches if match.to_act is None and match.phase.open]
        found = await self._fill_in(unknown)
        legible = self._with_known_rules(
            [replace(match, to_act=found[match.id]) if match.id in found else match for match in matches]
        )
        return {match.id: match for match in legible if match.to_act is not None or not match.phase.open}

    async def _fill_in(self, ids: Sequence[MatchId]) -> dict[MatchId, tuple[Player, ...]]:
        """The players these matches wait for, which are stored too; without matches that cannot be read."""
        if not ids:
            return {}
        matches = await self._db.read(stores.match_rows.whole_matches, ids)
        # In a thread: every match is replayed, and the event loop must not wait for that.
        answers = await asyncio.to_thread(lambda: [(match, _awaited(match)) for match in matches])
        found = [(match, answer) for match, answer in answers if isinstance(answer, tuple)]
        await self._db.write(stores.matches.fill_in, found)
        for match, answer in answers:
            if isinstance(answer, str):
                self._leave_out(match.id, answer)
        # The store has logged these.
        self._unreadable |= set(ids) - {match.id for match in matches}
        return {match.id: answer for match, answer in found}

    def _leave_out(self, match_id: MatchId, why: str) -> None:
        """Log a match that lists leave out, once."""
        if match_id not in self._unreadable:
            self._unreadable.add(match_id)
            log.error("match=%s is left out of lists: its record is damaged (%s)", match_id, why)


def _awaited(match: Match) -> tuple[Player, ...] | str:
    """The players a match waits for, or the reason why that is unknown."""
    try:
        if match.phase is not Phase.PLAYING:
            return awaited(match, None)
        return awaited(match, folded(match)) if match.started else "a pick is missing"
    except Exception as error:  # noqa: BLE001 - one match that cannot be replayed must not hide the next
        # Only the type: the message may contain a secret pick.
        return type(error).__name__


def _turns(match: Match) -> int | None:
    """The number of finished turns in a match, None if its record cannot be replayed."""
    try:
        return folded(match).turns
    except (KeyError, EngineError):
        return None


def _ids(matches: Sequence[MatchSummary]) -> list[MatchId]:
    return [match.id for match in matches]
