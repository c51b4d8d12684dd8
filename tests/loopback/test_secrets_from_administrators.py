"""Whatever is asked of the bot in a blind setup, in whatever order: nobody learns another's pick.

Random scripts of prying (see ``prying``) are played with bots that differ in nothing but what some of the
people pick. All that the others are sent until both picks are in, byte for byte, is the same.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import pytest

from tests.loopback.captured import difference
from tests.loopback.process import BotProcess
from tests.loopback.prying import PEOPLE, RIGHTS, Done, Step, Table, leaves, not_known, of_rights, scripts
from tests.loopback.server.loopback import Loopback
from tests.loopback.still import SETTINGS, Pulse, noon
from tests.loopback.ways import WAYS, Way

pytestmark = pytest.mark.real

NOBODY: Final = frozenset[str]()
BY_THEMSELVES: Final = {name: way for name, way in WAYS.items() if way is not None}
SCRIPTS: Final = 20
MOST_SCRIPTS: Final = 40
"""How many scripts are played, and how many at most until all that is wanted was tried."""
HALVES: Final = [frozenset({"Green", other}) for other in ("Friend", "Keeper", "Blue")]
"""Who picks otherwise at one table; at another it is everybody else. Any two people are told apart by two of
these."""
PICKED: Final = Step("", "pick", ("green", 1, 2, True), 0)
THERE_AND_BACK: Final[Sequence[Sequence[Step]]] = [
    [
        PICKED,
        Step("Blue", "hand over", ("blue", True, "Friend"), 0),
        Step("Blue", "hand over", ("green", True, "Blue"), 0),
        Step("Blue", "press", ("confirm",), 0),
        Step("Blue", "export", (), 0),
        Step("Blue", "hand over", ("green", True, "Green"), 0),
    ],
    [
        PICKED,
        Step("Keeper", "hand over", ("blue", True, "Keeper"), 0),
        Step("", "pick", ("blue", 0, 0, False), 0),
        Step("Keeper", "hand over", ("blue", True, "Blue"), 0),
        Step("Keeper", "hand over", ("green", True, "Keeper"), 0),
        Step("Keeper", "press", ("confirm",), 0),
        Step("Keeper", "forge", ("confirm",), 0),
        Step("Keeper", "export", (), 0),
    ],
]
"""How a pick could once be learned: by the other player, and by somebody who plays for a moment only."""


@asynccontextmanager
async def some_tables(folder: Path, number: int, way: Way | None = None) -> AsyncIterator[list[Table]]:
    """Some bots of the same kind."""
    async with AsyncExitStack() as stack:
        tables = [await _a_table(folder / str(which), stack, way) for which in range(number)]
        await asyncio.gather(*(table.begin() for table in tables))
        assert not not_known(leaves(tables[0].world.commands)), "say in prying.WORDS what to type for it"
        yield tables
        for table in tables:
            assert not table.discord.problems, "\n".join(table.discord.problems)


async def _a_table(folder: Path, stack: AsyncExitStack, way: Way | None) -> Table:
    folder.mkdir()  # noqa: ASYNC240 - nothing else goes on yet
    pulse = Pulse()
    await pulse.open()
    discord = await stack.enter_async_context(Loopback(folder, noon))
    # Nothing can be handed over in a match against the computer; test_secrets_on_the_wire.py sees to those.
    # Here they would only be matches besides, with picks by chance.
    settings = {**SETTINGS, "thinkers": "0"}
    if way is not None:
        settings["coin"] = "heads"  # it makes the first of two standing offers the challenger
    bot = BotProcess(discord, folder, loopback_pulse=str(pulse.port), **settings)
    table = Table(discord, bot, pulse, way)
    stack.push_async_callback(table.end)
    return table


# --- comparing -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """What a script has shown.

    ``leak`` is the first thing that others were sent that depends on a pick, with all that led to it. ``own``
    says whether those who picked otherwise were sent something else: if not, nothing was compared.
    """

    leak: str
    own: bool


_CHANNEL: Final = re.compile(rb"\A\w+ /channels/(\d+)")


async def compare(tables: Sequence[Table], script: Sequence[Step], half: frozenset[str]) -> Compared:
    """Play a script at all tables: as it stands, then with either half of the people picking otherwise."""
    picking = (NOBODY, half, frozenset(PEOPLE) - half)[: len(tables)]
    plain, *others = await asyncio.gather(
        *(table.play(script, who) for table, who in zip(tables, picking, strict=True))
    )
    own = False
    for who, played in zip(picking[1:], others, strict=True):
        for number, (one, other) in enumerate(zip(plain, played, strict=False)):
            if differs := difference(_sent(one, but=who), _sent(other, but=who)):
                told = "\n".join(f"{n:3} {done.line}" for n, done in enumerate(plain[: number + 1]))
                return Compared(
                    f"{told}\nNow it shows what {' or '.join(sorted(who))} picked: {differs}", own
                )
            own = own or one.sent != other.sent
        assert len(plain) == len(played), "picks decide when both are in"
    return Compared("", own)


def _sent(done: Done, *, but: frozenset[str]) -> list[bytes]:
    """What was sent in a step to others, by reader and channel: these don't wait for each other."""
    sent = sorted(done.sent, key=lambda one: (one[0] or "", _CHANNEL.findall(one[1])))
    return [f"to {reader or 'all'}: ".encode() + said for reader, said in sent if reader not in but]


