"""Forced actions: the only legal ones, played automatically for players who have switched that on.

They are stored together with the change that led to them, in the same transaction. So a crash never plays one
twice, and no job is needed to play them later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines import Side
from engines.record import History, Played
from matches.lifecycle import computers
from matches.model import EntryKind, Match, Person, UserId
from matches.players import Human

ONLY_MOVES: Final = "only"
"""The key of a player's setting: ``on`` to have the only legal action played automatically."""
LONGEST: Final = 50
"""The most forced actions after one change."""


def wants(person: Person) -> bool:
    """True if ``person`` wants their only legal actions played automatically."""
    return person.preferences.get(ONLY_MOVES) == "on"


def gone_on(match: Match, history: History, people: Mapping[UserId, Person], *, room: int) -> History:
    """``history``, which ``match`` has just reached, with the forced actions that follow it.

    They go on, for both sides, until a player has a choice or has not switched this on, the match is over, or
    the record has no ``room`` for more entries.
    """
    for _ in range(min(LONGEST, room)):
        side = history.position.to_act
        if side is None or not _of_one_who_wants_it(match, side, people):
            break
        legal = history.position.legal_actions()
        if len(legal) != 1:
            break
        history = history.then(str(legal[0]))
    return history


def _of_one_who_wants_it(match: Match, side: Side, people: Mapping[UserId, Person]) -> bool:
    player = match.player_of(side)
    return isinstance(player, Human) and player.user_id in people and wants(people[player.user_id])


def last_turn_of(match: Match, history: History) -> tuple[tuple[Played, ...], int]:
    """The last turn of ``match`` in ``history``, and the number of forced actions at its end.

    ``history`` is that of the match, or of its first actions. The forced actions come after the turn that led
    to them, which no card has shown yet.
    """
    kinds = standing_kinds(match)[: len(history.played)]
    count = 0
    while count < len(kinds) and kinds[-1 - count] is EntryKind.FORCED:
        count += 1
    chosen = len(history.played) - count
    return (*history.until(chosen).last_turn(), *history.played[chosen:]), count


def standing_kinds(match: Match) -> list[EntryKind]:
    """The kinds of the actions that were not taken back, in order."""
    kinds: list[EntryKind] = []
    for entry in match.entries:
        if entry.kind.is_action:
            kinds.append(entry.kind)
        elif entry.kind is EntryKind.TAKE_BACK:
            kinds.pop()
    return kinds


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
