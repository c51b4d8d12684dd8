"""The rules of every game, and nothing else: no Discord, no SQL, no pictures, no clock, no people.

Only the standard library is imported here. Positions are immutable and deterministic. Games are found
by folder: every module of ``engines/games`` that has a ``GAME`` is one, and no list is edited.
"""

from __future__ import annotations

from engines.core import (
    Action,
    ActionError,
    AmbiguousActionError,
    Credit,
    Diagram,
    EngineError,
    Game,
    Hand,
    Hexes,
    IllegalActionError,
    Mark,
    MarkKind,
    Option,
    OptionError,
    Options,
    Outcome,
    Picks,
    Piece,
    Position,
    PositionTextError,
    SecretSetup,
    Shape,
    Side,
    Squares,
    UnreadableActionError,
    divide,
    perft,
)
from engines.games import GAMES
from engines.record import TAKE_BACK, History, Played, Record, RecordError

__all__ = [
    "GAMES",
    "TAKE_BACK",
    "Action",
    "ActionError",
    "AmbiguousActionError",
    "Credit",
    "Diagram",
    "EngineError",
    "Game",
    "Hand",
    "Hexes",
    "History",
    "IllegalActionError",
    "Mark",
    "MarkKind",
    "Option",
    "OptionError",
    "Options",
    "Outcome",
    "Picks",
    "Piece",
    "Played",
    "Position",
    "PositionTextError",
    "Record",
    "RecordError",
    "SecretSetup",
    "Shape",
    "Side",
    "Squares",
    "UnreadableActionError",
    "divide",
    "perft",
]
