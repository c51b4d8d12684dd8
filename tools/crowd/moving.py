"""A Discord with matches in play, players who move in them at a given rate, and the outcome of each move."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal

from cogs.panels.moving.move_panel import send
from cogs.panels.moving.move_steps import walk
from cogs.text.en.match import NOTHING_MOVED
from data import open_store
from engines import GAMES, Action, Position
from matches import GuildId, Match, UserId
from matches.guilds.shards import shard_of
from matches.time.pace import Pace
from services import Services
from tests.loopback.server.entities import V2, Channel
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.messaging import create
from tests.loopback.server.people import Answer, Person
from tests.loopback.server.people import text as panel_text
from tests.people import sides_of
from tools.crowd.matches import begun, put_up, services
from tools.crowd.watching import command_of

TAPPED: Final = 0.5
"""The share of moves that are tapped, not typed."""
PLIES: Final = 6
"""The number of actions played before the measurement."""
CHANNELS: Final = 8
PREPARED_AT_ONCE: Final = 8
"""The number of matches prepared at the same time."""
PATIENCE: Final = 20.0
"""Seconds that a player waits for the card of their move."""
TIDIED_WITHIN: Final = 0.2
"""Seconds that a player waits for the panel of their move to be tidied up."""

Outcome = Literal["shown", "saved", "refused", "asked", "late", "nobody", "in vain"]
"""``saved``: confirmed but not shown yet. ``asked``: the bot asked for a confirmation. ``late``: a connected
shard did not acknowledge in time. ``nobody``: the shard was not connected. ``in vain``: no result.
"""


@dataclass
class CrowdMatch:
    """A match and its current state."""

    number: int
    version: int
    game: str
    position: Position
    sides: dict[str, Person]
    thread: Channel
    moving: bool = False
    """True while a move in it is under way."""

    @classmethod
    def of(cls, service: Services, match: Match, people: Iterable[Person], thread: Channel) -> CrowdMatch:
        """The seat at a match of some people, which is played in a thread."""
        by_id = {person.id: person for person in people}
        sides = {side: by_id[user] for side, user in sides_of(match).items()}
        position = service.matches.history(match).position
        return cls(match.id, match.version, match.game_key, position, sides, thread)

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.position.outcome() is not None

    @property
    def mover(self) -> Person:
        """The player to act."""
        assert self.position.to_act is not None
        return self.sides[self.position.to_act]

    @property
    def pictures(self) -> tuple[int, int]:
        """The numbers of messages and of edits of the last one, which change with the picture of a move."""
        messages = [message for message in self.thread.messages.values() if not message.ephemeral]
        return len(messages), messages[-1].edits

    def act(self, action: Action) -> None:
        """Go on to the position after an action that the bot has carried out."""
        self.position = self.position.apply(action)
        self.version += 1


@dataclass
class TriedMove:
    """An attempt to move: ``took`` seconds until its card came, ``heard`` until it was acknowledged."""

    seat: int
    shard: int
    at: float
    outcome: Outcome
    took: float
    heard: float | None


class Crowd:
    """All matches and their players."""

    def __init__(self, discord: Loopback, address: str, *, matches: int, seed: int = 1) -> None:
        self.discord = discord
        self.world = discord.world
        self.address = address
        """The URL of the database."""
        self.seats: list[CrowdMatch] = []
        self.done = 0
        """The number of moves whose card came."""
        self.moves: list[TriedMove] = []
        self.told: Counter[str] = Counter()
        """The refusals that players read."""
        self.bare = False
        """True against the bare client, which has no buttons and never ends its deferred replies."""
        self.pace: Pace | None = None
        """The pace of the matches; None for the default."""
        self.patience = PATIENCE
        self._seed = seed
        self._chance = random.Random(seed)
        self._matches = matches

    @asynccontextmanager
    async def service(self) -> AsyncIterator[Services]:
        """The services on the same database, without Discord."""
        store = await open_store(self.address)
        try:
            yield services(store, self.world)
        finally:
            await store.close()

    async def prepare(self) -> None:
        """Create the matches in the database and in Discord, as if they had been played there."""
        self.world.keeps_files = False
        places, free = itertools.cycle(self._channels()), asyncio.Semaphore(PREPARED_AT_ONCE)
        async with self.service() as service:

            async def one(number: int, channel: Channel) -> CrowdMatch:
                async with free:
                    return await self._seat(service, channel, number)

            chosen = [next(places) for _ in range(self._matches)]
            self.seats = await asyncio.gather(*itertools.starmap(one, enumerate(chosen)))

    def _channels(self) -> list[Channel]:
        """The channels in which matches begin, in turn."""
        guild = self.world.add_guild("Bay")
        return [self.world.add_channel(guild, f"games-{number}") for number in range(CHANNELS)]

    async def _seat(self, service: Services, channel: Channel, number: int) -> CrowdMatch:
        chance = random.Random(f"{self._seed} {number}")
        people = [self.discord.person(f"Player {2 * number + part}", channel.guild) for part in (0, 1)]
        one, other = (UserId(person.id) for person in people)
        match = await begun(
            service, list(GAMES)[number % len(GAMES)], (one, other), channel, chance, self.pace
        )
        for _ in range(PLIES):
            position = service.matches.history(match).position
            if position.outcome() is not None:
                break
            assert position.to_act is not None
            action = chance.choice(position.legal_actions())
            match = await service.matches.play.turn(match.id, sides_of(match)[position.to_act], str(action))
        return CrowdMatch.of(service, match, people, await put_up(service, self.world, match, channel))

    @property
    def failed(self) -> list[TriedMove]:
        """The moves that came to nothing, except those acknowledged late and those to be confirmed."""
        return [move for move in self.moves if move.outcome not in ("shown", "asked", "late")]

    # --- moving ----------------------------------------------------------------------------------

    async def at_rate(self, rate: float, seconds: float) -> int:
        """Move ``rate`` times a second, even if the bot is slow; returns the number of moves."""
        return await self._go_on(rate, range(round(rate * seconds)))

    @asynccontextmanager
    async def moving(self, rate: float) -> AsyncIterator[None]:
        """Move ``rate`` times a second during the block, then wait for the last ones."""
        over = asyncio.Event()
        going = asyncio.create_task(
            self._go_on(rate, itertools.takewhile(lambda _: not over.is_set(), itertools.count()))
        )
        try:
            yield
        finally:
            over.set()
            await going

    async def _go_on(self, rate: float, numbers: Iterable[int]) -> int:
        loop = asyncio.get_running_loop()
        begun_at, tasks = loop.time(), list[asyncio.Task[Outcome]]()
        for number in numbers:
            await asyncio.sleep(max(0.0, begun_at + number / rate - loop.time()))
            # Where every match waits for the bot, it is too slow.
            if (seat := self._free()) is not None:
                tasks.append(asyncio.create_task(self._move(seat)))
        await asyncio.gather(*tasks)
        return len(tasks)

    async def as_fast_as_it_goes(self, seconds: float, at_once: int) -> float:
        """Have ``at_once`` players move without a break; returns moves per second."""
        loop = asyncio.get_running_loop()
        begun_at, before = loop.time(), self.done

        async def one() -> None:
            while loop.time() < begun_at + seconds and (seat := self._free()) is not None:
                await self._move(seat)

        await asyncio.gather(*(one() for _ in range(at_once)))
        return (self.done - before) / (loop.time() - begun_at)

    def _free(self) -> CrowdMatch | None:
        free = [seat for seat in self.seats if not seat.moving and not seat.over]
        return self._chance.choice(free) if free else None

    async def _move(self, seat: CrowdMatch) -> Outcome:
        """Type or tap an action by chance."""
        seat.moving = True
        try:
            action = self._chance.choice(seat.position.legal_actions())
            tapping = not self.bare and self._chance.random() < TAPPED
            outcome = await self.move(seat, action, tapping=tapping)
            await self._settle(seat, action, outcome)
            return outcome
        finally:
            seat.moving = False

    async def _settle(self, seat: CrowdMatch, action: Action, outcome: Outcome) -> None:
        """See to a match after a move, before the next one."""

    async def move(self, seat: CrowdMatch, action: Action, *, tapping: bool = False) -> Outcome:
        """Type or tap an action, and wait for its outcome."""
        now, guild = asyncio.get_running_loop().time, seat.thread.guild
        assert guild is not None
        shard, before = shard_of(GuildId(guild.id), self.world.sharding.shards), seat.pictures
        began, there = now(), self._sessions(shard)
        answer = (self._tap if tapping else self._type)(seat, action)
        try:
            await self.world.until(
                lambda: seat.pictures != before or answer.private or self._lost(answer), within=self.patience
            )
            outcome = self._outcome(answer, shown=seat.pictures != before)
        except TimeoutError:
            outcome = "in vain"
            panel = answer.interaction.message
            drawn = "" if panel is None else f"; the panel says {panel_text(panel)[:200]!r}"
            self.told[f"nothing of {action} in match {seat.number} of {seat.game}{drawn}"] += 1
        if outcome == "late" and not (there & self._sessions(shard)):
            outcome = "nobody"
        took = now() - began
        self.moves.append(TriedMove(seat.number, shard, began, outcome, took, answer.acknowledged_in))
        if outcome == "shown":
            self.done += 1
            seat.act(action)
            if not self.bare:
                await self._tidied(answer)
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

    def _type(self, seat: CrowdMatch, action: Action) -> Answer:
        return seat.mover.send_slash(seat.thread, f"{command_of(seat.game)} move", action=str(action))

    def _tap(self, seat: CrowdMatch, action: Action) -> Answer:
        """Tap *send* on a private panel with the whole action; the panel is made here, without clicks."""
        choices = ".".join(map(str, _choices(seat.position, action)))
        custom_id = f"{send.verb}:{seat.number}:{seat.version}{choices and f':{choices}'}"
        button = {"type": 2, "style": 3, "label": "Send", "custom_id": custom_id}
        row = {"flags": V2, "components": [{"type": 1, "components": [button]}]}
        panel = create(self.world, self.world.bot, seat.thread, row, {}, ephemeral=True)
        panel.only_for = seat.mover.user
        return seat.mover.send_click(panel, custom_id=custom_id)

    def _lost(self, answer: Answer) -> bool:
        """True if Discord has told the user that the application did not respond."""
        interaction = answer.interaction
        waited = self.world.now() - interaction.created_at
        return interaction.acknowledged_at is None and waited > self.world.acknowledge_within

    async def _tidied(self, answer: Answer) -> None:
        """Wait a little until the bot has ended its deferred reply and edited or deleted the panel."""
        interaction, panel = answer.interaction, answer.interaction.message
        for _ in range(round(TIDIED_WITHIN / 0.01)):
            if not interaction.thinking and (panel is None or panel.deleted or panel.edits > 0):
                return
            await asyncio.sleep(0.01)

    def _sessions(self, shard: int) -> set[str]:
        """The connected sessions of a shard."""
        return {one.id for one in self.discord.gateway.sessions if one.connected and one.shard == shard}


def _choices(position: Position, action: Action) -> tuple[int, ...]:
    """The numbers of the choices on the panels that lead to an action."""
    taken: tuple[int, ...] = ()
    while (steps := walk(position, {}, taken)).parts:
        taken = (*taken, steps.parts.index(action.path[len(steps.prefix)]))
    return taken
