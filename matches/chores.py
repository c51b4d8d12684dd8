"""Chores: the work a change of a match leaves for later, tidying up messages or playing the computer's turn.

They are rows, written in the same transaction as the change and claimed like notices. Each may be done twice
without harm, and is dropped once there is nothing left to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NewType

from matches.guilds.settings import GuildRules
from matches.model import ChannelId, Match, MatchId, MessageId, NewMatch, Phase, Shown

ChoreId = NewType("ChoreId", int)

NO_MESSAGE: Final = MessageId(0)
"""The message id of a chore that is not about a message."""
CAME_TO_NOTHING: Final = (Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED)
"""The phases of unsuccessful challenges, whose messages are deleted."""
CHALLENGE_STAYS: Final = timedelta(days=1)
"""The time for which the message of an unsuccessful challenge stays."""
MARGIN: Final = timedelta(minutes=5)
"""The time after its archive time at which a thread is surely archived."""
NOBODY_CAME: Final = timedelta(minutes=10)
"""The age of an open challenge at which its challenger is offered the computer."""


class ChoreKind(StrEnum):
    """The subject of a chore. The values are stored: never rename one."""

    CARD = "card"
    """An older card: remove its buttons, and change its picture as the server has set."""
    CHALLENGE = "challenge"
    """The message of an unsuccessful challenge: delete it."""
    PUT_AWAY = "archive"
    """The thread of a finished match: put it away."""
    ROUSE = "rouse"
    """The thread of a running match: unarchive it if Discord has archived it for inactivity."""
    THINK = "think"
    """A turn of the computer, or its answer to an offered draw."""
    OFFER = "offer"
    """The card of a challenge that no player accepts: offer the computer to the challenger."""


PER_PLACE: Final = (ChoreKind.PUT_AWAY, ChoreKind.ROUSE)
"""The chores of each place of a match: their ``message`` is the number of the place."""


@dataclass(frozen=True, slots=True)
class NewChore:
    """A chore to be stored, due from ``due_at`` (UTC) on.

    There is at most one per match, kind and message: a new one replaces it. ``channel`` and ``message``
    locate the card of a CARD chore, ``stage`` is the stage it was posted for, ``posted_at`` when. ``message``
    of a THINK chore is the version of the match that waits for the computer, see also :data:`PER_PLACE`.
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


def after_challenge(new: NewMatch) -> tuple[NewChore, ...]:
    """The chores of a new challenge: an open one is checked again later, in case no player has accepted."""
    if new.opponent is not None:
        return ()
    return (NewChore(ChoreKind.OFFER, new.created_at + NOBODY_CAME),)


def after_change(before: Match, after: Match, guild: GuildRules) -> tuple[NewChore, ...]:
    """The chores of a change that is stored."""
    if before.phase is Phase.CHALLENGED and after.phase in CAME_TO_NOTHING:
        return (NewChore(ChoreKind.CHALLENGE, after.changed_at + CHALLENGE_STAYS),)
    if before.result is None and after.result is not None and guild.archive is not None:
        due = after.changed_at + guild.archive
        return tuple(
            NewChore(ChoreKind.PUT_AWAY, due, message=MessageId(number))
            for number in range(len(after.places))
        )
    return ()


def after_showing(
    before: Match, shown: Shown, now: datetime, sleeps_after: timedelta | None
) -> tuple[NewChore, ...]:
    """The chores after ``shown`` was posted for the match that was ``before``.

    ``sleeps_after``: the time without a message after which Discord archives the place, or None.
    """
    return tuple(_after_showing(before, shown, now, sleeps_after))


def _after_showing(
    before: Match, shown: Shown, now: datetime, sleeps_after: timedelta | None
) -> Iterator[NewChore]:
    old = before.shown
    if shown.card is None or shown.card == old.card:
        return
    # Cards in direct messages are left to their readers; of the two there, only one is known anyway.
    if old.card is not None and not old.direct:
        yield NewChore(ChoreKind.CARD, now, old.home, old.card, old.stage, old.card_at)
    if before.phase.running and not shown.direct and sleeps_after is not None:
        number = MessageId(before.place_number)
        yield NewChore(ChoreKind.ROUSE, now + sleeps_after + MARGIN, message=number)
