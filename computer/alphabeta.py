"""Alpha-beta search: a transposition table, iterative deepening, and a search of captures beyond the depth.

One action at a time: the side to act may stay the same after an action, so a value changes its sign only when
the side does. Late actions are searched less deeply at first. A value that says "won" is proved: a reduced
search can overlook a win, but never invents one.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Hashable, Sequence
from typing import Any, Final

from computer.core import DECIDED, HINTED, NOBODY, WON, Evaluation, Found
from engines import Action, Position

_INFINITE: Final = 10_000_000
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2

_CAPTURES_DEEP: Final = 6
"""The most captures in a row that are searched beyond the depth."""
_NOISY: Final = 100_000
"""Actions with at least this order win something: they are ordered by gain, and searched in full depth."""
_KILLER: Final = 99_999
_MOST_HISTORY: Final = 90_000
_LATE, _VERY_LATE = 4, 12
"""The number of actions searched in full depth before others are searched one ply, two plies less deeply."""
_HOPELESS: Final = 150
"""Beyond the depth, a capture is skipped if it leaves its side further below alpha than this."""
_DEEPEST: Final = 60
_FORCED: Final = 1_000
"""The most positions searched for the value of the only legal action."""
_PLIES: Final = 256
_POSITIONS: Final = 400_000
"""The most positions in a table; a full one is emptied."""


class _OutOfNodesError(Exception):
    """The search has reached its limit of positions."""


class AlphaBeta:
    """A search for one match: its table is kept from one action to the next."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.nodes = 0
        self._most = 0
        self._table: dict[Hashable, tuple[int, int, int, Action | None]] = {}
        self._history: dict[str, int] = {}
        self._killers = [""] * _PLIES
        self._path: set[Hashable] = set()

    def best(
        self,
        position: Position,
        *,
        nodes: int,
        depth: int = _DEEPEST,
        seen: Collection[Hashable] = (),
        chance: random.Random | None = None,
        but: str = "",
    ) -> Found:
        """The best action within ``nodes`` positions. ``chance`` decides the order of equal ones.

        ``seen`` are keys of earlier positions: repeating one is worth 0. ``but``: an action to leave out;
        another one has to be legal.
        """
        actions = [action for action in position.legal_actions() if action.text != but]
        if chance is not None:
            chance.shuffle(actions)
        self._begin(nodes if len(actions) > 1 else min(nodes, _FORCED), seen)
        best, value = actions[0], 0
        for plies in range(1, depth + 1):
            try:
                scored = self._root(position, actions, plies)
            except _OutOfNodesError as stopped:
                # What was looked at in full counts: the first is the best of the search before.
                done = stopped.args[0]
                if done:
                    value, best = max(done, key=_first)
                break
            value, best = max(scored, key=_first)
            actions = [action for _, action in sorted(scored, key=_first, reverse=True)]
            actions.remove(best)
            actions.insert(0, best)
            if value < -DECIDED or WON - value <= plies + 1:
                break  # lost, or won so soon that no shorter win is left to be found
        return Found((best,), value)

    def values(
        self, position: Position, *, depth: int, nodes: int, seen: Collection[Hashable] = ()
    ) -> list[tuple[int, Action]]:
        """The value of every legal action, each searched ``depth`` plies deep without bounds.

        Less deeply where that would take more than ``nodes`` positions.
        """
        self._begin(nodes, seen)
        actions = list(position.legal_actions())
        found = [(0, action) for action in actions]
        for plies in range(1, depth + 1):
            try:
                found = [(self._value_of(position, action, plies), action) for action in actions]
            except _OutOfNodesError:
                break
        return found

    def _begin(self, nodes: int, seen: Collection[Hashable]) -> None:
        self.nodes, self._most = 0, nodes
        self._path = set(seen)
        if len(self._table) > _POSITIONS:
            self._table.clear()

    def _value_of(self, position: Position, action: Action, depth: int) -> int:
        after = position.apply(action)
        stays = self.evaluation.mover(after) == self.evaluation.mover(position)
        return self._turned(after, depth - 1, -_INFINITE, _INFINITE, 1, stays=stays)

    def _root(self, position: Position, actions: Sequence[Action], depth: int) -> list[tuple[int, Action]]:
        """The actions searched, each with its value, or with a bound not above the best value before it."""
        evaluation = self.evaluation
        side = evaluation.mover(position)
        alpha = -_INFINITE
        scored: list[tuple[int, Action]] = []
        key = evaluation.key(position)
        was_there = key in self._path
        self._path.add(key)
        try:
            for action in actions:
                after = position.apply(action)
                stays = evaluation.mover(after) == side
                if scored:
                    value = self._turned(after, depth - 1, alpha, alpha + 1, 1, stays=stays)
                    if value > alpha:
                        value = self._turned(after, depth - 1, alpha, _INFINITE, 1, stays=stays)
                else:
                    value = self._turned(after, depth - 1, -_INFINITE, _INFINITE, 1, stays=stays)
                scored.append((value, action))
                alpha = max(alpha, value)
        except _OutOfNodesError:
            raise _OutOfNodesError(scored) from None
        finally:
            if not was_there:
                self._path.discard(key)
        return scored

    def _turned(self, after: Position, depth: int, alpha: int, beta: int, ply: int, *, stays: bool) -> int:
        """The value of a position for the side that acted before; ``stays``: it acts again."""
        if stays:
            return self._search(after, depth, alpha, beta, ply)
        return -self._search(after, depth, -beta, -alpha, ply)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes >= self._most:
            raise _OutOfNodesError([])

    def _ended(self, position: Position, side: int, ply: int) -> int:
        winner = self.evaluation.winner(position)
        if winner == NOBODY:
            return 0
        return WON - ply if winner == side else ply - WON

    # The loop of all searches: kept in one piece, since calls are what costs most.
    def _search(self, position: Position, depth: int, alpha: int, beta: int, ply: int) -> int:
        self.nodes += 1
        if self.nodes >= self._most:
            raise _OutOfNodesError([])
        evaluation = self.evaluation
        side = evaluation.mover(position)
        if evaluation.is_over(position):
            return self._ended(position, side, ply)
        if depth <= 0:
            # A key takes time: deeper down a search one ply deeper sees what comes again.
            if ply == 1 and evaluation.comes_back and evaluation.key(position) in self._path:
                return 0
            return self._captures(position, alpha, beta, ply, _CAPTURES_DEEP)
        key = evaluation.key(position)
        if key in self._path:
            return 0
        hint: Action | None = None
        known = self._table.get(key)
        if known is not None:
            deep, bound, value, hint = known
            if deep >= depth:
                value = _from_here(value, ply)
                if bound == _EXACT or (bound == _AT_LEAST and value >= beta):
                    return value
                if bound == _AT_MOST and value <= alpha:
                    return value
        actions = position.legal_actions()
        if not actions:
            return self._ended(position, side, ply)
        comes_back = evaluation.comes_back
        if comes_back:
            self._path.add(key)
        best, best_action, least = -_INFINITE, None, alpha
        try:
            for number, (order, action) in enumerate(self._ordered(position, actions, hint, ply)):
                after = position.apply(action)
                stays = evaluation.mover(after) == side
                less = _less_deep(depth, number, order) if number else 0
                deep, next_ply = depth - 1 - less, ply + 1
                if number:  # no better than the best so far, until that is refuted
                    if stays:
                        value = self._search(after, deep, alpha, alpha + 1, next_ply)
                    else:
                        value = -self._search(after, deep, -alpha - 1, -alpha, next_ply)
                if not number or (value > alpha and (less or value < beta)):
                    if stays:
                        value = self._search(after, depth - 1, alpha, beta, next_ply)
                    else:
                        value = -self._search(after, depth - 1, -beta, -alpha, next_ply)
                if value > best:
                    best, best_action = value, action
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            if order < _NOISY:
                                self._killers[ply] = action.text
                                done = self._history.get(action.text, 0)
                                self._history[action.text] = done + depth * depth
                            break
        finally:
            if comes_back:
                self._path.discard(key)
        bound = _AT_MOST if best <= least else _AT_LEAST if best >= beta else _EXACT
        self._table[key] = (depth, bound, _from_there(best, ply), best_action)
        return best

    def _ordered(
        self, position: Position, actions: Sequence[Action], hint: Action | None, ply: int
    ) -> list[tuple[int, Action]]:
        """The actions, most promising first: the hint of the table, captures, the killer, then by history."""
        gain, history = self.evaluation.gain, self._history
        killer = self._killers[ply]
        hinted = "" if hint is None else hint.text
        scored: list[tuple[int, Action]] = []
        for action in actions:
            text = action.text
            if text == hinted:
                order = HINTED
            elif won := gain(position, action):
                order = _NOISY * 10 + won
            elif text == killer:
                order = _KILLER
            else:
                order = min(history.get(text, 0), _MOST_HISTORY)
            scored.append((order, action))
        scored.sort(key=_first, reverse=True)
        return scored

    def _captures(self, position: Any, alpha: int, beta: int, ply: int, left: int) -> int:
        """The value after a search of captures only; the side to act may also decline to capture."""
        evaluation = self.evaluation
        side = evaluation.mover(position)
        value = evaluation.value(position)
        best = stands = value if side == 0 else -value
        if not evaluation.quiet_search or left <= 0 or stands >= beta:
            return stands
        actions = position.legal_actions()
        if not actions:
            return self._ended(position, side, ply)
        alpha = max(alpha, stands)
        noisy = [(gain, action) for action in actions if (gain := evaluation.gain(position, action)) > 0]
        noisy.sort(key=_first, reverse=True)
        for gain, action in noisy:
            if stands + gain + _HOPELESS < alpha:
                continue
            self._count()
            after = position.apply(action)
            if evaluation.is_over(after):
                value = self._ended(after, side, ply + 1)
            elif evaluation.mover(after) == side:
                value = self._captures(after, alpha, beta, ply + 1, left - 1)
            else:
                value = -self._captures(after, -beta, -alpha, ply + 1, left - 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best


def _first(pair: tuple[int, Action]) -> int:
    return pair[0]


def _less_deep(depth: int, number: int, order: int) -> int:
    """The plies by which the first search of a late, quiet action is reduced."""
    if depth < 3 or number < _LATE or order >= _NOISY:
        return 0
    return 2 if number >= _VERY_LATE and depth >= 4 else 1


def _from_there(value: int, ply: int) -> int:
    """A value as stored in the table: a proved one counts plies from the position, not from the root."""
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


def _from_here(value: int, ply: int) -> int:
    """A value from the table, converted for a position ``ply`` plies below the root."""
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value
