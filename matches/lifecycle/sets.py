"""Sets of two matches with the sides changed: when the second follows, what it is, and how the set stands."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from matches.lifecycle.finish import ON_TIME, RESIGNED, WITHOUT_RESULT
from matches.model import LEAVING_COUNTS, Match, MatchFacts, MatchId, MatchTerms, NewMatch, RatedStatus
from matches.players import Erased, Player

FIRST: Final = 1
SECOND: Final = 2
WON, DRAWN, LOST = 2, 1, 0
"""Half points of a match."""


def has_result(match: MatchFacts) -> bool:
    """True if a match of a set was played and ended with a result, also one that an administrator set."""
    result = match.result
    if result is None or result.reason in WITHOUT_RESULT:
        return False
    # Given up before it began, or before its loser had begun it.
    left = result.reason == RESIGNED or (result.reason == ON_TIME and match.terms.conduct >= LEAVING_COUNTS)
    return not (left and not result.counts)


def goes_on(match: MatchFacts) -> bool:
    """True if ``match`` is the first of a set, and has ended so that the second follows."""
    erased = any(isinstance(player, Erased) for player in match.players)
    return match.terms.set_part == FIRST and has_result(match) and not erased


def second_of(match: MatchFacts) -> MatchId | None:
    """The second match of the set of ``match``, which is over; None where there is none.

    Where it could not be played it may be a rematch that was offered since: see ``Match.second_of_set``.
    """
    return match.rematch if goes_on(match) else None


def second(match: Match, now: datetime) -> NewMatch:
    """The second match of the set of ``match``: the same terms and place, with the sides changed.

    The side that starts stays the same, so that each player starts once. It is due at once.
    """
    seat = match.seat_of(match.challenger)
    assert seat is not None, "whoever has played is seated"
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
        terms=MatchTerms(
            pace=match.terms.pace,
            takebacks=match.terms.takebacks,
            weekends_off=match.terms.weekends_off,
            set_part=SECOND,
        ),
        rematch_of=match.id,
        side=match.game.other(seat.side),
        first=match.first,
        stakes=RatedStatus.FRIENDLY if friendly else RatedStatus.RATED,
        home=match.shown.home,
        direct=match.shown.direct,
    )


def half_points(match: MatchFacts, player: Player) -> int:
    """The half points that ``player`` made in a match of a set that has a result."""
    assert match.result is not None, "asked of a match that is over"
    winner = match.result.winner
    if winner is None:
        return DRAWN
    return WON if match.player_of(winner) == player else LOST


def sum_of(first: MatchFacts, last: MatchFacts) -> tuple[int, int] | None:
    """The half points of the challenger and of the opponent in a set; None where a match has no result.

    Nobody's points are somebody else's: None also where an administrator had a side handed over in between.
    """
    players = set(last.players)
    if not (has_result(first) and has_result(last)) or set(first.players) != players:
        return None
    own = sum(half_points(match, last.challenger) for match in (first, last))
    return own, 2 * WON - own
