"""A Discord with matches in play, and players who move in them at a given rate."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Final

from bot import fresh_salt
from cogs.panels.moving.move_panel import send
from cogs.panels.moving.move_steps import walk
from cogs.text.en.match import NOTHING_MOVED
from data import Database, open_store, stores
from engines import GAMES, Action, Position
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    ChannelId,
    GuildId,
    Match,
    MessageId,
    Opponent,
    Policy,
    Shown,
    UserId,
)
from matches.time.pace import Pace
from services import Services
from tests.loopback.entities import PUBLIC_THREAD, V2, Channel, Guild, Message
from tests.loopback.loopback import Loopback
from tests.loopback.messaging import create
from tests.loopback.people import Answer, Person
from tests.loopback.world import World
from tests.people import sides_of
from tools.soak.moment import command_of

CARD: Final = {"flags": V2, "components": [{"type": 10, "content": "The card."}]}
TAPPED: Final = 0.5
"""The share of moves that are tapped, not typed."""
PLIES: Final = 6
"""The number of actions played before the measurement."""


@dataclass
class SeatedPlayer:
    """A match and its current state."""

    number: int
    version: int
    game: str
    position: Position
    sides: dict[str, Person]
    thread: Channel
    moving: bool = False
    """True while a move in it is under way."""

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.position.outcome() is not None


class Players:
    """All matches and their players."""

    def __init__(self, discord: Loopback, address: str, *, matches: int, seed: int = 1) -> None:
        self.discord = discord
        self.world = discord.world
        self.address = address
        """The URL of the database."""
        self.seats: list[SeatedPlayer] = []
        self.done = 0
        """The number of moves whose card came."""
        self.bare = False
        """True against the bare client, which has no buttons and never ends its deferred replies."""
        self.pace: Pace | None = None
        """The pace of the matches; None for the default."""
        self.late = 0
        """The number of moves that the bot did not acknowledge in time."""
        self.failed: list[str] = []
        self._chance = random.Random(seed)
        self._matches = matches

    async def prepare(self) -> None:
        """Create the matches in the database and in Discord, as if they had been played there."""
        self.world.keeps_files = False
        guild = self.world.add_guild("Bay")
        channels = [self.world.add_channel(guild, f"games-{number}") for number in range(8)]
        store: Database = await open_store(self.address)
        service = self._service(store)
        for number in range(self._matches):
            game = list(GAMES)[number % len(GAMES)]
            self.seats.append(await self._seat(store, service, guild, channels[number % 8], game, number))
        await store.close()

    def _service(self, store: Database) -> Services:
        policy = Policy(open_challenges=100)
        return Services(store, clock=self.world.clock, coin=lambda: "heads", salt=fresh_salt, policy=policy)

    async def _seat(
        self, store: Database, service: Services, guild: Guild, channel: Channel, game: str, number: int
    ) -> SeatedPlayer:
        people = [self.discord.person(f"Player {2 * number + part}", guild) for part in (0, 1)]
        one, other = (UserId(person.id) for person in people)
        match = await begun(service, game, (one, other), channel, self._chance, self.pace)
        for _ in range(PLIES):
            position = service.matches.history(match).position
            if position.outcome() is not None:
                break
            assert position.to_act is not None
            action = self._chance.choice(position.legal_actions())
            match = await service.matches.play.turn(match.id, sides_of(match)[position.to_act], str(action))
        thread = a_thread(self.world, channel, f"match {match.id}")
        await put_up(store, service, self.world, match, thread)
        sides = {side: people[(one, other).index(user)] for side, user in sides_of(match).items()}
        return SeatedPlayer(
            match.id, match.version, game, service.matches.history(match).position, sides, thread
        )

    # --- moving ----------------------------------------------------------------------------------

    async def at_rate(self, rate: float, seconds: float) -> int:
        """Move ``rate`` times a second, even if the bot is slow; returns the number of moves."""
        loop = asyncio.get_running_loop()
        tasks: list[asyncio.Task[None]] = []
        begun = loop.time()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
            if (seat := self._free()) is None:
                continue  # every match waits for the bot, which is too slow
            tasks.append(asyncio.create_task(self._move(seat)))
        await asyncio.gather(*tasks)
        return len(tasks)

    async def as_fast_as_it_goes(self, seconds: float, at_once: int) -> float:
        """Have ``at_once`` players move without a break; returns moves per second."""
        loop = asyncio.get_running_loop()
        begun, before = loop.time(), self.done

        async def one() -> None:
            while loop.time() < begun + seconds and (seat := self._free()) is not None:
                await self._move(seat)

        await asyncio.gather(*(one() for _ in range(at_once)))
        return (self.done - before) / (loop.time() - begun)

    def _free(self) -> SeatedPlayer | None:
        free = [seat for seat in self.seats if not seat.moving and not seat.over]
        return self._chance.choice(free) if free else None

    async def _move(self, seat: SeatedPlayer) -> None:
        """Type or tap one action, and wait for its picture."""
        seat.moving = True
        try:
            side = seat.position.to_act
            assert side is not None
            action = self._chance.choice(seat.position.legal_actions())
            before = pictures(seat)
            tapping = not self.bare and self._chance.random() < TAPPED
            answer = (self._tap if tapping else self._type)(seat, seat.sides[side], action)
            await self.world.until(
                lambda: pictures(seat) != before or answer.private or self._lost(answer), within=20
            )
            if self._lost(answer):
                self.late += 1
                return
            if answer.told == NOTHING_MOVED:
                return  # the bot asks for a confirmation; the match is free for another move
            if answer.private and not answer.told.startswith("Played: "):
                self.failed.append(answer.told)
                return
            self.done += 1
            seat.position = seat.position.apply(action)
            seat.version += 1
            if not self.bare:
                await _over(answer)
        except TimeoutError as error:
            self.failed.append(str(error))
        finally:
            seat.moving = False

    def _type(self, seat: SeatedPlayer, who: Person, action: Action) -> Answer:
        return who.send_slash(seat.thread, f"{command_of(seat.game)} move", action=str(action))

    def _tap(self, seat: SeatedPlayer, who: Person, action: Action) -> Answer:
        """Tap *send* on a private panel with the whole action; the panel is made here, without clicks."""
        choices = ".".join(map(str, _choices(seat.position, action)))
        custom_id = f"{send.verb}:{seat.number}:{seat.version}{choices and f':{choices}'}"
        button = {"type": 2, "style": 3, "label": "Send", "custom_id": custom_id}
        row = {"flags": V2, "components": [{"type": 1, "components": [button]}]}
        panel = create(self.world, self.world.bot, seat.thread, row, {}, ephemeral=True)
        panel.only_for = who.user
        return who.send_click(panel, custom_id=custom_id)

    def _lost(self, answer: Answer) -> bool:
        """True if Discord has told the user that the application did not respond."""
        interaction = answer.interaction
        waited = self.world.now() - interaction.created_at
        return interaction.acknowledged_at is None and waited > self.world.acknowledge_within


async def begun(
    service: Services,
    game: str,
    users: tuple[UserId, UserId],
    channel: Channel,
    chance: random.Random,
    pace: Pace | None = None,
) -> Match:
    """A match between two users, begun by a challenge of the first and ready for its first move."""
    one, other = users
    assert channel.guild is not None
    place = ChallengeChannel(GuildId(channel.guild.id), ChannelId(channel.id), None, frozenset())
    opponent = Opponent(other, is_bot=False, in_guild=True, sees_channel=True)
    made = await service.matches.challenges.challenge(
        one, opponent, ChallengeTerms(game, {}, pace=pace), place
    )
    match = await service.matches.challenges.accept(
        made.id, other, made.version, call="heads", blind=True, rated=True, roles=frozenset()
    )
    setup = GAMES[game].secret_setup
    if setup is not None:
        for user in users:
            for slot, _ in enumerate(setup.slots):
                await service.matches.picks.choose(match.id, user, slot, chance.choice(setup.choices))
            match = await service.matches.picks.pick(match.id, user)
    return match


def a_thread(world: World, channel: Channel, name: str) -> Channel:
    """A new thread of the bot's."""
    now, number = world.now(), world.new_id()
    thread = Channel(
        number, PUBLIC_THREAD, name, channel.guild, channel, owner=world.bot, created_at=now, active_at=now
    )
    world.channels[number] = thread
    world.changed(thread, "THREAD_CREATE")
    return thread


