"""The checks and counts at the end of a soak: is a match lost, stuck, doubled or leaked?"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from typing import Final

from engines import GAMES
from tools.crowd.watching import controls, versions
from tools.soak import contests, thinking
from tools.soak.ground import Ground
from tools.soak.plan import SHORT

HOURS_A_DAY: Final = 7
"""The least hours turned for each day of the plan: the rest may be left when the last match ends."""


def look(ground: Ground) -> None:
    """Record faults of the matches, their cards and the bot's log."""
    shown = _cards(ground)
    for number in ground.database.numbers():
        match = ground.look(number)
        if match.open:
            ground.fault(f"match {number} never ended: {match.phase} at {match.version}")
        if match.shown_version != match.version:
            ground.fault(f"match {number} was not shown: {match.shown_version} of {match.version}")
        there = match.phase == "finished" and ground.channel(match.home) is not None
        if there and shown[number, match.version] != 1:
            ground.fault(f"match {number}: {shown[number, match.version]} cards show its end")
    for number, version in shown:
        if shown[number, version] > 1:
            ground.fault(f"match {number}: {shown[number, version]} cards show version {version}")
    found = ground.database.newest() - contests.number(ground)
    if found != ground.counts["matches"]:
        ground.fault(f"{found} matches are stored, and people began {ground.counts['matches']}")
    for number in {number for number, _ in shown} - set(ground.database.numbers()):
        ground.fault(f"match {number} has a card, and is not stored")
    contests.look(ground)
    thinking.look(ground)
    for line in dict.fromkeys(ground.bot.bugs):
        ground.fault(f"the bot's log: {line}")
    for problem in dict.fromkeys(ground.discord.problems):
        ground.fault(problem)


def complete(ground: Ground) -> None:
    """Record planned events that did not happen: without them the soak proves less."""
    plan, counts, stored = ground.plan, ground.counts, ground.stored
    planned = {
        "kills": plan.kills,
        "gateways dropped": plan.drops,
        "matches": plan.matches,
        "hours turned": HOURS_A_DAY * plan.days,
        "processes that thought": int(plan.kills > 0),
    }
    for what, number in planned.items():
        if counts[what] < number:
            ground.fault(f"{counts[what]} {what}, and {number} were planned")
    if plan.matches < SHORT.matches:
        return  # chance leaves something out of so few
    for game in GAMES.keys() - stored["games"]:
        ground.fault(f"nobody played {game}")
    for game in GAMES.keys() - stored["against the computer"]:
        ground.fault(f"nobody played {game} against the computer")
    for way in {"in tournaments", "in simuls", "by standing offers"} - stored["by themselves"].keys():
        ground.fault(f"nobody played {way}")
    if "resigned" not in stored["matches"]:
        ground.fault("nobody resigned")


def counted(ground: Ground) -> dict[str, dict[str, int]]:
    """Counts of the database's content."""

    def by(query: str) -> dict[str, int]:
        return {str(name): count for name, count in ground.database.rows(query)}

    return {
        "matches": by(
            "SELECT coalesce(result_reason, phase), count(*) FROM match GROUP BY 1 ORDER BY 2 DESC"
        ),
        "games": by("SELECT game, count(*) FROM match GROUP BY 1 ORDER BY 1"),
        "against the computer": by(
            "SELECT game, count(*) FROM match WHERE opponent BETWEEN 1 AND 5 GROUP BY 1 ORDER BY 1"
        ),
        "by themselves": by(
            "SELECT CASE WHEN tournament > 0 THEN 'in tournaments' WHEN simul > 0 THEN 'in simuls' "
            f"ELSE 'by standing offers' END, count(*) FROM match WHERE {contests.BY_THEMSELVES} GROUP BY 1"
        ),
        "tournaments": by("SELECT state, count(*) FROM tournament GROUP BY 1"),
        "entries": by("SELECT kind, count(*) FROM entry GROUP BY 1 ORDER BY 2 DESC"),
        "longest": by("SELECT 'entries', coalesce(max(number), 0) FROM entry"),
        "notices": by("SELECT kind || ' ' || state, count(*) FROM notice GROUP BY 1 ORDER BY 1"),
    }


def _cards(ground: Ground) -> Counter[tuple[int, int]]:
    """The number of cards by match and version.

    Matches between people have public cards. A match against the computer may be played in direct messages.
    """
    found: Counter[tuple[int, int]] = Counter()
    alone = ground.database.rows("SELECT id, home FROM match WHERE opponent BETWEEN 1 AND 5 AND direct")
    direct = {(home, number) for number, home in alone}
    for channel in ground.world.channels.values():
        for message in channel.public:
            shown = set(versions(controls(message)))
            if channel.recipient is not None:
                shown = {one for one in shown if (channel.id, one[0]) in direct}
            found.update(shown)
    return found


# --- the database, by its own command ----------------------------------------------------------------------


async def data(ground: Ground, *arguments: str, database: str | None = None) -> tuple[int, str]:
    """Run ``python -m data``; returns its exit code and its output."""
    file = database or str(ground.bot.database)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "data", *arguments, "--database", f"sqlite+aiosqlite:///{file}"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode().strip()


async def back_up(ground: Ground) -> None:
    """Back up the database once half of the matches are over."""
    await ground.world.until(lambda: ground.over * 2 >= ground.plan.matches, within=24 * 3600)
    code, said = await data(ground, "backup", str(ground.bot.folder / "backup.sqlite3"))
    ground.counts["backups"] += 1
    ground.counts["matches in the backup"] = len(ground.database.numbers())
    if code:
        ground.fault(f"the backup failed: {said}")


async def check(ground: Ground) -> list[str]:
    """Check the database and the restored backup; returns a line for each check."""
    restored = ground.bot.folder / "restored.sqlite3"
    told = []
    for name, arguments, file in (
        ("the database", ("check",), None),
        ("the backup, restored", ("restore", str(ground.bot.folder / "backup.sqlite3")), str(restored)),
        ("that one", ("check",), str(restored)),
    ):
        code, said = await data(ground, *arguments, database=file)
        if code:
            ground.fault(f"{name}: {said}")
        told.append(f"{name}: {said.splitlines()[-1] if said else 'nothing said'}")
    return told
