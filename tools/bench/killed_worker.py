"""Many turns of the computer on two workers; one worker is killed in the middle of a job.

``python -m tools.bench.killed_worker --moves 200`` prints the figures; it needs PostgreSQL.
"""

from __future__ import annotations

import asyncio
import json
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cogs.delivery.computer.thinking import Thinker
from cogs.hosting.metrics import Metrics
from cogs.kit.turns import InFlight
from cogs.upkeep import THINKING_EVERY
from computer.core import seed_of
from computer.queue import QueuedWorkers
from computer.workers import KINDS, MOST_WAITING
from data import open_store
from data.jobs import open_queue
from data.jobs.asking import JobQueue
from data.jobs.serving import HEARTBEAT, POLL_EVERY
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    ChannelId,
    GuildId,
    Match,
    MatchId,
    UserId,
)
from matches.lifecycle.history import turns_made
from services import Services
from settings.deadlines import USUAL
from tests.computer.jobs import SLOW
from tests.data_store.postgres import cluster
from tests.workers.looking import Inside, look_inside
from tests.workers.process import WorkerProcess
from tools import harness

MOVES = 200
LEVELS = (1, 2, 3, 4, 1, 2, 3, 4, 1, 5)
OLD_ENOUGH = 2**22
OWN_TIME = 5.0
"""The most seconds that a turn of the highest level takes."""


class Showing:
    """Replaces the publisher: counts how often each match is shown, and notes the last time."""

    def __init__(self) -> None:
        self.shown: Counter[MatchId] = Counter()
        self.at: dict[MatchId, float] = {}

    async def publish(self, match_id: MatchId, changed: Match | None = None) -> Match:
        """Note that a match was shown."""
        assert changed is not None
        self.shown[match_id] += 1
        self.at[match_id] = time.monotonic()
        return changed


@dataclass
class Figures:
    """The results of a run."""

    moves: int
    seconds: float = 0.0
    held: int = 0
    """Jobs that the killed worker had claimed."""
    taken_up: float = 0.0
    """Seconds from its end until the other worker had claimed the last of these."""
    answered: float = 0.0
    """Seconds from its end until the last of these was answered."""
    last_of_others: float = 0.0
    """Seconds from the start until the last of the other jobs was answered."""
    turns: Counter[int] = field(default_factory=Counter)
    """The number of matches by the number of turns that the computer has played in them."""
    shown: Counter[int] = field(default_factory=Counter)
    put_off: float = 0.0
    """Turns that were put off and requested again."""
    left: int = 0
    """Answers that were never fetched, but for those to jobs that the killed worker had answered already.

    It may end between an answer and taking its job out of the queue: then the other worker answers it again.
    """

    def tell(self, figure: Callable[..., object] = harness.figure) -> None:
        """Print them beside their bounds."""
        bound = (HEARTBEAT + POLL_EVERY).total_seconds() + 1
        figure("turns that the killed worker had in hand", self.held, at_least=1)
        figure("the last of these taken up, after its end", self.taken_up, "s", at_most=bound)
        figure("and answered", self.answered, "s", at_most=bound + OWN_TIME)
        figure("the others answered within", self.last_of_others, "s")
        figure("turns that were put off", self.put_off)
        figure("all of them", self.seconds, "s")


async def begun(services: Services, number: int) -> list[MatchId]:
    """The ids of ``number`` new matches in which the computer is to move."""
    matches = []
    for index in range(number):
        place = ChallengeChannel(GuildId(OLD_ENOUGH + index), ChannelId(OLD_ENOUGH + index))
        match = await services.matches.challenges.against_computer(
            UserId(OLD_ENOUGH + index),
            LEVELS[index % len(LEVELS)],
            ChallengeTerms("pjawns", {}, side="black"),
            place,
        )
        matches.append(match.id)
    return matches


