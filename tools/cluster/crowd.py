"""People in many servers who move at a rate, and what became of each of their moves.

What the bot has said is what counts: a move that somebody saw on a card, or was told is saved, must be in the
database, once. Of one that nobody heard of again, such as one that a bot died over, the database is asked,
before the match goes on.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from cogs.text.en.moves import NOTHING_MOVED
from data import open_store
from engines import GAMES
from matches import GuildId
from matches.shards import TIMESTAMP_FROM, shard_of
from services import Services
from tests.loopback.entities import Channel, Guild
from tests.loopback.loopback import Loopback
from tests.loopback.people import Answer
from tests.loopback.people import text as panel_text
from tools.cluster.stored import Stored, StoredMatch
from tools.load.players import TAPPED, Players, Seat, pictures

PATIENCE: Final = 20.0
"""Seconds that somebody waits for the card of what they did."""
SHOWN_WITHIN: Final = 180.0
"""Seconds in which a match in doubt is shown again, whatever happened."""
AT_ONCE: Final = 8
"""Matches that are prepared at the same time."""

Outcome = Literal["shown", "saved", "refused", "asked", "late", "nobody", "in vain"]
"""``saved``: told so, and not shown yet. ``late``: not acknowledged in time by a shard that was there.
``nobody``: its shard was not there. ``in vain``: acknowledged, and nothing came of it."""
ACCEPTED: Final = ("shown", "saved")


@dataclass
class Move:
    """One try to move: ``took`` seconds until its card came, ``heard`` until it was acknowledged."""

    seat: int
    shard: int
    at: float
    outcome: Outcome
    took: float
    heard: float | None


@dataclass
class Kept:
    """What is known of a match: the actions that were accepted, and those that may have been."""

    played: list[str] = field(default_factory=list)
    doubtful: list[tuple[str, Outcome]] = field(default_factory=list)


class Crowd(Players):
    """All matches, and the people in them."""

    def __init__(
        self, discord: Loopback, address: str, *, servers: int, matches: int, shards: int, seed: int = 1
    ) -> None:
        super().__init__(discord, address, matches=matches, seed=seed)
        self.stored = Stored(address)
        self.moves: list[Move] = []
        self.wrong: list[str] = []
        """What was lost or doubled."""
        self.told: Counter[str] = Counter()
        """The refusals that people read."""
        self.after_all: Counter[Outcome] = Counter()
        """Moves that were stored all the same, by what people were told."""
        self._servers = servers
        self._shards = shards
        self._kept: defaultdict[int, Kept] = defaultdict(Kept)

    @asynccontextmanager
    async def service(self) -> AsyncIterator[Services]:
        """The verbs, on the same database, past Discord."""
        store = await open_store(self.address)
        try:
            yield self._service(store)
        finally:
            await store.close()

    # --- preparing -------------------------------------------------------------------------------

    async def prepare(self) -> None:
        """Put the servers and matches into Discord and the database, alike in all shards."""
        self.world.keeps_files = False
        channels = itertools.cycle(self._channels())
        store = await open_store(self.address)
        service = self._service(store)
        games, free = list(GAMES), asyncio.Semaphore(AT_ONCE)

        async def one(number: int, channel: Channel) -> Seat:
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
        """The channels in which matches are begun: each in another server, and the shards in turn."""
        # Made one after the other in the past, so that each is on the next shard.
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

    async def _move(self, seat: Seat) -> None:
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

    async def _try(self, seat: Seat, tapping: bool, side: str, text: str) -> Outcome:
        """Type or tap an action, and wait for what comes of it."""
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
        self.moves.append(Move(seat.number, shard, began, outcome, now() - began, answer.acknowledged_in))
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
        """Move so many times a second until the block ends, and every match in doubt is settled."""
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
        """Seconds from a moment until the first card of a move that was made later on a shard."""
        seen = [
            one.at + one.took - since
            for one in self.moves
            if (one.shard, one.outcome) == (shard, "shown") and one.at >= since
        ]
        return min(seen, default=None)

    def _sessions(self, shard: int) -> set[str]:
        """The sessions of a shard that are there."""
        return {one.id for one in self.discord.gateway.sessions if one.connected and one.shard == shard}

    # --- in doubt --------------------------------------------------------------------------------

    async def _settle(self, seat: Seat) -> None:
        """Go on from what the database holds, once that is shown."""
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
        """Note what is wrong with the actions of a match, and take what is there for what was accepted."""
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
        """Note what is lost or doubled of all that was played."""
        for match in await self.stored.matches():
            if match.number in self._kept:
                self._compare(match)


def _more(these: Iterable[str], those: Iterable[str]) -> list[str]:
    """What is more often among these than among those."""
    return list((Counter(these) - Counter(those)).elements())
