"""Typed notation, and explanations of why an action cannot be played."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engines.core import Action, ActionError, AmbiguousActionError, IllegalActionError, UnreadableActionError
from engines.games.predation import describe
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
from engines.games.predation.pieces import ALONE, HELPERS, LINES, OTHER, PREDATOR, PREY
from engines.games.predation.state import PredationState

_HEX = r"([a-z][0-9]{1,2})"
_MOVE = re.compile(
    _HEX
    + r"(?:x|to|takes|captures|[^a-z0-9*!+]*)"
    + _HEX
    + r"(?:(?:\+|&|and|[^a-z0-9*!+]*)"
    + _HEX
    + r"|(\+))?"
)
_SPAWN = re.compile(r"(?:\*|spawn|new)" + _HEX)
_REMOVAL = re.compile(r"(?:!|remove|helper)" + _HEX)
_BARE = re.compile(_HEX)
_END = re.compile(r"end(?:[^a-z0-9]*turn)?")


@dataclass(frozen=True, slots=True)
class Said:
    """A typed action, legal or not: its verb, and the hexes it names.

    Verbs are move, spawn, remove, end; bare for a hex alone, and another for a capture of an unnamed second
    prey.
    """

    verb: str
    hexes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.hexes))


@lru_cache(maxsize=4096)
def understood(text: str) -> Said | None:
    """Parse a text as an action of Predation, legal or not; None if it is none."""
    bare = "".join(text.lower().split())
    if found := _MOVE.fullmatch(bare):
        start, target, extra, another = found.groups()
        if another:
            return Said("another", (start, target))
        return Said("move", (start, target, extra) if extra else (start, target))
    if found := _SPAWN.fullmatch(bare):
        return Said("spawn", (found[1],))
    if found := _REMOVAL.fullmatch(bare):
        return Said("remove", (found[1],))
    if found := _BARE.fullmatch(bare):
        return Said("bare", (found[1],))
    return Said("end") if _END.fullmatch(bare) else None


def meant(position: PredationState, text: str) -> Said | None:
    """Parse a text in a position: a hex alone is a spawn, or a helper to remove, if one is due."""
    said = understood(text)
    if said is None:
        return None
    if said.verb == "bare":
        if position.stage.captured:
            return Said("remove", said.hexes)
        return Said("spawn", said.hexes) if position.stage.spawns else said
    if said.verb == "another" and len(both := with_another(position, said)) == 1:
        return Said("move", both[0].path)
    return said


def with_another(position: PredationState, said: Said) -> list[Action]:
    """The legal captures that take a second prey beside the named one."""
    return [
        action
        for action in position.legal_actions()
        if action.path[:2] == said.hexes and len(action.path) == 3 and action.path[2] != ALONE
    ]


def reading(position: PredationState, text: str) -> str:
    """The text in normal form: case, spaces, dashes and crosses make no difference in Predation."""
    said = meant(position, text)
    return text if said is None else str(said)


# --- why an action cannot be played --------------------------------------------------------------


_HOW = (
    "type a move like d13-e10, a capture like d13xf9 or d13xf9+f8, a new piece like *c13, the helper to "
    "remove like !c6, the end of a turn as end"
)


def why_not(position: PredationState, text: str) -> ActionError:
    """The error for a text that fits no legal action."""
    said = meant(position, text)
    if said is None:
        return UnreadableActionError.of(text, "Predation", _HOW)
    if said.verb == "another" and (candidates := with_another(position, said)):
        return AmbiguousActionError(text, candidates)
    if said.verb == "bare":
        return _half_an_action(position, text, said.hexes[0])
    return IllegalActionError(text, _reason(position, said))


def _half_an_action(position: PredationState, text: str, name: str) -> ActionError:
    """The error for a lone hex: an incomplete move, if a piece there can move."""
    if reason := _over(position) or _not_movable(position, name):
        return IllegalActionError(text, reason)
    asked = f"where does {position.side} {name} go?"
    return UnreadableActionError(text, f"“{name}” isn't a move in Predation: {_HOW}: {asked}")


def _reason(position: PredationState, said: Said) -> str:
    return _over(position) or _REASONS[said.verb](position, *said.hexes)


def _over(position: PredationState) -> str:
    return f"the match is over, {describe.winning(position)}" if position.to_act is None else ""


# --- what is asked of every action --------------------------------------------------------------


def _helper_first(position: PredationState) -> str:
    captured = position.stage.captured
    if not captured:
        return ""
    choice = describe.listed([f"!{name}" for name in names_of(position.helpers())], "or")
    return f"predator must first remove a prey that helped to capture {NAMES[captured]}: {choice}"


def _off_board(name: str) -> str:
    return "" if name in HEXES else f"{name} isn't on the board"


def _kind(position: PredationState, place: Hex) -> str:
    return PREDATOR if place & position.predators else PREY


def _not_movable(position: PredationState, name: str) -> str:
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


def _spawn(position: PredationState, name: str) -> str:
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


def _remove(position: PredationState, name: str) -> str:
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


def _end(position: PredationState) -> str:
    return _helper_first(position)


# --- moves and captures -------------------------------------------------------------------------


def _another(position: PredationState, start: str, target: str) -> str:
    """Why no second prey can be taken with the one on ``target``."""
    if reason := _no_way(position, start, target):
        return reason
    return _alone(position, target) or f"no other prey stands next to {target}"


def _move(position: PredationState, start: str, target: str, extra: str = "") -> str:
    if reason := _no_way(position, start, target):
        return reason
    return _alone(position, target) or _off_board(extra) or _not_beside(position, target, extra)


def _alone(position: PredationState, target: str) -> str:
    """Why a move to ``target`` that is legal by itself takes no second piece; empty if it could."""
    if position.side == PREY:
        return "prey captures one predator at a time, and nothing beside it"
    if not HEXES[target] & position.prey:
        return f"{target} is empty: a second prey is only taken together with a first"
    return ""


def _not_beside(position: PredationState, target: str, extra: str) -> str:
    place = HEXES[extra]
    if not place & position.prey:
        there = "holds a predator" if place & position.predators else "is empty"
        return f"{extra} {there}: there is no prey to take"
    return f"prey {extra} isn't next to {target}"


def _no_way(position: PredationState, start: str, target: str) -> str:
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


def _no_line(position: PredationState, here: Hex, there: Hex) -> str:
    """Why a predator cannot reach a hex: it isn't in a straight line, or prey is in the way; else empty."""
    way = next(([place for place, _ in way] for way in LINES[here] if there in (p for p, _ in way)), None)
    if way is None:
        return f"{NAMES[there]} isn't in a straight line from {NAMES[here]}, and a predator moves in one"
    between = way[: way.index(there)]
    blocker = next((place for place in between if place & position.prey), 0)
    if not blocker:
        return ""
    return f"prey {NAMES[blocker]} is in the way: a predator passes only through predators"


def _no_path(position: PredationState, here: Hex, there: Hex) -> str:
    """Why prey cannot reach a hex: too few helpers, a zone on the shortest path, or no path; else empty."""
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


def _stop(position: PredationState, here: Hex, there: Hex) -> Hex:
    """The first hex where a zone stops prey, on a shortest path if zones are ignored; 0 without a path."""
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
