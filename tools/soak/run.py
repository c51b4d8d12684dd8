"""Runs a soak and prints its results."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.kept_up import unshown
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tests.loopback.stored import Database
from tools.soak import contests, thinking, verdict, weather
from tools.soak.ground import SWEEP, THINKERS, Ground
from tools.soak.memory import Memory
from tools.soak.plan import SoakPlan
from tools.soak.seats import people_at
from tools.soak.watch import SoakWatch

CALM: float = 300.0
"""Real seconds after the last match within which everything must be settled."""


OPEN: Final = "SELECT 1 FROM match WHERE phase IN ('challenged', 'setup', 'playing') LIMIT 1"
OWED: Final = (unshown(), "SELECT 1 FROM chore WHERE kind = 'think' LIMIT 1")
"""What finds cards that don't show yet what they should, and turns that the computer owes."""
COUNTED: Final = {
    "people": (
        *("commands", "clicks", "suggestions", "interactions failed"),
        *("told privately", "left to the clock"),
    ),
    "happened": (
        *("kills", "downtimes", "starts that failed", "gateways dropped", "threads deleted"),
        *("processes that thought", "threads opened again", "direct messages closed or opened"),
        *("hours turned", "backups"),
    ),
}


async def soak(plan: SoakPlan) -> Ground:
    """Run a soak in its own folder, kept if a check failed; returns the ground with its counts."""
    if plan.folder is not None:
        plan.folder.mkdir(parents=True, exist_ok=True)
        return await _soak(plan, plan.folder)
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    ground = await _soak(plan, folder)
    if ground.wrong:
        print(f"The database and the log are in {folder}.")
    else:
        await asyncio.to_thread(shutil.rmtree, folder)
    return ground


async def _soak(plan: SoakPlan, folder: Path) -> Ground:
    began = time.monotonic()
    async with Loopback(folder, patient=False) as discord:
        bot = BotProcess(discord, folder, max_open_challenges="100", thinkers=THINKERS, loopback_sweep=SWEEP)
        ground = Ground(plan, discord, bot)
        ground.settle()
        memory, watch = Memory(), SoakWatch(ground)
        try:
            await bot.start()
            await ground.world.until(lambda: ground.world.commands, within=20, what="the commands")
            ground.database = Database(bot.database)
            ground.prefer()
            await contests.enter(ground)
            await _play(ground, memory)
            memory.look(ground)
            ground.workers |= {*bot.workers}
            await bot.terminate()
            await thinking.ended(ground)
            verdict.look(ground)
            ground.stored = verdict.counted(ground)
            verdict.complete(ground)
            told = await verdict.check(ground)
        finally:
            if bot.running:
                await bot.kill()
            ground.database.close()
    _print(ground, memory, watch, told, time.monotonic() - began)
    return ground


# --- playing -----------------------------------------------------------------------------------------------


async def _play(ground: Ground, memory: Memory) -> None:
    plan = ground.plan
    numbers: asyncio.Queue[int] = asyncio.Queue()
    for number in range(plan.matches):
        numbers.put_nowait(number)
    happenings = weather.Happenings(ground)
    deadline = time.monotonic() + plan.minutes * 60
    async with (
        _meanwhile(memory.watch(ground)),
        _meanwhile(_telling(ground)),
        _meanwhile(_closing(ground, numbers, deadline)),
    ):
        backup = asyncio.create_task(verdict.back_up(ground))
        async with (
            _meanwhile(weather.storm(ground)),
            _meanwhile(happenings.go_on()),
            _meanwhile(contests.play(ground)),
        ):
            await asyncio.gather(*(people_at(ground, numbers) for _ in range(plan.tables)))
        ground.discord.faults.clear()
        await backup
        await contests.end_offers(ground)
        await _come_to_rest(ground)


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run an endless coroutine during the block; its error ends the soak."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        if task.done() and not task.cancelled() and (error := task.exception()) is not None:
            raise error
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _closing(ground: Ground, numbers: asyncio.Queue[int], deadline: float) -> None:
    """Remove the matches that have not begun once the time is up, and record that as a fault."""
    await asyncio.sleep(max(0.0, deadline - time.monotonic()))
    left = 0
    while not numbers.empty():
        numbers.get_nowait()
        left += 1
    if left:
        ground.fault(f"{left} matches were not begun in {ground.plan.minutes:.0f} minutes")
        ground.over += left


async def _telling(ground: Ground) -> None:
    began = time.monotonic()
    while True:
        await asyncio.sleep(30)
        requests, over = ground.counts["requests"], ground.over
        print(
            f"  after {time.monotonic() - began:5.0f} s: {over} of {ground.plan.matches} matches over, "
            f"{requests} requests, {ground.counts['kills']} kills, {len(ground.wrong)} wrong",
            flush=True,
        )


async def _come_to_rest(ground: Ground) -> None:
    """Turn the clock until no match is open, due or unshown, at most for CALM."""
    end = time.monotonic() + CALM
    if not ground.bot.running:
        await weather.start(ground)
    await ground.world.until(lambda: ground.discord.gateway.session(ground.bot.name), within=30)
    for person in ground.people:
        # A match against the computer may have no other place to be shown in.
        person.user.dms_open = True
    while _unsettled(ground) and time.monotonic() < end:
        hours = 12.0 if not _due(ground) else 0.05
        await ground.turn(hours=hours)
        await asyncio.sleep(0.6)
    with suppress(TimeoutError):
        await ground.discord.silent(1.2, within=20)


def _unsettled(ground: Ground) -> bool:
    """True if a match, tournament or simul is open, or if the bot owes something."""
    rows = ground.database.rows
    return bool(rows(OPEN)) or any(map(rows, OWED)) or contests.go_on(ground)


def _due(ground: Ground) -> bool:
    """True if the bot has work to do now."""
    rows, now = ground.database.rows, ground.world.now().isoformat(" ", "microseconds")
    return bool(rows("SELECT 1 FROM match WHERE deadline_at <= ? LIMIT 1", now)) or any(map(rows, OWED))


# --- telling -----------------------------------------------------------------------------------------------


def _print(ground: Ground, memory: Memory, watch: SoakWatch, told: list[str], seconds: float) -> None:
    plan, counts = ground.plan, ground.counts
    print(f"A soak of {plan.people} people and {plan.matches} matches, seed {plan.seed}: {seconds:.0f} s")
    for name, numbers in ground.stored.items():
        _line(name, numbers)
    for name, whats in COUNTED.items():
        _line(name, {what: counts[what] for what in whats})
    for name, prefix in (("did", "act: "), ("looked again", "not done: "), ("faults", "fault: ")):
        under = {what: number for what, number in sorted(counts.items()) if what.startswith(prefix)}
        _line(name, {what.removeprefix(prefix): number for what, number in under.items()})
    _line("the bot", {"requests": counts["requests"], "MB sent": round(counts["bytes sent"] / 1e6)})
    _line("secrets", {"requests looked at that speak of secret picks": watch.looked_at})
    for line in memory.lines():
        print(f"  memory: {line}")
    for line in told:
        print(f"  {line}")
    print(f"  wrong: {len(ground.wrong)}")


def _line(name: str, numbers: Mapping[str, int]) -> None:
    print(f"  {name}: " + ", ".join(f"{number} {what}" for what, number in numbers.items()))
