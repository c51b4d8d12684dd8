"""Whether a position can have come about: what it says of itself, and of the action before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.games.predation.habitat import (
    BOARD,
    FAR_EDGE,
    LAIR,
    NAMES,
    RANGE,
    WARREN,
    Hex,
    Hexes,
    around,
    each,
    flood,
)
from engines.games.predation.pieces import (
    EXTINCT_BELOW,
    HELPERS,
    LANDINGS_TO_WIN,
    PIECES,
    PREDATOR,
    PREY,
)
from engines.games.predation.position import PredationPosition
from engines.games.predation.ways import LINES

_LOST_IN_A_CAPTURE = 3
"""Prey's capture costs the predator, the prey that captured it and one helper."""


def contradiction(position: PredationPosition) -> str:
    """Why no match has this position; nothing when one may."""
    return next((reason for check in _CHECKS for reason in check(position)), "")


# --- what stands where --------------------------------------------------------------------------


def _pieces(position: PredationPosition) -> Iterator[str]:
    if position.bank < 0:
        yield f"there are {PIECES} pieces, and {position.pieces.bit_count()} are on the board"


def _moved(position: PredationPosition) -> Iterator[str]:
    """Only what the turn is of has moved, and by a way that was open: the other side stood still."""
    own, enemy = position.predators, position.prey
    if position.side == PREY:
        own, enemy = enemy, own
    for place in each(position.moved & ~own):
        yield f"{NAMES[place]} has moved, but holds no {position.side}"
    new = LAIR if position.side == PREDATOR else 0
    for place in each(position.moved & ~new):
        if not around(place) & ~enemy:
            yield f"{position.side} {NAMES[place]} is shut in and cannot have moved"


def _landed(position: PredationPosition) -> Iterator[str]:
    landed, prey = position.landed, position.prey
    if landed.hexes.bit_count() > landed.count:
        yield f"{landed.count} landed, and {landed.hexes.bit_count()} are listed"
    for place in each(landed.hexes & ~prey):
        yield f"{NAMES[place]} has landed, but holds no prey"
    for place in each(prey & FAR_EDGE & ~landed.hexes):
        yield f"prey {NAMES[place]} is on the far edge and not listed as landed"


# --- how far the turn has come ------------------------------------------------------------------


def _second_landing(position: PredationPosition) -> Iterator[str]:
    """It ends the match at once, so it was the last action."""
    if position.landed.count < LANDINGS_TO_WIN:
        return
    if position.side != PREY or position.stage.spawns or position.stage.captured:
        yield "a second landing ends the match in prey's turn, in the stage move"
    if not position.landed.hexes & position.moved & FAR_EDGE:
        yield "no prey can have landed just now, and a second landing ends the match"
    if position.prey.bit_count() < EXTINCT_BELOW:
        yield "the match was over before the second landing"


def _extinction(position: PredationPosition) -> Iterator[str]:
    """It ends the match at once, so prey was taken by the last action."""
    left = position.prey.bit_count()
    if left >= EXTINCT_BELOW:
        return
    if position.side == PREDATOR:
        yield from _extinction_by_predator(position)
    elif not left or position.stage.captured or position.stage.spawns:
        yield "in prey's turn the match ends with one prey left, in the stage move"
    else:
        yield from _after_prey_captured(position)


def _extinction_by_predator(position: PredationPosition) -> Iterator[str]:
    """From two prey to none by a double capture, to one by a single one, from three by a double one."""
    taken = range(2 if not position.prey else 1, 3)
    room = (LAIR & ~position.pieces).bit_count()
    possible = sorted({min(count, room) for count in taken if position.bank >= count})
    if position.stage.spawns not in possible:
        yield f"with {room} empty Lair hexes, the last capture cannot have left this stage"
    if not _can_have_captured(position):
        yield "fewer than two prey are left, and no predator can have captured one just now"


