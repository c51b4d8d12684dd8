"""A challenge's form as it is filled in for what a story names: ``side="white", rated="off"``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogs.panels.challenge.challenge_form import (
    ACROSS,
    NO_LINES,
    NO_PROVISIONAL,
    PACE,
    PRIVATE,
    RATED,
    RELIABLE,
    TAKEBACKS,
    TWO_MATCHES,
    WEEKENDS_OFF,
    ChallengeDraft,
    option_entries,
    seats,
)
from engines import GAMES, Game
from matches.lifecycle.challenge import Starter
from matches.requirements import WITHIN
from matches.time.pace import PACES, Pace


def game_of(command: str) -> Game:
    """The game of a command."""
    return next(game for key, game in GAMES.items() if key.startswith(command))


def is_typed(game: Game, options: Mapping[str, Any]) -> bool:
    """True if the game's ``challenge`` command can say all of this."""
    return options.keys() <= {PACE, "computer", *(option.key for option in game.options)}


def wished(game: Game, opponent: int, options: Mapping[str, Any]) -> ChallengeDraft:
    """The form of a challenge, filled with what a story calls by the names of its terms."""
    places = {entry: at for at, entry in enumerate(option_entries(game))}
    chosen = [(one.key, options[one.key]) for one in game.options if one.key in options]
    on = {RATED: options.get("rated") != "off", TAKEBACKS: options.get("takebacks") != "off"}
    on |= {TWO_MATCHES: options.get("set") == "on", WEEKENDS_OFF: options.get("weekends") == "off"}
    on |= {PRIVATE: options.get("private") == "on", NO_LINES: options.get("lines") == "off"}
    players, within = options.get("players"), options.get("rating")
    limits = 0 if within is None else 1 << WITHIN.index(int(within))
    limits |= NO_PROVISIONAL * (players in ("established", "both")) | RELIABLE * (
        players in ("reliable", "both")
    )
    starters: Mapping[str | None, Starter | None] = {None: None, "me": "challenger", "opponent": "opponent"}
    return ChallengeDraft(
        game.key,
        opponent,
        PACES.index(Pace.read(options[PACE])) + 1 if PACE in options else 0,
        sum(1 << places[one] for one in chosen if one in places),
        seats(game).index((options.get("side"), starters[options.get("starts")])),
        sum(bit for bit, is_on in on.items() if is_on),
        limits | ACROSS * (options.get("servers") == "all"),
    )
