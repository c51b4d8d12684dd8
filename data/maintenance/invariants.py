"""Rules that every stored match obeys because of how matches are made and played.

The descriptions of faults never contain a secret pick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from engines import EngineError, Side
from engines.record import TAKE_BACK, History, RecordError
from matches.lifecycle import finish, sets, setup
from matches.lifecycle.card_stages import awaited
from matches.lifecycle.computers import answering_side
from matches.lifecycle.history import folded
from matches.model import Entry, EntryKind, Match, Phase
from matches.players import Erased, Player
from matches.ratings.scores import Score, ending_of
from matches.written import number_of

BY_PEOPLE: Final = frozenset(
    {
        finish.RESIGNED,
        finish.AGREED,
        finish.ON_TIME,
        finish.ABORTED,
        finish.NO_RESULT,
        finish.IDLE,
        finish.BY_ADMIN,
    }
)
"""Reasons for results that don't come from the position."""
_WITHOUT_WINNER: Final = finish.WITHOUT_RESULT | {finish.AGREED}


@dataclass(frozen=True, slots=True)
class Stored:
    """A match with its other stored data.

    ``numbers`` are those of its entries. ``scored``: True if finished matches got scores when this one ended.
    ``to_act``: the stored players it waits for, or None. ``archived``: it was taken into the archive.
    """

    match: Match
    finished_at: datetime | None = None
    numbers: Sequence[int] = ()
    scores: Sequence[Score] = ()
    scored: bool = True
    to_act: Sequence[Player] | None = None
    archived: bool = False


def wrong_with(stored: Stored) -> list[str]:
    """The faults of a match, one sentence each."""
    match = stored.match
    try:
        rules = match.game
    except (KeyError, EngineError):
        return [f"nobody knows the game {match.game_key!r} with version {match.rules_version} of its rules"]
    if strangers := {seat.side for seat in match.seats} - set(rules.sides):
        return [f"its side {min(strangers)!r} is none of the game"]
    found = [*_phase(stored), *_setup(match), *_set(match), *_version(match), *_numbers(stored)]
    try:
        found += _play(stored) if match.started else _no_play(stored)
    except Exception as error:  # noqa: BLE001 - a match that cannot be replayed must not hide the next
        found.append(f"it cannot be replayed ({type(error).__name__})")
    return found


# --- without its record -----------------------------------------------------------------------------------


def _phase(stored: Stored) -> Iterator[str]:
    match, phase = stored.match, stored.match.phase
    if (phase.running or phase is Phase.FINISHED) and not match.seated:
        yield f"it is {phase}, and a side is nobody's"
    if (match.result is not None) != (phase is Phase.FINISHED):
        yield f"it is {phase} {'without' if match.result is None else 'with'} a result"
    if (stored.finished_at is not None) != (phase is Phase.FINISHED):
        yield f"it is {phase} {'without' if stored.finished_at is None else 'with'} a time of its end"
    if not (phase.running or phase is Phase.FINISHED) and (match.entries or match.picks):
        yield f"it is {phase}, and something was played"
    if (phase is Phase.CHALLENGED) > (match.deadline_at is not None):
        yield "it is a challenge that never lapses"
    if not phase.open and match.deadline_at is not None:
        yield f"it is {phase} and has a deadline"


def _setup(match: Match) -> Iterator[str]:
    secret = match.game.secret_setup
    for side, sealed in match.picks.items():
        if secret is None or side not in match.game.sides:
            yield f"its side {side!r} has picked, and nothing is picked there"
        elif len(sealed.choices) != len(secret.slots) or not set(sealed.choices) <= set(secret.choices):
            yield f"the pick of {side} is none of the game"
        if sealed.by is not None and str(number_of(sealed.by)) not in _seated(match, side):
            yield f"the pick of {side} was made by somebody who never played it"
    missing = bool(setup.awaited(match))
    if (match.phase is Phase.SETUP and not missing) or (match.phase is Phase.PLAYING and missing):
        yield f"it is in {match.phase}, and {'a pick is' if missing else 'no pick is'} missing"
    if match.first is not None and match.first not in match.game.sides:
        yield f"the side {match.first!r} that starts is none of the game"


def _set(match: Match) -> Iterator[str]:
    if match.terms.set_part not in (0, sets.FIRST, sets.SECOND):
        yield f"it is match {match.terms.set_part} of a set of two"
    if match.second_of_set and match.rematch_of is None:
        yield "it is the second of a set, and there is no first"


def _seated(match: Match, side: Side) -> set[str]:
    """The ids, as text, of the present players, and of those whose side was handed over."""
    acts = (one for one in match.entries if one.kind is EntryKind.HANDED_OVER_BY_ADMIN and one.side == side)
    seated = [str(number_of(seat.player)) for seat in match.seats if seat.side == side]
    return {*seated, *(word for one in acts for word in one.text.split(" ")[2:3])}


