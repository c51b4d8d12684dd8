"""Queries for a server's archive, as controls' ids and as the service take them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cogs.archive import texts
from cogs.archive.open_channels import OpenChannels
from cogs.archive.rules import ArchiveQuery, PlayerOutcome
from cogs.archive.service import MatchOutcome
from cogs.kit.arguments import OF_ID
from cogs.kit.call import Call
from cogs.kit.errors import Refusal
from cogs.kit.paging import ListQuery
from matches import ChannelId, GuildId, UserId

_HALF: Final = 2**63

POSITION: Final = {
    "write": lambda key: 0 if key is None else key + _HALF + 1,
    "read": lambda number: number - _HALF - 1 if 0 < number <= 2 * _HALF else None,
    "takes": range(2 * _HALF + 1),
}
"""The key of a position, which may be negative; None and 0 stand for none."""


@dataclass(frozen=True, slots=True)
class ArchiveListQuery(ListQuery):
    """A query for the archive: game, page, player (0: everyone), result (0: any, else one more), position."""

    player: int = field(default=0, metadata=OF_ID)
    result: int = 0
    position: int | None = field(default=None, metadata=POSITION)

    def asked_of(self, guild: GuildId, channels: frozenset[ChannelId]) -> ArchiveQuery:
        """The question for the archive of a server, answered from these channels."""
        known = 0 < self.result <= len(MatchOutcome)
        return ArchiveQuery(
            guild,
            channels,
            self.game,
            UserId(self.player) if self.player else None,
            MatchOutcome(self.result - 1) if known and not self.player else None,
            PlayerOutcome(self.result - 1) if known and self.player else None,
            self.position,
        )


async def server_of(call: Call) -> tuple[GuildId, frozenset[ChannelId]]:
    """The server of a call, and its channels that everyone may see. Raises Refusal in direct messages."""
    guild = call.interaction.guild
    if call.guild_id is None or guild is None:
        raise Refusal(texts.IN_SERVER)
    return call.guild_id, await call.app[OpenChannels].of(guild)


def still_looking(call: Call, guild: GuildId) -> str:
    """A line if the archive of a server wasn't whole at the last look; else empty."""
    return texts.still_looking(call.app[OpenChannels].unknown(guild))
