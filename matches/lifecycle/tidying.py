"""The chores that follow a change of a match, or the posting of its card."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from matches.chores import ChoreKind, NewChore
from matches.guild_settings import GuildRules
from matches.model import Match, NewMatch, Phase, Shown

CAME_TO_NOTHING: Final = (Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED)
"""The phases of unsuccessful challenges, whose messages are deleted."""
CHALLENGE_STAYS: Final = timedelta(days=1)
"""The time for which the message of an unsuccessful challenge stays."""
MARGIN: Final = timedelta(minutes=5)
"""The time after its archive time at which a thread is surely archived."""
NOBODY_CAME: Final = timedelta(minutes=10)
"""The age of an open challenge at which its challenger is offered the computer."""


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
        return (NewChore(ChoreKind.ARCHIVE, after.changed_at + guild.archive),)
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
        yield NewChore(ChoreKind.ROUSE, now + sleeps_after + MARGIN)
