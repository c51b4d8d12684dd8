"""The actions that a card shows as just played: the last turn, and the automatic ones after it."""

from __future__ import annotations

from typing import NamedTuple

from engines.record import History, Played
from matches.lifecycle import computers
from matches.model import EntryKind, Match


class Exchange(NamedTuple):
    """Actions that were just played, each with the kind of its entry."""

    actions: tuple[Played, ...]
    kinds: tuple[EntryKind, ...]


def last_turn_of(match: Match, history: History) -> Exchange:
    """The last turn of ``match`` in ``history`` that a player made, with the automatic actions after it.

    ``history`` is that of the match, or of its first actions. No card has shown the turn that led to forced
    actions and moves in advance.
    """
    kinds = kept_kinds(match)[: len(history.played)]
    chosen = len(kinds)
    while chosen and kinds[chosen - 1] is not EntryKind.ACTION:
        chosen -= 1
    chosen = chosen or len(kinds)
    return _from(history, kinds, chosen - len(history.until(chosen).last_turn()))


def last_exchange(match: Match, history: History) -> Exchange:
    """The actions that a card of ``match`` describes as just played.

    As :func:`last_turn_of` has it. If the computer played that turn, the player's turn before it comes first,
    as no other card described it.
    """
    last = last_turn_of(match, history)
    before = len(history.played) - len(last.actions)
    if before and last.actions and last.actions[0].side == computers.side_of(match):
        return _from(history, kept_kinds(match), before - len(history.until(before).last_turn()))
    return last


def _from(history: History, kinds: list[EntryKind], begin: int) -> Exchange:
    return Exchange(history.played[begin:], tuple(kinds[begin : len(history.played)]))


def kept_kinds(match: Match) -> list[EntryKind]:
    """The kinds of the actions that were not taken back, in order."""
    kinds: list[EntryKind] = []
    for entry in match.entries:
        if entry.kind.is_action:
            kinds.append(entry.kind)
        elif entry.kind is EntryKind.TAKE_BACK:
            kinds.pop()
    return kinds
