"""Explanations of why an action cannot be played, in a player's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.core import ActionError, AmbiguousActionError, IllegalActionError, UnreadableActionError
from engines.games.predation import describe, notation
from engines.games.predation.board import (
    BOARD,
    HEXES,
    NAMES,
    RANGE,
    Hex,
    Hexes,
    around,
    distance,
    each,
    flood,
    names_of,
)
from engines.games.predation.notation import Said
from engines.games.predation.pieces import HELPERS, OTHER, PREDATOR, PREY
from engines.games.predation.ways import LINES

if TYPE_CHECKING:
    from engines.games.predation.position import PredationPosition

_HOW = (
    "type a move like d13-e10, a capture like d13xf9 or d13xf9+f8, a new piece like *c13, the helper to "
    "remove like !c6, the end of a turn as end"
)


def why_not(position: PredationPosition, text: str) -> ActionError:
    """The error for a text that fits no legal action."""
    said = notation.meant(position, text)
    if said is None:
        return UnreadableActionError.of(text, "Predation", _HOW)
    if said.verb == "another" and (candidates := notation.with_another(position, said)):
        return AmbiguousActionError(text, candidates)
    if said.verb == "bare":
        return _half_an_action(position, text, said.hexes[0])
    return IllegalActionError(text, _reason(position, said))


def _half_an_action(position: PredationPosition, text: str, name: str) -> ActionError:
    """A hex alone where none is to be named: half of what was wanted, if a piece there could do something."""
    if reason := _over(position) or _not_movable(position, name):
        return IllegalActionError(text, reason)
    asked = f"where does {position.side} {name} go?"
    return UnreadableActionError(text, f"“{name}” isn't a move in Predation: {_HOW}: {asked}")


def _reason(position: PredationPosition, said: Said) -> str:
    return _over(position) or _REASONS[said.verb](position, *said.hexes)


def _over(position: PredationPosition) -> str:
    return f"the match is over, {describe.winning(position)}" if position.is_over() else ""


# --- what is asked of every action --------------------------------------------------------------


def _helper_first(position: PredationPosition) -> str:
    captured = position.stage.captured
    if not captured:
        return ""
    choice = describe.listed([f"!{name}" for name in names_of(position.helpers())], "or")
    return f"predator must first remove a prey that helped to capture {NAMES[captured]}: {choice}"


def _off_board(name: str) -> str:
    return "" if name in HEXES else f"{name} isn't on the board"


def _kind(position: PredationPosition, place: Hex) -> str:
    """The kind of the piece on a hex that is not empty."""
    return PREDATOR if place & position.predators else PREY


def _not_movable(position: PredationPosition, name: str) -> str:
    if reason := _off_board(name):
        return reason
    place, side = HEXES[name], position.side
    if not place & position.pieces:
        return f"{name} is empty"
    if _kind(position, place) != side:
        return f"{name} holds a {OTHER[side]}, and it's {side}'s turn"
    if place & position.moved:
        or_new = " or was spawned" if place & position.habitat.lair and side == PREDATOR else ""
        return f"{side} {name} has moved{or_new} this turn: it stays there until the next one"
    return ""


# --- spawning, choosing, ending -----------------------------------------------------------------


def _spawn(position: PredationPosition, name: str) -> str:
    if reason := _helper_first(position) or _off_board(name):
        return reason
    home, called = position.home(), "Lair" if position.side == PREDATOR else "Warren"
    place = HEXES[name]
    if not place & home:
        first, *_, last = names_of(home)
        return f"{name} isn't in the {called}: new {position.side} come on {first} to {last}"
    if place & position.pieces:
        return f"{name} is taken: a {_kind(position, place)} stands there"
    if not position.bank:
        return "the bank is empty: all 64 pieces are on the board"
    if position.side == PREDATOR:
        return (
            "predator spawns right after a capture, one for each prey just taken, and none is left to spawn"
        )
    return (
        "prey spawns before its first move, up to half the prey that stood on the board when the turn began, "
        "and none is left to spawn"
    )


def _remove(position: PredationPosition, name: str) -> str:
    captured = position.stage.captured
    if not captured:
        return "a helper is removed only right after prey has captured a predator"
    if reason := _off_board(name):
        return reason
    place = HEXES[name]
    if not place & position.pieces:
        return f"{name} is empty: {_helper_first(position)}"
    if place & position.predators:
        return f"{name} holds a predator: {_helper_first(position)}"
    return f"prey {name} isn't next to {NAMES[captured]}: {_helper_first(position)}"


def _end(position: PredationPosition) -> str:
    return _helper_first(position)


# --- moves and captures -------------------------------------------------------------------------


def _another(position: PredationPosition, start: str, target: str) -> str:
    """Why no second prey can be taken with the one on ``target``."""
    if reason := _no_way(position, start, target):
        return reason
    return _alone(position, target) or f"no other prey stands next to {target}"


def _move(position: PredationPosition, start: str, target: str, extra: str = "") -> str:
    if reason := _no_way(position, start, target):
        return reason
    return _alone(position, target) or _off_board(extra) or _not_beside(position, target, extra)


def _alone(position: PredationPosition, target: str) -> str:
    """Why a move to ``target``, possible by itself, takes nothing beside it."""
    if position.side == PREY:
        return "prey captures one predator at a time, and nothing beside it"
    if not HEXES[target] & position.prey:
        return f"{target} is empty: a second prey is only taken together with a first"
    return ""


def _not_beside(position: PredationPosition, target: str, extra: str) -> str:
    place = HEXES[extra]
    if not place & position.prey:
        there = "holds a predator" if place & position.predators else "is empty"
        return f"{extra} {there}: there is no prey to take"
    return f"prey {extra} isn't next to {target}"


def _no_way(position: PredationPosition, start: str, target: str) -> str:
    """Why a piece cannot get to a hex at all."""
    if reason := _helper_first(position) or _not_movable(position, start) or _off_board(target):
        return reason
    here, there, side = HEXES[start], HEXES[target], position.side
    if here == there:
        return f"{start} to {target} isn't a move"
    if there & position.pieces and _kind(position, there) == side:
        return f"{target} holds a {side} already"
    if (far := distance(here, there)) > RANGE:
        return f"{target} is {far} spaces from {start}: a piece moves {RANGE} at most"
    return (_no_line if side == PREDATOR else _no_path)(position, here, there)


def _no_line(position: PredationPosition, here: Hex, there: Hex) -> str:
    """A predator's way is straight, and prey is in it."""
    way = next(([place for place, _ in way] for way in LINES[here] if there in (p for p, _ in way)), None)
    if way is None:
        return f"{NAMES[there]} isn't in a straight line from {NAMES[here]}, and a predator moves in one"
    between = way[: way.index(there)]
    blocker = next((place for place in between if place & position.prey), 0)
    if not blocker:
        return ""
    return f"prey {NAMES[blocker]} is in the way: a predator passes only through predators"


