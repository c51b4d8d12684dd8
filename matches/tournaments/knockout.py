"""Knockout: the bracket, its ties, and their winners.

A tie is two games with sides changed, both opened at once. If it is even then, there is a decider: the player
who begins it was drawn and sealed before the tie began. If it is a draw too, the one who moved second in it
goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from matches.lifecycle.seals import VERSION, drawn, seal
from matches.model import Coin, Salt
from matches.tournaments.model import (
    DECIDER,
    LOSS,
    NO_GROUP,
    UNSEEDED,
    WIN,
    Decision,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentId,
)

Tie = tuple[Seed | None, Seed | None]
"""The two players of a tie, the upper one in the bracket first; None for a missing one."""
Games = tuple[Pairing, ...]
"""The games of a tie, in order."""
Draws = Callable[[], TieDraw]
"""Makes a new draw for a decider."""

_BYE: Final = PairingOutcome(WIN, LOSS, Decision.BYE)
_EMPTY: Final = PairingOutcome(LOSS, LOSS, Decision.BYE)


def bracket(entrants: int) -> tuple[Tie, ...]:
    """The ties of the first round for as many seeds, from the top: 1 and 8, 4 and 5, 2 and 7, 3 and 6.

    Two seeds meet as late as they can. Missing seeds are byes for the highest ones.
    """
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [one for seed in order for one in (seed, size + 1 - seed)]
    seeds = [Seed(seed) if seed <= entrants else None for seed in order]
    return tuple(zip(seeds[::2], seeds[1::2], strict=True))


def drawing(coin: Coin, salt: Salt) -> Draws:
    """A function that draws by ``coin`` and ``salt``."""
    return lambda: TieDraw(coin() == "heads", drawn(salt))


def ties(
    number: int, pairs: Sequence[Tie], span: tuple[datetime, datetime], draw: Draws
) -> tuple[Pairing, ...]:
    """The pairings of a round of a knockout. ``span``: the round's first moment and last day."""
    return tuple(
        game
        for board, pair in enumerate(pairs, 1)
        for game in _tie(PairingKey(number, board), pair, span, draw)
    )


def _tie(key: PairingKey, pair: Tie, span: tuple[datetime, datetime], draw: Draws) -> Iterator[Pairing]:
    present = sorted(seed for seed in pair if seed is not None)
    if len(present) < 2:
        outcome = _BYE if present else _EMPTY
        yield Pairing(key, NO_GROUP, present[0] if present else None, None, *span, outcome=outcome)
        return
    upper, lower = present
    yield Pairing(key, NO_GROUP, upper, lower, *span, draw=draw())
    yield Pairing(key._replace(game=2), NO_GROUP, lower, upper, *span)


def by_tie(games: Iterable[Pairing]) -> tuple[Games, ...]:
    """The games of a round by tie, from the top of the bracket."""
    return tuple(tuple(tie) for _, tie in groupby(games, key=lambda game: game.key.board))


def decider(tie: Games, span: tuple[datetime, datetime]) -> Pairing | None:
    """The decider that an even tie needs now, or None. Raises ValueError if nothing was drawn for it."""
    first = tie[0]
    if len(tie) != 2 or any(game.outcome is None for game in tie) or _lead(tie) or _blocked(tie):
        return None
    if first.draw is None:
        raise ValueError(f"no draw for {first.key}")
    one, two = first.first, first.second
    begins, second = (one, two) if first.draw.first_begins else (two, one)
    return Pairing(first.key._replace(game=DECIDER), NO_GROUP, begins, second, *span)


def is_over(tie: Games, tournament: Tournament) -> bool:
    """True once all games of a tie are decided and no decider follows, so that :func:`winner` is final."""
    if any(game.outcome is None for game in tie):
        return False
    first = tie[0]
    return first.key.round < tournament.round or decider(tie, (first.begins_at, first.ends_at)) is None


def winner(tie: Games, tournament: Tournament) -> Seed | None:
    """The winner of a tie whose games are decided; None if both have left, or there was no player.

    That is the player with more points; if even, the one who moved second in the decider, or without a
    decider the higher seed. If the winner left during the round, the other one goes on.
    """
    entrants, number = tournament.by_seed, tie[0].key.round
    ranked = sorted(tie[0].seeds, key=lambda seed: (-_points(tie, seed), not _favoured(tie, seed), seed))
    return next((seed for seed in ranked if not entrants[seed].left_during(number)), None)


def score(tie: Games) -> Mapping[Seed, int]:
    """The half points of the players of a tie, the higher seed first."""
    return {seed: _points(tie, seed) for seed in sorted(tie[0].seeds)}


def next_pairs(ties_before: Sequence[Games], tournament: Tournament) -> tuple[Tie, ...]:
    """The ties of the next round, from those of the round before."""
    going_on = [winner(tie, tournament) for tie in ties_before]
    return tuple(zip(going_on[::2], going_on[1::2], strict=True))


def sealed_text(tournament: TournamentId, key: PairingKey, draw: TieDraw) -> str:
    """The line that opens the seal on the draw of a tie."""
    tie = f"tournament {tournament} round {key.round} tie {key.board}"
    return f"tidepool seal {VERSION} {tie} begins {'first' if draw.first_begins else 'second'} {draw.salt}"


def seal_of(tournament: TournamentId, game: Pairing) -> str | None:
    """The seal of the draw of a tie, by its first game; None if it has none."""
    return None if game.draw is None else seal(sealed_text(tournament, game.key, game.draw))


def opened(tournament: TournamentId, tie: Games) -> str | None:
    """The line that opens the seal of a tie's draw, or None while that is secret: until its decider."""
    draw = tie[0].draw
    if draw is None or len(tie) < DECIDER:
        return None
    return sealed_text(tournament, tie[0].key, draw)


def _points(tie: Games, seed: Seed) -> int:
    return sum(game.points_of(seed) for game in tie)


def _lead(tie: Games) -> int:
    first = tie[0]
    return _points(tie, first.first or UNSEEDED) - _points(tie, first.second or UNSEEDED)


def _favoured(tie: Games, seed: Seed) -> bool:
    """True for the player who moves second in the decider."""
    return len(tie) == DECIDER and tie[-1].second == seed


def _blocked(tie: Games) -> bool:
    return any(game.outcome is not None and game.outcome.how is Decision.NOT_PLAYED for game in tie)
