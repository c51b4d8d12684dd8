"""Kinds of cards that are kept up to date; those of features are found by folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.cogs.server import Server

Step = Callable[[Server], Awaitable[Any]]


@dataclass(frozen=True)
class Kept:
    """A kind of card: how it gets there, what then changes without a click on it, and what it says."""

    post: Step
    change: Step
    says: Callable[[Server], str]
    afterwards: str
    """What it says of the change, and did not before."""
