"""Pairs of a Swiss by FIDE's Dutch system: the one place that uses py4swiss.

It takes seconds for a large field, so that the bot runs it in a process of its own: ``python -m
matches.tournaments.swiss`` reads a field as JSON, and writes pairs as JSON, null if no legal pairing exists.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Final

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import RoundResult, ScoringPointSystem
from py4swiss.trf.sections import PlayerSection, XSection

from matches.tournaments.field import Pair, SwissField, check_pairs
from matches.tournaments.model import Seed

_POINTS: Final = ScoringPointSystem()


def pairs(field: SwissField) -> tuple[Pair, ...] | None:
    """The pairs of the next round, the top board first; None if no legal pairing exists.

    Slow: about a second for 200 entrants, half a minute for 1,000. Raises ValueError for a damaged field.
    """
    if len(field.results) - len(field.absent) < 2:
        return None
    if first := _first_round(field):
        return first
    try:
        found = DutchEngine.generate_pairings(_trf(field))
    except PairingError:
        return None
    made = tuple((Seed(one.white), Seed(one.black) if one.black else None) for one in found)
    check_pairs(field, made)
    return made


def _first_round(field: SwissField) -> tuple[Pair, ...]:
    """The first candidate for the first round, if it is legal: then it is perfect; else no pairs.

    The upper half meets the lower one, and of the upper half those with odd seeds begin. The library finds
    the same, but takes 50 seconds of processor for a bracket of 1,000.
    """
    if any(field.results.values()):
        return ()
    present = sorted(field.results.keys() - field.absent)
    half = len(present) // 2
    natural = list(zip(present[:half], present[half : 2 * half], strict=True))
    if any(pair in field.forbidden or pair[::-1] in field.forbidden for pair in natural):
        return ()
    pairs: list[Pair] = [pair if pair[0] % 2 else pair[::-1] for pair in natural]
    return (*pairs, *((seed, None) for seed in present[2 * half :]))


def _trf(field: SwissField) -> ParsedTrf:
    return ParsedTrf(
        player_sections=[_section(seed, own) for seed, own in sorted(field.results.items())],
        x_section=XSection(
            number_of_rounds=field.rounds,
            zeroed_ids=set(field.absent),
            forbidden_pairs=set(field.forbidden),
        ),
    )


def _section(seed: Seed, own: Sequence[str]) -> PlayerSection:
    results = [RoundResult.from_string(text) for text in own]
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=seed,
        points_times_ten=sum(map(_POINTS.get_points_times_ten, results)),
        rank=seed,
        results=results,
    )


def main() -> None:
    """Read a field from stdin, and write its pairs to stdout."""
    json.dump(pairs(SwissField.read(sys.stdin.read())), sys.stdout)


if __name__ == "__main__":
    main()
