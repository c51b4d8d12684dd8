"""The actions of a record from elsewhere, played one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from engines import Action, ActionError, AmbiguousActionError, Played, Position, Side, UnreadableActionError
from matches.records.errors import TranscriptError, quoted
from matches.records.sheet import Step

MOST_COMPARED: Final = 500_000
"""The most legal actions, over a whole record, to compare with actions not written in canonical text.

Finding the meant action is slow; a record typed by a person stays far below this.
"""
_LONGEST_TIME: Final = 40
_ACTION: Final = re.compile(r"[A-Za-z0-9@*!>=+:&-]{1,20}")
"""The valid characters of an action. Other text is not passed to a game, whose errors would quote it."""


def replayed(start: Position, steps: Sequence[Step]) -> tuple[Played, ...]:
    """Play every step from ``start``. Raises TranscriptError for the first that is not legal."""
    position = start
    found: list[Played] = []
    compared = 0
    for number, step in enumerate(steps, 1):
        what = f"action {number}"
        side = _side(position, step, what)
        legal = position.legal_actions()
        action = next((one for one in legal if one.text == step.text), None)
        if action is None:
            compared += len(legal)
            if compared > MOST_COMPARED:
                reason = f"{what}: too many actions up to here are not written as the game writes them"
                raise TranscriptError(reason, step.line)
            action = _meant(position, step, what)
        found.append(Played.next(found[-1] if found else None, action, side, position))
        position = found[-1].after
    return tuple(found)


def time_of(number: int, step: Step) -> datetime | None:
    """The time of a step, in UTC and whole seconds, or None. Raises TranscriptError for an invalid one."""
    if step.at is None:
        return None
    try:
        at = datetime.fromisoformat(step.at if len(step.at) <= _LONGEST_TIME else "")
        if at.utcoffset() is not None:
            return at.astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        pass
    raise TranscriptError(
        f"action {number}: {quoted(step.at)} is no time: one is written 2026-03-01T12:00:00Z", step.line
    )


def _side(position: Position, step: Step, what: str) -> Side:
    """The side to act. Raises TranscriptError if the game is over, or the step names another side."""
    side = position.to_act
    if side is None:
        raise TranscriptError(f"{what} comes after the end of the match", step.line)
    if step.side not in (None, side):
        raise TranscriptError(f"{what} is given to {quoted(step.side)}, but {side} has to act", step.line)
    return side


def _meant(position: Position, step: Step, what: str) -> Action:
    if not _ACTION.fullmatch(step.text):
        raise TranscriptError(f"{what}, {quoted(step.text)}, is no action", step.line)
    try:
        return position.parse(step.text)
    except ActionError as error:
        raise TranscriptError(f"{what}{_why(step.text, error)}", step.line) from error


def _why(text: str, error: ActionError) -> str:
    """The game's reason, with ``text`` from the record quoted safely."""
    if isinstance(error, UnreadableActionError):
        return f": {error.reason.replace(f'“{text}”', quoted(text))}"
    if isinstance(error, AmbiguousActionError):
        return f", {quoted(text)}, could be {' or '.join(error.candidates)}"
    return f", {quoted(text)}: {error.reason}"
