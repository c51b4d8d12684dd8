"""Many things due at the same moment, while bots are killed: each is done once, the urgent ones first."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from matches import GuildId, MatchId, UserId
from matches.guilds.posts import SPREAD, week_end
from matches.guilds.settings import WEEKLY
from tests.loopback.server.entities import Channel
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import WAITING, ClusterLayout, Parts, running
from tools.cluster.plan import ClusterPlan
from tools.cluster.scenarios.clocks import SEEN_WITHIN, UP, remind
from tools.harness import percentile

TURNED: Final = {"loopback_steady": ""}
PACE: Final = timedelta(days=1)
BEFORE: Final = timedelta(seconds=45)
"""The time left to the deadlines after the clock was turned: enough for a sweep that plans the next one."""
KILLS: Final = 2
RATE: Final = 40
"""Messages per second that pass the proxy."""
LEASE: Final = 45.0
"""Seconds within which the shards of a dead bot are back."""


async def deadlines(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 4: thousands of deadlines in a minute, with two kills in between."""
    layout = ClusterLayout(leased=True, settings=TURNED, pace="1d")
    async with running(replace(plan, matches=plan.deadlines), layout, report) as parts:
        first = await parts.stored.rows("SELECT min(changed_at) AS at FROM match WHERE phase = 'playing'")
        many = await parts.stored.number("SELECT count(*) FROM match WHERE phase = 'playing'")
        await parts.live(seconds=(first[0]["at"] + PACE - BEFORE - parts.world.clock()).total_seconds())
        due = await _deadlines(parts)
        for _ in range(KILLS):
            await asyncio.sleep(BEFORE.total_seconds() - 5)
            victim, _ = parts.busiest()
            await victim.kill()
            victim.launch()
        up = await parts.until(UP, many, within=SEEN_WITHIN)
        report.figure(f"of {many:.0f} deadlines, acted upon", up, at_least=many, at_most=many)
        times: Counter[int] = Counter()
        late = []
        for row in await parts.stored.rows("SELECT match_id, at FROM entry WHERE kind = 'time-up'"):
            times[row["match_id"]] += 1
            late.append((row["at"] - due[row["match_id"]]).total_seconds())
        for match, number in times.items():
            if number > 1:
                report.fault(f"the time of match {match} was up {number} times")
        if up < many:
            report.fault(f"{many - up:.0f} deadlines were not acted upon")
        report.figure("how late, p50", percentile(late, 50), "s")
        report.figure("the latest", max(late, default=None), "s", at_most=10 + LEASE)
        end = parts.world.clock().isoformat()
        owed = f"SELECT count(*) FROM notice WHERE state = 'due' AND kind <> 'pick' AND due_at < '{end}'"
        report.figure("reminders owed still", await parts.until(owed, 0, within=SEEN_WITHIN), at_most=0)
        took = (parts.world.clock() - max(due.values())).total_seconds()
        report.figure("all of them told, after the last deadline", took, "s", at_most=10 + LEASE)


async def _deadlines(parts: Parts) -> dict[int, datetime]:
    rows = await parts.stored.rows("SELECT id, changed_at FROM match WHERE phase = 'playing'")
    return {row["id"]: row["changed_at"] + PACE for row in rows}


# --- weekly summaries -------------------------------------------------------------------------------------


async def burst(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 13: weekly summaries and reminders are all due at once, and a bot is killed."""
    layout = ClusterLayout(leased=True, settings=TURNED, pace="none")
    matches = plan.weeklies + plan.reminders
    async with running(
        replace(plan, matches=matches, servers=max(plan.servers, matches)), layout, report
    ) as parts:
        summed_up, reminded = await _owe(parts)
        begin = parts.world.clock()
        await asyncio.sleep(5)
        victim, _ = parts.busiest()
        await victim.kill()
        victim.launch()
        reminders = "SELECT count(*) FROM notice WHERE kind = 'later' AND state = 'due'"
        left = await parts.until(reminders, 0, within=SEEN_WITHIN)
        report.figure(f"of {reminded} reminders, owed still", left, at_most=0)
        took = (parts.world.clock() - begin).total_seconds()
        report.figure("all reminders, after", took, "s", at_most=60 + LEASE)
        end = parts.world.clock().isoformat()
        weeklies = f"SELECT count(*) FROM notice WHERE kind = 'weekly' AND state = 'due' AND due_at < '{end}'"
        expected = len(summed_up) / RATE + LEASE
        left = await parts.until(weeklies, 0, within=expected + SEEN_WITHIN)
        report.figure(f"of {len(summed_up)} summaries, owed still", left, at_most=0)
        took = (parts.world.clock() - begin).total_seconds()
        report.figure("all summaries, after", took, "s", at_most=expected)
        for channel in summed_up:
            number = sum(message.created_at >= begin for message in channel.public)
            if number != 1:
                report.fault(f"{number} summaries stand in channel {channel.id}")


async def _owe(parts: Parts) -> tuple[list[Channel], int]:
    """Schedule weekly summaries and reminders for the same moment, and turn the clock to it.

    Returns the channels for the summaries, and the number of reminders.
    """
    plan, now = parts.plan, parts.world.clock()
    moment = week_end(now) + SPREAD + timedelta(minutes=1)
    weekly, others = parts.crowd.seats[: plan.weeklies], parts.crowd.seats[plan.weeklies :]
    channels = list[Channel]()
    async with parts.crowd.service() as service:
        for seat in weekly:
            channel = seat.thread.parent
            assert channel is not None
            assert channel.guild is not None
            user = UserId(next(iter(seat.sides.values())).id)
            if not seat.over:
                await service.matches.play.resign(MatchId(seat.number), user)
            await service.guilds.change(GuildId(channel.guild.id), {WEEKLY: str(channel.id)})
            channels.append(channel)
        reminded = len(await remind(service, others, moment - now))
    await parts.until(WAITING, 0, within=SEEN_WITHIN)
    await parts.live(seconds=(moment - parts.world.clock()).total_seconds())
    return channels, reminded
