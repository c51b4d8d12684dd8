"""Players in many servers who move at a given rate, and the outcome of each of their moves.

A move that the bot has shown on a card, or confirmed as saved, must be in the database exactly once. For a
move without any answer, such as one during which a bot died, the database is queried before the match goes
on.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from cogs.text.en.match import NOTHING_MOVED
from data import open_store
from engines import GAMES
from matches import GuildId
from matches.shards import TIMESTAMP_FROM, shard_of
from services import Services
from tests.loopback.entities import Channel, Guild
from tests.loopback.loopback import Loopback
from tests.loopback.people import Answer
from tests.loopback.people import text as panel_text
from tools.cluster.stored import ClusterDatabase, StoredMatch
from tools.load.players import TAPPED, Players, SeatedPlayer, pictures

PATIENCE: Final = 20.0
"""Seconds that a player waits for the card of their move."""
SHOWN_WITHIN: Final = 180.0
"""Seconds within which a match in doubt must be shown again."""
AT_ONCE: Final = 8
"""The number of matches prepared at the same time."""

Outcome = Literal["shown", "saved", "refused", "asked", "late", "nobody", "in vain"]
"""``saved``: confirmed but not shown yet. ``asked``: the bot asked for a confirmation. ``late``: a connected
shard did not acknowledge in time. ``nobody``: the shard was not connected. ``in vain``: no result.
"""
ACCEPTED: Final = ("shown", "saved")


@dataclass
class TriedMove:
    """An attempt to move: ``took`` seconds until its card came, ``heard`` until it was acknowledged."""

    seat: int
    shard: int
    at: float
    outcome: Outcome
    took: float
    heard: float | None


@dataclass
class Kept:
    """The known actions of a match: those that were accepted, and those that may have been."""

    played: list[str] = field(default_factory=list)
    doubtful: list[tuple[str, Outcome]] = field(default_factory=list)


class Crowd(Players):
    """All matches and their players."""

    def __init__(
        self, discord: Loopback, address: str, *, servers: int, matches: int, shards: int, seed: int = 1
    ) -> None:
        super().__init__(discord, address, matches=matches, seed=seed)
        self.stored = ClusterDatabase(address)
        self.moves: list[TriedMove] = []
        self.wrong: list[str] = []
        """Moves that were lost or doubled."""
        self.told: Counter[str] = Counter()
        """The refusals that players read."""
        self.after_all: Counter[Outcome] = Counter()
        """Moves that were stored although players were not told so, by outcome."""
        self._servers = servers
        self._shards = shards
        self._kept: defaultdict[int, Kept] = defaultdict(Kept)

    @asynccontextmanager
    async def service(self) -> AsyncIterator[Services]:
        """The services on the same database, without Discord."""
        store = await open_store(self.address)
        try:
            yield self._service(store)
        finally:
            await store.close()

    # --- preparing -------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Create the servers and matches in Discord and the database, evenly over the shards."""
        self.world.keeps_files = False
        channels = itertools.cycle(self._channels())
        store = await open_store(self.address)
        service = self._service(store)
        games, free = list(GAMES), asyncio.Semaphore(AT_ONCE)

        async def one(number: int, channel: Channel) -> SeatedPlayer:
            assert channel.guild is not None
            async with free:
                return await self._seat(
                    store, service, channel.guild, channel, games[number % len(games)], number
                )

        places = [next(channels) for _ in range(self._matches)]
        self.seats = list(await asyncio.gather(*itertools.starmap(one, enumerate(places))))
        await store.close()
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

    def _shard(self, guild: Guild | None) -> int:
        assert guild is not None
        return shard_of(GuildId(guild.id), self._shards)

    # --- moving ----------------------------------------------------------------------------------

    async def _move(self, seat: SeatedPlayer) -> None:
        seat.moving = True
        try:
            side = seat.position.to_act
            assert side is not None
            action = self._chance.choice(seat.position.legal_actions())
            outcome = await self._try(seat, self._chance.random() < TAPPED, side, str(action))
            kept = self._kept[seat.number]
            if outcome == "shown":
                self.done += 1
                kept.played.append(str(action))
                seat.position = seat.position.apply(action)
                seat.version += 1
            elif outcome != "asked":
                if outcome == "saved":
                    kept.played.append(str(action))
                else:
                    kept.doubtful.append((str(action), outcome))
                await self._settle(seat)
        finally:
            seat.moving = False

    async def _try(self, seat: SeatedPlayer, tapping: bool, side: str, text: str) -> Outcome:
        """Type or tap an action, and wait for its outcome."""
        now = asyncio.get_running_loop().time
        action = next(one for one in seat.position.legal_actions() if str(one) == text)
        shard, before = self._shard(seat.thread.guild), pictures(seat)
        began, there = now(), self._sessions(shard)
        answer = (self._tap if tapping else self._type)(seat, seat.sides[side], action)
        try:
            await self.world.until(
                lambda: pictures(seat) != before or answer.private or self._lost(answer), within=PATIENCE
            )
            outcome = self._outcome(answer, shown=pictures(seat) != before)
        except TimeoutError:
            outcome = "in vain"
            panel = answer.interaction.message
            drawn = "" if panel is None else f"; the panel says {panel_text(panel)[:200]!r}"
            self.told[f"nothing of {text} in match {seat.number} of {seat.game}{drawn}"] += 1
        if outcome == "late" and not (there & self._sessions(shard)):
            outcome = "nobody"
        self.late += outcome == "late"
        self.moves.append(
            TriedMove(seat.number, shard, began, outcome, now() - began, answer.acknowledged_in)
        )
        return outcome

    def _outcome(self, answer: Answer, *, shown: bool) -> Outcome:
        if shown:
            return "shown"
        if not answer.private:
            return "late"
        if answer.told == NOTHING_MOVED:
            return "asked"
        if answer.told.startswith("Played: "):
            return "shown"
        if "is saved" in answer.told:
            return "saved"
        self.told[answer.told.splitlines()[0]] += 1
        return "refused"

    @asynccontextmanager
    async def moving(self, rate: float) -> AsyncIterator[None]:
        """Move ``rate`` times a second during the block, then wait until no match is in doubt."""
        over = asyncio.Event()
        going = asyncio.create_task(self._go_on(rate, over))
        try:
            yield
        finally:
            over.set()
            await going

    async def _go_on(self, rate: float, over: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        begun, tasks = loop.time(), set[asyncio.Task[None]]()
        for number in itertools.count():
            if over.is_set():
                break
            await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
            if (seat := self._free()) is not None:
                tasks.add(asyncio.create_task(self._move(seat)))
        await asyncio.gather(*tasks)

    def first_card(self, shard: int, since: float) -> float | None:
        """Seconds from ``since`` to the first card of a later move on a shard, or None."""
        seen = [
            one.at + one.took - since
            for one in self.moves
            if (one.shard, one.outcome) == (shard, "shown") and one.at >= since
        ]
        return min(seen, default=None)

    def _sessions(self, shard: int) -> set[str]:
        """The connected sessions of a shard."""
        return {one.id for one in self.discord.gateway.sessions if one.connected and one.shard == shard}

    # --- in doubt --------------------------------------------------------------------------------

    async def _settle(self, seat: SeatedPlayer) -> None:
        """Continue from the database's state, once that is shown."""
        end = asyncio.get_running_loop().time() + SHOWN_WITHIN
        while True:
            match = await self.stored.ask(seat.number)
            if match is not None and match.shown_version >= match.version:
                break
            if asyncio.get_running_loop().time() > end:
                self.wrong.append(f"match {seat.number} is not shown {SHOWN_WITHIN:.0f} s later")
                return
            await asyncio.sleep(0.5)
        self._compare(match)
        seat.position, seat.version = match.position(), match.version

    def _compare(self, match: StoredMatch) -> None:
        """Record lost and unexpected actions of a match, then accept its stored actions."""
        kept, found = self._kept[match.number], match.actions
        known = kept.played
        if missing := _more(known, found):
            self.wrong.append(f"match {match.number} lost {missing}, which was accepted")
        for extra in _more(found, known):
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