async def put_up(store: Database, service: Services, world: World, match: Match, thread: Channel) -> None:
    """Post a card for the current state of the match in its thread, and store that."""
    card = create(world, world.bot, thread, CARD, {})
    stage, now = service.matches.stage(match), world.now()
    seen = Shown(match.version, None, ChannelId(thread.id), MessageId(card.id), now, stage)
    await store.write(stores.matches.note_shown, match.id, seen)


async def _over(answer: Answer) -> None:
    """Wait until the bot has ended its deferred reply and edited or deleted the panel, at most 0.2 s."""
    interaction = answer.interaction
    for _ in range(20):
        if not interaction.thinking and _seen_to(interaction.message):
            return
        await asyncio.sleep(0.01)


def _seen_to(panel: Message | None) -> bool:
    return panel is None or panel.deleted or panel.edits > 0


def _choices(position: Position, action: Action) -> tuple[int, ...]:
    """The numbers of the choices on the panels that lead to an action."""
    taken: tuple[int, ...] = ()
    while (steps := walk(position, {}, taken)).parts:
        taken = (*taken, steps.parts.index(action.path[len(steps.prefix)]))
    return taken


def pictures(seat: SeatedPlayer) -> tuple[int, int]:
    """A value that changes when the picture of a move arrives: the messages, and edits of the last one."""
    messages = [message for message in seat.thread.messages.values() if not message.ephemeral]
    return len(messages), messages[-1].edits
