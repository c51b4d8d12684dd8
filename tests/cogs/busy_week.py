"""A week of a busy server in simcord: what it costs Discord, by kind of request.

Ten people play thirty matches, besides those that begin by themselves as features have it.
``python -m tests.cogs.busy_week`` plays the week and prints the table; ``test_busy_week.py`` holds it to its
limits. Answers to interactions are left out: they do not count against the 50 requests a second that Discord
allows a bot.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from engines import Position
from matches import ChallengeChannel, ChannelId, GuildId, Match, Phase, UserId
from matches.players import users_of
from tests.additions import added
from tests.cogs.gatherings import Gathering
from tests.cogs.server import END_ANYWAY, NOTHING_MOVED, Server, StoryEnv, labels, make_bot, private
from tests.store import template

PEOPLE: Final = 10
MATCHES: Final = 30
AT_ONCE: Final = 22
"""Matches that run at the same time, as long as there are so many."""
MOST_RUNNING: Final = 60
"""The matches that may run, those that begin by themselves included."""
GAMES: Final = ("pjawns", "cannons", "prudh", "predation", "pjawns", "cannons")
"""Prawns' secret picks would be made by direct message; its moves cost what those of the others do."""
DAYS: Final = 7
STEPS: Final = 24 * DAYS
TURNS_A_STEP: Final = 14
LONGEST_TURN: Final = 6
"""Actions after which a turn of many ends as soon as it may."""

_MESSAGES: Final = re.compile(r"/channels/(\d+)/messages")
_MESSAGE: Final = re.compile(r"/channels/(\d+)/messages/(\d+)")


@dataclass
class Week:
    """What was counted."""

    turns: int = 0
    matches: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    pings: int = 0
    messages: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    """The turns by how their match began."""

    @property
    def counted(self) -> int:
        """The requests that count against Discord's global limit."""
        return self.requests.total()

    @property
    def droppable(self) -> int:
        """Those of them that give way under load."""
        return sum(count for kind, count in self.requests.items() if kind in DROPPABLE)

    def table(self) -> str:
        """All of it, in lines."""
        moves = self.turns or 1
        lines = [f"{self.matches} matches, {self.turns} turns, {self.messages} messages, {self.pings} pings"]
        lines += [f"{many} turns of {way}" for way, many in self.ways.most_common()]
        lines += [f"{kind:<32}{count:>7}{count / moves:>8.3f}" for kind, count in self.requests.most_common()]
        lines.append(f"{'all that count':<32}{self.counted:>7}{self.counted / moves:>8.3f}")
        kept = self.counted - self.droppable
        lines.append(f"{'of them not droppable':<32}{kept:>7}{kept / moves:>8.3f}")
        lines.append(f"{'pings a turn':<32}{self.pings:>7}{self.pings / moves:>8.3f}")
        return "\n".join(lines)


OLD_CARD: Final = "edit of an old card"
DROPPABLE: Final = frozenset({OLD_CARD, "thread archived or roused", "message taken away"})


def kind_of(method: str, path: str, body: Any, threads: frozenset[str]) -> str | None:
    """What a request was for; None for one that does not count against the global limit."""
    if path.startswith(("/interactions", "/webhooks")):
        return None
    if path.endswith("/threads"):
        return "thread made"
    if found := _MESSAGE.fullmatch(path):
        if method == "DELETE":
            return "message taken away"
        bare = "custom_id" not in str(body) and found[1] in threads
        return OLD_CARD if bare else "edit of a card or challenge"
    if _MESSAGES.fullmatch(path):
        return "message sent" if method == "POST" else "messages read"
    if method == "PATCH" and re.fullmatch(r"/channels/\d+", path):
        return "thread archived or roused"
    return f"{method} {re.sub(r'[0-9]+', '*', path)}"


def gatherings() -> dict[str, Gathering]:
    """What goes on besides challenges, by the words for how such a match began."""
    return added("gathering")


def way_of(match: Match) -> str:
    """How a match began."""
    return next((way for way, one in gatherings().items() if one.has(match.terms)), "challenges")


