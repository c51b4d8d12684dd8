"""Events as no documentation knows them: a field is missing, null or of another type. Drawn at random.

They begin as events that Discord might send: of every kind that discord.py has a parser for, so of all those
that the bot listens to and more. They are told to the bot alone; in the world nothing happens.
"""

from __future__ import annotations

import copy
import random
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final

from discord.state import ConnectionState

from tests.loopback.server import interactions, payloads
from tests.loopback.server.entities import PUBLIC_THREAD, TEXT, Channel, Guild, Interaction, Message, Role
from tests.loopback.server.people import Person
from tests.loopback.story import Story

SECRET: Final = "secret-lobster"
"""Put where something else belongs. It must not get into any log."""
OTHERS: Final[tuple[Any, ...]] = (
    SECRET,
    7,
    -1,
    1.5,
    True,
    [],
    {},
    [SECRET],
    {SECRET: SECRET},
    "2026-99-99T00:00:00",
)
NAMES: Final = sorted(
    name.removeprefix("parse_").upper() for name in dir(ConnectionState) if name.startswith("parse_")
)
"""The events that discord.py has parsers for."""
INTERACTION: Final = "INTERACTION_CREATE"
NOT_DRAWN: Final = {"READY", "RESUMED"}
"""Those that begin a session: without them there is none."""

Payload = dict[str, Any]


