"""Records from elsewhere, read and replayed: everything that the rules can check is checked.

The result holds only texts that the game itself writes; anything else in the input is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from engines import (
    Action,
    ActionError,
    AmbiguousActionError,
    Game,
    Played,
    Position,
    Side,
    UnreadableActionError,
)
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME, RESIGNED
from matches.records.model import Ending, Transcript, recorded_actions
from matches.records.setup import days, sealing_of, set_up, whole_number
from matches.records.sheet import (
    Sheet,
    Step,
    TranscriptError,
    check_visible,
    quoted,
    sheet_of_json,
    sheet_of_text,
)
from matches.records.write import RUNNING, SETS, STAND

MOST_COMPARED: Final = 500_000
"""The most legal actions, over a whole record, to compare with actions not written in canonical text.

Finding the meant action is slow; a record typed by a person stays far below this.
"""
_LONGEST_TIME: Final = 40
_ACTION: Final = re.compile(r"[A-Za-z0-9@*!>=+:&-]{1,20}")
"""The valid characters of an action. Other text is not passed to a game, whose errors would quote it."""
LONGEST: Final = 400_000
"""The most bytes of a record."""
MOST_ACTIONS: Final = 1_500
"""The most actions of a record: in the slowest known positions, a replay takes a second or two."""
_DRAW: Final = "draw"
_WON: Final = frozenset({RESIGNED, ON_TIME, BY_ADMIN})
"""Reasons outside the rules of the game for which a side wins."""
_NOT_WON: Final = frozenset({AGREED, ABORTED, NO_RESULT, IDLE, BY_ADMIN})
"""Reasons outside the rules of the game for an end without a winner."""


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


def read(data: str | bytes) -> Transcript:
    """The record in a text, in either format. Raises TranscriptError with what is wrong, and where.

    It may take a second or two: do not call it on the event loop.
    """
    text = _text(data)
    return _transcript(sheet_of_json(text) if text.lstrip().startswith("{") else sheet_of_text(text))


def _text(data: str | bytes) -> str:
    if len(data) > LONGEST or len(as_bytes := _bytes(data)) > LONGEST:
        raise TranscriptError(f"a record has at most {LONGEST // 1000} kB")
    try:
        text = as_bytes.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise TranscriptError("this is no text, or not one in UTF-8") from error
    check_visible(text, number_lines=True)
    if not text.strip():
        raise TranscriptError("there is nothing in it")
    return text


def _bytes(data: str | bytes) -> bytes:
    return data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data


def _transcript(sheet: Sheet) -> Transcript:
    if len(sheet.steps) > MOST_ACTIONS:
        raise TranscriptError(
            f"a record has at most {MOST_ACTIONS:,} actions, and here are {len(sheet.steps):,}"
        )
    found = set_up(sheet)
    begun, ended = days(sheet)
    taken_back = whole_number(sheet, "takenback", "how often something was taken back") or 0
    times = [time_of(place, step) for place, step in enumerate(sheet.steps, 1)]
    start = found.start()
    played = replayed(start, sheet.steps)
    return Transcript(
        game=found.game.key,
        rules_version=found.version,
        options=found.options,
        first=found.first,
        picks=found.picks,
        actions=tuple(recorded_actions(played, times, (step.in_advance for step in sheet.steps))),
        result=_ending(sheet, found.game, played[-1].after if played else start),
        taken_back=taken_back,
        begun=begun,
        ended=ended,
        position=found.position,
        set_part=SETS.index(part) if (part := sheet.values.get("set", "")) in SETS else 0,
        draws_stand=found.game.draws and sheet.values.get("drawoffers", "").lower() == STAND,
        sealing=sealing_of(sheet, found),
    )


# --- the end -------------------------------------------------------------------------------------


def _ending(sheet: Sheet, game: Game, last: Position) -> Ending | None:
    """The end of the match, checked against its last position; None while it is running.

    If the rules ended the match, the record may leave that out. Other ends cannot be checked and are
    accepted. Raises TranscriptError for an impossible one.
    """
    word, reason = (sheet.values.get(name, "").lower() for name in ("result", "reason"))
    by_rules = last.outcome()
    if by_rules is not None:
        found = Ending(by_rules.winner, by_rules.reason)
        if (word or found.word) != found.word or (reason or found.reason) != found.reason:
            told = f"its last action ends the match: {found.word}, {found.reason}"
            raise sheet.error(
                "reason" if word == found.word else "result", f"{told}; the record says otherwise"
            )
        return found
    if word in ("", RUNNING):
        if reason or sheet.values.get("ended"):
            name = "reason" if reason else "ended"
            raise sheet.error(name, "the match is said to have ended, but not with which result")
        return None
    return _besides_the_rules(sheet, game, word, reason)


def _besides_the_rules(sheet: Sheet, game: Game, word: str, reason: str) -> Ending:
    if word not in (*game.sides, _DRAW, "none"):
        raise sheet.error("result", f"{quoted(word)} is no result: {_results(game)} are")
    winner: Side | None = word if word in game.sides else None
    if reason not in (_WON if winner else _NOT_WON):
        raise _unfounded(sheet, word, reason)
    found = Ending(winner, reason)
    if found.word != word:
        raise sheet.error("result", f"a match that ended for the reason {reason} has the result {found.word}")
    if reason == AGREED and not game.draws:
        raise sheet.error("reason", f"nobody can agree on a draw in {game.name}")
    return found


def _unfounded(sheet: Sheet, word: str, reason: str) -> TranscriptError:
    if not reason:
        return sheet.error("result", f"the result is {word}, but its actions do not end the match")
    return sheet.error("reason", f"the reason {quoted(reason)} for {word} does not follow from its actions")


def _results(game: Game) -> str:
    return ", ".join((*game.sides, _DRAW, "none", RUNNING))
