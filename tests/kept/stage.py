"""The bot in a loopback Discord in which time and chance stand still, one thing done after the other."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.loopback.process import BotProcess
from tests.loopback.server import components
from tests.loopback.server.entities import Channel, Message
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, Person
from tests.loopback.still import SETTINGS, Pulse, noon

EARLIER_GAMES = "tests.kept.earlier_games"
USED = frozenset({components.BUTTON, *components.SELECTS})


class Stage:
    """The bot and its world. What is done returns once the bot has nothing left to do about it."""

    def __init__(self, discord: Loopback, bot: BotProcess, pulse: Pulse) -> None:
        self.discord, self.world = discord, discord.world
        self.bot = bot
        self._pulse = pulse

    async def begin(self) -> None:
        """Start the bot; what it does at its start is done when this returns."""
        await self.bot.start()
        await self.rest("begin")

    async def rest(self, for_what: str = "rest") -> None:
        """Wait until the bot is done; before that it is to ``sweep``, if that is said."""
        session = self.discord.gateway.session(self.bot.name)
        assert session is not None, self.bot.log
        await self._pulse.ask(for_what, len(session.events))

    async def after(self, answer: Answer) -> Answer:
        """What somebody sent, once all is done that it leads to."""
        await self.rest()
        return answer

    async def pass_by(self, **length: float) -> None:
        """Let time pass during which the bot was there all along, and the bot sweep at its end."""
        then = self.world.clock() + timedelta(**length)
        with closing(sqlite3.connect(self.bot.database, timeout=10)) as database, database:
            database.execute(
                "INSERT INTO fact (key, value) VALUES ('alive at', ?) "
                "ON CONFLICT DO UPDATE SET value = excluded.value",
                [then.isoformat(" ", "microseconds")],
            )
        self.world.turn(**length)
        await self.rest()
        await self.rest("sweep")

    # --- shorthands ------------------------------------------------------------------------------

    async def slash(self, who: Person, where: Channel, command: str, /, **options: Any) -> Answer:
        """Somebody sends a command."""
        return await self.after(who.send_slash(where, command, **options))

    async def click(self, who: Person, message: Message, verb: str) -> Answer:
        """Somebody clicks the first button of a message whose id begins so."""
        return await self.after(who.send_click(message, custom_id=controls(message, verb)[0]["custom_id"]))

    async def choose(self, who: Person, message: Message, verb: str, number: int = 0) -> Answer:
        """Somebody chooses an entry, by its number, in the first menu of a message whose id begins so."""
        menu = controls(message, verb)[0]
        value = menu["options"][number]["value"]
        return await self.after(who.send_select(message, [value], custom_id=menu["custom_id"]))


@asynccontextmanager
async def a_stage(folder: Path, games: Sequence[str] = ()) -> AsyncIterator[Stage]:
    """A stage in a folder of its own, the bot not started yet. At its end no request may have been wrong.

    The bot has some games, or all.
    """
    settings = SETTINGS | {"module": EARLIER_GAMES, "loopback_games": ",".join(games)} if games else SETTINGS
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 - nothing else goes on yet
    pulse = Pulse()
    await pulse.open()
    try:
        async with Loopback(folder, noon) as discord:
            bot = BotProcess(discord, folder, loopback_pulse=str(pulse.port), **settings)
            try:
                yield Stage(discord, bot, pulse)
                assert not discord.problems, "\n".join(discord.problems)
                assert not bot.bugs, bot.log
            finally:
                if bot.running:
                    await bot.kill()
    finally:
        await pulse.close()


def controls(message: Message, verb: str = "") -> list[dict[str, Any]]:
    """The buttons and menus of a message that can be used, whose ids begin so. LookupError if none does."""
    found = [part for part in _usable(message) if not verb or part["custom_id"].split(":")[0] == verb]
    if verb and not found:
        there = [part["custom_id"] for part in _usable(message)]
        raise LookupError(f"no {verb} among {there}")
    return found


def _usable(message: Message) -> list[dict[str, Any]]:
    return [
        part
        for part in components.walk(message.components)
        if part["type"] in USED and part.get("custom_id") and not part.get("disabled")
    ]
