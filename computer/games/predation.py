"""Predation: who can be taken in the coming turn, what prey will spawn, and how near prey is to landing.

The sides have different aims, so nothing is mirrored. A turn is searched as a whole: its actions are valued
by their difference to the position before, and only those that are continued are played.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from computer.core import WON, Evaluation
from computer.sightlines import Sightlines, exposed, in_sight, shielded, sights_of, threats_of
from engines import Action
from engines.games.predation.board import (
    BOARD,
    BY_ROW,
    DIRECTIONS,
    FAR_EDGE,
    FILES,
    RANGE,
    ROWS,
    Hex,
    Hexes,
    around,
    each,
    flood,
)
from engines.games.predation.pieces import (
    EXTINCT_BELOW,
    LANDINGS_TO_WIN,
    LINES,
    PIECES,
    PREDATOR,
    PREY,
    REACH,
    capture,
)
from engines.games.predation.position import PredationPosition

_PREDATOR, _PREY, _LANDED = 150, 100, 600
_HIT, _SEEN = 120, 20
"""A prey that can be taken in predator's coming turn, and one that has its own turn before, to flee."""
_MOST_HITS: Final = 2
"""The most prey that a predator takes in a turn."""
_SPAWNED: Final = 70
_BESET: Final = 60
"""A predator that two prey are next to, on prey's turn."""
_AHEAD: Final = (0, 0, 1, 2, 4, 6, 8, 10, 14, 18, 22, 30, 44, 0)
"""The worth of each of the three foremost prey by its row, from 1."""
_CAN_LAND, _LANDS_THE_LAST = 300, 5000
_DECISIVE: Final = 100_000

_WORTH: Final = {place: _AHEAD[row] for row, hexes in enumerate(BY_ROW, 1) for place in hexes}
_WORTH_BY_BIT: Final = tuple(_WORTH.get(1 << bit, 0) for bit in range(BOARD.bit_length()))
_CAN_COME: Final[Hexes] = sum(place for row in BY_ROW[ROWS - 1 - RANGE :] for place in row)
"""The hexes from which prey can land in one turn, and the far edge."""


class _WaysIn:
    """Prey's ways to the far edge when a single piece moves and all others stay.

    Most moves of the piece don't change these ways: their harm is then computed once for all.
    """

    def __init__(self, prey: Hexes, travelling: Hexes, predators: Hexes, landed: int | None) -> None:
        self._prey, self._travelling, self._predators = prey, travelling, predators
        self._landed, self._runners = landed, travelling.bit_count()
        self._edge = self._near = self._opened = 0
        if reached := travelling & _CAN_COME:
            through = prey | BOARD & ~(predators | around(predators))
            for _ in range(RANGE - 2):
                reached |= _around(reached) & through
            near = _around(reached)
            self._opened = near & ~through
            self._near = reached | near & through
            self._edge = _around(self._near) & FAR_EDGE & ~(predators | prey)

    def usual(self, *, runs: bool = False) -> int:
        """The harm wherever the piece moves, except to the hexes of :meth:`barred` and :meth:`joined`."""
        return _harm(min(self._edge.bit_count(), self._runners + runs), self._landed)

    def barred(self) -> Hexes:
        """The hexes on which a predator may change the usual harm."""
        return _around(self._near & ~self._prey) | self._edge if self._edge else 0

    def with_predator(self, target: Hex) -> int:
        """The harm with another predator on a hex."""
        return _landing(self._predators | target, self._prey, self._travelling, self._landed)

    def joined(self, *, runs: bool) -> Hexes:
        """The hexes on which another prey may change the usual harm."""
        can, enough = self._edge.bit_count(), min(self._runners + runs, LANDINGS_TO_WIN)
        if can >= enough:
            return self._edge if can == enough else 0
        return self._edge | self._opened | (_CAN_COME if runs else 0)

    def with_prey(self, target: Hex, *, runs: bool) -> int:
        """The harm with another prey on a hex; ``runs``: it has not landed yet."""
        travelling = self._travelling | target if runs else self._travelling
        return _landing(self._predators, self._prey | target, travelling, self._landed)


