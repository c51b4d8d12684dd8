"""The field of a Swiss: all data needed to pair its next round, as plain values for another process."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, Self

from matches.model import UserId
from matches.tournaments import trf
from matches.tournaments.model import UNSEEDED, Seed, Tournament

LEAST_ROUNDS: Final = 3
"""The fewest rounds of a Swiss, unless others are chosen or there are too few entrants."""

Pair = tuple[Seed, Seed | None]
"""The first and the second player of a pairing; without a second it is a bye."""
Blocked = Collection[frozenset[UserId]]
"""Pairs of users of whom one has blocked the other."""


@dataclass(frozen=True, slots=True)
class SwissField:
    """The entrants of a Swiss before a round.

    ``rounds``: how many it will have. ``results``: those of each seed, see ``matches.tournaments.trf``.
    ``absent``: seeds not to be paired. ``forbidden``: pairs that are not allowed.
    """

    rounds: int
    results: Mapping[Seed, tuple[str, ...]]
    absent: frozenset[Seed]
    forbidden: frozenset[tuple[Seed, Seed]]

    def as_json(self) -> str:
        """The field as JSON: see :meth:`read`."""
        return json.dumps(
            {
                "rounds": self.rounds,
                "results": {str(seed): list(own) for seed, own in self.results.items()},
                "absent": sorted(self.absent),
                "forbidden": sorted(self.forbidden),
            }
        )

    @classmethod
    def read(cls, text: str) -> Self:
        """The field of :meth:`as_json`. Raises ValueError for anything else."""
        try:
            plain = json.loads(text)
            return cls(
                int(plain["rounds"]),
                {Seed(int(seed)): tuple(map(str, own)) for seed, own in plain["results"].items()},
                frozenset(Seed(int(seed)) for seed in plain["absent"]),
                frozenset((Seed(int(one)), Seed(int(two))) for one, two in plain["forbidden"]),
            )
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError("no field of a Swiss") from error


def swiss_is_available() -> bool:
    """True if this machine can pair a Swiss: the library is not there for all systems."""
    return find_spec("py4swiss") is not None


def planned_rounds(tournament: Tournament) -> int:
    """The number of rounds of a Swiss in which nobody leaves: fewer than its entrants."""
    entrants = len(tournament.by_seed)
    usual = max(LEAST_ROUNDS, (entrants - 1).bit_length())
    return min(tournament.terms.rounds or usual, entrants - 1)


def rounds_of(tournament: Tournament) -> int:
    """The number of rounds of a Swiss: by its terms, but fewer than the entrants who are left."""
    return min(planned_rounds(tournament), len(tournament.active) - 1)


def field_of(tournament: Tournament, blocked: Blocked = ()) -> SwissField:
    """The field of a Swiss whose rounds so far are finished."""
    by_seed = tournament.by_seed
    seed_of = {one.user_id: seed for seed, one in by_seed.items() if one.user_id is not None}
    met = {tuple(sorted(game.seeds)) for game in tournament.pairings if len(game.seeds) == 2}
    enemies = {tuple(sorted(seed_of[user] for user in pair)) for pair in blocked if pair <= seed_of.keys()}
    return SwissField(
        rounds_of(tournament),
        trf.results(tournament),
        frozenset(seed for seed, one in by_seed.items() if not one.active),
        frozenset((pair[0], pair[1]) for pair in met | enemies if len(pair) == 2),
    )


def read_pairs(text: str) -> tuple[Pair, ...] | None:
    """The answer of ``python -m matches.tournaments.swiss``; None if no legal pairing exists.

    Raises ValueError for anything else.
    """
    plain = json.loads(text)
    if plain is None:
        return None
    if not isinstance(plain, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in plain):
        raise ValueError("no pairs of a Swiss")
    return tuple((_seed(one), None if two is None else _seed(two)) for one, two in plain)


def check_pairs(field: SwissField, pairs: Collection[Pair]) -> None:
    """Raise ValueError unless ``pairs`` contain every present entrant once, and no unnecessary bye."""
    seeds = sorted(seed for pair in pairs for seed in pair if seed is not None)
    byes = sum(two is None for _, two in pairs)
    present = sorted(field.results.keys() - field.absent)
    again = any(two is not None and tuple(sorted((one, two))) in field.forbidden for one, two in pairs)
    if seeds != present or byes != len(present) % 2 or again:
        raise ValueError("pairs that do not fit the field")


def _seed(plain: object) -> Seed:
    if type(plain) is not int or plain <= UNSEEDED:
        raise ValueError(f"{plain!r} is no seed")
    return Seed(plain)
