"""The chores that a change of a match, or the showing of one, leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from matches.chores import ChoreKind, NewChore
from matches.guild_settings import GuildRules
from matches.model import Match, NewMatch, Phase, Shown

CAME_TO_NOTHING: Final = (Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED)
"""The phases of challenges whose messages go."""
CHALLENGE_STAYS: Final = timedelta(days=1)
"""Time for which a challenge that came to nothing can be read."""
MARGIN: Final = timedelta(minutes=5)
"""Time after which a thread surely sleeps that was to fall asleep."""
NOBODY_CAME: Final = timedelta(minutes=10)
"""The age of an open challenge at which its challenger is offered the computer."""


def after_challenge(new: NewMatch) -> tuple[NewChore, ...]:
    """The chores of a new challenge: one that anybody may take up is looked at again when nobody has."""
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
    """The chores of what has just been shown of ``before``, which Discord had seen less of.

    ``sleeps_after``: the time without a message after which the place falls asleep, None for one that never
    does.
    """
    return tuple(_after_showing(before, shown, now, sleeps_after))


def _after_showing(
    before: Match, shown: Shown, now: datetime, sleeps_after: timedelta | None
) -> Iterator[NewChore]:
    old = before.shown
    if shown.card is None or shown.card == old.card:
        return
    # What stands in direct messages is somebody's own, and of two cards there one alone is known.
    if old.card is not None and not old.direct:
        yield NewChore(ChoreKind.CARD, now, old.home, old.card, old.stage, old.card_at)
    if before.phase.running and not shown.direct and sleeps_after is not None:
        yield NewChore(ChoreKind.ROUSE, now + sleeps_after + MARGIN)
