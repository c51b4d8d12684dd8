"""Groups: their entrants, and the Berger tables, the order in which everyone meets everyone.

In a round robin the entrants are dealt into groups of equal strength, stage by stage, until there is one
group. In a league the groups are divisions, the strongest first; after a season the last of a division change
places with the first of the one below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from matches.tournaments.model import GROUP_SIZES, LEAST_ENTRANTS, Seed

Groups = tuple[tuple[Seed, ...], ...]
"""The seeds of each group, the first group first."""


def dealt(seeds: Sequence[Seed], size: int) -> Groups:
    """The groups of a stage of at most ``size``; ``seeds`` are in order of strength.

    There are as few as possible, with sizes that differ by one at most. They are dealt as a snake: with three
    groups the first gets numbers 1, 6, 7, 12, and so on.
    """
    count = -(-len(seeds) // size)
    groups: list[list[Seed]] = [[] for _ in range(count)]
    for at, seed in enumerate(seeds):
        row, column = divmod(at, count)
        groups[count - 1 - column if row % 2 else column].append(seed)
    return tuple(map(tuple, groups))


def divisions(seeds: Sequence[Seed], size: int) -> Groups:
    """The divisions of a league; ``seeds`` are in order of strength.

    All have ``size`` entrants but the lowest. If only one or two would be left for it, they join the division
    above; if that becomes larger than a group may be, the two lowest divisions share their entrants.
    """
    whole, rest = divmod(len(seeds), size)
    sizes = [size] * whole
    if rest >= LEAST_ENTRANTS or not whole:
        sizes.append(rest)
    elif size + rest in GROUP_SIZES:
        sizes[-1] += rest
    elif rest:
        sizes[-1:] = [-(-(size + rest) // 2), (size + rest) // 2]
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    return tuple(
        tuple(seeds[start : start + many]) for start, many in zip(starts, sizes, strict=True) if many
    )


def next_order(
    tables: Sequence[Sequence[Seed]], moving: int, left: Iterable[Seed], new: Iterable[Seed]
) -> tuple[Seed, ...]:
    """The order of strength for a league's next season.

    ``tables`` are the divisions as they ended, the best first. The last ``moving`` of each change places with
    the first of the next; those who ``left`` free their places from below; those who are ``new`` come last.
    A division too small for both keeps what would overlap.
    """
    order = [list(table) for table in tables]
    for upper, lower in pairwise(order):
        many = min(moving, len(upper) // 2, len(lower) // 2)
        if many:
            upper[-many:], lower[:many] = lower[:many], upper[-many:]
    gone = set(left)
    return tuple(seed for seed in chain(*order, new) if seed not in gone)


def berger(seeds: Sequence[Seed]) -> tuple[tuple[tuple[Seed, Seed], ...], ...]:
    """The rounds of a group by the Berger table, each with its pairs; the first of a pair begins.

    The table is FIDE's (Handbook C.05, annex 1). With an odd number one entrant rests in each round. Everyone
    meets everyone once, and begins as often as not, or once more or less.
    """
    even = len(seeds) + len(seeds) % 2
    return tuple(
        tuple((seeds[one], seeds[two]) for one, two in _round(number, even) if max(one, two) < len(seeds))
        for number in range(even - 1)
    )


def _round(number: int, even: int) -> Iterable[tuple[int, int]]:
    """The pairs of a round for an even number of places, all counted from 0."""
    circle = even - 1
    middle = number * (even // 2) % circle
    last = even - 1
    yield (last, middle) if number % 2 else (middle, last)
    for step in range(1, even // 2):
        yield (middle + step) % circle, (middle - step) % circle
