"""The state of the connections to Discord, judged by the gateway and by the latest request."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cogs.kit.failures import is_outage
from matches.guilds.shards import Shards, Territory


class ConnectionState:
    """The connections, as shards and senders report them; they decide which servers this process handles.

    While a shard is disconnected, the clocks of its servers are stopped; while Discord doesn't answer, all
    are. ``connected`` is about the gateway, where users' interactions arrive.
    """

    def __init__(self, territory: Territory) -> None:
        self._territory = territory
        self._answers = True
        self._lost: set[int] = set()
        self._began = False
        self._none_free = False

    def __bool__(self) -> bool:
        return self._answers and bool(self._territory.shards.numbers)

    @property
    def connected(self) -> bool:
        """True if this process has shards and all of them are connected."""
        return bool(self._territory.shards.numbers) and not self._lost

    @property
    def stands_by(self) -> bool:
        """True if other processes hold all shards and this one waits for one to become free."""
        return self._none_free and not self._territory.mine.numbers and not self._territory.lapsed

    @property
    def away(self) -> int:
        """The number of disconnected shards."""
        return len(self._lost)

    @property
    def there(self) -> int:
        """The number of connected shards."""
        return len(self._territory.mine.numbers) - len(self._lost)

    @property
    def held(self) -> tuple[int, ...]:
        """The shards of this process, connected or not."""
        return self._territory.mine.numbers

    @property
    def share(self) -> float:
        """This process's fraction of all shards; one shard's fraction if it has none."""
        mine = self._territory.mine
        return max(1, len(mine.numbers)) / mine.count

    @property
    def answers(self) -> bool:
        """True if the last request was answered."""
        return self._answers

    def claim(self, shards: Shards) -> None:
        """Handle the servers of ``shards`` before any shard is connected: their downtime is over."""
        self._territory.mine = self._territory.shards = shards

    def begin(self, count: int, numbers: Iterable[int]) -> None:
        """Set which of ``count`` shards are this process's. New ones start as disconnected."""
        had = self._territory.mine.numbers if self._began else ()
        self._began = True
        mine = self._territory.mine = Shards.of(count, numbers)
        self._lost = {one for one in mine.numbers if one in self._lost or one not in had}
        self._update_territory()

    def leased(self, numbers: Collection[int], until: float) -> None:
        """Set the shards leased to this process at its latest request; none means that none were free.

        ``until`` is in seconds of the monotonic clock; from then on other processes may take the shards.
        """
        self._none_free = not numbers
        self._territory.hold(until)

    def lost(self, shard: int) -> None:
        """Mark a shard as disconnected."""
        if shard in self._territory.mine.numbers:
            self._lost.add(shard)
            self._update_territory()

    def back(self, shard: int) -> None:
        """Mark a shard as connected."""
        self._lost.discard(shard)
        self._update_territory()

    def worked(self) -> None:
        """Record that Discord answered a request, even if with a refusal."""
        self._answers = True

    def failed(self, error: Exception) -> None:
        """Record that a request failed; Discord counts as down if ``error`` is an outage."""
        self._answers = not is_outage(error)

    def _update_territory(self) -> None:
        mine = self._territory.mine
        there = (one for one in mine.numbers if one not in self._lost)
        self._territory.shards = Shards.of(mine.count, there)
