"""The turns that one card tells of: the last one, and against the computer also the turn that it answers."""

from __future__ import annotations

from engines.record import History, Played
from matches import Match
from matches.lifecycle import computers
from matches.lifecycle.forced import last_turn_of


def is_beginning(match: Match, history: History) -> bool:
    """True if no card has told of ``match`` before: nobody has moved but a computer that began."""
    return all(played.side == computers.side_of(match) for played in history.played)


def last_exchange(match: Match, history: History) -> tuple[tuple[Played, ...], int]:
    """The actions that a card of ``match`` tells as just played, and how many of them played themselves.

    As :func:`last_turn_of` has it. Where the computer played that turn, the turn before it comes first: the
    person's, of which no other card told.
    """
    actions, by_themselves = last_turn_of(match, history)
    before = len(history.played) - len(actions)
    if before and actions and actions[0].side == computers.side_of(match):
        return (*history.until(before).last_turn(), *actions), by_themselves
    return actions, by_themselves
