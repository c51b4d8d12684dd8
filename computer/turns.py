"""Whole turns at once, for a game whose turns have many actions: a beam over them, then the best reply.

The actions of a turn are grown one by one, and of the turns so begun only the most promising go on. A turn
that has ended is worth what the other side's best turn then leaves of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from computer.core import WON, Found, Width
from computer.games.predation import PredationEvaluation
from engines import Action

_LONGEST: Final = 60
"""The most actions of a turn."""
_SLACK: Final = 60
"""A turn that is so much worse than one that has ended is not gone on with."""
_NONE: Final = -10 * WON


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn begun or ended: its actions up to where the other side acts, and what it leads to."""

    value: int
    actions: tuple[Action, ...]
    after: Any
    interrupted: bool = False
    """True once the other side had a choice to make in it: what follows is what it is expected to be."""

    def then(self, value: int, action: Action, after: Any) -> Candidate:
        """The turn with one more action; behind an interruption only its value goes on."""
        actions = self.actions if self.interrupted else (*self.actions, action)
        return Candidate(value, actions, after, self.interrupted)


class TurnSearch:
    """A search for whole turns. ``nodes`` counts the positions looked at in the search that ran last."""

    def __init__(self, evaluation: PredationEvaluation) -> None:
        self.evaluation = evaluation
        self.nodes = 0

    def best(self, position: Any, width: Width, *, chance: random.Random | None = None) -> Found:
        """The best turn found, up to where the other side acts. ``chance`` settles which of equal ones."""
        self.nodes = 0
        side = self.evaluation.mover(position)
        turns = self._turns(position, width.beam, width.replied, chance)
        if not turns:
            return Found((position.legal_actions()[-1],), 0)
        if width.reply and len(turns) > 1 and turns[0].value < WON:
            turns = [self._replied(turn, side, width.reply) for turn in turns]
        best = max(turns, key=_value)
        return Found(best.actions, best.value)

    def _replied(self, turn: Candidate, side: int, beam: int) -> Candidate:
        """The turn at its value after the other side's best one."""
        if turn.after.is_over() or self.evaluation.mover(turn.after) == side:
            return turn
        replies = self._turns(turn.after, beam, 1, None)
        return Candidate(-replies[0].value, turn.actions, turn.after) if replies else turn

    def _worth(self, position: Any, side: int, ended_by: int) -> int:
        """The value for ``side`` as if the side ``ended_by`` had just ended its turn."""
        self.nodes += 1
        value = self.evaluation.value_before(position, prey_is_next=ended_by == 0)
        return value if side == 0 else -value

    def _turns(
        self, position: Any, beam: int, most: int, chance: random.Random | None
    ) -> Sequence[Candidate]:
        """The ``most`` best turns of the side that acts, the best first."""
        side = self.evaluation.mover(position)
        if position.stage.captured:
            choices = [(action, position.apply(action)) for action in position.legal_actions()]
            ends = [Candidate(self._worth(after, side, 1), (action,), after) for action, after in choices]
            return sorted(_shuffled(ends, chance), key=_value, reverse=True)[:most]
        begun = [Candidate(self._worth(position, side, side), (), position)]
        ended: dict[Any, Candidate] = {}
        known: set[Any] = set()
        best = _NONE
        for _ in range(_LONGEST):
            grown: list[Candidate] = []
            for turn in begun:
                for action in turn.after.legal_actions():
                    after = turn.after.apply(action)
                    if after.is_over():
                        if self.evaluation.winner(after) == side:
                            return [turn.then(WON, action, after)]
                    elif action.text == "end":
                        key = self.evaluation.key(after)
                        if key not in ended or ended[key].value < turn.value:
                            ended[key] = turn.then(turn.value, action, after)
                            best = max(best, turn.value)
                    else:
                        next_one = self._grown(turn, action, after, side)
                        key = self.evaluation.key(next_one.after)
                        if key not in known and not next_one.after.is_over():
                            known.add(key)
                            grown.append(next_one)
            grown = sorted(_shuffled(grown, chance), key=_value, reverse=True)
            if not grown or grown[0].value <= best - _SLACK:
                break
            begun = grown[:beam]
        return sorted(_shuffled(list(ended.values()), chance), key=_value, reverse=True)[:most]

    def _grown(self, turn: Candidate, action: Action, after: Any, side: int) -> Candidate:
        """The turn with one more action, and with the other side's worst choice where it has one."""
        if not after.stage.captured:
            return turn.then(self._worth(after, side, side), action, after)
        worst: tuple[int, Any] | None = None
        for choice in after.legal_actions():
            chosen = after.apply(choice)
            value = -WON if chosen.is_over() else self._worth(chosen, side, side)
            if worst is None or value < worst[0]:
                worst = value, chosen
        assert worst is not None, "a helper is chosen among at least two"
        value, chosen = worst
        actions = turn.actions if turn.interrupted else (*turn.actions, action)
        return Candidate(value, actions, chosen, interrupted=True)


def _shuffled(turns: list[Candidate], chance: random.Random | None) -> list[Candidate]:
    if chance is not None:
        chance.shuffle(turns)
    return turns


def _value(turn: Candidate) -> int:
    return turn.value
