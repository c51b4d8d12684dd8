"""Starts the bot as ``python bot.py`` does, with what tests need: a clock they turn, a coin they rig.

``LOOPBACK_CLOCK`` is the file that says how far the clock was turned, ``LOOPBACK_COIN`` how the coin falls:
faces with commas between them, the last one for ever. Where they are set, ``LOOPBACK_SWEEP`` is the seconds
between two sweeps, ``LOOPBACK_BUSY`` those that a change waits for a database that is locked,
``LOOPBACK_PAUSE`` those from which the pauses between two tries to connect grow, and ``LOOPBACK_DISK_FULL``
lets the database grow no more. With ``LOOPBACK_STEADY`` a clock that is turned is one that jumps.
``LOOPBACK_REST`` is the name of the bot and the port where it says whether it has nothing left to do,
``LOOPBACK_DEADLINES`` what ``patience`` says, ``LOOPBACK_TRUSTED`` a certificate.

Of the computer, ``LOOPBACK_PICKS`` is what it picks, like ``crab lobster, shrimp crab``, and
``LOOPBACK_JOBS`` the file to which the lines are added that its workers get and say. Its children keep the
priority of everything else: see ``tests.priority``.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import aiohttp
from discord.gateway import DiscordWebSocket
from sqlalchemy import Engine, event

import bot
from cogs.app import Tidepool
from cogs.config import Settings
from cogs.connection import shard
from computer.workers import ChildProcess
from matches import Coin, CoinSide
from matches.lifecycle import computers
from tests.loopback import overheard, resting
from tests.loopback.server.clock import FollowingClock
from tests.loopback.server.gateway import ASKED_AT
from tests.patience import deadlines_of
from tests.priority import keep_priority

LONGEST_PAUSE: Final = 0.5
"""Seconds between two tries to connect, where ``LOOPBACK_PAUSE`` is set."""


def main() -> int:
    """Run the bot until it is stopped; returns its exit code."""
    # Tests that run in the background ignore Ctrl-C, and what they start inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    keep_priority()
    coin = _coin(os.environ.get("LOOPBACK_COIN", ""))
    build = bot.build

    def build_for_tests(settings: Settings, **given: Any) -> Tidepool:
        made = build(settings, **{**given, "coin": coin})
        # discord.py waits two seconds for more servers before it calls itself ready; here they come at once.
        made._connection.guild_ready_timeout = 0.05
        _tell_when_asked(made)
        made.set_up = partial(_set_up, made)  # type: ignore[method-assign]
        return made

    bot.build = build_for_tests
    if busy := os.environ.get("LOOPBACK_BUSY"):
        bot.open_store = partial(bot.open_store, busy_timeout=float(busy))
    if pause := os.environ.get("LOOPBACK_PAUSE"):
        backoff: Any = partial(_Doubling, float(pause))
        shard.ExponentialBackoff = backoff  # type: ignore[misc]
    _rig_computer()
    if os.environ.get("LOOPBACK_DISK_FULL"):
        event.listen(Engine, "connect", _grow_no_more)
    if certificate := os.environ.get("LOOPBACK_TRUSTED"):
        # It is made as soon as aiohttp is imported.
        aiohttp.connector._SSL_CONTEXT_VERIFIED.load_verify_locations(certificate)
    clock = FollowingClock(Path(os.environ["LOOPBACK_CLOCK"]))
    deadlines = deadlines_of(os.environ.get("LOOPBACK_DEADLINES", ""))
    # Where a test turns the clock, time has passed as far as the bot can tell.
    if not os.environ.get("LOOPBACK_STEADY"):
        return bot.main(clock=clock, steady=None, deadlines=deadlines)
    return bot.main(clock=clock, deadlines=deadlines)


def _tell_when_asked(made: Tidepool) -> None:
    """Have the gateway told when a session was asked for."""
    asked_at: dict[int, float] = {}
    note, send = made._gateway.slots.used, DiscordWebSocket.send_as_json

    def noting(shard: int) -> None:
        note(shard)
        asked_at[shard] = time.monotonic()

    async def sending(socket: DiscordWebSocket, data: Any) -> None:
        if data["op"] == DiscordWebSocket.IDENTIFY:
            data["d"]["properties"][ASKED_AT] = asked_at[socket.shard_id or 0]
        await send(socket, data)

    made._gateway.slots.used = noting  # type: ignore[method-assign]
    DiscordWebSocket.send_as_json = sending  # type: ignore[method-assign,assignment]


class _Doubling:
    """Pauses of which each is twice as long as the one before, where discord.py draws them by chance."""

    def __init__(self, first: float) -> None:
        self._next = first

    def delay(self) -> float:
        """The next pause."""
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE)
        return pause


async def _set_up(made: Tidepool) -> None:
    await Tidepool.set_up(made)
    upkeep: Any = made.get_cog("Upkeep")
    rounds = None
    if sweep := os.environ.get("LOOPBACK_SWEEP"):
        for name in resting.often(upkeep):
            upkeep.loops[name].change_interval(seconds=float(sweep))
        rounds = resting.Rounds(made)
    if asking := os.environ.get("LOOPBACK_REST"):
        name, port = asking.split(":")
        await resting.tell(made, name, int(port), rounds)


def _rig_computer() -> None:
    if picks := os.environ.get("LOOPBACK_PICKS"):
        drawn = iter([tuple(pick.split()) for pick in picks.split(",")])
        computers.drawn_pick = lambda rules, chance: next(drawn)
    if jobs := os.environ.get("LOOPBACK_JOBS"):
        listening = (sys.executable, "-m", overheard.__name__, jobs)
        bot.build = partial(bot.build, child=partial(ChildProcess, listening))


def _grow_no_more(connection: Any, _record: Any) -> None:
    # SQLite holds this limit by connection, and raises it to the size that the file has already.
    cursor = connection.cursor()
    cursor.execute("PRAGMA max_page_count = 1")
    cursor.close()


def _coin(falls: str) -> Coin:
    faces: list[CoinSide] = [
        "heads" if face.strip() == "heads" else "tails" for face in falls.split(",") if face
    ]
    if not faces:
        return bot.fair_coin

    def toss() -> CoinSide:
        return faces.pop(0) if len(faces) > 1 else faces[0]

    return toss


if __name__ == "__main__":
    sys.exit(main())