class PredationEvaluation(Evaluation):
    """The evaluation of Predation."""

    whole_turns = True
    quiet_search = False

    def mover(self, position: PredationPosition) -> int:
        return 0 if position.stage.captured or position.side == PREDATOR else 1

    def key(self, position: PredationPosition) -> Hashable:
        stage, landed = position.stage, position.landed
        return (
            position.predators, position.prey, position.side, stage.spawns, stage.captured, position.moved,
            landed.count, landed.hexes,
        )  # fmt: skip

    def left(self, position: PredationPosition) -> Hashable:
        """The part of the position that outlasts the turn."""
        return position.predators, position.prey, position.landed.count, position.landed.hexes

    def is_over(self, position: PredationPosition) -> bool:
        return position.is_over()

    def value(self, position: PredationPosition) -> int:
        return self.value_before(position, prey_is_next=position.side == PREY)

    def value_before(self, position: PredationPosition, *, prey_is_next: bool) -> int:
        """The value for predator of a position before prey's turn or before predator's."""
        predators, prey, landed = position.predators, position.prey, position.landed
        if prey.bit_count() < EXTINCT_BELOW:
            return _DECISIVE
        if landed.count >= LANDINGS_TO_WIN:
            return -_DECISIVE
        value = _PREDATOR * predators.bit_count() - _PREY * prey.bit_count() - _LANDED * landed.count
        if self.plain:
            return value
        travelling = prey & ~landed.hexes
        value -= sum(_foremost(travelling)) + _SPAWNED * _to_spawn(predators, prey, position.habitat.warren)
        if prey_is_next:
            value += _SEEN * in_sight(predators, prey).bit_count()
            value -= _BESET * (beset(prey) & predators).bit_count()
        else:
            hits = exposed(threats_of(predators), prey).bit_count()
            value += _HIT * min(hits, _MOST_HITS * predators.bit_count())
        if travelling & _CAN_COME:
            value -= _landing(predators, prey, travelling, landed.count if prey_is_next else None)
        return value

    def gain(self, position: PredationPosition, action: Action) -> int:
        if "x" in action.text:
            return 150 if "+" in action.text else 100
        return 60 if action.text.startswith("*") else 0

    # --- the actions of a turn --------------------------------------------------------------------

    def steps(self, position: PredationPosition) -> list[tuple[int, Action]]:
        """Every action of a turn except ``end``, with the value for its side if the turn ended after it.

        Only spawns are listed as long as they are worth something. An action that wins is worth WON, and one
        that loses is left out.
        """
        hunting = position.side == PREDATOR
        if spawns := position.spawns():
            here = self._worth(position, hunting=hunting)
            new = [(self._worth(position.apply(one), hunting=hunting), one) for one in spawns]
            if hunting or max(new, key=_first)[0] > here:
                return new
        if self.plain:
            return [pair for pair in self._played(position, hunting=hunting) if pair[0] > -_DECISIVE]
        return self._hunting(position) if hunting else self._fleeing(position)

    def finish(self, position: PredationPosition) -> tuple[Action, ...] | None:
        """The winning landing, alone or after an action that makes room for it; else None.

        The first may be worth little by itself, so a beam search could overlook it.
        """
        if position.to_act != PREY or position.landed.count + 1 < LANDINGS_TO_WIN:
            return None
        if not position.prey & ~position.landed.hexes & _CAN_COME:
            return None
        if last := _last_landing(position):
            return (last,)
        for first in position.prey_moves():
            after = position.apply(first)
            if not after.is_over() and not after.stage.captured and (last := _last_landing(after)):
                return first, last
        return None

    def _worth(self, position: PredationPosition, *, hunting: bool) -> int:
        value = self.value_before(position, prey_is_next=hunting)
        return value if hunting else -value

    def after_choice(self, position: PredationPosition) -> tuple[int, PredationPosition]:
        """The value and the position after predator has removed the helper that is worth most to prey."""
        chosen = [position.apply(helper) for helper in position.legal_actions()]
        values = [-_DECISIVE if one.is_over() else self._worth(one, hunting=False) for one in chosen]
        worst = min(range(len(values)), key=values.__getitem__)
        return values[worst], chosen[worst]

    def _played(self, position: PredationPosition, *, hunting: bool) -> Iterator[tuple[int, Action]]:
        """The moves and captures, each with the value of the position that it leads to."""
        for action in position.predator_moves() if hunting else position.prey_moves():
            yield self._value_of(position, action, hunting=hunting), action

    def _value_of(self, position: PredationPosition, action: Action, *, hunting: bool) -> int:
        after = position.apply(action)
        if after.is_over():
            won = after.prey.bit_count() < EXTINCT_BELOW if hunting else after.landed.count >= LANDINGS_TO_WIN
            return WON if won else -_DECISIVE
        if after.stage.captured:
            return self.after_choice(after)[0]
        return self._worth(after, hunting=hunting)

    def _hunting(self, position: PredationPosition) -> list[tuple[int, Action]]:
        """The moves of predators with their values: until prey is taken, a hex is worth the prey in sight."""
        predators, prey, landed = position.predators, position.prey, position.landed
        travelling = prey & ~landed.hexes
        easy = beset(prey)
        sights = sights_of(prey)
        constant = _PREDATOR * predators.bit_count() - _PREY * prey.bit_count() - _LANDED * landed.count
        constant -= sum(_foremost(travelling))
        warren = position.habitat.warren
        room, most = _room(predators, prey, warren)
        found: list[tuple[int, Action]] = []
        for start in each(predators & ~position.moved):
            others, seen = predators ^ start, 0
            for place in each(others):
                seen |= sights[place]
            ways = _WaysIn(prey, travelling, others, landed.count)
            barred, usual = ways.barred(), constant - ways.usual()
            for way in LINES[start]:
                for target, move in way:
                    if target & prey:
                        found += (
                            (self._value_of(position, taken, hunting=True), taken)
                            for taken in position.captures(start, target)
                        )
                        break
                    if target & predators:
                        continue
                    now = others | target
                    value = constant - ways.with_predator(target) if target & barred else usual
                    value += _SEEN * (seen | sights[target]).bit_count()
                    value -= _BESET * (easy & now).bit_count()
                    left = room + bool(start & warren) - bool(target & warren)
                    value -= _SPAWNED * (left if left < most else most)
                    found.append((value, move))
        return found

    def _fleeing(self, position: PredationPosition) -> list[tuple[int, Action]]:
        """The moves of prey with their values: until a predator is taken, the sight lines stay the same."""
        predators, prey, landed = position.predators, position.prey, position.landed
        threats = threats_of(predators)
        empty, through = BOARD ^ (predators | prey), prey | threats.free
        constant = _PREDATOR * predators.bit_count() - _PREY * prey.bit_count() - _LANDED * landed.count
        cap = _MOST_HITS * predators.bit_count()
        warren = position.habitat.warren
        room, most = _room(predators, prey, warren)
        enough, plenty = position.beset()
        lines = Sightlines(predators, prey)
        found: list[tuple[int, Action]] = []
        for start in each(prey & ~position.moved):
            others = prey ^ start
            ends = around(flood(start, through, RANGE - 1))
            for target in each(ends & (plenty | enough & ~around(start))):
                taken = capture(start, target)
                if (value := self._value_of(position, taken, hunting=False)) > -_DECISIVE:
                    found.append((value, taken))
            travels = not start & landed.hexes
            travelling = others & ~landed.hexes
            ways = _WaysIn(others, travelling, predators, None)
            first, second, third = _foremost(travelling)
            hits, shields = shielded(threats, others)
            sees = lines.without(start)
            at_home = bool(start & warren)
            ahead = constant - first - second - third
            usual = ahead - ways.usual(runs=travels)
            plain = usual + _HIT * min(hits, cap) - _SPAWNED * min(room + at_home, most)
            joined = ways.joined(runs=travels) | FAR_EDGE
            special = sees | warren | joined
            for shield in shields:
                special |= shield
            for target, move in REACH[start]:
                if not target & ends & empty:
                    continue
                worth = _WORTH[target] if travels else 0
                if not target & special:
                    found.append((worth - third - plain if worth > third else -plain, move))
                    continue
                value = usual
                if target & joined:
                    lands = travels and bool(target & FAR_EDGE)
                    if lands and landed.count + 1 >= LANDINGS_TO_WIN:
                        return [(WON, move)]
                    value = ahead - ways.with_prey(target, runs=travels and not lands)
                    if lands:
                        value -= _LANDED
                if worth > third:
                    value -= worth - third
                seen = hits + bool(target & sees)
                for shield in shields:
                    if target & shield:
                        seen -= 1
                value += _HIT * (seen if seen < cap else cap)
                left = room + at_home - bool(target & warren)
                value -= _SPAWNED * (left if left < most else most)
                found.append((-value, move))
        return found


