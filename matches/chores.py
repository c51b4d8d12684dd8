"""Chores: work that a match leaves behind: things to tidy up later, and turns that the computer is to play.

They are rows, written with what makes them due and claimed like notices. Each may be done twice without harm,
and is dropped once there is nothing left to tidy.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from matches.model import ChannelId, MatchId, MessageId

ChoreId = NewType("ChoreId", int)

NO_MESSAGE: Final = MessageId(0)
"""The message of a chore that is about none."""


class ChoreKind(StrEnum):
    """The subject of a chore. The values are stored: never rename one."""

    CARD = "card"
    """A card that is not the newest any more: its buttons go, and its picture where the server says so."""
    CHALLENGE = "challenge"
    """The message of a challenge that came to nothing: it goes."""
    ARCHIVE = "archive"
    """The thread of a finished match: it is archived."""
    ROUSE = "rouse"
    """The thread of a running match: it is opened again if nobody wrote there for so long that it sleeps."""
    THINK = "think"
    """A turn of the computer, or its answer to an offered draw."""
    OFFER = "offer"
    """The card of a challenge that nobody takes up: it offers the computer to whoever waits."""


@dataclass(frozen=True, slots=True)
class NewChore:
    """A chore to be stored, due from ``due_at`` (UTC) on.

    Of one match, kind and message there is one at most: another takes its place. ``channel`` and
    ``message`` are where the card of a CARD chore is, ``stage`` what it was posted for, ``posted_at`` when.
    ``message`` of a THINK chore is the version of the match that waits for the computer.
    """

    kind: ChoreKind
    due_at: datetime
    channel: ChannelId | None = None
    message: MessageId = NO_MESSAGE
    stage: str = ""
    posted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chore:
    """A chore that was claimed; ``attempts`` counts how often, this time among them."""

    id: ChoreId
    match_id: MatchId
    kind: ChoreKind
    due_at: datetime
    channel: ChannelId | None
    message: MessageId
    stage: str
    posted_at: datetime | None
    attempts: int
