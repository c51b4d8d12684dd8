"""Sightlines in Predation, for its evaluation: the prey that predators see, and how prey is shielded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engines.games.predation.board import BOARD, DIRECTIONS, NAMES, Hex, Hexes, around, each, line


def _between() -> Iterator[tuple[Hex, Hex, Hexes]]:
    """Every two hexes in a line within reach, and the hexes between them."""
    for start in NAMES:
        for direction in DIRECTIONS:
            passed = 0
            for target in line(start, direction):
                yield start, target, passed
                passed |= target


_BETWEEN: Final = {(start, target): passed for start, target, passed in _between()}
_RAYS: Final = {
    start: tuple((direction > 0, sum(line(start, direction))) for direction in DIRECTIONS) for start in NAMES
}
_SEES: Final = {start: sum(ray for _, ray in rays) for start, rays in _RAYS.items()}
"""The hexes that a predator on each hex could reach on an otherwise empty board."""


def _nearest(there: Hexes, *, rising: bool) -> Hex:
    """The first one on a ray out of these hexes."""
    return there & -there if rising else 1 << there.bit_length() - 1


def _up_to(place: Hex, ray: Hexes, *, rising: bool) -> Hexes:
    """The part of a ray before the hex ``place``; unless the ray is ``rising``, with that hex."""
    return ray & (place - 1 if rising else -place)


class Sights(dict[Hex, Hexes]):
    """The prey that a predator on each hex could land on, computed on demand."""

    def __init__(self, prey: Hexes) -> None:
        super().__init__()
        self.prey = prey

    def __missing__(self, place: Hex) -> Hexes:
        seen = 0
        for rising, ray in _RAYS[place]:
            if there := ray & self.prey:
                seen |= _nearest(there, rising=rising)
        self[place] = seen
        return seen


class Threats(dict[Hex, tuple[Hexes, ...]]):
    """The lines from predators to each hex, as the hexes between, computed on demand."""

    def __init__(self, predators: Hexes) -> None:
        super().__init__()
        self.predators = predators
        self.lit = 0
        for place in each(predators):
            self.lit |= _SEES[place]
        self.free = BOARD & ~(predators | around(predators))

    def __missing__(self, place: Hex) -> tuple[Hexes, ...]:
        there = _SEES[place] & self.predators
        self[place] = lines = tuple(_BETWEEN[place, predator] for predator in each(there))
        return lines


class Sightlines:
    """The hexes that predators see while one prey is away: their lines end at the first prey."""

    def __init__(self, predators: Hexes, prey: Hexes) -> None:
        self._seen, self._behind = 0, dict[Hex, Hexes]()
        for predator in each(predators):
            for rising, ray in _RAYS[predator]:
                there = ray & prey
                if not there:
                    self._seen |= ray
                    continue
                first = _nearest(there, rising=rising)
                self._seen |= _up_to(first, ray, rising=rising)
                if second := there ^ first:
                    behind = _up_to(_nearest(second, rising=rising), ray, rising=rising)
                else:
                    behind = ray
                self._behind[first] = self._behind.get(first, 0) | behind

    def without(self, prey: Hex) -> Hexes:
        """The hexes that predators see without that prey."""
        return self._seen | self._behind.get(prey, 0)


@lru_cache(maxsize=256)
def sights_of(prey: Hexes) -> Sights:
    """The sights of all positions with this prey, cached."""
    return Sights(prey)


@lru_cache(maxsize=256)
def threats_of(predators: Hexes) -> Threats:
    """The threats of all positions with these predators, cached."""
    return Threats(predators)


def in_sight(predators: Hexes, prey: Hexes) -> Hexes:
    """The prey that some predator could land on; its line may pass predators, and ends at the first prey."""
    sights, seen = sights_of(prey), 0
    for place in each(predators):
        seen |= sights[place]
    return seen


def exposed(threats: Threats, prey: Hexes) -> Hexes:
    """The prey that some predator could land on, with only prey in the way."""
    seen = 0
    for place in each(prey & threats.lit):
        for between in threats[place]:
            if not between & prey:
                seen |= place
                break
    return seen


def shielded(threats: Threats, prey: Hexes) -> tuple[int, list[Hexes]]:
    """The number of prey that could be taken, and for each the hexes where another prey would shield it."""
    seen, shields = 0, []
    for place in each(prey & threats.lit):
        every = -1
        for between in threats[place]:
            if not between & prey:
                every &= between
        if every != -1:
            seen += 1
            if every:
                shields.append(every)
    return seen, shields