EVALUATION: Final = PredationEvaluation


def _first(pair: tuple[int, Action]) -> int:
    return pair[0]


def _last_landing(position: PredationPosition) -> Action | None:
    """A move that lands a prey that has not landed yet, or None."""
    predators, prey = position.predators, position.prey
    empty, through = BOARD ^ (predators | prey), prey | threats_of(predators).free
    for start in each(prey & ~position.moved & ~position.landed.hexes):
        if there := around(flood(start, through, RANGE - 1)) & FAR_EDGE & empty:
            return next(move for target, move in REACH[start] if target & there)
    return None


def beset(prey: Hexes) -> Hexes:
    """The hexes that at least two prey are next to."""
    one = two = 0
    for direction in DIRECTIONS:
        there = prey << direction if direction > 0 else prey >> -direction
        two |= one & there
        one |= there
    return two


def _foremost(travelling: Hexes) -> tuple[int, int, int]:
    """The worth of the three foremost prey by their rows, the foremost first."""
    first = travelling.bit_length()
    if not first:
        return 0, 0, 0
    travelling ^= 1 << first - 1
    second = travelling.bit_length()
    if not second:
        return _WORTH_BY_BIT[first - 1], 0, 0
    third = (travelling ^ 1 << second - 1).bit_length()
    least = _WORTH_BY_BIT[third - 1] if third else 0
    return _WORTH_BY_BIT[first - 1], _WORTH_BY_BIT[second - 1], least


