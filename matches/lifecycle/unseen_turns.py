"""The part of a match that a user hasn't seen, by the entries that its record had when they last looked."""

from __future__ import annotations

from engines.record import History, Played
from matches.model import EntryKind, Match, UserId


def unseen(match: Match, history: History, user: UserId, seen: int | None) -> tuple[Played, ...]:
    """The standing actions since a user saw a match with so many entries; all of them for None.

    Empty if they made all of these themselves.
    """
    fresh = history.played[0 if seen is None else unchanged_since(match, seen) :]
    side = None if match.both_sides else match.side_of(user)
    return fresh if any(played.side != side for played in fresh) else ()


def unchanged_since(match: Match, entries: int) -> int:
    """The number of actions that stood when a match had so many ``entries``, and have stood since."""
    kept, least = 0, None
    for number, entry in enumerate(match.entries):
        if number >= entries:
            least = kept if least is None else min(least, kept)
        if entry.kind.of_play:
            kept += -1 if entry.kind is EntryKind.TAKE_BACK else 1
    return kept if least is None else min(least, kept)
