"""A Discord with matches that are in the middle of play, and people who move in them, as fast as told."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Final

from bot import fresh_salt
from cogs.panels.moving.move_panel import send
from cogs.panels.moving.move_steps import walk
from cogs.text.en.moves import NOTHING_MOVED
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
from matches.clock import Pace
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
"""The part of the moves that are tapped, not typed."""
PLIES: Final = 6
"""Actions after which a match is taken over."""


@dataclass
class Seat:
    """A match, and where it stands."""

    number: int
    version: int
    game: str
    position: Position
    sides: dict[str, Person]
    thread: Channel
    moving: bool = False
    """Whether a move of it is on its way."""

    @property
    def over(self) -> bool:
        """Whether nobody can move any more."""
        return self.position.outcome() is not None


class Players:
    """All matches, and the people in them."""

    def __init__(self, discord: Loopback, address: str, *, matches: int, seed: int = 1) -> None:
        self.discord = discord
        self.world = discord.world
        self.address = address
        """The database's."""
        self.seats: list[Seat] = []
        self.done = 0
        """Moves whose card came."""
        self.bare = False
        """Whether they face a bare client, which knows no buttons, and says for ever that it thinks."""
        self.pace: Pace | None = None
        """How much time they have; None for what is usual."""
        self.late = 0
        """Moves that the bot did not acknowledge in time, so that Discord took them back."""
        self.failed: list[str] = []
        self._chance = random.Random(seed)
        self._matches = matches

    async def prepare(self) -> None:
        """Put the matches into the database and into Discord, as if they had been played so far."""
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
    ) -> Seat:
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
        return Seat(match.id, match.version, game, service.matches.history(match).position, sides, thread)

    # --- moving ----------------------------------------------------------------------------------

    async def at_rate(self, rate: float, seconds: float) -> int:
        """Move so many times a second, whether or not the bot keeps up; returns how often."""
        loop = asyncio.get_running_loop()
        tasks: list[asyncio.Task[None]] = []
        begun = loop.time()
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
            if (seat := self._free()) is None:
                continue  # every match waits for the bot: it does not keep up
            tasks.append(asyncio.create_task(self._move(seat)))
        await asyncio.gather(*tasks)
        return len(tasks)

    async def as_fast_as_it_goes(self, seconds: float, at_once: int) -> float:
        """Have so many people move one after the other; returns moves a second."""
        loop = asyncio.get_running_loop()
        begun, before = loop.time(), self.done

        async def one() -> None:
            while loop.time() < begun + seconds and (seat := self._free()) is not None:
                await self._move(seat)

        await asyncio.gather(*(one() for _ in range(at_once)))
        return (self.done - before) / (loop.time() - begun)

    def _free(self) -> Seat | None:
        free = [seat for seat in self.seats if not seat.moving and not seat.over]
        return self._chance.choice(free) if free else None

    async def _move(self, seat: Seat) -> None:
        """Type or tap one action, and wait until its picture came."""
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
                return  # asked whether that is meant, and somebody else moves meanwhile
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

    def _type(self, seat: Seat, who: Person, action: Action) -> Answer:
        return who.send_slash(seat.thread, f"{command_of(seat.game)} move", action=str(action))

    def _tap(self, seat: Seat, who: Person, action: Action) -> Answer:
        """Tap *send* on a private panel where the action was put together; to get there takes no move."""
        custom_id = send.id_about(seat.number, *_choices(seat.position, action), version=seat.version)
        button = {"type": 2, "style": 3, "label": "Send", "custom_id": custom_id}
        row = {"flags": V2, "components": [{"type": 1, "components": [button]}]}
        panel = create(self.world, self.world.bot, seat.thread, row, {}, ephemeral=True)
        panel.only_for = who.user
        return who.send_click(panel, custom_id=custom_id)

    def _lost(self, answer: Answer) -> bool:
        """Whether Discord has told somebody that the application did not respond."""
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
    """A match that the first of two people challenged the second to, up to its first move."""
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
    """A thread that the bot has made."""
    now, number = world.now(), world.new_id()
    thread = Channel(
        number, PUBLIC_THREAD, name, channel.guild, channel, owner=world.bot, created_at=now, active_at=now
    )
    world.channels[number] = thread
    world.changed(thread, "THREAD_CREATE")
    return thread


async def put_up(store: Database, service: Services, world: World, match: Match, thread: Channel) -> None:
    """Have a match's card be in its thread, as it stands."""
    card = create(world, world.bot, thread, CARD, {})
    stage, now = service.matches.stage(match), world.now()
    seen = Shown(match.version, None, ChannelId(thread.id), MessageId(card.id), now, stage)
    await store.write(stores.matches.note_shown, match.id, seen)


async def _over(answer: Answer) -> None:
    """Wait until the bot says no longer that it thinks, or the panel was taken away or drawn anew."""
    interaction = answer.interaction
    for _ in range(20):
        if not interaction.thinking and _seen_to(interaction.message):
            return
        await asyncio.sleep(0.01)


def _seen_to(panel: Message | None) -> bool:
    return panel is None or panel.deleted or panel.edits > 0


def _choices(position: Position, action: Action) -> tuple[int, ...]:
    """The numbers of the choices that lead to an action, as on the panels."""
    taken: tuple[int, ...] = ()
    while (steps := walk(position, {}, taken)).parts:
        taken = (*taken, steps.parts.index(action.path[len(steps.prefix)]))
    return taken


def pictures(seat: Seat) -> tuple[int, int]:
    """What changes when the picture of a move arrives."""
    messages = [message for message in seat.thread.messages.values() if not message.ephemeral]
    return len(messages), messages[-1].edits
