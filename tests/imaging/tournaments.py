"""Standings, crosstables and brackets that the tests of the pictures share. Nobody real is among them."""

from __future__ import annotations

from collections.abc import Sequence

from imaging import (
    BracketPage,
    BracketRound,
    BracketSlot,
    BracketTie,
    CrossCell,
    CrossMark,
    CrosstablePage,
    CrosstableRow,
    PlayerFace,
    StandingsPage,
    StandingsRow,
    Vacancy,
)
from tests.imaging.ratings import avatar

_FACING = {
    CrossMark.WIN: CrossMark.LOSS,
    CrossMark.LOSS: CrossMark.WIN,
    CrossMark.FORFEIT_WIN: CrossMark.FORFEIT_LOSS,
    CrossMark.FORFEIT_LOSS: CrossMark.FORFEIT_WIN,
}
"""The marks that are another one from the opponent's side."""


def face(number: int) -> PlayerFace:
    """A face for every number, every third a token."""
    return PlayerFace(avatar(number) if number % 3 else None, 175_928_847_299_117_063 + number * 1_000_003)


def standings(ranks: Sequence[int], *, finished: bool = False) -> StandingsPage:
    """Entrants of these ranks in a group whose first two are promoted, while it isn't finished.

    The fourth is the viewer, the eighth has left.
    """
    rows = tuple(
        StandingsRow(
            rank,
            face(at),
            played=9 - (at == 7) * 4,
            points=max(15 - 2 * at + at % 2, 0),
            ties=(f"{30 - 3 * at}{('', '¼', '½', '¾')[at % 4]}", f"{24 - at}½"),
            shared=list(ranks).count(rank) > 1,
            left=at == 7,
            own=at == 3,
        )
        for at, rank in enumerate(ranks)
    )
    promoted = 0 if finished else min(2, len(rows))
    return StandingsPage(
        "Cannons and Crabs", "Group B", rows, ("SB", "Bh"), promoted=promoted, finished=finished
    )


def crosstable(count: int, *, left: int | None = None) -> CrosstablePage:
    """A group in which every mark occurs once it is large enough; the games of ``left`` are annulled."""
    marks = tuple(CrossMark)

    def cell(row: int, column: int) -> CrossCell | None:
        if row == column:
            return None
        low, high = sorted((row, column))
        mark = marks[(3 * low + 4 * high) % len(marks)]
        return CrossCell(mark if row == low else _FACING.get(mark, mark), left in (row, column))

    rows = tuple(
        CrosstableRow(
            row + 1,
            face(row),
            points=max(15 - row, 0),
            cells=tuple(cell(row, column) for column in range(count)),
            left=row == left,
            own=row == 1,
        )
        for row in range(count)
    )
    return CrosstablePage("Prudh", "Group B", rows)


def slot(seed: int, score: int | None = None, *, own: bool = False) -> BracketSlot:
    """An entrant whose face is that of the seed."""
    return BracketSlot(seed, face(seed), score, own)


_WAITING = BracketTie((Vacancy.WAITING, Vacancy.WAITING))

BRACKET = BracketPage(
    "Prawns",
    "Knockout",
    (
        BracketRound(
            "Round 1",
            (
                BracketTie((slot(1), Vacancy.BYE), 0),
                BracketTie((slot(8, 1), slot(9, 3)), 1),
                BracketTie((slot(4), Vacancy.BYE), 0),
                BracketTie((slot(5, 3), slot(12, 3)), 0),
                BracketTie((slot(2), Vacancy.OUT), 0),
                BracketTie((slot(7), slot(10)), 0, forfeit=True),
                BracketTie((slot(3, own=True), Vacancy.BYE), 0),
                BracketTie((slot(6, 2), slot(11, 2)), running=True),
            ),
        ),
        BracketRound(
            "Quarter-finals",
            (
                BracketTie((slot(1, 4), slot(9, 0)), 0),
                BracketTie((slot(4, 2), slot(5, 0)), running=True),
                BracketTie((slot(2), slot(7))),
                BracketTie((slot(3, own=True), Vacancy.WAITING)),
            ),
        ),
        BracketRound("Semi-finals", (BracketTie((slot(1), Vacancy.WAITING)), _WAITING)),
        BracketRound("Final", (_WAITING,)),
    ),
    final=True,
)
"""A knockout of eleven, with a bit of everything."""
