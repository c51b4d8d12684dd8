"""The shared state of a soak: servers, players, the bot's process, its database, and counters."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import Final

from tests.loopback.process import BotProcess
from tests.loopback.server.entities import Channel
from tests.loopback.server.faults import Laid
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, Person
from tests.loopback.stored import Database, Stored
from tools.crowd.watching import forget
from tools.soak.plan import SoakPlan


class JumpGate:
    """Keeps the clock from being turned while a player acts: in Discord time does not jump."""

    def __init__(self) -> None:
        self._under_way = 0
        self._changed = asyncio.Condition()
        self._shut = False

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """A block in which a player acts; it waits while the clock is turned."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._shut)
            self._under_way += 1
        try:
            yield
        finally:
            async with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """A block in which no player acts, such as one that turns the clock."""
        async with self._changed:
            await self._changed.wait_for(lambda: not self._shut)
            self._shut = True
            await self._changed.wait_for(lambda: not self._under_way)
        try:
            yield
        finally:
            async with self._changed:
                self._shut = False
                self._changed.notify_all()


SERVERS: Final = 4
CHANNELS: Final = 3
PATIENCE: Final = 4.0
"""Seconds that players wait for the effect of an act before they go on."""
DOUBT: Final = 6.0
"""Seconds within which the bot repeats a request in doubt. A nonce is known for minutes, not days."""
THINKERS: Final = "1"
"""The number of processes that think for the computer."""
SWEEP: Final = "0.5"
"""Seconds between two sweeps of the bot."""


