"""The flood itself, and the database that the bot starts with.

The matches for it are stored before the bot starts. Of many equal matches one is played and the others are
copied from it in SQL, where no limit on the number of matches applies.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from bot import fresh_salt
from data import Database, open_store
from engines import Action, Position
from matches import Match, MatchId, Policy, UserId
from services import Services
from tests.loopback.entities import Channel
from tests.loopback.interactions import AUTOCOMPLETE
from tests.loopback.loopback import Loopback
from tests.loopback.people import Answer, Person
from tests.loopback.process import BotProcess
from tests.people import sides_of, user_of
from tools.load.players import a_thread, begun, put_up
from tools.soak.memory import MEGABYTE, peak
from tools.soak.moment import command_of

RATE: Final = 10.0
SECONDS: Final = 10.0
HELP_EVERY: Final = 0.5
PATIENCE: Final = 150.0
"""Seconds after the flood within which all requests must be answered."""
STEP: Final = 50.0
"""The goal for the longest step on the event loop, in CPU milliseconds."""
MEMORY: Final = 400.0
"""The goal for the bot's peak memory, in megabytes."""
REPORT: Final = "report.json"

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


@dataclass
class Sea:
    """A Discord with its users, and the database before the bot starts on it."""

    discord: Loopback
    file: Path
    store: Database
    service: Services
    chance: random.Random
    channel: Channel = field(init=False)
    elsewhere: Channel = field(init=False)

    def __post_init__(self) -> None:
        world = self.discord.world
        world.keeps_files = False
        guild = world.add_guild("Bay")
        self.channel, self.elsewhere = (world.add_channel(guild, name) for name in ("games", "elsewhere"))
        self.flooder, self.rival, self.bystander = (
            self.discord.person(name, guild) for name in ("Flooder", "Rival", "Bystander")
        )

    async def match(self, game: str, line: Callable[[Position], Sequence[Action]]) -> Match:
        """A match of the flooder after the actions of a line."""
        users = (UserId(self.flooder.id), UserId(self.rival.id))
        match = await begun(self.service, game, users, self.channel, self.chance)
        for action in line(self.service.matches.history(match).position):
            to_act = self.service.matches.history(match).position.to_act
            assert to_act is not None
            match = await self.service.matches.play.turn(match.id, sides_of(match)[to_act], str(action))
        await self.show(match)
        return match

    async def show(self, match: Match) -> None:
        """Post the match's card in a new thread."""
        thread = a_thread(self.discord.world, self.channel, f"match {match.id}")
        await put_up(self.store, self.service, self.discord.world, match, thread)

    def mover(self, match: Match) -> Person:
        """The player to act in a match."""
        (user,) = self.service.matches.to_act(match)
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
        position = self.service.matches.history(match).position
        action = next(
            one for one in position.legal_actions() if position.apply(one).to_act == position.to_act
        )
        user = UserId(self.mover(match).id)
        match = await self.service.matches.play.turn(match.id, user, str(action))
        match = await self.service.matches.play.take_back(match.id, user)
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
    file = folder / "tidepool.sqlite3"
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    try:
        # As if the matches were older than the limits.
        policy = Policy(open_challenges=100, running_matches=10_000)
        service = Services(
            store, clock=discord.world.clock, coin=lambda: "heads", salt=fresh_salt, policy=policy
        )
        yield Sea(discord, file, store, service, random.Random(1))
    finally:
        await store.close()


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
        waits = sorted(1000 * wait for each in self.helped if (wait := each.acknowledged_in) is not None)
        help_after = f"{median(waits):.0f} ms, at worst {waits[-1]:.0f} ms" if waits else "never"
        print(
            f"{name}: {len(self.sent)} requests of the flooder, {_count(self.sent)} answered; "
            f"{len(self.helped)} of the bystander, {_count(self.helped)} answered, after {help_after}\n"
            f"  longest step on the loop, processor: {self.step:.0f} ms (wanted: {STEP:.0f}, "
            f"{_met(self.step <= STEP)}); memory at its peak: {self.memory:.0f} MB (wanted: {MEMORY:.0f}, "
            f"{_met(self.memory <= MEMORY)})",
            flush=True,
        )


