"""The state of the connections to Discord, judged by the gateway and by the latest request."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from cogs.kit.failures import is_outage

SPARED: Final = 300.0
"""Seconds for which some of several shards may be away while the others go on: no longer than a downtime that
nobody gets time back for (``matches.lifecycle.downtime``)."""


class ConnectionState:
    """The connections, as shards and senders report them.

    While they are lost the bot counts as down, and clocks stand still. ``connected`` is about the gateway:
    what people do arrives there.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._answers = True
        self._lost: dict[int, float] = {}
        """The shards that are away, and since when."""
        self._shards = 1

    def __bool__(self) -> bool:
        return self._answers and not self._too_many_away()

    @property
    def connected(self) -> bool:
        """True if every shard is there."""
        return not self._lost

    @property
    def away(self) -> int:
        """The number of shards that are away."""
        return len(self._lost)

    @property
    def answers(self) -> bool:
        """True if the last request was answered."""
        return self._answers

    def lost(self, shard: int, *, of: int) -> None:
        """Note that a shard is away, one ``of`` so many."""
        self._shards = of
        self._lost.setdefault(shard, self._now())

    def back(self, shard: int) -> None:
        """Note that a shard is there."""
        self._lost.pop(shard, None)

    def worked(self) -> None:
        """Something was sent, or refused for a reason of its own."""
        self._answers = True

    def failed(self, error: Exception) -> None:
        """Something could not be sent: Discord is out of order, unless it gave a reason."""
        self._answers = not is_outage(error)

    def _too_many_away(self) -> bool:
        """True if nobody is heard, or somebody has not been heard for so long that time is due to them."""
        if not self._lost:
            return False
        return len(self._lost) >= self._shards or self._now() - min(self._lost.values()) > SPARED
