"""The end of a match in a record from elsewhere, checked against its last position."""

from __future__ import annotations

from typing import Final

from engines import Game, Position, Side
from matches.lifecycle.finish import ABORTED, AGREED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME, RESIGNED
from matches.records.errors import TranscriptError, quoted
from matches.records.model import Ending
from matches.records.sheet import Sheet
from matches.records.write import RUNNING

_DRAW: Final = "draw"
_WON: Final = frozenset({RESIGNED, ON_TIME, BY_ADMIN})
"""Reasons outside the rules of the game for which a side wins."""
_NOT_WON: Final = frozenset({AGREED, ABORTED, NO_RESULT, IDLE, BY_ADMIN})
"""Reasons outside the rules of the game for an end without a winner."""


def ending(sheet: Sheet, game: Game, last: Position) -> Ending | None:
    """The end of the match, or None while it is running. Raises TranscriptError for an impossible one.

    If the rules ended the match, the record may leave that out. Other ends cannot be checked and are
    accepted.
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
