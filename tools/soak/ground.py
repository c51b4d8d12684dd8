"""What a soak happens on: servers, people, the bot's process, its database, and what is counted."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from tests.loopback.entities import Channel
from tests.loopback.faults import Laid
from tests.loopback.loopback import Loopback
from tests.loopback.people import Answer, Person
from tests.loopback.process import BotProcess
from tests.loopback.stored import Database, Stored
from tools.soak.gate import Gate
from tools.soak.plan import Plan

SERVERS: Final = 4
CHANNELS: Final = 3
PATIENCE: Final = 4.0
"""Seconds that people wait for what they did to be seen before they go on."""
DOUBT: Final = 6.0
"""Seconds in which the bot has repeated a request in doubt. A nonce is known for minutes, not days."""
THINKERS: Final = "1"
"""Processes that think for the computer."""
SWEEP: Final = "0.5"
"""Seconds between two sweeps of the bot."""


class Ground:
    """Everything that those who take part in a soak share."""

    def __init__(self, plan: Plan, discord: Loopback, bot: BotProcess) -> None:
        self.plan = plan
        self.discord = discord
        self.world = discord.world
        self.bot = bot
        self.gate = Gate()
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        """What must never be seen, and was."""
        self.over = 0
        """Matches of the plan that came to their end, or are left to the clock."""
        self.stalled = 0
        """People who wait for something that the bot owes them."""
        self.playing: dict[int, Stored] = {}
        """The matches that people sit at, as they were last seen."""
        self.challenging: set[int] = set()
        """People who are about to challenge somebody."""
        self.workers: set[int] = set()
        """The processes that thought for the bot when it was killed or stopped."""
        self.chosen: dict[tuple[int, int], set[str]] = {}
        """What somebody chose of a secret pick so far, by match and person."""
        self.doubtful: Laid | None = None
        """The latest fault that leaves the bot in doubt whether a request was carried out."""
        self._doubted: Laid | None = None
        self.channels: list[Channel] = []
        self.people: list[Person] = []
        self.by_id: dict[int, Person] = {}
        self.stored: dict[str, dict[str, int]] = {}
        """What the database held in the end, counted."""
        self.database: Database

    def settle(self) -> None:
        """Make the servers, and let the people join them; everybody is in one."""
        world = self.world
        world.keeps_files = False
        self.discord.server.calls = _Forgetful()
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
        """Some people want to be told by direct message, at day only, or once a day; one server announces."""
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
        """A match as it is stored now. One that people have seen is there."""
        match = self.database.match(number)
        if match is None:
            raise LookupError(f"match {number} is gone")
        return match

    def channel(self, number: int | None) -> Channel | None:
        """A place, if it is still there."""
        return None if number is None else self.world.channels.get(number)

    def fault(self, said: str) -> None:
        """Note something that must never be seen."""
        self.wrong.append(said)
        print(f"  wrong: {said}", flush=True)

    # --- waiting ---------------------------------------------------------------------------------

    async def done(
        self, answers: Iterable[Answer], match: Stored | None = None, before: object = None
    ) -> None:
        """Wait until what people did is seen to be done, or they are tired of waiting.

        ``before`` is what was seen of the ``match`` before they did it.
        """
        waiting, starts = list(answers), self.bot.starts

        def over() -> bool:
            if self.bot.starts != starts or not self.bot.running:
                return True
            return all(map(_answered, waiting)) or (match is not None and self.seen(match) != before)

        with suppress(TimeoutError):
            await self.world.until(over, within=PATIENCE)

    def seen(self, match: Stored) -> object:
        """What changes for everybody with a match: its messages, and how often its cards were edited."""
        home, channel = self.channel(match.home), self.world.channels[match.channel]
        cards = [
            place.messages.get(card or 0)
            for place, card in ((home, match.card), (channel, match.invitation))
            if place is not None
        ]
        return home and len(home.public), [card and card.edits for card in cards]

    # --- time ------------------------------------------------------------------------------------

    async def turn(self, *, lived: bool = True, **length: float) -> None:
        """Turn the clock while nobody acts; ``lived``: the bot is taken to have been there all along."""
        async with self.gate.alone():
            await self._nothing_under_way()
            if lived:
                self._alive_until(timedelta(**length))
            self.world.turn(**length)
            self.counts["hours turned"] += round(timedelta(**length).total_seconds() / 3600)
            self._forget()

    async def _nothing_under_way(self) -> None:
        """Wait until no request is under way, nor one about to be repeated whose answer was lost."""
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
        """Let go of interactions nobody can answer any more, and of what was told over gateways long gone."""
        world, now = self.world, self.world.now()
        old = [
            token
            for token, interaction in world.interactions.items()
            if now - interaction.created_at > world.token_valid
        ]
        for token in old:
            del world.interactions[token]
        gateway = self.discord.gateway
        gateway.sessions = [session for session in gateway.sessions if session.valid][-2:]
        for session in gateway.sessions:
            # The bot may ask for the last ones again; an event's number is its place in the list.
            for event in session.events[:-500]:
                event["d"] = None


class _Forgetful(list[Any]):
    """The latest requests: a soak makes too many to remember."""

    def append(self, call: Any) -> None:
        super().append(call)
        if len(self) > 2000:
            del self[:1000]


def _answered(answer: Answer) -> bool:
    """Whether somebody sees that nothing more will come: they were told, or the bot thinks no longer."""
    interaction = answer.interaction
    if interaction.acknowledged_at is None:
        failed_at = interaction.created_at + answer.world.acknowledge_within
        return bool(interaction.refusals) or answer.world.now() > failed_at
    if interaction.callback == 5:
        return not interaction.thinking
    if interaction.callback == 6:
        return interaction.original_deleted or len(interaction.answered_by) > 1
    return True
