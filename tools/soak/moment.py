"""A moment of a match as its players see it, and the basic steps of their acts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines import Position
from engines.record import History
from tests.loopback.server import components
from tests.loopback.server.entities import Channel, Message
from tests.loopback.server.people import Answer, Person
from tests.loopback.stored import Stored
from tools.crowd.watching import controls
from tools.soak.ground import PATIENCE, Ground


@dataclass
class Occasion:
    """A visible state of a match, with its ``players`` in order, and a ``stranger``.

    Against the computer there is one player.
    """

    ground: Ground
    chance: random.Random
    match: Stored
    players: tuple[Person, ...]
    stranger: Person
    history: History | None = None

    def __post_init__(self) -> None:
        self.before = self.ground.seen(self.match)

    # --- seeing ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position of the match, which must be in play."""
        assert self.history is not None, "the match is played"
        return self.history.position

    @property
    def mover(self) -> Person:
        """The player to act; against the computer always its opponent, even if it is not their turn."""
        side = self.position.to_act
        if side is None or self.computer_acts:
            return self.players[0]
        return self.ground.by_id[self.match.sides[side]]

    @property
    def rival(self) -> Person:
        """The player who is not to act; against the computer the stranger."""
        mover = self.mover
        return next((person for person in self.players if person is not mover), self.stranger)

    @property
    def computer_acts(self) -> bool:
        """True if the computer is to act."""
        side = self.position.to_act
        return side is not None and side == self.match.computer_side

    @property
    def somebody(self) -> Person:
        """A player or the stranger, at random."""
        return self.chance.choice([*self.players, self.stranger])

    @property
    def place(self) -> Channel:
        """The match's place, or the channel of its challenge if that is gone; unarchived if needed."""
        home = None if self.match.direct else self.ground.channel(self.match.home)
        place = home or self.ground.world.channels[self.match.channel]
        if place.archived:
            place.archived, place.archived_at = False, None
            place.active_at = self.ground.world.now()
            self.ground.world.changed(place, "THREAD_UPDATE")
            self.ground.counts["threads opened again"] += 1
        return place

    @property
    def card(self) -> Message | None:
        """The current card, or None if it is gone."""
        home = self.ground.channel(self.match.home)
        if home is None or self.match.card is None:
            return None
        if home.is_thread and home.archived:
            return self.place.messages.get(self.match.card)
        return home.messages.get(self.match.card)

    @property
    def invitation(self) -> Message | None:
        """The card of the challenge, or None if it is gone."""
        return self.ground.world.channels[self.match.channel].messages.get(self.match.invitation or 0)

    def offered(self, *verbs: str) -> list[tuple[Message, dict[str, Any]]]:
        """The card with each of its controls that has one of ``verbs``, or any."""
        card = self.card
        return [] if card is None else [(card, control) for control in controls(card, *verbs)]

    # --- doing -----------------------------------------------------------------------------------

    @property
    def named(self) -> dict[str, str]:
        """The option that names the match: always if it is needed, sometimes if it is not."""
        needed = self.place.id != self.match.home or not self.place.is_thread
        return {"match": str(self.match.id)} if needed or self.chance.random() < 0.2 else {}

    async def slash(self, who: Person, command: str, **options: Any) -> Answer:
        """Send a slash command in the match's place as ``who``."""
        self.ground.counts["commands"] += 1
        return await who.slash(self.place, command, **options)

    async def click(self, who: Person, message: Message, control: dict[str, Any]) -> Answer:
        """Click a button as ``who``, or select a random entry of a menu."""
        self.ground.counts["clicks"] += 1
        if control["type"] == components.BUTTON:
            return await who.click(message, custom_id=control["custom_id"])
        return await who.select(message, [self.entry(control)], custom_id=control["custom_id"])

    async def press(self, who: Person, *verbs: str) -> Answer | None:
        """Click a random control of the card as ``who``, one with these verbs; None if there is none."""
        found = self.offered(*verbs)
        return await self.click(who, *self.chance.choice(found)) if found else None

    def entry(self, menu: dict[str, Any]) -> str:
        """A random entry of a menu."""
        return str(self.chance.choice(menu["options"])["value"])

    async def panel(self, answer: Answer) -> Message:
        """The private message of an answer. Raises TimeoutError if none comes."""
        return await answer.message(within=PATIENCE)

    async def until_redrawn(self, panel: Message, edits: int) -> None:
        """Wait until a private panel was edited or deleted. Raises TimeoutError if neither happens."""
        await self.ground.world.until(lambda: panel.deleted or panel.edits > edits, within=PATIENCE)

    def older(self) -> Iterator[Message]:
        """The messages with controls in the match's place, except its current card."""
        for message in self.place.public:
            if message.id != self.match.card and controls(message):
                yield message