async def many(folder: Path, url: str, moves: int) -> Figures:
    """Have two workers play ``moves`` turns, and kill one while it has jobs."""
    store = await open_store(url)
    services = Services(store, clock=lambda: datetime.now(UTC), coin=lambda: "heads", salt=bytes)
    matches = await begun(services, moves)
    queue, metrics, showing = await open_queue(url, KINDS), Metrics(), Showing()
    publisher: Any = showing
    thinker = Thinker(
        *(services, publisher, lambda: datetime.now(UTC), InFlight(), metrics, USUAL),
        workers=QueuedWorkers(queue, USUAL.turn),
        at_once=MOST_WAITING,
    )
    killed, other = (WorkerProcess(folder, url, name=name, worker_jobs="2") for name in ("killed", "other"))
    figures, inside = Figures(moves), look_inside(url)
    try:
        await killed.start()
        manager = await _manager_of_the_only_worker(queue, inside)
        await other.start()
        secret = await services.host.secret()
        by_seed = {seed_of(secret, match, 0): match for match in matches}
        began = time.monotonic()
        waking = asyncio.create_task(_wake(thinker))
        while sum(showing.shown.values()) < moves // 5:  # noqa: ASYNC110 - it happens elsewhere
            await asyncio.sleep(0.01)
        held, keys = await _killed_in_a_job(killed, manager, inside, by_seed, showing)
        ended = time.monotonic()
        figures.held = len(held)
        while await inside("SELECT 1 FROM pgqueuer WHERE queue_manager_id = $1", manager):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        figures.taken_up = time.monotonic() - ended
        while len(showing.shown) < moves:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
        waking.cancel()
        figures.seconds = time.monotonic() - began
        figures.answered = max(showing.at[match] for match in held) - ended
        figures.last_of_others = max(at for match, at in showing.at.items() if match not in held) - began
        for match in matches:
            history = services.matches.history(await services.matches.load(match))
            figures.turns[turns_made(history)["white"]] += 1
            figures.shown[showing.shown[match]] += 1
        told = metrics.registry.get_sample_value("tidepool_computer_failed_total", {"why": "busy"})
        figures.put_off = told or 0.0
        # A worker removes a job from the queue a moment after its answer was shown.
        while await inside("SELECT 1 FROM pgqueuer"):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.05)
        figures.left = len(await inside("SELECT 1 FROM job_answer WHERE key <> ALL($1::text[])", keys))
    finally:
        await thinker.close()
        for worker in (killed, other):
            await worker.kill()
        await store.close()
    return figures


async def _wake(thinker: Thinker) -> None:
    """Wake ``thinker`` as often as the bot does, for ever."""
    while True:
        thinker.wake()
        await asyncio.sleep(THINKING_EVERY)


async def _manager_of_the_only_worker(queue: JobQueue, inside: Inside) -> Any:
    """PgQueuer's id of the only running worker: the one that claims a job of ours."""
    thinking = asyncio.create_task(QueuedWorkers(queue, USUAL.turn).think(SLOW))
    found: list[Any] = []
    while not found:
        found = await inside("SELECT queue_manager_id FROM pgqueuer WHERE status = 'picked'")
        await asyncio.sleep(0.01)
    await thinking
    return found[0]["queue_manager_id"]


async def _killed_in_a_job(
    worker: WorkerProcess, manager: Any, inside: Inside, by_seed: Mapping[int, MatchId], showing: Showing
) -> tuple[set[MatchId], list[str]]:
    """Kill the worker once it has unanswered jobs; returns their matches, and the keys of all that it has."""
    while True:
        worker.send(signal.SIGSTOP)
        await asyncio.sleep(0.2)  # time to show the answers it has already given
        rows = await inside("SELECT payload, dedupe_key FROM pgqueuer WHERE queue_manager_id = $1", manager)
        held = {by_seed[json.loads(row["payload"])["seed"]] for row in rows} - set(showing.shown)
        if held:
            await worker.kill()
            return held, [row["dedupe_key"] for row in rows]
        worker.send(signal.SIGCONT)
        await asyncio.sleep(0.05)


def run(moves: int = MOVES) -> None:
    """Print the figures of one kill, on a new database server; fails if a turn was lost or doubled."""
    with cluster() as server, tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(many(Path(folder), server.url, moves))
    print(f"{moves} turns on two workers, of which one is killed: played by match {dict(figures.turns)},")
    print(f"shown {dict(figures.shown)}, answers left {figures.left}")
    figures.tell()
    check(figures)


def check(figures: Figures) -> None:
    """Assert that each turn was played once and shown once, also the killed worker's, with nothing left."""
    assert figures.held > 0
    assert figures.turns == figures.shown == {1: figures.moves}
    assert figures.left == 0


if __name__ == "__main__":
    harness.main(run)
