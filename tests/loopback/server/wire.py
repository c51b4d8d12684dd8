"""Speaking to the loopback with no library between, for its own tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.loopback.server.entities import Channel, Guild
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Person
from tests.loopback.server.world import World

COMMANDS = [
    {
        "name": "prawns",
        "description": "Play Prawns",
        "contexts": [0, 1],
        "options": [
            {
                "type": 1,
                "name": "challenge",
                "description": "Challenge somebody",
                "options": [
                    {"type": 6, "name": "opponent", "description": "Whom"},
                    {
                        "type": 3,
                        "name": "board",
                        "description": "Which",
                        "choices": [{"name": "8 by 8", "value": "8x8"}],
                    },
                ],
            },
            {
                "type": 1,
                "name": "move",
                "description": "Move",
                "options": [
                    {
                        "type": 3,
                        "name": "action",
                        "description": "What",
                        "required": True,
                        "autocomplete": True,
                    }
                ],
            },
        ],
    },
    {"name": "help", "description": "Help", "contexts": [0]},
]
"""Commands to be registered where no bot registers its own."""


def said(words: str) -> list[dict[str, Any]]:
    """Components that say something."""
    return [{"type": 17, "components": [{"type": 10, "content": words}]}]


def with_button(words: str, label: str = "Go", custom_id: str = "go:1") -> list[dict[str, Any]]:
    """Components that say something above a button."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": label, "custom_id": custom_id}]}
    return [{"type": 17, "components": [{"type": 10, "content": words}, row]}]


V2 = 1 << 15
EPHEMERAL = 1 << 6


@dataclass
class Answered:
    """A status and what came with it."""

    status: int
    body: Any

    @property
    def code(self) -> int:
        """Discord's code, if it refused."""
        return int(self.body.get("code", -1))

    @property
    def seen(self) -> tuple[int, int]:
        """Status and code."""
        return self.status, self.code


class Wire:
    """Speaks to the loopback without any library between."""

    def __init__(self, discord: Loopback, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        process: str = "",
    ) -> Answered:
        """One request."""
        given: dict[str, Any] = {"json": body} if body is not None else {}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{number}]", content, filename=name)
            given = {"data": form}
        headers = {"Authorization": f"Bot {self.discord.world.token}"}
        url = self.discord.api_url(process) + path
        async with self._session.request(method, url, headers=headers, **given) as response:
            text = await response.text()
            return Answered(response.status, await response.json() if text else None)


@dataclass
class Place:
    """A server with two people and a channel."""

    discord: Loopback
    guild: Guild
    channel: Channel
    challenger: Person
    opponent: Person

    @property
    def world(self) -> World:
        """The world it is in."""
        return self.discord.world

    @property
    def messages(self) -> str:
        """Where messages are sent to the channel."""
        return f"/channels/{self.channel.id}/messages"
