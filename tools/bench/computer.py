"""The computer: CPU time per action by level, and how long players wait for its answer.

The answers are measured on the loopback Discord, with the bot in its own process and one worker: five players
play one level each, and one of them moves every second.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from itertools import cycle
from pathlib import Path
from statistics import median

from computer.levels import LEVELS
from engines import GAMES
from engines.record import Record
from tests.loopback.doing import against_computer
from tests.loopback.server.people import Person, labels
from tests.loopback.stored import rows
from tests.loopback.story import Story, a_story
from tools import harness
from tools.computer.measures import times_of

WANTED = {1: 100, 2: 100, 3: 100, 4: 250, 5: 1500}
"""CPU milliseconds per action by level, at the 95th percentile; a turn of Predation may take 3000."""
WANTED_TURN = 3000
WAIT_WANTED = 2.5
"""Seconds from a player's move to the card with the answer, at the 95th percentile."""
TURNS = 12
EXCHANGES = 40
"""The number of players' moves, one a second."""
PLAYED = "SELECT text FROM entry WHERE kind = 'action'"


def run(turns: int = TURNS, exchanges: int = EXCHANGES) -> None:
    """Print both; fails only if an answer never came, not because it was slow."""
    print(f"The computer: milliseconds of the processor a turn, {turns} turns each, median / 95 %")
    for game in sorted(GAMES):
        timed = {level: times_of(game, level, turns) for level in LEVELS}
        told = [f"{level}: {times.half:.0f} / {times.most:.0f}" for level, times in timed.items()]
        print(f"  {game:<20} {'   '.join(told)}")
    print(f"wanted, 95 %: {WANTED} (a turn of Predation at level 5: {WANTED_TURN})")
    waits = asyncio.run(_answered(exchanges))
    print(f"From a move to the card with the answer, one a second, one worker, {len(waits)} exchanges:")
    harness.figure("median", median(waits), "s")
    harness.figure("95 %", harness.percentile(waits, 95), "s", at_most=WAIT_WANTED)


# --- answers -------------------------------------------------------------------------------------


async def _answered(exchanges: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        async with a_story(Path(folder), thinkers="1", loopback_deadlines="usual") as story:
            story.world.let_everyone(story.guild, create_private_threads=True)
            people = [await _begun(story, level) for level in LEVELS]
            waits: list[float] = []
            moves: list[asyncio.Task[None]] = []
            for _, (person, number) in zip(range(exchanges), cycle(people), strict=False):
                moves.append(asyncio.create_task(_exchange(story, person, number, waits)))
                await asyncio.sleep(1)
            await asyncio.gather(*moves)
    return waits


async def _begun(story: Story, level: int) -> tuple[Person, int]:
    """A player with a new match at this level, and the match's number."""
    person = story.discord.person(f"Player {level}", story.guild)
    before = len(story.threads)
    await against_computer(person, story.channel, "pjawns", level, "white")
    await story.until(lambda: len(story.threads) > before and story.home.public, "the board")
    return person, level


async def _exchange(story: Story, person: Person, number: int, waits: list[float]) -> None:
    """Move as ``person``, and add the seconds until the answer's card to ``waits``."""
    home = story.threads[number - 1]
    texts = [text for (text,) in rows(story.bot.address, f"{PLAYED} AND match_id = {number} ORDER BY number")]
    position = Record("pjawns", 1, entries=texts).replay().position
    if "Move" not in labels(home.last) or not position.legal_actions():
        return  # the match is over, or the last answer has not come yet
    began, last = time.perf_counter(), home.last
    action = str(random.Random(len(waits)).choice(position.legal_actions()))
    await person.slash(home, "pjawns move", action=action)
    await story.until(
        lambda: home.last is not last and not {"Move", "Film"}.isdisjoint(labels(home.last)), "the answer"
    )
    waits.append(time.perf_counter() - began)
