"""The search for reviews: from a look to its findings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from computer.alphabeta import AlphaBeta
from computer.core import DECIDED, NOBODY, WON, Evaluation, Found, Width
from computer.games import evaluation_of
from computer.review.model import NODES, WINNING_LINE, SearchJob, SearchResult, SeenTurn
from computer.turns import TurnSearch
from engines import GAMES

_WIDTH: Final = Width(5, replied=16, reply=1)
_NARROW: Final = Width(3, replied=6, reply=1)
"""The breadth of a search for whole turns: usually, and in a match with many turns."""
_IN_LINE: Final = 5_000
"""The positions searched for each turn of a line after the first two."""
_LINE_NODES: Final = 55_000
"""The positions searched for a whole line: hardly ever more than a second and a half."""
_ACTIONS: Final = 60
"""The most actions of a turn."""


def search(job: SearchJob) -> SearchResult:
    """The findings of a search. The same search has the same findings everywhere.

    Raises PositionTextError, OptionError or ActionError for a look at no match of the game.
    """
    game = GAMES[job.game].at(job.rules_version)
    position = game.from_text(job.position, job.options)
    searcher = _Searcher(evaluation_of(job.game))
    return searcher.line(position, job) if job.line else searcher.turns(position, job)


class _Searcher:
    """An evaluation, and a search whose table is kept from position to position."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self._search = AlphaBeta(evaluation)

    def turns(self, position: Any, job: SearchJob) -> SearchResult:
        """The findings about the turns played, each searched from its beginning."""
        starts: list[Any] = []
        for text in job.actions:
            if not starts or position.turn_of != starts[-1].turn_of:
                starts.append(position)
            position = position.apply(position.parse(text))
        if job.to_end:
            starts.append(position)
        # From the end on, since what is known of later positions helps with those before.
        seen = [self._at(start, job.nodes) for start in reversed(starts)]
        return tuple(reversed(seen))

    def line(self, position: Any, job: SearchJob) -> SearchResult:
        """The best turns from a position on; up to WINNING_LINE of them if they win by force."""
        if job.first and not self.evaluation.whole_turns:
            return self._line_from(position, job)
        seen: list[SeenTurn] = []
        left = _LINE_NODES
        while len(seen) < WINNING_LINE and left > 0:
            nodes = job.nodes if len(seen) < 2 or _by_force(seen) else _IN_LINE
            but = job.but if not seen else ""
            if but and len(position.legal_actions()) == 1:
                break
            found, position, used = self._turn(position, min(nodes, left), but)
            seen.append(found)
            left -= used
            most = WINNING_LINE if job.line > 1 and _by_force(seen) else job.line
            if not found.actions or len(seen) >= most:
                break
        if seen and seen[-1].actions and not position.legal_actions():
            seen.append(self._at(position, 0))
        return tuple(seen)

    def _line_from(self, position: Any, job: SearchJob) -> SearchResult:
        """The line that begins with ``job.first``, valued by its continuation."""
        after = position.apply(position.parse(job.first))
        rest = self.line(after, replace(job, first="", but="", line=max(1, job.line - 1)))
        if not after.legal_actions() or after.turn_of != position.turn_of:
            return (SeenTurn(rest[0].value, (job.first,)), *rest)
        return (SeenTurn(rest[0].value, (job.first, *rest[0].actions)), *rest[1:])

    def _at(self, position: Any, nodes: int, but: str = "") -> SeenTurn:
        """The value of a position for the side named first, and the best actions there."""
        side = self.evaluation.mover(position)
        if not position.legal_actions():
            winner = self.evaluation.winner(position)
            return SeenTurn(0 if winner == NOBODY else WON if winner == 0 else -WON)
        found = self._found(position, nodes, but)
        value = self._soft(position, found, side) if self.evaluation.whole_turns else found.value
        value = value if side == 0 else -value
        return SeenTurn(value, tuple(action.text for action in found.actions))

    def _soft(self, position: Any, found: Found, side: int) -> int:
        """The value of a whole turn for its side: only a win within it is proved."""
        for action in found.actions:
            position = position.apply(action)
        if not position.legal_actions() and self.evaluation.winner(position) == side:
            return WON
        return max(-DECIDED, min(DECIDED, found.value))

    def _turn(self, position: Any, nodes: int, but: str) -> tuple[SeenTurn, Any, int]:
        """The best turn from a position on, the position after it, and the number of positions searched."""
        if not position.legal_actions():
            return self._at(position, 0), position, 0
        first = self._at(position, nodes, but)
        used, whose = self._search.nodes, position.turn_of
        actions: list[str] = []
        part = first
        while len(actions) < _ACTIONS:
            for text in part.actions:
                position = position.apply(position.parse(text))
                actions.append(text)
            if not position.legal_actions() or position.turn_of != whose:
                break
            part = self._at(position, nodes)
            used += self._search.nodes
        return SeenTurn(first.value, tuple(actions)), position, used

    def _found(self, position: Any, nodes: int, but: str) -> Found:
        if not self.evaluation.whole_turns:
            return self._search.best(position, nodes=nodes, but=but)
        width = _WIDTH if nodes >= NODES else _NARROW
        turns = TurnSearch(self.evaluation)  # type: ignore[arg-type]
        return turns.best(position, width)


def _by_force(seen: list[SeenTurn]) -> bool:
    """True if all values of a line are proved."""
    return all(abs(one.value) > DECIDED for one in seen)
