"""Forced actions: the only legal ones, played automatically for players who have switched that on.

They are stored together with the change that led to them, in the same transaction. So a crash never plays one
twice, and no job is needed to play them later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines import Side
from engines.record import History
from matches.model import Match, Person, UserId
from matches.players import Human

ONLY_MOVES: Final = "only"
"""The key of a player's setting: ``on`` to have the only legal action played automatically."""


def wants(person: Person) -> bool:
    """True if ``person`` wants their only legal actions played automatically."""
    return person.preferences.get(ONLY_MOVES) == "on"


def only_action(match: Match, history: History, side: Side, people: Mapping[UserId, Person]) -> str | None:
    """The only legal action of ``side``, who is to act; None if it has a choice or doesn't want this."""
    player = match.player_of(side)
    if not (isinstance(player, Human) and player.user_id in people and wants(people[player.user_id])):
        return None
    legal = history.position.legal_actions()
    return str(legal[0]) if len(legal) == 1 else None
