"""The trouble in a soak: network faults, dropped gateways, kills, deleted threads, closed DMs, time."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Final

from tests.loopback.server.faults import Delay, Fail, Fault, RateLimit, Reset
from tools.soak.ground import Ground

FAULTS: Final[tuple[tuple[str, Fault, int], ...]] = (
    ("429", RateLimit(0.1), 30),
    ("429 for everything", RateLimit(0.2, "global"), 4),
    ("500", Fail(500), 12),
    ("502", Fail(502), 6),
    ("503", Fail(503), 8),
    ("cut before", Reset("received"), 4),
    ("cut after", Reset("handled"), 6),
    ("slow", Delay(0.4), 10),
    ("slow to answer", Delay(0.4, "handled"), 10),
)
"""The faults of requests, with their relative frequency."""
IN_DOUBT: Final = ("cut after", "503")
"""The faults after which the bot itself repeats a request a while later."""
FOR_EVER: Final = 24 * 3600.0
EVERY: Final = 30
"""The mean number of requests between two faults."""
WHERE: Final = (
    ("*", "/**"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("POST", "/interactions/*/*/callback"),
    ("*", "/webhooks/**"),
)


async def storm(ground: Ground) -> None:
    """Cause one network fault after the other, for ever."""
    chance = ground.plan.chance("storm")
    names = {name: (fault, weight) for name, fault, weight in FAULTS}
    while True:
        due = ground.counts["requests"] + chance.expovariate(1 / EVERY)
        await ground.world.until(lambda due=due: ground.counts["requests"] >= due, within=FOR_EVER)  # type: ignore[misc]
        (name,) = chance.choices(list(names), [weight for _, weight in names.values()])
        method, path = chance.choice(WHERE)
        ground.discord.faults.clear()
        laid = ground.discord.faults.on(method, path, names[name][0])
        if name in IN_DOUBT:
            ground.doubtful = laid
        ground.counts[f"fault: {name}"] += 1


class Happenings:
    """Events other than network faults, in the planned number of matches."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.chance: random.Random = ground.plan.chance("happenings")
        plan = ground.plan
        killing = max(1, int(plan.matches * plan.last_kill))
        # All events come before the last matches, with which the soak ends.
        late = max(1, int(plan.matches * 0.9))
        self._planned: list[tuple[Callable[[], Awaitable[None]], int, int]] = [
            (self._kill, plan.kills, killing),
            (self._drop, plan.drops, late),
            (self._delete_thread, plan.deleted_threads, late),
            (self._doors, plan.people // 4, late),
        ]
        self._at = {
            number: [
                (self.chance.uniform(0, most), happens)
                for happens, _, most in [entry]
                for _ in range(entry[1])
            ]
            for number, entry in enumerate(self._planned)
        }
        self._turned = 0.0

    async def go_on(self) -> None:
        """Cause the events that are due by the number of finished matches, and turn the clock; for ever."""
        ground = self.ground
        coming = sorted((at for found in self._at.values() for at in found), key=lambda one: one[0])
        while True:
            while coming and coming[0][0] <= ground.over:
                _, happens = coming.pop(0)
                await happens()
            await self._pass_time()
            await asyncio.sleep(0.2)

    async def _pass_time(self) -> None:
        ground, plan = self.ground, self.ground.plan
        wanted = plan.days * 24 * ground.over / plan.matches
        if wanted - self._turned >= 12:
            hours = self.chance.uniform(3, min(36.0, wanted - self._turned))
            self._turned += hours
            await ground.turn(hours=hours)
        elif ground.stalled:
            await ground.turn(minutes=2)

    # --- what happens ----------------------------------------------------------------------------

    async def _kill(self) -> None:
        """``kill -9`` the bot and start it again; sometimes hours later."""
        ground = self.ground
        ground.workers |= {*ground.bot.workers}
        await ground.bot.kill()
        ground.counts["kills"] += 1
        if self.chance.random() < 0.3:
            await ground.turn(lived=False, hours=self.chance.uniform(0.2, 5))
            ground.counts["downtimes"] += 1
        await start(ground)

    async def _drop(self) -> None:
        how = self.chance.choice(["cut", "close", "reconnect"])
        resumable = self.chance.random() < 0.7
        await self.ground.discord.gateway.drop(how=how, resumable=resumable)  # type: ignore[arg-type]
        self.ground.counts["gateways dropped"] += 1

    async def _delete_thread(self) -> None:
        ground = self.ground
        homes = {match.home: match.id for match in ground.playing.values() if match.phase != "challenged"}
        threads = [place for home in homes if (place := ground.channel(home)) is not None and place.is_thread]
        if threads:
            ground.world.remove_channel(self.chance.choice(threads))
            ground.counts["threads deleted"] += 1

    async def _doors(self) -> None:
        """Close a user's direct messages, or open them again."""
        user = self.chance.choice(self.ground.people).user
        user.dms_open = not user.dms_open
        self.ground.counts["direct messages closed or opened"] += 1


async def start(ground: Ground) -> None:
    """Start the bot; if a fault prevents that, retry as a service manager does."""
    for _ in range(5):
        with contextlib.suppress(RuntimeError, TimeoutError):
            await ground.bot.start()
            return
        ground.counts["starts that failed"] += 1
        if ground.bot.running:
            await ground.bot.kill()
    raise RuntimeError(f"the bot does not start:\n{ground.bot.log[-4000:]}")