class Players:
    """Ten people who play thirty matches."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.random = random.Random(seed)
        self.people = [
            server.guild.add_member(server.env.create_user(f"player{number}")) for number in range(PEOPLE)
        ]
        self.by_id = {person.id: person for person in self.people}
        self.week = Week()
        self._seen = 0

    async def play(self) -> Week:
        """Play the week."""
        self._count(record=False)
        while self.week.matches < AT_ONCE:
            await self._begin()
        await self._gather()
        for step in range(STEPS):
            for _ in range(TURNS_A_STEP if step % 24 >= 7 else 2):
                await self._turn()
            if step % 12 == 0:
                await self._refused_challenge()
            await self.server.env.advance_time(15)
            await self.server.pass_time(minutes=59, seconds=45)
            self._count()
        return self.week

    async def _begin(self) -> None:
        command = GAMES[self.week.matches % len(GAMES)]
        one, other = self.random.sample(self.people, 2)
        self.server.command = command
        await one.slash(self.server.channel, f"{command} challenge", opponent=other)
        await other.click(self.server.invitation, label="Accept")
        self.week.matches += 1

    async def _gather(self) -> None:
        """Each gathering with people of its own."""
        people = iter([UserId(person.id) for person in self.people])
        place = ChallengeChannel(GuildId(self.server.guild.id), ChannelId(self.server.channel.id))
        for one in gatherings().values():
            await one.gather(self.server, list(islice(people, one.people)), place)

    async def _refused_challenge(self) -> None:
        one, other = self.random.sample(self.people, 2)
        await one.slash(self.server.channel, "pjawns challenge", opponent=other)
        if "Decline" in labels(self.server.invitation):
            await other.click(self.server.invitation, label="Decline")

    async def _turn(self) -> None:
        """A turn in a match that runs; the next match in place of one that is over."""
        match = await self._any_running()
        if match is None:
            return
        app = self.server.bot.app
        user = self.random.choice(users_of(app.matches.to_act(match)))
        line = self._line(app.matches.history(match).position)
        presentation = app.presentations[match.game_key]
        place = next(thread for thread in self.server.channel.threads if thread.id == match.shown.home)
        told = await self.by_id[user].slash(place, f"{presentation.command} move", action=line)
        if private(told) == NOTHING_MOVED:
            assert told.response is not None
            await self.by_id[user].click(told.response, label=END_ANYWAY)
        after = await app.matches.load(match.id)
        assert after.version > match.version, line
        self.week.turns += 1
        self.week.ways[way_of(match)] += 1
        if after.phase is Phase.FINISHED and self.week.matches < MATCHES:
            await self._begin()

    async def _any_running(self) -> Match | None:
        app = self.server.bot.app
        guild = GuildId(self.server.guild.id)
        running = await app.matches.lists.running_in(guild, MOST_RUNNING)
        return await app.matches.load(self.random.choice(running).id) if running else None

    def _line(self, position: Position) -> str:
        """A whole turn of random actions."""
        side, turn = position.to_act, position.turn_of
        said: list[str] = []
        while position.to_act == side and position.turn_of == turn and position.outcome() is None:
            actions = position.legal_actions()
            ends = [action for action in actions if action.path == ("end",)]
            action = ends[0] if ends and len(said) >= LONGEST_TURN else self.random.choice(actions)
            said.append(str(action))
            position = position.play(action)
        return " ".join(said)

    def _count(self, *, record: bool = True) -> None:
        """Count what was requested since this was asked last."""
        transcript = self.server.env.backend.transcript
        threads = frozenset(str(thread.id) for thread in self.server.channel.threads)
        for entry, name, body in transcript[self._seen :]:
            method, _, path = name.partition(" ")
            kind = kind_of(method, path, body, threads) if entry == "HTTP" else None
            if kind is None or not record:
                continue
            self.week.requests[kind] += 1
            if kind == "message sent":
                self.week.messages += 1
                allowed = (body or {}).get("allowed_mentions") or {}
                self.week.pings += len(allowed.get("users") or ())
        self._seen = len(transcript)


async def busy_week(folder: Path, seed: int = 7) -> Week:
    """Play a busy week in a server made for it."""
    path = Path(shutil.copy(template(), folder / "tidepool.sqlite3"))
    env = StoryEnv(make_bot(path, ["tails"]))
    await env.start()
    with env.time_context():
        server = Server(env, path, ["tails"])
        try:
            return await Players(server, seed).play()
        finally:
            await env.shutdown()
            await server.bot.close()


def main() -> None:
    """Play the week and print what it cost."""
    folder = Path(tempfile.mkdtemp())
    try:
        print(asyncio.run(busy_week(folder)).table())
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
