"""The games of a tournament as matches: a pairing's new match, and the outcome of its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engines import GAMES, Side
from matches.lifecycle.finish import ABORTED, ON_TIME, WITHOUT_RESULT
from matches.lifecycle.leaving import stayed_away
from matches.model import Match, MatchId, MatchTerms, NewMatch, RatedStatus
from matches.players import Human, Player
from matches.tournaments.model import (
    DRAW,
    LOSS,
    WIN,
    Decision,
    Pairing,
    PairingOutcome,
    Tournament,
    TournamentId,
)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """The end of a tournament's match; without an outcome if an administrator called it off."""

    tournament: TournamentId
    match_id: MatchId
    outcome: PairingOutcome | None
    at: datetime


def new_match(tournament: Tournament, pairing: Pairing, now: datetime) -> NewMatch:
    """The match of a pairing, to be stored and begun at once. Raises ValueError if an entrant is missing.

    The first player has the game's first side, and begins if the rules leave that open.
    """
    rules = GAMES[tournament.game]
    by_seed = tournament.by_seed
    users = [by_seed[seed].user_id for seed in pairing.seeds]
    if len(users) != len(rules.sides) or None in users:
        raise ValueError(f"tournament={tournament.id} {pairing.key}: a match needs two entrants")
    players = [Human(user) for user in users if user is not None]
    side = rules.sides[0]
    if rules.challenger_side not in (None, side):
        players.reverse()  # the rules give the challenger the other side
    options = rules.complete_options({})
    rated = tournament.terms.rated and rules.can_be_rated(options)
    return NewMatch(
        game_key=tournament.game,
        rules_version=rules.rules_version,
        options=options,
        guild_id=tournament.guild_id,
        channel_id=tournament.channel_id,
        challenger=players[0],
        opponent=players[1],
        created_at=now,
        deadline_at=now,
        terms=MatchTerms(pace=tournament.terms.pace, tournament=tournament.id),
        side=None if rules.challenger_side else side,
        first=side if rules.starter in ("toss", "drawn") else None,
        stakes=RatedStatus.RATED if rated else RatedStatus.FRIENDLY,
    )


def ended_game(before: Match, after: Match) -> EndedGame | None:
    """The end of a tournament's match, for its tournament; None for any other change."""
    ended = before.result is None and after.result is not None
    if not after.terms.tournament or not ended:
        return None
    outcome = _outcome(before, after)
    return EndedGame(TournamentId(after.terms.tournament), after.id, outcome, after.changed_at)


def _outcome(before: Match, after: Match) -> PairingOutcome | None:
    result = after.result
    assert result is not None, "asked of a match that is over"
    first, second = after.game.sides
    if result.reason == ABORTED:
        missing = stayed_away(before, after)
        return _forfeit(after, first, second, missing) if missing else None
    if result.winner is None or result.reason in WITHOUT_RESULT:
        return PairingOutcome(DRAW, DRAW, Decision.PLAYED)
    how = Decision.ON_TIME if result.reason == ON_TIME else Decision.PLAYED
    return PairingOutcome(WIN, LOSS, how) if result.winner == first else PairingOutcome(LOSS, WIN, how)


def _forfeit(after: Match, first: Side, second: Side, missing: set[Player]) -> PairingOutcome:
    of_first, of_second = (LOSS if after.player_of(side) in missing else WIN for side in (first, second))
    return PairingOutcome(of_first, of_second, Decision.FORFEIT)
