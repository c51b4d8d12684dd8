"""Actions that play themselves: the only ones there are, where the player to act wants them to.

They are entries of the change that left no choice, stored with it or not at all. So a crash never plays one
twice, and nobody has to see to it later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines import Side
from engines.record import History, Played
from matches.model import EntryKind, Match, Person, UserId
from matches.players import Human

ONLY_MOVES: Final = "only"
"""The key of a player's setting: ``on`` where an action without an alternative is to play itself."""
LONGEST: Final = 50
"""Actions that follow one change at most."""


def wants(person: Person) -> bool:
    """True if the actions of ``person`` that have no alternative are to play themselves."""
    return person.preferences.get(ONLY_MOVES) == "on"


def gone_on(match: Match, history: History, people: Mapping[UserId, Person], *, room: int) -> History:
    """``history``, which ``match`` has just reached, and the actions after it that play themselves.

    One follows the other, of both sides, until somebody has a choice, does not want it, the match is over, or
    the record has no ``room`` for more.
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
    """The last turn of ``match`` in ``history``, and how many actions at its end played themselves.

    ``history`` is that of the match, or of its first actions. Before what played itself comes the turn that
    led to it, of which no card told.
    """
    kinds = standing_kinds(match)[: len(history.played)]
    count = 0
    while count < len(kinds) and kinds[-1 - count] is EntryKind.FORCED:
        count += 1
    chosen = len(history.played) - count
    return (*history.until(chosen).last_turn(), *history.played[chosen:]), count


def standing_kinds(match: Match) -> list[EntryKind]:
    """The kinds of the actions that stand."""
    kinds: list[EntryKind] = []
    for entry in match.entries:
        if entry.kind.is_action:
            kinds.append(entry.kind)
        elif entry.kind is EntryKind.TAKE_BACK:
            kinds.pop()
    return kinds
