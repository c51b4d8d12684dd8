"""What is seen of the bot on the loopback Discord: the controls of its messages, and its requests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from matches.model import NO_MATCH
from tests.loopback.server import components
from tests.loopback.server.entities import Message
from tests.loopback.server.faults import Call
from tests.loopback.server.loopback import Loopback

COMMANDS: Final = {"cannons-and-crabs": "cannons"}
"""The slash commands that differ from the names of their games."""
BESIDES: Final = ("later", "final")
"""The verbs of controls on messages that are not cards."""
KEPT: Final = 2000
"""The least number of requests to keep, and half of the most."""
REPLAYED: Final = 500
"""The events of a session that are kept: the bot may resume it."""


def command_of(game: str) -> str:
    """The slash command of a game."""
    return COMMANDS.get(game, game)


def controls(message: Message, *verbs: str) -> list[dict[str, Any]]:
    """The buttons and menus of a message, only those with one of ``verbs`` if given."""
    found = [part for part in components.walk(message.components) if part.get("custom_id")]
    return [part for part in found if not verbs or part["custom_id"].split(":")[0] in verbs]


def versions(found: Iterable[dict[str, str]]) -> Iterator[tuple[int, int]]:
    """The matches and versions in the ids of a card's controls."""
    for control in found:
        verb, match, version, *_ = control["custom_id"].partition("=")[0].split(":")
        # Messages about no match, or several, have controls too: the champions of a season, "next match".
        # One that holds for any version of its match leads to a tournament, a simul, offers or a ladder.
        if verb not in BESIDES and int(match) != NO_MATCH and int(version):
            yield int(match), int(version)


class _Latest(list[Any]):
    """A list of the latest items only."""

    def append(self, item: Any) -> None:
        super().append(item)
        if len(self) > 2 * KEPT:
            del self[:KEPT]


class Watch(ABC):
    """Sees each request after it was carried out, and messages that are sent twice."""

    def __init__(self, discord: Loopback) -> None:
        self.world = discord.world
        self._sent: dict[tuple[int, str], int] = {}
        discord.server.calls = _Latest()  # there are too many to keep
        discord.server.watchers.append(self)

    def __call__(self, call: Call) -> None:
        """Check that the nonce of a new message, which identifies its purpose, is new in its channel."""
        if not call.handled or call.method != "POST" or not call.path.endswith("/messages"):
            return
        nonce = call.body.get("nonce") if isinstance(call.body, dict) else None
        if nonce is not None and isinstance(call.answer, dict):
            channel, sent = int(call.answer["channel_id"]), int(call.answer["id"])
            before = self._sent.setdefault((channel, str(nonce)), sent)
            if before != sent:
                self.sent_twice(channel, str(nonce), before, sent)

    @abstractmethod
    def sent_twice(self, channel: int, nonce: str, before: int, again: int) -> None:
        """Note two messages with one nonce."""

    def messages(self, channel: int) -> Mapping[int, Message]:
        """The messages that stand in a channel now, by their ids."""
        place = self.world.channels.get(channel)
        return {} if place is None else place.messages


def forget(discord: Loopback, after: timedelta) -> None:
    """Delete interactions that are older, and the events that no session can replay any more."""
    world, now = discord.world, discord.world.now()
    world.interactions = {
        token: one for token, one in world.interactions.items() if now - one.created_at <= after
    }
    for session in discord.gateway.sessions:
        # An event's sequence number is its index in the list.
        for event in session.events[:-REPLAYED]:
            event["d"] = None
