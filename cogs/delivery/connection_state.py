"""The state of the connections to Discord, judged by the gateway and by the latest request."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cogs.kit.failures import is_outage
from matches.model import GuildId
from matches.shards import Shards, Territory


class ConnectionState:
    """The connections, as shards and senders report them, and with them whose servers are seen to.

    A shard that is away counts as down, and the clocks of its servers stand still; so do all while Discord
    does not answer. ``connected`` is about the gateway: what people do arrives there.
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
        """True if there is a shard of this process, and every one is there."""
        return bool(self._territory.shards.numbers) and not self._lost

    @property
    def stands_by(self) -> bool:
        """True if other processes have every shard, and this one takes over what comes free."""
        return self._none_free and not self._territory.mine.numbers and not self._territory.lapsed

    @property
    def away(self) -> int:
        """The number of shards that are away."""
        return len(self._lost)

    @property
    def there(self) -> int:
        """The number of shards that are there."""
        return len(self._territory.mine.numbers) - len(self._lost)

    @property
    def held(self) -> tuple[int, ...]:
        """The shards of this process, there or away."""
        return self._territory.mine.numbers

    @property
    def share(self) -> float:
        """The part of all shards that is this process's; that of one shard where it stands by."""
        mine = self._territory.mine
        return max(1, len(mine.numbers)) / mine.count

    def sees_to(self, guild_id: GuildId) -> bool:
        """True if the deadlines and chores of a server are this process's just now."""
        return self._territory.shards.has(guild_id)

    @property
    def answers(self) -> bool:
        """True if the last request was answered."""
        return self._answers

    def claim(self, shards: Shards) -> None:
        """See to the servers of ``shards`` before anything is connected: their downtime is over."""
        self._territory.mine = self._territory.shards = shards

    def begin(self, count: int, numbers: Iterable[int]) -> None:
        """Note which of ``count`` shards are this process's. Those it has not had are away at first."""
        had = self._territory.mine.numbers if self._began else ()
        self._began = True
        mine = self._territory.mine = Shards.of(count, numbers)
        self._lost = {one for one in mine.numbers if one in self._lost or one not in had}
        self._settle()

    def leased(self, numbers: Collection[int], until: float) -> None:
        """Note which shards were leased to this process when it asked last, all that were free; and how long.

        ``until`` is in seconds of the clock that never goes back. From then on others may see to them.
        """
        self._none_free = not numbers
        self._territory.hold(until)

    def lost(self, shard: int) -> None:
        """Note that a shard is away."""
        if shard in self._territory.mine.numbers:
            self._lost.add(shard)
            self._settle()

    def back(self, shard: int) -> None:
        """Note that a shard is there."""
        self._lost.discard(shard)
        self._settle()

    def worked(self) -> None:
        """Something was sent, or refused for a reason of its own."""
        self._answers = True

    def failed(self, error: Exception) -> None:
        """Something could not be sent: Discord is out of order, unless it gave a reason."""
        self._answers = not is_outage(error)

    def _settle(self) -> None:
        mine = self._territory.mine
        there = (one for one in mine.numbers if one not in self._lost)
        self._territory.shards = Shards.of(mine.count, there)
