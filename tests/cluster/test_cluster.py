"""Several bots on two databases behind a proxy, in short: a bot dies, another hangs, and a database dies.

How fast it goes is printed, and decides nothing: the machine may be busy. See ``python -m tests.cluster``.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.cluster.figures import Report
from tests.cluster.parts import Layout, running
from tests.cluster.plan import Plan
from tests.cluster.scenarios import database, deaths
from tests.cluster.scenarios.load import tell_moves
from tests.data_store.postgres import NoServerError

pytestmark = [pytest.mark.long, pytest.mark.timeout(600), pytest.mark.real]

RATE = 10.0
LOAD = 15.0
HANGS = 20.0
"""Seconds, and more than those for which a process has its shards."""


async def test_nothing_is_lost_or_doubled_whatever_dies(tmp_path: Path) -> None:
    plan = Plan(shards=6, servers=60, matches=60, at_once=2, folder=tmp_path)
    report = Report("the short form")
    try:
        async with running(plan, Layout(leased=True, at_once=plan.at_once), report) as parts:
            async with parts.crowd.moving(RATE):
                await asyncio.sleep(LOAD)
                await deaths.kills(parts, report, 1, again=False)
                await deaths.one_hangs(parts, report, HANGS)
                await database.fail_over(parts, report, "the primary's death")
            starts = sum(one.starts for one in parts.bots)
            assert starts == plan.bots + 1, "only the one that was killed was started again"
            assert all(one.running for one in parts.bots)
            tell_moves(report, parts)
            moves = parts.crowd.moves
    except NoServerError as reason:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {reason}")
    assert not report.faults, "\n".join(report.faults)
    assert {one.shard for one in moves if one.outcome == "shown"} == set(range(plan.shards))