def _room(predators: Hexes, prey: Hexes, warren: Hexes) -> tuple[int, int]:
    """The number of empty Warren hexes, and the number of prey that could spawn with room for all."""
    pieces = predators | prey
    return (warren & ~pieces).bit_count(), min(prey.bit_count() // 2, PIECES - pieces.bit_count())


def _to_spawn(predators: Hexes, prey: Hexes, warren: Hexes) -> int:
    """The number of prey that can spawn when prey's turn begins."""
    return min(_room(predators, prey, warren))


def _landing(predators: Hexes, prey: Hexes, travelling: Hexes, landed: int | None) -> int:
    """The harm of prey's landings in one turn; ``landed``: those so far, None unless the turn is next."""
    reached = travelling & _CAN_COME
    if not reached:
        return 0
    through = prey | BOARD & ~(predators | around(predators))
    for _ in range(RANGE - 1):
        reached |= _around(reached) & through
    there = (_around(reached) & FAR_EDGE & ~(predators | prey)).bit_count()
    return _harm(min(there, travelling.bit_count()), landed)


def _harm(can: int, landed: int | None) -> int:
    """The harm to predator if this number of prey ``can`` land; ``landed`` as in :func:`_landing`."""
    if not can:
        return 0
    if landed is not None and landed + can >= LANDINGS_TO_WIN:
        return _LANDS_THE_LAST
    return _CAN_LAND * min(can, LANDINGS_TO_WIN)


def _around(hexes: Hexes) -> Hexes:
    """A set with all neighbours of its hexes, and some bits that are no hexes."""
    right, left = hexes | hexes << 1, hexes | hexes >> 1
    return right | left | right << FILES | left >> FILES