def _version(match: Match) -> Iterator[str]:
    least, most = _versions(match)
    if match.version < least or (most is not None and match.version > most):
        wanted = f"{least}" if least == most else f"{least} to {most}" if most else f"at least {least}"
        yield f"its version is {match.version}, where it takes {wanted}"
    for place in match.places:
        if place.shown.version > match.version:
            yield f"version {place.shown.version} was shown of {match.version}"
    if match.between_servers and not match.terms.across:
        yield "it has two places, and was not offered to other servers"
    if match.terms.private and match.terms.across:
        yield "it is private, and was offered to other servers"


def _versions(match: Match) -> tuple[int, int | None]:
    """The least and greatest version that a match can have: each change and erasure adds one."""
    if match.phase is Phase.CHALLENGED:
        return 1, 1
    erased = sum(isinstance(player, Erased) for player in match.players)
    if not (match.phase.running or match.phase is Phase.FINISHED):
        return 2 + erased, 2 + erased
    # Created, accepted, a change for each pick, and at most one for each entry. A move is a change of its
    # own; an absence may be recorded with another. The computer picks in the change that allows it.
    picks = sum(side != answering_side(match) for side in match.picks)
    least = 2 + picks + any(entry.kind.of_play for entry in match.entries) + erased
    most = 2 + picks + len(match.entries) + erased
    if match.phase is not Phase.FINISHED:
        return least, most
    # The end may come with the last entry or as a change of its own. Rematches may be offered without limit.
    return least, most + 1 if match.rematch is None else None


def _numbers(stored: Stored) -> Iterator[str]:
    for number, kept in enumerate(stored.numbers, start=1):
        if kept != number:
            yield f"its entry {number} is gone"
            return


# --- with its record --------------------------------------------------------------------------------------


def _no_play(stored: Stored) -> Iterator[str]:
    match = stored.match
    if any(entry.kind.of_play for entry in match.entries):
        yield "something was played before it began"
    if match.result is not None:
        yield from _result(match, None)
    yield from _scores(stored, None)
    yield from _to_act(stored, None)


def _play(stored: Stored) -> Iterator[str]:
    match = stored.match
    try:
        history = folded(replace(match, entries=()))
    except RecordError as error:
        yield f"it cannot be set up: {error.reason}"
        return
    for number, entry in enumerate(match.entries, start=1):
        try:
            history = _then(history, entry)
        except RecordError as error:
            yield f"entry {number} of {entry.side}, {entry.text!r}: {error.reason}"
            return
        yield from _entry(history, number, entry)
    if match.phase is Phase.PLAYING and history.position.to_act is None:
        yield "its position is over, and it goes on"
    if match.result is not None:
        yield from _result(match, history)
    yield from _scores(stored, history)
    yield from _to_act(stored, history)


def _then(history: History, entry: Entry) -> History:
    if not entry.kind.of_play:
        return history
    return history.then(TAKE_BACK if entry.kind is EntryKind.TAKE_BACK else entry.text)


def _entry(history: History, number: int, entry: Entry) -> Iterator[str]:
    if entry.kind.is_action and history.played[-1].side != entry.side:
        yield f"entry {number} is noted for {entry.side}, and {history.played[-1].side} was to act"
    if entry.ply != history.position.ply:
        yield f"entry {number} says ply {entry.ply}, and {history.position.ply} actions stand"


def _result(match: Match, history: History | None) -> Iterator[str]:
    result = match.result
    assert result is not None, "asked of a finished match"
    outcome = history.position.outcome() if history is not None else None
    if outcome is not None:
        if (outcome.winner, outcome.reason) != (result.winner, result.reason):
            said, is_so = _words(result.winner, result.reason), _words(outcome.winner, outcome.reason)
            yield f"its result says {said}, and its position {is_so}"
    elif result.reason not in BY_PEOPLE:
        yield f"its result says {_words(result.winner, result.reason)}, and its position is not over"
    elif result.reason in _WITHOUT_WINNER and result.winner is not None:
        yield f"its result says {_words(result.winner, result.reason)}"
    if result.winner is not None and result.winner not in match.game.sides:
        yield f"its winner {result.winner!r} is no side of the game"


def _to_act(stored: Stored, history: History | None) -> Iterator[str]:
    """Lists rely on the stored players; null is no fault, the bot will fill it in."""
    if stored.to_act is not None and set(stored.to_act) != set(awaited(stored.match, history)):
        yield "it is noted to wait for others than it waits for"


def _words(winner: str | None, reason: str) -> str:
    return f"{winner or 'nobody'} won, {reason}"


def _scores(stored: Stored, history: History | None) -> Iterator[str]:
    """A finished match has exactly the scores that follow from its result."""
    match = stored.match
    followed = ending_of(match, history).scores if match.phase is Phase.FINISHED else ()
    wanted, found = {_brought(score) for score in followed}, {_brought(score) for score in stored.scores}
    if wanted == found or (not found and not stored.scored):
        return
    if len(wanted) != len(stored.scores):
        yield f"it has {len(stored.scores)} scores, where {len(wanted)} follow from its result"
    else:
        yield "its scores are not those that follow from its result"


def _brought(score: Score) -> tuple[Player, str, int, str, bool]:
    return score.player, score.side, score.points, score.reason, score.rated
