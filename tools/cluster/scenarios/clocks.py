"""A bot that is down for days, and machines whose clocks are wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from matches import MatchId, UserId
from services import Services
from tests.loopback.endpoint import ask
from tests.loopback.server.clock import write_real
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, Parts, running
from tools.cluster.plan import ClusterPlan
from tools.crowd.moving import CrowdMatch

TURNED: Final = {"loopback_steady": "", "loopback_sweep": "2"}
"""Settings for a clock that may jump and is read often."""
SEEN_WITHIN: Final = 180.0
UP: Final = "SELECT count(*) FROM entry e JOIN match m ON m.id = e.match_id WHERE e.kind = 'time-up'"
ON: Final = " AND (m.guild_id >> 22) % {count} = ANY(ARRAY[{shards}])"
RATE: Final = 10.0
OFF: Final = {"bot1": 180.0, "bot2": -180.0, "bot3": 600.0}
"""Seconds by which the clocks of the bots' machines are wrong."""
REMINDED_AFTER: Final = timedelta(seconds=45)


async def outage(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 5: one bot is down for two days, and its matches get exactly that time back."""
    async with running(plan, ClusterLayout(settings=TURNED, pace="3d"), report) as parts:
        dead = parts.bots[0]
        theirs = parts.held_by(dead.name)
        others = [shard for shard in range(plan.shards) if shard not in theirs]
        in_play = "SELECT count(*) FROM match m WHERE m.phase = 'playing'"
        of_theirs, of_others = (
            ON.format(count=plan.shards, shards=str(one)[1:-1]) for one in (theirs, others)
        )
        many = await parts.stored.number(in_play + of_theirs)
        alive = await parts.stored.number(in_play + of_others)
        await dead.kill()
        await parts.live(others, days=2)
        await asyncio.sleep(5)
        await dead.start()
        await parts.held(within=60)
        noted = "SELECT count(*) FROM shard_stop WHERE end_at - start_at BETWEEN '47h' AND '49h'"
        stops = await parts.until(noted, len(theirs), within=60)
        report.figure("shards with a downtime of two days", stops, at_least=len(theirs), at_most=len(theirs))
        await parts.live(days=1, hours=1)
        up = await parts.until(UP + of_others, alive, within=SEEN_WITHIN)
        report.figure("others' matches whose time is up after three days", up, at_least=alive)
        await parts.live(days=1, hours=22)
        await asyncio.sleep(10)
        early = await parts.stored.number(UP + of_theirs)
        report.figure("of the dead one's, after five but for an hour", early, at_most=0)
        if early:
            report.fault(f"{early:.0f} matches ended on time that nobody could play")
        await parts.live(hours=2)
        up = await parts.until(UP + of_theirs, many, within=SEEN_WITHIN)
        report.figure("an hour later", up, at_least=many)


async def skew(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 11: clocks that are three minutes ahead and behind, and ten minutes ahead."""
    with TemporaryDirectory() as name:
        each = {}
        for one, seconds in OFF.items():
            file = Path(name) / one
            write_real(file, seconds)
            each[one] = {"loopback_clock": str(file)}
        async with running(plan, ClusterLayout(each=each), report) as parts:
            seats = parts.crowd.seats[: min(plan.reminders, len(parts.crowd.seats) // 2)]
            async with parts.crowd.service() as service:
                reminded = await remind(service, seats, REMINDED_AFTER)
            for seat in reminded:
                seat.moving = True  # a move would cancel the reminder
            async with parts.crowd.moving(plan.paced(RATE)):
                waiting = "SELECT count(*) FROM notice WHERE kind = 'later' AND state = 'due'"
                await asyncio.sleep(REMINDED_AFTER.total_seconds())
                left = await parts.until(waiting, 0, within=90)
            report.figure("reminders that were not sent", left, at_most=0)
            await _tell_reminders(parts, report, len(reminded))
            downtimes = await parts.stored.number(
                "SELECT (SELECT count(*) FROM downtime) + (SELECT count(*) FROM shard_stop)"
            )
            report.figure("downtimes invented", downtimes, at_most=0)
            for bot in parts.bots:
                told = await ask(parts.ports[bot.name], "/ready")
                report.say(f"{bot.name}, {OFF.get(bot.name, 0):+.0f} s: {told.status} {told.text.strip()}")
                wrong = abs(OFF.get(bot.name, 0)) > 30
                report.figure("not ready where it is wrong", (told.status == 503) == wrong, at_least=1)


async def remind(service: Services, seats: Iterable[CrowdMatch], after: timedelta) -> list[CrowdMatch]:
    """Set reminders for the players to act, all at the same moment; returns the seats that have one."""
    reminded = [seat for seat in seats if not seat.over]
    for seat in reminded:
        await service.notifications.remind_later(MatchId(seat.number), UserId(seat.mover.id), after)
    return reminded


async def _tell_reminders(parts: Parts, report: ScenarioReport, number: int) -> None:
    """Report how many reminders were seen, and the earliest one."""
    rows = await parts.stored.rows("SELECT channel, message, due_at FROM notice WHERE kind = 'later'")
    early = []
    for row in rows:
        place = parts.world.channels.get(row["channel"] or 0)
        message = None if place is None else place.messages.get(row["message"])
        if message is not None:
            early.append((row["due_at"] - message.created_at).total_seconds())
    report.figure(f"of {number} reminders, seen", len(early))
    report.figure("the one that came earliest, before its time", max(early, default=0.0), "s", at_most=2)
