"""Limits on what people have open. A store counts as it keeps one more, so that no two fit into one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from matches.model import UserId


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a person may have with what is being stored; None: as many as they like.

    ``challenges``: their own without an answer; ``running``: matches anywhere; ``in_guild``: matches and own
    challenges in the server, but for those against the computer; ``alone``: matches without another person,
    and ``alone_in_guild``: those of all people in the server together.
    """

    challenges: int | None = None
    running: int | None = None
    in_guild: int | None = None
    alone: int | None = None
    alone_in_guild: int | None = None


Room = Mapping[UserId, Limits]
"""The people for whom there has to be room, with their limits."""
NO_LIMITS: Final[Room] = {}
