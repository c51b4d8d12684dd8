"""Games by the numbers that stand for them in the ids of controls: made from their keys, so that a new game
moves none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from zlib import crc32

from cogs.kit.errors import Refusal
from cogs.kit.presentation import GamePresentation
from cogs.text import community_texts
from engines import GAMES


def number_of_game(key: str) -> int:
    """The number of the game with this key."""
    return crc32(key.encode())


_GAMES: Final = {number_of_game(key): key for key in GAMES}


def game_of_number(number: int) -> str:
    """The key of the game with this number. Raises Refusal for one that is not there any more."""
    if number not in _GAMES:
        raise Refusal(community_texts.GAME_GONE)
    return _GAMES[number]


def presentation_numbered(presentations: Mapping[str, GamePresentation], number: int) -> GamePresentation:
    """The presentation of the game with this number. Raises Refusal for one that is not there any more."""
    key = game_of_number(number)
    if key not in presentations:
        raise Refusal(community_texts.GAME_GONE)
    return presentations[key]
