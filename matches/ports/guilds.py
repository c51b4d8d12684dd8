"""What servers have set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from matches.model import GuildId, NewNotice


class GuildStore(Protocol):
    """Settings of servers, by key."""

    async def settings(self, guild_id: GuildId) -> Mapping[str, str]:
        """What a server has set, by key."""

    async def change(
        self, guild_id: GuildId, chosen: Mapping[str, str | None], *, notify: Sequence[NewNotice] = ()
    ) -> Mapping[str, str]:
        """Set things for a server, by key; None removes one. Returns all that was set before.

        ``notify`` are messages of no match that are owed from now on; one that is there stays.
        """
