"""Reactions to a change: the notices, ratings and chores that follow, and the next deadline.

Each reaction is a function of the match before and after the change, and of its context. Those
of the core are :data:`REACTIONS`; features bring theirs by their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from data.stores.matches import Effect
from engines import History
from matches import chores, notices
from matches.chores import ChoreKind, NewChore
from matches.guilds.settings import UNSET_RULES, GuildRules
from matches.lifecycle import computers, schedule
from matches.lifecycle.leaving import not_begun_by
from matches.model import EntryKind, Match, MessageId, NewNotice, NoticeKind, NoticePlace, Phase, UserId
from matches.notices import NotificationPreferences
from matches.players import users_of
from matches.ratings.scores import MatchScores, RatedStart, ending_of, rated_start

_FROM_OUTSIDE: Final = frozenset(
    {
        EntryKind.TIME_UP,
        EntryKind.ENDED_BY_ADMIN,
        EntryKind.ABORTED_BY_ADMIN,
        EntryKind.REWOUND_BY_ADMIN,
        EntryKind.HANDED_OVER_BY_ADMIN,
    }
)
"""Entries that neither player makes."""


@dataclass(frozen=True, slots=True)
class ReactionContext:
    """The facts that reactions need besides the match before and after its change.

    ``was`` and ``stage`` are the stages before and after it, ``history`` the history of a match that has
    started, ``addressed`` the users its card is for. ``contacts``: the notification preferences of its
    players, and of its watchers if it has just ended. ``asked`` are notices from the operation itself.
    ``sweeps_at_once``: the next deadline is unknown.
    """

    now: datetime
    was: str
    stage: str
    history: History | None
    addressed: tuple[UserId, ...]
    contacts: Mapping[UserId, NotificationPreferences]
    asked: Sequence[NewNotice] = ()
    sweeps_at_once: bool = False
    guild: GuildRules = UNSET_RULES
    watchers: tuple[UserId, ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """The consequences of a change, stored with it."""

    notices: tuple[NewNotice, ...] = ()
    start: RatedStart | None = None
    ending: MatchScores | None = None
    sweep_at: datetime | None = None
    chores: tuple[NewChore, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __add__(self, other: Owed) -> Owed:
        return Owed(
            (*self.notices, *other.notices),
            self.start or other.start,
            self.ending or other.ending,
            self.sweep_at or other.sweep_at,
            (*self.chores, *other.chores),
            (*self.effects, *other.effects),
        )


NOTHING: Final = Owed()


def has_ended(before: Match, after: Match) -> bool:
    """True if the match ended with this change."""
    return before.result is None and after.result is not None


def news(before: Match, after: Match, context: ReactionContext) -> Owed:
    """Notices of a new stage, for the card's addressees that it doesn't reach at once."""
    if not after.seated or before.phase is Phase.FINISHED:
        return NOTHING  # a challenge has its own card, and so has a rematch
    if before.phase.running and context.was == context.stage:
        return NOTHING
    if after.alone and not _comes_from_outside(before, after):
        return NOTHING  # the user is there, with the card on the screen
    asked = {new.user_id for new in context.asked if new.user_id is not None and new.kind is NoticeKind.PICK}
    told = notices.news(
        after, context.addressed, context.contacts, context.stage, after.changed_at, asked=asked
    )
    return Owed(tuple(told))


def _comes_from_outside(before: Match, after: Match) -> bool:
    """True if a change comes from time or an administrator, not from a player or the computer."""
    if has_ended(before, after) and len(after.entries) == len(before.entries):
        return True
    return bool(after.entries) and after.entries[-1].kind in _FROM_OUTSIDE


def announcement(before: Match, after: Match, context: ReactionContext) -> Owed:
    """The announcement of a match that just ended, if the server announces results."""
    if not has_ended(before, after) or after.result is None or not after.result.counts:
        return NOTHING
    if after.secluded or after.between_servers:
        return NOTHING  # nor is one that not everyone may see, or that neither server has alone
    if context.guild.results is None:
        return NOTHING
    kind, place = NoticeKind.RESULT, NoticePlace.RESULTS
    return Owed((NewNotice(None, kind, place, "result", after.changed_at),))


def end_for_watchers(before: Match, after: Match, context: ReactionContext) -> Owed:
    """The notices for the watchers of a match that just ended."""
    if not has_ended(before, after):
        return NOTHING
    return Owed(tuple(notices.end_watched(after, context.watchers, context.contacts, after.changed_at)))


def rated_beginning(before: Match, after: Match, _context: ReactionContext) -> Owed:
    """The start of a rated match, which fixes its weight."""
    if before.phase is not Phase.CHALLENGED or not after.phase.running or not before.rated:
        return NOTHING
    one, other = after.users
    start = rated_start(after.game_key, one, other, after.changed_at)
    return Owed(start=replace(start, waived=not after.rated))


def scores(before: Match, after: Match, context: ReactionContext) -> Owed:
    """The scores of a match that just ended, and the players who left it before it began."""
    if not has_ended(before, after):
        return NOTHING
    left = users_of(not_begun_by(before, after, context.history))
    return Owed(ending=replace(ending_of(after, context.history), not_begun=left))


def next_sweep(_before: Match, after: Match, context: ReactionContext) -> Owed:
    """The next deadline of a running match: at once while something due is not done."""
    if not after.phase.running:
        return NOTHING
    due, sweep_at = schedule.agenda(after, context.contacts, context.now)
    return Owed(sweep_at=context.now if due or context.sweeps_at_once else sweep_at)


def computers_turn(_before: Match, after: Match, context: ReactionContext) -> Owed:
    """A chore for the computer, if the match waits for it now."""
    if not computers.is_to_think(after, context.history):
        return NOTHING
    return Owed(chores=(NewChore(ChoreKind.THINK, context.now, message=MessageId(after.version)),))


def tidying_up(before: Match, after: Match, context: ReactionContext) -> Owed:
    """The chores of a challenge that ended without a match, and of a match that just ended."""
    return Owed(chores=chores.after_change(before, after, context.guild))


Reaction = Callable[[Match, Match, ReactionContext], Owed]

REACTIONS: Final[tuple[Reaction, ...]] = (
    news,
    announcement,
    end_for_watchers,
    rated_beginning,
    scores,
    next_sweep,
    computers_turn,
    tidying_up,
)


def owed(before: Match, after: Match, context: ReactionContext, of_features: Sequence[Reaction] = ()) -> Owed:
    """All consequences of a change; the operation's own notices come first."""
    found = Owed(tuple(context.asked))
    for reaction in (*REACTIONS, *of_features):
        found += reaction(before, after, context)
    return found