def _count(answers: Sequence[Answer]) -> int:
    return sum(map(answered, answers))


def _met(yes: bool) -> str:
    return "met" if yes else "NOT met"


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
    os.environ |= {"LOAD_REPORT": str(folder / REPORT), "LOAD_STEPS": "processor"}
    process = BotProcess(discord, folder, module="tools.load.bot", log_level="WARNING")
    try:
        await process.start()
        await discord.world.until(lambda: discord.world.commands, what="the commands")
        # Wait for the end of the start, with its garbage collections, which do not belong to the flood.
        await discord.quiet()
        yield process
    finally:
        del os.environ["LOAD_REPORT"], os.environ["LOAD_STEPS"]
        if process.running:
            await process.kill()


async def flooded(sea: Sea, process: BotProcess, send: Callable[[int], Answer]) -> Flood:
    """Call ``send`` ten times a second, and wait until all requests are answered."""
    flood, loop = Flood(), asyncio.get_running_loop()
    _tell(process, signal.SIGUSR1)
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
        flood.memory = peak(process.pid or 0) / MEGABYTE
        flood.step = await _longest_step(process, process.folder)
    return flood


async def _look_on(sea: Sea, flood: Flood) -> None:
    """Have the bystander ask for help again and again."""
    while True:
        flood.helped.append(sea.bystander.send_slash(sea.elsewhere, "help"))
        await asyncio.sleep(HELP_EVERY)


class RunningMatch:
    """A match that goes on during a flood: each move is typed, and timed until its card stands there."""

    def __init__(self, ground: Sea, match: Match) -> None:
        self._ground = ground
        self._seats = sides_of(match)
        self._position = ground.service.matches.history(match).position
        self._line = iter(long_line(self._position, 400))
        self._thread = ground.discord.world.threads(ground.channel)[-1]
        self._game = match.game_key

    async def move(self) -> float:
        """Make a move; returns the seconds that it took."""
        world, before = self._ground.discord.world, self._thread.last
        to_act = self._position.to_act
        assert to_act is not None, "the line goes on"
        action = next(self._line)
        people = (self._ground.flooder, self._ground.rival)
        who = next(person for person in people if person.id == self._seats[to_act])
        loop = asyncio.get_running_loop()
        begun_at = loop.time()
        who.send_slash(self._thread, f"{command_of(self._game)} move", action=str(action))
        await world.until(lambda: self._thread.last is not before, within=PATIENCE, what="the card of a move")
        self._position = self._position.apply(action)
        return loop.time() - begun_at


def told(waits: Sequence[float]) -> str:
    """Some waits in milliseconds: the median and the longest."""
    return f"{1000 * median(waits):.0f} ms, at worst {1000 * max(waits):.0f} ms"


async def settled(sea: Sea, answers: Sequence[Answer]) -> None:
    """Wait until each request was answered or has failed in Discord, at most for PATIENCE."""
    world = sea.discord.world

    def over(answer: Answer) -> bool:
        waited = (world.now() - answer.interaction.created_at).total_seconds()
        late = answer.failed and waited > world.acknowledge_within.total_seconds()
        return late or answered(answer)

    with suppress(TimeoutError):
        await world.until(lambda: all(map(over, answers)), within=PATIENCE)


async def _longest_step(process: BotProcess, folder: Path) -> float:
    """The longest step in CPU milliseconds, as measured by the bot's probe since the flood began."""
    report = folder / REPORT
    _tell(process, signal.SIGUSR2)
    while not report.exists():
        await asyncio.sleep(0.05)
        assert process.running, process.log
    return 1000 * float(json.loads(report.read_text())["step"])


def _tell(process: BotProcess, what: signal.Signals) -> None:
    if process.pid is not None:
        os.kill(process.pid, what)
