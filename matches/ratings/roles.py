"""Roles by rating: which one somebody has in a server, as far as the bot gave it. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

from matches.model import GuildId, UserId


@dataclass(frozen=True, slots=True)
class RatingRole:
    """The role that the bot gave somebody in a server for their rating, None for none.

    ``tried``: somebody had taken it up before, and may not have come to giving it.
    """

    guild_id: GuildId
    user_id: UserId
    role: int | None = None
    tried: bool = False
