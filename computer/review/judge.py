"""Makes a review from short jobs in two rounds or more. Nothing here searches.

First every turn is searched, then the few that seem costly, once more and with the best reply too. Each job
is short enough not to delay players. Nothing is random, so the same match has the same review everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from computer.core import DECIDED
from computer.review.model import (
    INACCURACY,
    MISSED,
    NODES,
    WHOLE_TURNS,
    PlayedMatch,
    Review,
    ReviewedTurn,
    SearchJob,
    SearchResult,
)

SECOND_NODES: Final = 20_000
"""The positions searched for a turn that seems costly, and as many for the reply to it."""
ALL_NODES: Final = 900_000
"""The positions searched for all turns of a match together: in a long one each turn gets fewer."""
LEAST_NODES: Final = 1_500
JOB_NODES: Final = 40_000
"""The positions searched in one job: about a second."""
TURNS_IN_JOB: Final = 4
"""The turns in a job of a game whose turns are searched as a whole."""
LINE: Final = 3
"""The turns of a better line, unless it wins before."""
SEEMS: Final = 0.07
"""The least loss for which a turn is searched again."""
SECOND_SEARCHES: Final = 6
"""The most turns of a side that are searched again."""
AT_ONCE: Final = 3
"""The most of them in one round, before its findings are judged."""

_SURE: Final = 0.99
"""The greatest chance that an estimate can stand for."""
_SCALES: Final[Mapping[str, tuple[float, float]]] = {
    "cannons-and-crabs": (172.0, 0.0),
    "pjawns": (88.0, 0.0),
    "prawns": (122.0, 0.0),
    "predation": (795.0, -707.0),
    "prudh": (40.0, 0.0),
}
"""By game, the value that multiplies the odds by e, and the one at which they are even: docs/computer.md."""
_USUAL_SCALE: Final = (200.0, 0.0)


def chance_of(game: str, value: int) -> float:
    """The chance of the side named first, from 0 to 1, by a value; 0 or 1 for a proved one."""
    if abs(value) > DECIDED:
        return 1.0 if value > 0 else 0.0
    scale, even = _SCALES.get(game, _USUAL_SCALE)
    power = max(-50.0, min(50.0, (value - even) / scale))
    return max(1 - _SURE, min(_SURE, 1 / (1 + math.exp(-power))))


def nodes_for(turns: int) -> int:
    """The positions searched for each turn of a match with so many ``turns``."""
    return max(LEAST_NODES, min(NODES, ALL_NODES // max(1, turns)))


def is_equal(game: str, turn: ReviewedTurn, value: int) -> bool:
    """True if another turn instead, after which a search found ``value``, would not count as costly.

    If a forced win was missed, only another forced win is equal.
    """
    if turn.won_in is not None:
        return (value if turn.side == 0 else -value) > DECIDED
    return turn.before - _for_side(turn.side, chance_of(game, value)) < INACCURACY


def first_searches(match: PlayedMatch) -> tuple[SearchJob, ...]:
    """The jobs that search every turn of a match once."""
    nodes = nodes_for(len(match.turns))
    most = TURNS_IN_JOB if match.game in WHOLE_TURNS else max(1, JOB_NODES // nodes)
    jobs = []
    for first in range(0, len(match.turns), most):
        turns = match.turns[first : first + most]
        actions = tuple(action for turn in turns for action in turn.actions)
        last = first + most >= len(match.turns)
        jobs.append(_search_job(match, turns[0].position, nodes, actions=actions, to_end=last))
    return tuple(jobs)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A turn that seems costly, and the jobs that search it again.

    ``line`` follows the best play from before the turn, ``answer`` the best reply to the turn; ``number`` is
    that of the turn.
    """

    number: int
    line: SearchJob
    answer: SearchJob


