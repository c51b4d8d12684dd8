"""TRF, the text format in which chess federations exchange tournaments: its results, whole files.

The format is FIDE's (Handbook C.04, annex 2), with the lines for pairing programs that JaVaFo added. A first
player is white there. Results go to ``matches.tournaments.swiss`` in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from matches.plain_text import beginning, tidied
from matches.tournaments.model import DRAW, WIN, Decision, Pairing, PairingOutcome, Seed, Tournament

ABSENT: Final = "0000 - Z"
"""The result of an entrant who was not paired."""
BYE: Final = "0000 - U"
NOT_PLAYED: Final = "0000 - H"
_PLAYED: Final = {WIN: "1", DRAW: "=", 0: "0"}
_FORFEIT: Final = {WIN: "+", 0: "-"}
_NAME_WIDTH: Final = 33


def finished_rounds(tournament: Tournament) -> int:
    """The number of rounds in which every pairing is decided, counted from the first."""
    number = 0
    while (games := tournament.in_round(number + 1)) and all(one.outcome for one in games):
        number += 1
    return number


def results(tournament: Tournament) -> Mapping[Seed, tuple[str, ...]]:
    """The results of each entrant in the finished rounds of a Swiss, in the eight characters of TRF."""
    rounds = finished_rounds(tournament)
    found = {seed: [ABSENT] * rounds for seed in tournament.by_seed}
    for game in tournament.pairings:
        if game.outcome is not None and game.key.round <= rounds:
            for seed in game.seeds:
                found[seed][game.key.round - 1] = _result(game, game.outcome, seed)
    return {seed: tuple(own) for seed, own in found.items()}


def _result(game: Pairing, outcome: PairingOutcome, seed: Seed) -> str:
    rival, points = game.rival_of(seed), game.points_of(seed)
    if rival is None:
        return BYE
    if outcome.how is Decision.NOT_PLAYED:
        return NOT_PLAYED
    both_lost = outcome.first == outcome.second == 0
    mark = _PLAYED[points] if outcome.how.is_met and not both_lost else _FORFEIT[points]
    return f"{rival:4} {'w' if seed == game.first else 'b'} {mark}"


def as_trf(tournament: Tournament, names: Mapping[Seed, str], places: Mapping[Seed, int]) -> str:
    """A Swiss as a TRF file, without a round that is not finished.

    ``names`` and ``places`` are those of all entrants. Names are in one line, with nothing hidden in them.
    """
    results_of, points = results(tournament), _points(tournament)
    lines = [f"012 {tidied(tournament.name)}", f"062 {len(results_of)}", "092 Swiss (Dutch)"]
    if tournament.round_at is not None:
        lines.append(f"042 {tournament.created_at:%Y/%m/%d}")
    for seed, entrant in tournament.by_seed.items():
        name = beginning(tidied(names[seed]), _NAME_WIDTH)
        lines.append(
            f"001 {seed:4}      {name:<{_NAME_WIDTH}} {entrant.rating:4} {'':3} {'':11} {'':10}"
            f" {points[seed] / 2:4.1f} {places[seed]:4}  {'  '.join(results_of[seed])}".rstrip()
        )
    lines.append(f"XXR {max(tournament.terms.rounds or 0, tournament.round)}")
    return "\n".join(lines) + "\n"


def _points(tournament: Tournament) -> Mapping[Seed, int]:
    rounds = finished_rounds(tournament)
    found = dict.fromkeys(tournament.by_seed, 0)
    for game in tournament.pairings:
        if game.key.round <= rounds:
            for seed in game.seeds:
                found[seed] += game.points_of(seed)
    return found
