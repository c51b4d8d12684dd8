"""Rules that every stored tournament obeys because of how it is paired and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from matches.tournaments.model import UNSEEDED, Format, PairingKey, Tournament, TournamentState

Value = TypeVar("Value", bound=Hashable)


def wrong_with(found: Tournament) -> list[str]:
    """The faults of a tournament, one sentence each."""
    return [*_state(found), *_entrants(found), *_pairings(found), *_pairs(found)]


def _state(found: Tournament) -> Iterator[str]:
    state = found.state
    if (found.ended_at is not None) != state.ended:
        yield f"it is {state} {'without' if found.ended_at is None else 'with'} a time of its end"
    if (found.paused_at is not None) > (state is TournamentState.PAUSED or state.ended):
        yield f"it is {state} with a time of its pause"
    if state is TournamentState.PAUSED and found.paused_at is None:
        yield "it is paused without a time of its pause"
    if (found.round_at is not None) != (found.round > 0):
        yield f"it is in round {found.round} {'without' if found.round_at is None else 'with'} its beginning"
    if state is TournamentState.OPEN and (found.round or found.pairings):
        yield "it is open for entries, and something is paired"


def _entrants(found: Tournament) -> Iterator[str]:
    seeds = [one.seed for one in found.entrants if one.seed != UNSEEDED]
    yield from (f"{count} entrants have seed {seed}" for seed, count in _repeated(seeds))
    users = [one.user_id for one in found.entrants if one.user_id is not None]
    yield from (f"user={user} is entered {count} times" for user, count in _repeated(users))
    if found.round and found.terms.format is not Format.LEAGUE and len(seeds) < len(found.entrants):
        yield "it has begun, and an entrant has no seed"


def _pairings(found: Tournament) -> Iterator[str]:
    known = found.by_seed.keys()
    for game in found.pairings:
        name = _name(game.key)
        if strangers := set(game.seeds) - known:
            yield f"{name} has seed {min(strangers)}, and no entrant has"
        if len(set(game.seeds)) < len(game.seeds):
            yield f"{name} pairs seed {game.first} with itself"
        if not 1 <= game.key.round <= found.round:
            yield f"{name} is of no round so far"
        if game.match_ended and game.match_id is None:
            yield f"the match of {name} has ended, and it has none"
        if game.ends_at < game.begins_at:
            yield f"{name} ends before it begins"


def _pairs(found: Tournament) -> Iterator[str]:
    """The faults of pairs that occur twice: in a Swiss in all rounds, in groups in a round; not in ties."""
    if found.terms.format is Format.KNOCKOUT:
        return
    rounds = found.terms.format is not Format.SWISS
    pairs = [
        (game.key.round if rounds else 0, *sorted(game.seeds))
        for game in found.pairings
        if len(game.seeds) == 2
    ]
    for (_, one, other), count in _repeated(pairs):
        yield f"seeds {one} and {other} are paired {count} times"
    if found.terms.format is Format.SWISS:
        places = [(game.key.round, seed) for game in found.pairings for seed in game.seeds]
        for (number, seed), count in _repeated(places):
            yield f"seed {seed} is paired {count} times in round {number}"


def _repeated(values: Iterable[Value]) -> list[tuple[Value, int]]:
    return [(value, count) for value, count in Counter(values).items() if count > 1]


def _name(key: PairingKey) -> str:
    return f"pairing {key.round}.{key.board}.{key.game}"