class Reviewing:
    """A match under review: its values, the turns to search again, and its review.

    A second search may put an earlier turn in doubt, so there are several rounds of doubts.
    """

    def __init__(self, match: PlayedMatch, found: Iterable[SearchResult]) -> None:
        self.match = match
        self._seen = [seen for part in found for seen in part]
        self._values = [seen.value for seen in self._seen]
        self._judged: dict[int, ReviewedTurn] = {}
        if len(self._values) != len(match.turns) + 1:
            raise ValueError("every turn is looked at, and the end")
        self._raise_values()

    def _raise_values(self) -> None:
        """Raise each value to at least that after the turn played, as its side sees it."""
        for number in range(len(self.match.turns) - 1, -1, -1):
            best = max if self.match.turns[number].side == 0 else min
            self._values[number] = best(self._values[number], self._values[number + 1])

    def _chance(self, number: int) -> float:
        """The chance of the side named first where a turn began."""
        return chance_of(self.match.game, self._values[number])

    def doubts(self) -> tuple[Doubt, ...]:
        """The turns to search again next, the worst of each side; none once enough were searched."""
        found: list[int] = []
        for side in (0, 1):
            done = sum(turn.side == side for turn in self._judged.values())
            seem = sorted(self._seem(side), key=lambda number: (-self._loss(number), number))
            found += seem[: max(0, min(AT_ONCE, SECOND_SEARCHES - done))]
        return tuple(map(self._doubt, found))

    def _seem(self, side: int) -> list[int]:
        """The turns of a side that seem costly and were not searched again yet."""
        own = [number for number, turn in enumerate(self.match.turns) if turn.side == side]
        return [number for number in own if number not in self._judged and self._loss(number) >= SEEMS]

    def _loss(self, number: int) -> float:
        """The chance that a turn seems to have lost; at least MISSED if it gave up a proved win."""
        sign = 1 if self.match.turns[number].side == 0 else -1
        loss = sign * (self._chance(number) - self._chance(number + 1))
        before, after = sign * self._values[number], sign * self._values[number + 1]
        return max(loss, MISSED) if before > DECIDED >= after else loss

    def _doubt(self, number: int) -> Doubt:
        turn = self.match.turns[number]
        after = [*(one.position for one in self.match.turns), self.match.end][number + 1]
        line = 2 if self.match.game in WHOLE_TURNS else LINE
        seen = self._seen[number]
        proved = (seen.value if turn.side == 0 else -seen.value) > DECIDED
        first = seen.actions[0] if proved and seen.actions[0] != turn.actions[0] else ""
        return Doubt(
            number,
            _search_job(self.match, turn.position, SECOND_NODES, line=line, but=turn.actions[0], first=first),
            _search_job(self.match, after, SECOND_NODES, line=1),
        )

    def judge(self, number: int, line: SearchResult, answer: SearchResult) -> None:
        """Judge a turn by its second search: the best line before it, and the best reply to it."""
        turn, game = self.match.turns[number], self.match.game
        sign = 1 if turn.side == 0 else -1
        # Both after the turn, at the same depth: what differs then is the turn alone.
        played = sign * _sounder(self._values[number + 1], answer[0].value)
        best = sign * line[1].value if len(line) > 1 else played
        if line and sign * line[0].value > DECIDED:
            best = sign * line[0].value
        best = max(sign * _sounder(self._values[number], sign * best), played)
        self._values[number], self._values[number + 1] = sign * best, sign * played
        self._raise_values()
        told = ReviewedTurn(
            turn.ply,
            turn.side,
            turn.actions,
            _for_side(turn.side, chance_of(game, sign * best)),
            _for_side(turn.side, chance_of(game, sign * played)),
            tuple(seen.actions for seen in line if seen.actions),
            answer[0].actions,
            won_in=_won_in(line, sign) if played <= DECIDED else None,
            lost_by_force=played < -DECIDED,
        )
        self._judged[number] = _by_pieces(told) if game in WHOLE_TURNS else told

    def review(self) -> Review:
        """The review, by everything that was searched so far."""
        chances = [self._chance(number) for number in range(len(self._values))]
        for number, turn in self._judged.items():
            if _is_told(turn):
                chances[number] = _for_side(turn.side, turn.before)
                chances[number + 1] = _for_side(turn.side, turn.after)
        plies = [turn.ply for turn in self.match.turns]
        last = self.match.turns[-1]
        return Review(
            (*plies, last.ply + len(last.actions)),
            tuple(round(chance, 3) for chance in chances),
            tuple(turn for _, turn in sorted(self._judged.items()) if _is_told(turn)),
            self.match.key,
            brief=nodes_for(len(self.match.turns)) < NODES,
        )


def _sounder(known: int, found: int) -> int:
    """The newer of two values, unless the older one alone is proved."""
    return known if abs(known) > DECIDED >= abs(found) else found


def _for_side(side: int, chance: float) -> float:
    """The chance of ``side`` from that of the side named first, or the reverse."""
    return round(chance if side == 0 else 1 - chance, 3)


def _won_in(line: SearchResult, sign: int) -> int | None:
    """The side's own turns until a line wins by force at its end; None if it doesn't."""
    if not line or line[-1].actions or any(sign * seen.value <= DECIDED for seen in line):
        return None
    return len(line) // 2


def _by_pieces(turn: ReviewedTurn) -> ReviewedTurn:
    """The turn judged only by pieces lost and wins in one turn, for games whose values are never proved."""
    won_in = 1 if turn.won_in == 1 else None
    lost = taken_in(turn.reply) - taken_in(turn.line[1] if len(turn.line) > 1 else ())
    return replace(turn, won_in=won_in, pieces=max(0, lost))


def taken_in(actions: Iterable[str]) -> int:
    """The number of pieces that a turn captures."""
    return sum(1 + text.count("+") for text in actions if "x" in text)


def _is_told(turn: ReviewedTurn) -> bool:
    """True if the review shows a turn: it was costly, and there was a better one."""
    if not turn.line or turn.line[0] == turn.played:
        return False
    if turn.pieces is not None:
        return turn.pieces > 0 or turn.won_in is not None
    return turn.loss >= INACCURACY or turn.won_in is not None


def _search_job(match: PlayedMatch, position: str, nodes: int, **more: Any) -> SearchJob:
    return SearchJob(
        match.game, position, nodes, options=match.options, rules_version=match.rules_version, **more
    )
