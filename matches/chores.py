"""Chores: jobs that changes of a match create: messages to tidy up later, and turns of the computer.

They are rows, written in the same transaction as the change and claimed like notices. Each may be done twice
without harm, and is dropped once there is nothing left to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, NewType

from matches.model import ChannelId, MatchId, MessageId

ChoreId = NewType("ChoreId", int)

NO_MESSAGE: Final = MessageId(0)
"""The message id of a chore that is not about a message."""


class ChoreKind(StrEnum):
    """The subject of a chore. The values are stored: never rename one."""

    CARD = "card"
    """An older card: remove its buttons, and change its picture as the server has set."""
    CHALLENGE = "challenge"
    """The message of an unsuccessful challenge: delete it."""
    ARCHIVE = "archive"
    """The thread of a finished match: archive it."""
    ROUSE = "rouse"
    """The thread of a running match: unarchive it if Discord has archived it for inactivity."""
    THINK = "think"
    """A turn of the computer, or its answer to an offered draw."""
    OFFER = "offer"
    """The card of a challenge that no player accepts: offer the computer to the challenger."""


@dataclass(frozen=True, slots=True)
class NewChore:
    """A chore to be stored, due from ``due_at`` (UTC) on.

    There is at most one per match, kind and message: a new one replaces it. ``channel`` and ``message``
    locate the card of a CARD chore, ``stage`` is the stage it was posted for, ``posted_at`` when. ``message``
    of a THINK chore is the version of the match that waits for the computer.
    """

    kind: ChoreKind
    due_at: datetime
    channel: ChannelId | None = None
    message: MessageId = NO_MESSAGE
    stage: str = ""
    posted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chore:
    """A claimed chore; ``attempts`` is the number of claims so far, including this one."""

    id: ChoreId
    match_id: MatchId
    kind: ChoreKind
    due_at: datetime
    channel: ChannelId | None
    message: MessageId
    stage: str
    posted_at: datetime | None
    attempts: int
