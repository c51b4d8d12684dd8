"""A search for whole turns, in games whose turns have many actions: a beam search, then the best reply.

Turns are grown action by action, and only the most promising ones are continued. A finished turn has the
value after the other side's best reply, or, with a deeper search, after the best answer to that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, TypeVar

from computer.core import DECIDED, WON, Found, Width
from computer.games.predation import PredationEvaluation
from engines import Action
from engines.games.predation.pieces import END

_LONGEST: Final = 60
"""The most actions of a turn."""
_SLACK: Final = 60
"""A turn is not continued if it is worse by this than a finished one."""
_ANSWERED: Final = 2
"""The replies that a deeper search answers."""
_LIKELY: Final = DECIDED // 2
"""The value of a win that depends on the other side: not all of its turns were searched."""
_NONE: Final = -10 * WON

_T = TypeVar("_T")

_value = attrgetter("value")
_first = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn begun or finished: its actions until the other side has to act, and the position after it."""

    value: int
    actions: tuple[Action, ...]
    after: Any
    interrupted: bool = False
    """True once the other side had a choice in the turn: what follows depends on the choice expected."""

    def then(self, value: int, action: Action, after: Any, *, interrupted: bool = False) -> Candidate:
        """The turn with one more action; after an interruption only its value and position change."""
        actions = self.actions if self.interrupted else (*self.actions, action)
        return Candidate(value, actions, after, self.interrupted or interrupted)


class TurnSearch:
    """A search for whole turns. ``nodes`` counts the positions of the last search."""

    def __init__(self, evaluation: PredationEvaluation) -> None:
        self.evaluation = evaluation
        self.nodes = 0

    def values(self, position: Any) -> list[tuple[int, Action]]:
        """Every action with the value for its side if the turn ends after it."""
        if position.stage.captured:
            return [(turn.value, turn.actions[0]) for turn in self._choices(position, None)]
        value = self.evaluation.value_before(position, prey_is_next=self.evaluation.mover(position) == 0)
        end = value if self.evaluation.mover(position) == 0 else -value, END
        return [*self.evaluation.steps(position), end]

    def best(
        self, position: Any, width: Width, *, chance: random.Random | None = None, begun: bool = False
    ) -> Found:
        """The best turn found, until the other side has to act. ``chance`` decides between equal ones.

        A search without replies never returns an empty turn, unless the turn is ``begun``: doing nothing only
        seems better because replies are ignored.
        """
        self.nodes = 0
        side = self.evaluation.mover(position)
        busy = not begun and not width.reply
        turns = self._turns(position, width.beam, width.replied, chance, busy=busy)
        if not turns:
            return Found((END,), 0)
        best = turns[0]
        if width.reply and len(turns) > 1 and best.value < DECIDED:
            # The first is the best as long as no other is better, so each need only be tried that far.
            worth = _NONE
            for turn in turns:
                value = self._replied(turn, side, width, worth)
                if value > worth:
                    worth, best = value, turn
            return Found(best.actions, worth)
        return Found(best.actions, best.value)

    def finish(self, position: Any) -> Found | None:
        """One or two actions that win at once, if that is known without a search; else None."""
        actions = self.evaluation.finish(position)
        return None if actions is None else Found(actions, WON)

    def _replied(self, turn: Candidate, side: int, width: Width, enough: int) -> int:
        """The value of a turn after the other side's best reply; exact only if it is above ``enough``."""
        if turn.after.is_over() or self.evaluation.mover(turn.after) == side:
            return turn.value
        if not width.again:
            replies = self._turns(turn.after, width.reply, 1, None, -enough)
            return _estimate(-replies[0].value) if replies else turn.value
        worst = -_NONE
        for reply in self._turns(turn.after, width.reply, _ANSWERED, None):
            value = -reply.value
            if abs(value) < DECIDED and not reply.after.is_over():
                answers = self._turns(reply.after, width.again, 1, None)
                value = answers[0].value if answers else value
            worst = min(worst, _estimate(value))
            if worst <= enough:
                break
        return worst

    def _turns(
        self,
        position: Any,
        beam: int,
        most: int,
        chance: random.Random | None,
        enough: int = -_NONE,
        *,
        busy: bool = False,
    ) -> list[Candidate]:
        """The ``most`` best turns of the side to act, best first; stops early at a value of ``enough``.

        ``busy`` leaves out the turn without an action.
        """
        evaluation = self.evaluation
        if position.stage.captured:
            return self._choices(position, chance)[:most]
        side = evaluation.mover(position)
        here = evaluation.value_before(position, prey_is_next=side == 0)
        begun = [Candidate(here if side == 0 else -here, (), position)]
        known = {evaluation.key(position)}
        ended: dict[Any, Candidate] = {}
        best = _NONE
        for _ in range(_LONGEST):
            for turn in begun if begun[0].actions or not busy else ():
                _keep_better(ended, evaluation.left(turn.after), turn)
                best = max(best, turn.value)
            if best >= enough:
                break
            grown: list[tuple[int, Candidate, Action]] = []
            for turn in begun:
                steps = evaluation.steps(turn.after)
                self.nodes += len(steps)
                grown += [(value, turn, action) for value, action in steps]
            grown.sort(key=_first, reverse=True)
            if not grown or grown[0][0] <= best - _SLACK:
                break
            if grown[0][0] >= WON:
                _, turn, action = grown[0]
                won = _LIKELY if turn.interrupted else WON - len(turn.actions) - 1
                return [turn.then(won, action, turn.after.apply(action))]
            begun = list(self._foremost(grown, beam, known, chance))
        found = sorted(_shuffled(list(ended.values()), chance), key=_value, reverse=True)[:most]
        return [turn.then(turn.value, END, turn.after.apply(END)) for turn in found]

    def _choices(self, position: Any, chance: random.Random | None) -> list[Candidate]:
        """The possible choices within the other side's turn, best first."""
        evaluation = self.evaluation
        ends = [
            Candidate(evaluation.value_before(after, prey_is_next=False), (action,), after)
            for action in position.legal_actions()
            for after in (position.apply(action),)
        ]
        self.nodes += len(ends)
        return sorted(_shuffled(ends, chance), key=_value, reverse=True)

    def _foremost(
        self,
        grown: list[tuple[int, Candidate, Action]],
        beam: int,
        known: set[Any],
        chance: random.Random | None,
    ) -> Iterator[Candidate]:
        """The ``beam`` best turns with one more action, without transpositions."""
        left = beam
        for _, equals in groupby(grown, key=_first):
            for value, turn, action in _shuffled(list(equals), chance):
                after = turn.after.apply(action)
                interrupted = bool(after.stage.captured)
                if interrupted:
                    _, after = self.evaluation.after_choice(after)
                key = self.evaluation.key(after)
                if key in known:
                    continue
                known.add(key)
                yield turn.then(value, action, after, interrupted=interrupted)
                left -= 1
                if not left:
                    return


def _estimate(value: int) -> int:
    return max(-_LIKELY, min(_LIKELY, value))


def _keep_better(ended: dict[Any, Candidate], key: Any, turn: Candidate) -> None:
    known = ended.get(key)
    if known is None or known.value < turn.value:
        ended[key] = turn


def _shuffled(every: list[_T], chance: random.Random | None) -> list[_T]:
    if chance is not None:
        chance.shuffle(every)
    return every