class Ground:
    """The state that all tasks of a soak share."""

    def __init__(self, plan: SoakPlan, discord: Loopback, bot: BotProcess) -> None:
        self.plan = plan
        self.discord = discord
        self.world = discord.world
        self.bot = bot
        self.gate = JumpGate()
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        """Descriptions of the faults found."""
        self.over = 0
        """The number of matches that have ended, or are left to the clock."""
        self.stalled = 0
        """The number of players who wait for the bot."""
        self.playing: dict[int, Stored] = {}
        """The running matches, as last seen."""
        self.challenging: set[int] = set()
        """The users who are about to challenge."""
        self.workers: set[int] = set()
        """The bot's thinking processes at each time when it was killed or stopped."""
        self.chosen: dict[tuple[int, int], set[str]] = {}
        """The choices for a secret pick so far, by match and user."""
        self.doubtful: Laid | None = None
        """The latest fault after which the bot does not know if a request was carried out."""
        self._doubted: Laid | None = None
        self.channels: list[Channel] = []
        self.people: list[Person] = []
        self.by_id: dict[int, Person] = {}
        self.stored: dict[str, dict[str, int]] = {}
        """Counts of the database's content at the end."""
        self.database: Database

    def settle(self) -> None:
        """Create the servers, and let each user join one of them."""
        world = self.world
        world.keeps_files = False
        for number in range(SERVERS):
            guild = world.add_guild(f"Bay {number + 1}")
            # Matches against the computer are played in private threads, or else in direct messages.
            world.let_everyone(guild, create_private_threads=number % 2 == 0)
            self.channels += [world.add_channel(guild, f"games-{part + 1}") for part in range(CHANNELS)]
        for number in range(self.plan.people):
            guild = world.guilds[list(world.guilds)[number % SERVERS]]
            person = self.discord.person(f"Player {number + 1}", guild)
            self.people.append(person)
            self.by_id[person.id] = person

    def prefer(self) -> None:
        """Give some users preferences for direct messages or quiet hours, and a server a results channel."""
        chance = self.plan.chance("preferences")
        rows: list[tuple[int, str, str]] = []
        for person in self.people:
            if chance.random() < 0.3:
                rows.append((person.id, "tell", chance.choice(["direct", "both"])))
            if chance.random() < 0.2:
                rows += [(person.id, "quiet", "23:00-07:00"), (person.id, "zone", "UTC")]
        self.database.write("INSERT INTO preference (user_id, key, value) VALUES (?, ?, ?)", *rows)
        guild = self.channels[0].guild
        assert guild is not None
        setting = (guild.id, "results", str(self.channels[0].id))
        self.database.write("INSERT INTO guild_setting (guild_id, key, value) VALUES (?, ?, ?)", setting)

    # --- looking ---------------------------------------------------------------------------------

    def look(self, number: int) -> Stored:
        """A match as stored now. Raises LookupError if it is gone."""
        match = self.database.match(number)
        if match is None:
            raise LookupError(f"match {number} is gone")
        return match

    def channel(self, number: int | None) -> Channel | None:
        """A channel or thread, or None if it is gone."""
        return None if number is None else self.world.channels.get(number)

    def fault(self, said: str) -> None:
        """Record a fault."""
        self.wrong.append(said)
        print(f"  wrong: {said}", flush=True)

    # --- waiting ---------------------------------------------------------------------------------

    async def done(
        self, answers: Iterable[Answer], match: Stored | None = None, before: object = None
    ) -> None:
        """Wait until the answers or a change of the match are visible, at most for PATIENCE.

        ``before`` is the result of :meth:`seen` for the ``match`` before the act.
        """
        waiting, starts = list(answers), self.bot.starts

        def over() -> bool:
            if self.bot.starts != starts or not self.bot.running:
                return True
            return all(map(_answered, waiting)) or (match is not None and self.seen(match) != before)

        with suppress(TimeoutError):
            await self.world.until(over, within=PATIENCE)

    def seen(self, match: Stored) -> object:
        """A value that changes with a match's visible state: its messages, and the edits of its cards."""
        home, channel = self.channel(match.home), self.world.channels[match.channel]
        cards = [
            place.messages.get(card or 0)
            for place, card in ((home, match.card), (channel, match.invitation))
            if place is not None
        ]
        return home and len(home.public), [card and card.edits for card in cards]

    # --- time ------------------------------------------------------------------------------------

    async def turn(self, *, lived: bool = True, **length: float) -> None:
        """Turn the clock while no player acts; ``lived``: store that the bot was alive in the meantime."""
        async with self.gate.alone():
            await self._nothing_under_way()
            if lived:
                self._alive_until(timedelta(**length))
            self.world.turn(**length)
            self.counts["hours turned"] += round(timedelta(**length).total_seconds() / 3600)
            self._forget()

    async def _nothing_under_way(self) -> None:
        """Wait until no request is under way, and none whose answer was lost can still be repeated."""
        while True:
            with suppress(TimeoutError):
                await self.discord.silent(0.05, within=2)
            if self.doubtful is None or not self.doubtful.hits:
                return
            if self._doubted is not self.doubtful:
                self._doubted = self.doubtful
                await asyncio.sleep(DOUBT)
                continue
            return

    def _alive_until(self, length: timedelta) -> None:
        then = (self.world.clock() + length).isoformat(" ", "microseconds")
        with suppress(sqlite3.OperationalError):  # locked: then it counts as a downtime
            self.database.write(
                "INSERT INTO fact (key, value) VALUES ('alive at', ?) "
                "ON CONFLICT DO UPDATE SET value = excluded.value",
                (then,),
            )

    def _forget(self) -> None:
        """Delete interactions with expired tokens, and the events of old gateway sessions."""
        gateway = self.discord.gateway
        gateway.sessions = [session for session in gateway.sessions if session.valid][-2:]
        forget(self.discord, self.world.token_valid)


def _answered(answer: Answer) -> bool:
    """True if the user sees that no more will come: a message, a failure, or the end of a deferral."""
    interaction = answer.interaction
    if interaction.acknowledged_at is None:
        failed_at = interaction.created_at + answer.world.acknowledge_within
        return bool(interaction.refusals) or answer.world.now() > failed_at
    if interaction.callback == 5:
        return not interaction.thinking
    if interaction.callback == 6:
        return interaction.original_deleted or len(interaction.answered_by) > 1
    return True
