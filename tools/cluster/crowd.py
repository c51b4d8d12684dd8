"""Players in many servers, and what has become of their moves in the database.

A move that the bot has shown on a card, or confirmed as saved, must be in the database exactly once. For a
move without any answer, such as one during which a bot died, the database is queried before the match goes
on.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engines import Action
from matches.guilds.shards import TIMESTAMP_FROM
from tests.loopback.server.entities import Channel
from tests.loopback.server.loopback import Loopback
from tools.cluster.stored import ClusterDatabase, StoredMatch
from tools.crowd.moving import Crowd, CrowdMatch, Outcome

SHOWN_WITHIN: Final = 180.0
"""Seconds within which a match in doubt must be shown again."""


@dataclass
class Kept:
    """The known actions of a match: those that were accepted, and those that may have been."""

    played: list[str] = field(default_factory=list)
    doubtful: list[tuple[str, Outcome]] = field(default_factory=list)


class ClusterCrowd(Crowd):
    """Players whose moves are compared with the database."""

    def __init__(self, discord: Loopback, address: str, *, servers: int, matches: int, seed: int = 1) -> None:
        super().__init__(discord, address, matches=matches, seed=seed)
        self.stored = ClusterDatabase(address)
        self.wrong: list[str] = []
        """Moves that were lost or doubled."""
        self.after_all: Counter[Outcome] = Counter()
        """Moves that were stored although players were not told so, by outcome."""
        self._servers = servers
        self._kept: defaultdict[int, Kept] = defaultdict(Kept)

    async def prepare(self) -> None:
        """Create the servers and matches in Discord and the database, evenly over the shards."""
        await super().prepare()
        for match in await self.stored.matches():
            self._kept[match.number].played = match.actions

    def _channels(self) -> list[Channel]:
        """The channels in which matches begin: each in another server, the shards in turn."""
        # Ids of consecutive milliseconds in the past, so that each server is on the next shard.
        first = (self.world.new_id() >> TIMESTAMP_FROM) - self._servers - 1
        guilds = [
            self.world.add_guild(f"Server {number + 1}", number=(first + number) << TIMESTAMP_FROM)
            for number in range(self._servers)
        ]
        return [self.world.add_channel(guild, "games") for guild in guilds[: self._matches]]

    def first_card(self, shard: int, since: float) -> float | None:
        """Seconds from ``since`` to the first card of a later move on a shard, or None."""
        seen = [
            one.at + one.took - since
            for one in self.moves
            if (one.shard, one.outcome) == (shard, "shown") and one.at >= since
        ]
        return min(seen, default=None)

    # --- in doubt --------------------------------------------------------------------------------

    async def _settle(self, seat: CrowdMatch, action: Action, outcome: Outcome) -> None:
        """Keep what is known of a move; in doubt, go on from the database's state once that is shown."""
        kept = self._kept[seat.number]
        if outcome in ("shown", "saved"):
            kept.played.append(str(action))
        elif outcome != "asked":
            kept.doubtful.append((str(action), outcome))
        if outcome in ("shown", "asked"):
            return
        end = asyncio.get_running_loop().time() + SHOWN_WITHIN
        while (match := await self.stored.ask(seat.number)) is None or match.shown_version < match.version:
            if asyncio.get_running_loop().time() > end:
                self.wrong.append(f"match {seat.number} is not shown {SHOWN_WITHIN:.0f} s later")
                return
            await asyncio.sleep(0.5)
        self._compare(match)
        seat.position, seat.version = match.position(), match.version

    def _compare(self, match: StoredMatch) -> None:
        """Record lost and unexpected actions of a match, then accept its stored actions."""
        kept, found = self._kept[match.number], match.actions
        if missing := _more(kept.played, found):
            self.wrong.append(f"match {match.number} lost {missing}, which was accepted")
        for extra in _more(found, kept.played):
            known_as = [one for one in kept.doubtful if one[0] == extra]
            if known_as:
                kept.doubtful.remove(known_as[0])
                self.after_all[known_as[0][1]] += 1
            else:
                self.wrong.append(f"match {match.number} has {extra}, which nobody sent, or not so often")
        kept.played = found

    async def verify(self) -> None:
        """Compare all matches with the database, and record lost and doubled moves."""
        for match in await self.stored.matches():
            if match.number in self._kept:
                self._compare(match)


def _more(these: Iterable[str], those: Iterable[str]) -> list[str]:
    """The items that ``these`` have more often than ``those``."""
    return list((Counter(these) - Counter(those)).elements())