def _predator_spawns(position: PredationPosition) -> Iterator[str]:
    """They follow a capture: one for each prey taken."""
    spawns = position.stage.spawns
    if position.side != PREDATOR or not spawns:
        return
    if spawns > 2:
        yield "a capture lets predator spawn two at most"
    if spawns > (LAIR & ~position.pieces).bit_count():
        yield f"there are not {spawns} empty Lair hexes to spawn on"
    if spawns > position.bank:
        yield f"the bank does not hold {spawns} pieces, and what was captured is in it"
    if not _can_have_captured(position):
        yield "predator spawns right after a capture, and no predator can have captured just now"


def _prey_spawns(position: PredationPosition) -> Iterator[str]:
    """They come before the first move, half as many as there were prey."""
    if position.side != PREY or position.stage.captured or position.prey.bit_count() < EXTINCT_BELOW:
        return
    spawns = position.stage.spawns
    if spawns and position.moved:
        yield "the first move of prey ends the spawning"
    elif spawns and spawns not in _spawns_left(position):
        yield f"prey cannot have {spawns} left to spawn here"
    elif not spawns and not position.moved and 0 not in _spawns_left(position):
        # Prey that captured first has given its spawning up and has nothing on the board that moved.
        yield from _after_prey_captured(position)


def _spawns_left(position: PredationPosition) -> set[int]:
    """How many prey may be left to spawn, by how many of those in the Warren are new."""
    prey, room = position.prey.bit_count(), (WARREN & ~position.pieces).bit_count()
    settled = position.landed.hexes
    new = range((position.prey & WARREN & ~settled).bit_count() + 1)
    left = (min((prey - spawned) // 2 - spawned, room, position.bank) for spawned in new)
    return {count for count in left if count >= 0}


def _after_prey_captured(position: PredationPosition) -> Iterator[str]:
    """Right after a helper was removed, another one is still next to the empty hex of the predator."""
    if position.bank < _LOST_IN_A_CAPTURE:
        yield "prey can neither be done spawning nor have captured: too few pieces are in the bank"
    if not around(position.prey) & ~position.pieces:
        yield "no predator can have been captured just now: no hex next to prey is empty"


def _helper_choice(position: PredationPosition) -> Iterator[str]:
    captured = position.stage.captured
    if not captured:
        return
    if position.side != PREY:
        yield "a helper is chosen in prey's turn"
    if captured & position.pieces:
        yield f"{NAMES[captured]} is not empty, and the predator captured there has left the board"
    if position.helpers().bit_count() < HELPERS:
        yield f"fewer than two prey are next to {NAMES[captured]}"
    if position.bank < _LOST_IN_A_CAPTURE - 1:
        yield "the captured predator and its captor are not in the bank"
    if not _way_onto(position, captured):
        yield f"no prey can have come to {NAMES[captured]} to capture"


# --- the action before --------------------------------------------------------------------------


def _can_have_captured(position: PredationPosition) -> bool:
    """Whether a predator that has moved stands at the end of a line that it can have come along."""
    return any(_line_behind(position, place) for place in each(position.moved & position.predators))


def _line_behind(position: PredationPosition, place: Hex) -> bool:
    """Its first hex is empty now, or holds a predator spawned since."""
    left = ~position.pieces | position.moved & LAIR
    for way in LINES[place]:
        for start, _ in way:
            if start & position.prey:
                break
            if start & left:
                return True
    return False


def _way_onto(position: PredationPosition, captured: Hex) -> Hexes:
    """The hexes from which a prey that has left the board can have captured: empty ones."""
    empty = BOARD ^ position.pieces ^ captured
    zone = around(position.predators | captured)
    beside = around(captured)
    # The last step but one was onto a prey beside it; three more may have led there after the first.
    over = flood(beside & position.prey, position.prey | empty & ~zone, RANGE - 2)
    return (beside | around(over)) & empty


_CHECKS: tuple[Callable[[PredationPosition], Iterator[str]], ...] = (
    _pieces,
    _moved,
    _landed,
    _second_landing,
    _extinction,
    _predator_spawns,
    _prey_spawns,
    _helper_choice,
)