async def shortest(tables: Sequence[Table], script: Sequence[Step], half: frozenset[str]) -> str:
    """The leak of a script that has one, with as few of its steps as it takes."""
    found, kept = "", list(script)
    for step in reversed(script):
        fewer = [one for one in kept if one is not step]
        if again := (await compare(tables, fewer, half)).leak:
            found, kept = again, fewer
    return found or (await compare(tables, script, half)).leak


async def check(tables: Sequence[Table], script: Sequence[Step], half: frozenset[str]) -> bool:
    """Fail if a script shows anything; returns whether anything was compared."""
    compared = await compare(tables, script, half)
    if compared.leak:
        pytest.fail(f"{await shortest(tables, script, half) or compared.leak}", pytrace=False)
    return compared.own


def _never_tried(table: Table) -> set[str]:
    """Those of the commands and controls a pick could be learned by that were not tried yet."""
    wanted = {*of_rights(leaves(table.world.commands)), *RIGHTS, "choose", "slot", "confirm", "dismiss"}
    return wanted - table.used


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.timeout(900)
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_how_a_pick_could_once_be_learned(tmp_path: Path, way: Way | None) -> None:
    async with some_tables(tmp_path, 2, way) as tables:
        known = [await compare(tables, script, HALVES[0]) for script in THERE_AND_BACK]
        assert not any(one.leak for one in known), "\n".join(one.leak for one in known)
        assert all(one.own for one in known)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [2])
async def test_prying(tmp_path: Path, seed: int) -> None:
    own = []
    async with some_tables(tmp_path, 3) as tables:
        commands = leaves(tables[0].world.commands)
        for number, script in enumerate(islice(scripts(seed, commands, 30), MOST_SCRIPTS)):
            if number >= SCRIPTS and not _never_tried(tables[0]):
                break
            own.append(await check(tables, script, HALVES[number % len(HALVES)]))
        assert not (never := _never_tried(tables[0])), f"never tried: {sorted(never)}"
    assert sum(own) > len(own) / 2


@pytest.mark.timeout(600)
@pytest.mark.parametrize("way", BY_THEMSELVES.values(), ids=BY_THEMSELVES)
async def test_prying_into_matches_that_begin_by_themselves(tmp_path: Path, way: Way) -> None:
    async with some_tables(tmp_path, 3, way) as tables:
        played = islice(scripts(3, leaves(tables[0].world.commands), 30), len(HALVES) * 2)
        own = [await check(tables, script, HALVES[n % len(HALVES)]) for n, script in enumerate(played)]
    assert sum(own) > len(own) / 2
