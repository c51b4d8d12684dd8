"""The turns that a card describes: the last one and, against the computer, the turn that it answered."""

from __future__ import annotations

from engines.record import History, Played
from matches import Match
from matches.lifecycle import computers
from matches.lifecycle.forced import last_turn_of


def is_beginning(match: Match, history: History) -> bool:
    """True if the next card of ``match`` is its first: no human has moved yet."""
    return all(played.side == computers.side_of(match) for played in history.played)


def last_exchange(match: Match, history: History) -> tuple[tuple[Played, ...], int]:
    """The actions that a card of ``match`` describes as just played, and the count of automatic ones.

    Both as from :func:`last_turn_of`. If the computer played that turn, the player's turn before it comes
    first, as no other card described it.
    """
    actions, by_themselves = last_turn_of(match, history)
    before = len(history.played) - len(actions)
    if before and actions and actions[0].side == computers.side_of(match):
        return (*history.until(before).last_turn(), *actions), by_themselves
    return actions, by_themselves