def _no_path(position: PredationPosition, here: Hex, there: Hex) -> str:
    """Prey's ways are many; the nearest that would do, but for one rule, tells which rule it is."""
    if there & position.predators:
        helpers = around(there) & position.prey & ~here
        if helpers.bit_count() < HELPERS:
            many = "no other prey stands" if not helpers else f"only prey {names_of(helpers)[0]} stands"
            return (
                f"{many} next to predator {NAMES[there]}, and its capture takes two besides the capturing one"
            )
    if around(flood(here, position.through(), RANGE - 1)) & there:
        return ""
    stop = _stop(position, here, there)
    if stop:
        guards = names_of(around(stop) & position.predators)
        return (
            f"prey {NAMES[here]} would have to stop on {NAMES[stop]}: it is next to predator "
            f"{describe.listed(guards)}"
        )
    return f"predators are in the way: no path of {RANGE} spaces leads from {NAMES[here]} to {NAMES[there]}"


def _stop(position: PredationPosition, here: Hex, there: Hex) -> Hex:
    """The first hex to stop on, on a shortest way that would be open without any zones; 0 without one."""
    open_hexes = BOARD & ~position.predators
    through = position.through() | here
    layers: list[Hexes] = [here]
    while not around(layers[-1]) & there:
        if len(layers) == RANGE:
            return 0
        layers.append(layers[-1] | around(layers[-1]) & open_hexes)
    back, way = there, []
    for layer in reversed(layers):
        back = next(each(around(back) & layer))
        way.append(back)
    return next((place for place in reversed(way) if not place & through), 0)


_REASONS: dict[str, Callable[..., str]] = {
    "move": _move,
    "another": _another,
    "spawn": _spawn,
    "remove": _remove,
    "end": _end,
}
