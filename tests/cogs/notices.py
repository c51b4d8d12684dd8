"""Notices of features in direct messages, found by folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from matches.model import NoticeKind
from tests.cogs.server import Server


@dataclass(frozen=True)
class Told:
    """A kind of notice, and the story in which it is sent."""

    kind: NoticeKind
    story: Callable[[Server], Awaitable[None]]
