"""The flood itself, and the database that the bot starts with.

The matches for it are stored before the bot starts. Of many equal matches one is played and the others are
copied from it in SQL, where no limit on the number of matches applies.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from engines import Action, Position
from matches import Match, MatchId, UserId
from services import Services
from tests.loopback.process import BotProcess
from tests.loopback.server.interactions import AUTOCOMPLETE
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import Answer, Person
from tests.people import sides_of, user_of
from tools import harness
from tools.crowd import bots
from tools.crowd.bots import MEGABYTE, peak, probed, reported, reset
from tools.crowd.matches import begun, put_up
from tools.crowd.moving import Crowd, CrowdMatch

RATE: Final = 10.0
SECONDS: Final = 10.0
HELP_EVERY: Final = 0.5
PATIENCE: Final = 150.0
"""Seconds after the flood within which all requests must be answered."""
STEP: Final = 50.0
"""The goal for the longest step on the event loop, in CPU milliseconds."""
MEMORY: Final = 400.0
"""The goal for the bot's peak memory, in megabytes."""

COLUMNS: Final = """version, phase, game, rules_version, options, guild_id, channel_id, challenger, opponent,
    challenger_side, opponent_side, created_at, changed_at, finished_at, deadline_at, toss_call, toss_fell,
    first_side, result_winner, result_reason, shown_version, card_at, stage, takebacks, direct, pace, clocks,
    result_counts, stakes"""
COPY: Final = f"""
WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :copies)
INSERT INTO match ({COLUMNS}, invitation, home, card)
SELECT {COLUMNS}, invitation + n, home + n, card + n FROM match, number WHERE id = :match
"""
COPY_ENTRIES: Final = """
INSERT INTO entry (match_id, number, kind, text, side, ply, at)
SELECT match.id, number, kind, text, side, ply, at FROM match, entry
WHERE match.id > :last AND match_id = :match
"""
COPY_PICKS: Final = """
INSERT INTO pick (match_id, side, choices)
SELECT match.id, side, choices FROM match, pick WHERE match.id > :last AND match_id = :match
"""
PAIRS: Final = """
WITH RECURSIVE pair(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM pair WHERE n < :pairs)
INSERT INTO entry (match_id, number, kind, text, side, ply, at)
SELECT match_id, number + 2 * n, kind, text, side, ply, at FROM entry, pair
WHERE match_id = :match AND number > :last - 2
"""


# --- what is in the database -------------------------------------------------------------------------


