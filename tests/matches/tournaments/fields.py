"""Fields of Swiss tournaments, played by chance, and the other program's view of them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from matches.tournaments import swiss, trf
from matches.tournaments.field import Pair, SwissField
from matches.tournaments.model import Seed

Results = Mapping[Seed, tuple[str, ...]]
_OTHER = {"1": "0", "0": "1", "=": "="}
_POINTS = {"1": 2, "=": 1, "0": 0, "U": 2, "Z": 0, "+": 2, "-": 0, "H": 1}


def field_of(results: Results, rounds: int, absent: Iterable[int] = ()) -> SwissField:
    """A field in which who has met cannot meet again."""
    met = {(seed, rival_of(one)) for seed, own in results.items() for one in own}
    forbidden = frozenset((one, two) for one, two in met if two is not None and one < two)
    return SwissField(rounds, results, frozenset(map(Seed, absent)), forbidden)


def rival_of(result: str) -> Seed | None:
    rival = int(result[:4])
    return Seed(rival) if rival else None


def nobody(count: int) -> Results:
    """The results of as many entrants before the first round."""
    return {Seed(seed): () for seed in range(1, count + 1)}


def played(rng: random.Random, results: Results, pairs: Iterable[Pair]) -> Results:
    """The results after a round of these pairs, which end by chance."""
    new = dict.fromkeys(results, trf.ABSENT)
    for first, second in pairs:
        if second is None:
            new[first] = trf.BYE
            continue
        mark = rng.choice("11==00")
        new[first] = f"{second:4} w {mark}"
        new[second] = f"{first:4} b {_OTHER[mark]}"
    return {seed: (*own, new[seed]) for seed, own in results.items()}


def rounds(seed: int, entrants: int, number: int) -> Iterator[tuple[SwissField, tuple[Pair, ...]]]:
    """The fields of a whole tournament by chance, each with the pairs of its next round."""
    rng, results = random.Random(seed), nobody(entrants)
    for _ in range(number):
        field = field_of(results, number)
        pairs = swiss.pairs(field)
        if pairs is None:
            return
        yield field, pairs
        results = played(rng, results, pairs)


def points(own: Iterable[str]) -> int:
    """The half points of some results."""
    return sum(_POINTS[one[7]] for one in own)