class OddEvents:
    """Draws events about the server of a story, and about another one."""

    def __init__(self, story: Story, seed: int) -> None:
        self.story, self.world = story, story.world
        self._random = random.Random(seed)
        self._first = sorted(set(NAMES) - NOT_DRAWN)
        self.elsewhere = self.world.add_guild("Other pool")
        self._channel = self.world.add_channel(self.elsewhere, "other-games")
        self._thread = Channel(
            self.world.new_id(),
            PUBLIC_THREAD,
            "thread",
            self.elsewhere,
            self._channel,
            owner=self.world.bot,
            created_at=self.world.now(),
            joined={self.world.bot.id: self.world.now()},
        )
        self._makers: dict[str, Callable[[], Payload]] = {
            INTERACTION: self._interaction,
            "CHANNEL_CREATE": lambda: payloads.channel(self._new(TEXT)),
            "CHANNEL_UPDATE": lambda: payloads.channel(self._place()),
            "CHANNEL_DELETE": lambda: payloads.channel(self._channel),
            "CHANNEL_PINS_UPDATE": lambda: self._about() | {"last_pin_timestamp": None},
            "THREAD_CREATE": lambda: payloads.channel(self._new(PUBLIC_THREAD)) | {"newly_created": True},
            "THREAD_UPDATE": lambda: payloads.channel(self._random.choice([self._thread, story.home])),
            "THREAD_DELETE": lambda: payloads.channel(self._thread),
            "THREAD_LIST_SYNC": self._threads,
            "THREAD_MEMBER_UPDATE": self._thread_member,
            "THREAD_MEMBERS_UPDATE": self._thread_members,
            "GUILD_CREATE": lambda: payloads.guild(self.world, self._guild()),
            "GUILD_UPDATE": lambda: payloads.guild(self.world, self._guild()),
            "GUILD_DELETE": lambda: {"id": str(self.elsewhere.id), "unavailable": True},
            "GUILD_ROLE_CREATE": lambda: self._role(Role(self.world.new_id(), "role", 0)),
            "GUILD_ROLE_UPDATE": lambda: self._role(None),
            "GUILD_ROLE_DELETE": lambda: {
                "guild_id": str(self._guild().id),
                "role_id": str(self.world.new_id()),
            },
            "GUILD_MEMBER_ADD": self._member,
            "GUILD_MEMBER_UPDATE": self._member,
            "GUILD_MEMBER_REMOVE": self._member,
            "USER_UPDATE": lambda: payloads.me(self.world.bot),
            "MESSAGE_CREATE": self._message,
            "MESSAGE_UPDATE": self._message,
            "MESSAGE_DELETE": self._about,
            "MESSAGE_DELETE_BULK": lambda: self._about() | {"ids": [str(self.world.new_id())]},
        }

    def draw(self) -> tuple[str, Any]:
        """The name of an event and its data."""
        # First one of each, then most of the kinds that the bot lives on, what people do above all.
        kinds: list[list[str]] = [list(self._makers), [INTERACTION], [*(set(NAMES) - NOT_DRAWN)]]
        names = sorted(self._random.choices(kinds, [7, 1, 2])[0])
        name = self._first.pop() if self._first else self._random.choice(names)
        data: Any = json_of(self._makers.get(name, self._about)())
        if self._random.random() < 0.03:
            return name, self._random.choice((None, [], SECRET, 7))
        self._spoil(data)
        return name, data

    def _spoil(self, data: Payload) -> None:
        where, key = self._random.choice(list(_places(data)))
        if self._random.random() < 0.4:
            del where[key]
        else:
            where[key] = copy.deepcopy(self._random.choice((None, None, None, *OTHERS)))

    # --- what they are about ---------------------------------------------------------------------

    def _guild(self) -> Guild:
        return self._random.choice([self.story.guild, self.elsewhere])

    def _place(self) -> Channel:
        return self._random.choice([self.story.channel, self._channel])

    def _about(self) -> Payload:
        place = self._place()
        assert place.guild is not None
        return {
            "id": str(self.world.new_id()),
            "guild_id": str(place.guild.id),
            "channel_id": str(place.id),
            "message_id": str(self.world.new_id()),
            "user_id": str(self.story.visitor.id),
            "user": payloads.user(self.story.visitor.user),
            "emoji": {"id": None, "name": "\N{LOBSTER}"},
        }

    def _new(self, kind: int) -> Channel:
        place = self._place()
        now = self.world.now()
        return Channel(
            self.world.new_id(), kind, "new", place.guild, place, owner=self.world.bot, created_at=now
        )

    def _threads(self) -> Payload:
        home, bot = self._random.choice([self._thread, self.story.home]), self.world.bot
        assert home.guild is not None
        assert home.parent is not None
        return {
            "guild_id": str(home.guild.id),
            "channel_ids": [str(home.parent.id)],
            "threads": [payloads.channel(home)],
            "members": [payloads.thread_member(home, bot)],
        }

    def _thread_member(self) -> Payload:
        return payloads.thread_member(self._thread, self.world.bot) | {"guild_id": str(self.elsewhere.id)}

    def _thread_members(self) -> Payload:
        return {
            "id": str(self._thread.id),
            "guild_id": str(self.elsewhere.id),
            "member_count": 1,
            "added_members": [payloads.thread_member(self._thread, self.world.bot)],
            "removed_member_ids": [str(self.story.visitor.id)],
        }

    def _role(self, role: Role | None) -> Payload:
        guild = self._guild()
        return {
            "guild_id": str(guild.id),
            "role": payloads.role(role or self._random.choice(list(guild.roles.values()))),
        }

    def _member(self) -> Payload:
        guild = self.story.guild
        who = guild.members[self.story.visitor.id]
        return payloads.member(who) | {"guild_id": str(guild.id), "user": payloads.user(who.user)}

    def _message(self) -> Payload:
        told = payloads.message(self.world, self._random.choice(list(self.story.home.messages.values())))
        guild = self.story.guild
        return told | {"guild_id": str(guild.id), "member": payloads.member(guild.members[self.world.bot.id])}

    # --- what people do --------------------------------------------------------------------------

    def _interaction(self) -> Payload:
        """Somebody who plays in no match types, clicks, or sends a form."""
        story, who = self.story, self.story.visitor
        kind, data, message = self._random.choice([self._typed, self._typing, self._clicked, self._written])(
            who
        )
        made = Interaction(
            self.world.new_id(),
            secrets.token_urlsafe(40),
            kind,
            who.user,
            story.home,
            self.world.now(),
            {},
            message,
        )
        made.payload = interactions._payload(self.world, made, data)
        self.world.interactions[made.token] = made
        return made.payload

    def _typed(self, who: Person) -> tuple[int, Payload, Message | None]:
        home = self.story.home
        commands: list[tuple[str, Payload]] = [
            ("help", {}),
            ("prawns challenge", {"opponent": self.story.visitor}),
            ("prawns move", {"action": "d1-d3"}),
            ("matches", {}),
        ]
        name, options = self._random.choice(commands)
        return interactions.COMMAND, who._command(home, name, options), None

    def _typing(self, who: Person) -> tuple[int, Payload, Message | None]:
        data = who._command(self.story.home, "prawns move", {"action": "d"}, focused="action")
        return interactions.AUTOCOMPLETE, data, None

    def _clicked(self, _who: Person) -> tuple[int, Payload, Message | None]:
        card = self.story.card
        control = self._random.choice(list(_controls(card.components)))
        data = {"custom_id": control["custom_id"], "component_type": control["type"], "id": control["id"]}
        return interactions.COMPONENT, data, card

    def _written(self, _who: Person) -> tuple[int, Payload, Message | None]:
        field = {"type": 4, "custom_id": "text", "value": SECRET}
        data = {"custom_id": "note:1", "components": [{"type": 18, "component": field}]}
        return interactions.FORM, data, self.story.card


def json_of(data: Payload) -> Payload:
    """A copy, nothing in it shared."""
    return copy.deepcopy(data)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in an event where something stands."""
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def _controls(parts: Any) -> Iterator[Payload]:
    for where, key in _places(parts):
        if isinstance(where[key], dict) and "custom_id" in where[key]:
            yield where[key]