class Sea(Crowd):
    """A Discord with its users, and the database before the bot starts on it."""

    services: Services
    """The services on the database, until it is closed."""

    def __init__(self, discord: Loopback, file: Path) -> None:
        super().__init__(discord, harness.address_of(file), matches=0)
        self.file = file
        self.world.keeps_files = False
        self.patience = PATIENCE
        guild = self.world.add_guild("Bay")
        self.channel, self.elsewhere = (
            self.world.add_channel(guild, name) for name in ("games", "elsewhere")
        )
        self.flooder, self.rival, self.bystander = (
            self.discord.person(name, guild) for name in ("Flooder", "Rival", "Bystander")
        )

    async def match(self, game: str, line: Callable[[Position], Sequence[Action]]) -> Match:
        """A match of the flooder after the actions of a line."""
        users = (UserId(self.flooder.id), UserId(self.rival.id))
        match = await begun(self.services, game, users, self.channel, self._chance)
        for action in line(self.services.matches.history(match).position):
            to_act = self.services.matches.history(match).position.to_act
            assert to_act is not None
            match = await self.services.matches.play.turn(match.id, sides_of(match)[to_act], str(action))
        await self.show(match)
        return match

    async def show(self, match: Match) -> None:
        """Post the match's card in a new thread, at which its players sit."""
        thread = await put_up(self.services, self.world, match, self.channel)
        self.seats.append(CrowdMatch.of(self.services, match, (self.flooder, self.rival), thread))

    def mover(self, match: Match) -> Person:
        """The player to act in a match."""
        (user,) = self.services.matches.to_act(match)
        return self.flooder if user_of(user) == self.flooder.id else self.rival

    def copy(self, match: MatchId, copies: int) -> None:
        """Add ``copies`` copies of a match to the database."""
        with closing(sqlite3.connect(self.file)) as database, database:
            (last,) = database.execute("SELECT max(id) FROM match").fetchone()
            database.execute(COPY, {"match": match, "copies": copies})
            for statement in (COPY_ENTRIES, COPY_PICKS):
                database.execute(statement, {"match": match, "last": last})

    async def lengthen(self, match: Match, entries: int) -> None:
        """Fill the record of a match with actions and take-backs up to ``entries`` entries."""
        position = self.services.matches.history(match).position
        action = next(
            one for one in position.legal_actions() if position.apply(one).to_act == position.to_act
        )
        user = UserId(self.mover(match).id)
        match = await self.services.matches.play.turn(match.id, user, str(action))
        match = await self.services.matches.play.take_back(match.id, user)
        last = len(match.entries)
        with closing(sqlite3.connect(self.file)) as database, database:
            database.execute(PAIRS, {"match": match.id, "last": last, "pairs": (entries - last) // 2})
            (found,) = database.execute(
                "SELECT count(*) FROM entry WHERE match_id = ?", (match.id,)
            ).fetchone()
            database.execute(
                "UPDATE match SET version = version + ?1, shown_version = version + ?1 WHERE id = ?2",
                (found - last, match.id),
            )
        assert found in (entries - 1, entries)


@asynccontextmanager
async def sea(discord: Loopback, folder: Path) -> AsyncIterator[Sea]:
    """A Discord and an empty database, which is closed at the end of the block, before the bot starts."""
    made = Sea(discord, folder / "tidepool.sqlite3")
    async with made.service() as made.services:
        yield made


def widest(start: Position, *, games: int = 12, plies: int = 120) -> list[Action]:
    """The actions to the position with the most legal actions in some random games."""
    chance, found, most = random.Random(1), list[Action](), 0
    for _ in range(games):
        position, line = start, list[Action]()
        while len(line) < plies and (legal := position.legal_actions()):
            if len(legal) > most:
                found, most = list(line), len(legal)
            line.append(chance.choice(legal))
            position = position.apply(line[-1])
    return found


def long_line(start: Position, length: int = 60) -> list[Action]:
    """``length`` random actions that do not end the match; fewer only if all tries end before."""
    chance, longest = random.Random(1), list[Action]()
    for _ in range(50):
        position, line = start, list[Action]()
        while len(line) < length and (legal := position.legal_actions()):
            line.append(chance.choice(legal))
            position = position.apply(line[-1])
        standing = line if position.outcome() is None else line[:-1]
        longest = max(longest, standing, key=len)
        if len(longest) == length:
            break
    return longest


# --- the flood ---------------------------------------------------------------------------------------


@dataclass
class Flood:
    """The requests sent during a flood, and the bot's longest step and peak memory."""

    sent: list[Answer] = field(default_factory=list)
    helped: list[Answer] = field(default_factory=list)
    step: float = 0.0
    """The longest step on the event loop, in CPU milliseconds."""
    memory: float = 0.0
    """The peak memory of the process, in megabytes."""

    def tell(self, name: str) -> None:
        """Print the figures beside their goals."""
        print(
            f"{name}: {len(self.sent)} requests of the flooder, {sum(map(answered, self.sent))} answered; "
            f"{len(self.helped)} of the bystander, {sum(map(answered, self.helped))} answered"
        )
        waits = [1000 * wait for each in self.helped if (wait := each.acknowledged_in) is not None]
        harness.figure("the bystander was helped after, median", median(waits) if waits else None, "ms")
        harness.figure("the same, at worst", max(waits, default=None), "ms")
        harness.figure("longest step on the loop, processor", self.step, "ms", at_most=STEP)
        harness.figure("memory at its peak", self.memory, "MB", at_most=MEMORY)


def answered(answer: Answer) -> bool:
    """True if the user got a result or a refusal, even if a later message has replaced it."""
    if answer.failed:
        return False
    if answer.interaction.type == AUTOCOMPLETE:
        return answer.interaction.choices is not None
    return not answer.thinking and bool(answer.messages_ever)


@asynccontextmanager
async def running(discord: Loopback, folder: Path) -> AsyncIterator[BotProcess]:
    """The bot, with the probe in it, on the prepared database."""
    async with bots.running(probed(discord, folder, by_processor=True)) as process:
        # Wait for the end of the start, with its garbage collections, which do not belong to the flood.
        await discord.quiet()
        yield process


async def flooded(sea: Sea, process: BotProcess, send: Callable[[int], Answer]) -> Flood:
    """Call ``send`` ten times a second, and wait until all requests are answered."""
    flood, loop = Flood(), asyncio.get_running_loop()
    reset(process)
    looking_on = asyncio.create_task(_look_on(sea, flood))
    try:
        begun_at = loop.time()
        for number in range(round(RATE * SECONDS)):
            await asyncio.sleep(max(0.0, begun_at + number / RATE - loop.time()))
            flood.sent.append(send(number))
        await settled(sea, flood.sent)
    finally:
        looking_on.cancel()
    await settled(sea, flood.helped)
    if process.running:
        flood.memory = peak(process.pid) / MEGABYTE
        flood.step = (await reported(process)).step
    return flood


async def _look_on(sea: Sea, flood: Flood) -> None:
    """Have the bystander ask for help again and again."""
    while True:
        flood.helped.append(sea.bystander.send_slash(sea.elsewhere, "help"))
        await asyncio.sleep(HELP_EVERY)


async def settled(sea: Sea, answers: Sequence[Answer]) -> None:
    """Wait until each request was answered or has failed in Discord, at most for PATIENCE."""
    world = sea.world

    def over(answer: Answer) -> bool:
        waited = (world.now() - answer.interaction.created_at).total_seconds()
        late = answer.failed and waited > world.acknowledge_within.total_seconds()
        return late or answered(answer)

    with suppress(TimeoutError):
        await world.until(lambda: all(map(over, answers)), within=PATIENCE)
