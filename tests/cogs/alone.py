"""Somebody alone with the computer: a match begun, the first action played, and workers in trouble."""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

import discord

from cogs.kit.call import show_all
from computer.core import Job, Thought
from computer.workers import Workers
from matches import ChallengeTerms, Match, UserId
from tests.cogs.community import place_of
from tests.cogs.server import Server, private

THINKING: Final = "The computer is thinking."
_SILENT: Final = discord.MessageFlags.suppress_notifications.flag


async def begin(server: Server, game: str = "pjawns", level: int = 1, **terms: Any) -> Match:
    """A match of the challenger against the computer, shown as after a command."""
    app = server.bot.app
    options = terms.pop("options", {})
    place = place_of(server)
    server.command = app.presentations[game].command
    with server.env.as_bot():
        match = await app.matches.challenges.against_computer(
            UserId(server.challenger.id), level, ChallengeTerms(game, options, **terms), place
        )
        await show_all(app, [match])
    await server.env.settle()
    return await server.match(match.id)


async def play_first(server: Server, number: int = 1) -> str:
    """The challenger plays the first action there is; returns what they were told privately."""
    match = await server.match(number)
    action = str(server.bot.app.matches.history(match).position.legal_actions()[0])
    return private(await server.move(server.challenger, action, match=number))


def workers(server: Server) -> Workers:
    """Those who think for the bot."""
    return cast(Workers, server.bot.app.thinker._workers)


def let_think(server: Server, thinking: Any) -> None:
    """Have these workers think for the bot from now on; None: it has none."""
    server.bot.app.thinker._workers = thinking


class Trouble:
    """Workers that raise the errors they are given, one a job, before they think."""

    def __init__(self, real: Any, *errors: Exception) -> None:
        self.real = real
        self.errors = list(errors)
        self.jobs: list[Job] = []

    async def think(self, job: Job, *, hint: bool = False) -> Thought:
        self.jobs.append(job)
        if self.errors:
            raise self.errors.pop(0)
        return await self.real.think(job, hint=hint)

    async def close(self) -> None:
        await self.real.close()


class Told(Trouble):
    """Workers that think only once they may. Cards that wait for them have to be held back for no time."""

    def __init__(self, server: Server) -> None:
        super().__init__(workers(server))
        self.env = server.env
        self.may = asyncio.Event()

    async def think(self, job: Job, *, hint: bool = False) -> Thought:
        self.jobs.append(job)
        await self.env.external_wait(self.may.wait(), reason="until they may think")
        return await self.real.think(job, hint=hint)


def pings(server: Server) -> list[Any]:
    """Whom each message that was posted pings, and whether it was silent."""
    sent = [entry for entry in server.env.http_requests if entry.method == "POST"]
    bodies: list[Any] = [entry.json for entry in sent if entry.path.endswith("/messages")]
    return [
        (body["allowed_mentions"].get("users", []), body["flags"] & _SILENT == _SILENT) for body in bodies
    ]
