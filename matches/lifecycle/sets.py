"""Sets of two matches with the sides changed: when the second follows, its terms, and the set's score."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from matches.lifecycle.finish import ON_TIME, RESIGNED, WITHOUT_RESULT
from matches.model import LEAVING_COUNTS, Match, MatchFacts, MatchId, NewMatch, RatedStatus
from matches.players import Erased, Player

FIRST: Final = 1
SECOND: Final = 2
WON, DRAWN, LOST = 2, 1, 0
"""The half points of a match."""


def has_result(match: MatchFacts) -> bool:
    """True if a match of a set was played and has a result, which may be an administrator's."""
    result = match.result
    if result is None or result.reason in WITHOUT_RESULT:
        return False
    # Resigned before it began, or left before its loser had begun it.
    left = result.reason == RESIGNED or (result.reason == ON_TIME and match.terms.conduct >= LEAVING_COUNTS)
    return not (left and not result.counts)


def goes_on(match: MatchFacts) -> bool:
    """True if ``match`` is the first of a set and has ended in a way that the second follows."""
    erased = any(isinstance(player, Erased) for player in match.players)
    return match.terms.set_part == FIRST and has_result(match) and not erased


def second_of(match: MatchFacts) -> MatchId | None:
    """The second match of the set of ``match``, which is over; None if none follows.

    If the second could not be played, this may be a rematch offered since: see ``Match.second_of_set``.
    """
    return match.rematch if goes_on(match) else None


def second(match: Match, now: datetime) -> NewMatch:
    """The second match of the set of ``match``: same terms and place, the sides changed, due at once.

    The side that starts stays the same, so that each player starts once.
    """
    seat = match.seat_of(match.challenger)
    assert seat is not None, "a player of the match has a seat"
    friendly = match.stakes is RatedStatus.FRIENDLY
    return NewMatch(
        game_key=match.game_key,
        rules_version=match.rules_version,
        options=match.options,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        challenger=match.challenger,
        opponent=match.opponent,
        created_at=now,
        deadline_at=now,
        terms=match.terms.carried_over(SECOND),
        rematch_of=match.id,
        side=match.game.other(seat.side),
        first=match.first,
        stakes=RatedStatus.FRIENDLY if friendly else RatedStatus.RATED,
        home=match.shown.home,
        direct=match.shown.direct,
    )


def half_points(match: MatchFacts, player: Player) -> int:
    """The half points of ``player`` in a match with a result."""
    assert match.result is not None, "asked of a match that is over"
    winner = match.result.winner
    if winner is None:
        return DRAWN
    return WON if match.player_of(winner) == player else LOST


def sum_of(first: MatchFacts, last: MatchFacts) -> tuple[int, int] | None:
    """The half points of challenger and opponent of ``last`` in a set; None if a match has no result.

    Also None if the two matches have different players, after an administrator handed over a side.
    """
    players = set(last.players)
    if not (has_result(first) and has_result(last)) or set(first.players) != players:
        return None
    own = sum(half_points(match, last.challenger) for match in (first, last))
    return own, 2 * WON - own
