"""Roles by rating, as the bot has given them to members. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

from matches.model import GuildId, UserId


@dataclass(frozen=True, slots=True)
class RatingRole:
    """The role that the bot gave a member of a server for their rating, or None.

    ``tried``: it was claimed before, and the role may not have been given.
    """

    guild_id: GuildId
    user_id: UserId
    role: int | None = None
    tried: bool = False
