"""A bare discord.py client that defers every command and uploads a picture: the library's own cost."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from typing import Any

import discord

import bot
from cogs.config import Settings
from tools.load.probe import Probe


class Floor(discord.Client):
    """A client with the minimum of work for an answer with a picture."""

    async def on_interaction(self, talk: discord.Interaction[Any]) -> None:
        """Defer, and upload a picture to the channel."""
        await talk.response.defer(ephemeral=True)
        assert isinstance(talk.channel, discord.abc.Messageable)
        await talk.channel.send(file=discord.File(io.BytesIO(self.picture), "board.png"))

    picture: bytes = b""


async def _serve(settings: Settings, probe: Probe) -> None:
    client = Floor(intents=discord.Intents(guilds=True), http_trace=probe.trace())
    client.picture = os.urandom(int(os.environ["LOAD_PICTURE"]))
    client._connection.guild_ready_timeout = 0.05
    assert settings.discord_token is not None
    async with client:
        await client.start(settings.discord_token.get_secret_value())


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    measuring = Probe()
    measuring.install()
    given = Settings()
    bot.set_up_logging("INFO")
    bot.use_addresses(given)
    with asyncio.Runner(loop_factory=bot.new_event_loop) as runner:
        runner.run(_serve(given, measuring))
