"""Changes of a tournament by people and matches: entries, ends of matches, organisers' actions.

Each function returns the tournament after the change, or raises TournamentError. The caller checks who is an
organiser. The next step handles the consequences (``matches.tournaments.progress``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from matches.model import UserId
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.model import (
    LEAST_ENTRANTS,
    MOST_ORGANISERS,
    NO_GROUP,
    Decision,
    Entrant,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.progress import failures, left


def entered(tournament: Tournament, user: UserId, now: datetime) -> Tournament:
    """Enter ``user``: before the start, or, in a league, for the next season.

    The limit of a league's entrants at its start doesn't hold later.
    """
    entrant = tournament.entrant_of(user)
    if entrant is not None and entrant.active:
        raise TournamentError(TournamentProblem.ENTERED)
    later = tournament.has_next_season
    if not later and tournament.state is not TournamentState.OPEN:
        raise TournamentError(TournamentProblem.ENTRIES_OVER)
    terms = tournament.terms
    if len(tournament.active) >= (terms.format.most_entrants if later else terms.room):
        raise TournamentError(TournamentProblem.ENTRIES_OVER)
    if entrant is not None:
        return tournament.with_entrant(entrant, replace(entrant, left_at=None, group=NO_GROUP))
    return replace(tournament, entrants=(*tournament.entrants, Entrant(user, now)))


def withdrawn(tournament: Tournament, user: UserId, now: datetime) -> Tournament:
    """Withdraw ``user``: an entry without a seed is removed, a seeded entrant leaves the tournament."""
    entrant = tournament.entrant_of(user)
    if entrant is None or not entrant.active:
        raise TournamentError(TournamentProblem.NOT_IN_IT)
    if tournament.state.ended:
        raise TournamentError(TournamentProblem.ENDED)
    if not entrant.seed:
        return replace(tournament, entrants=tuple(one for one in tournament.entrants if one != entrant))
    return left(tournament, (entrant.seed,), now)


def result_set(tournament: Tournament, key: PairingKey, by: UserId, first: int, second: int) -> Tournament:
    """Set the half points of a pairing of the current round, decided or not, by the organiser ``by``.

    They count only in the table: a running match goes on. Raises ValueError for impossible points.
    """
    _check_running(tournament)
    game = next((one for one in tournament.pairings if one.key == key), None)
    if game is None or len(game.seeds) < 2:
        raise TournamentError(TournamentProblem.NO_PAIRING)
    entrant = tournament.entrant_of(by)
    if entrant is not None and entrant.seed in game.seeds:
        raise TournamentError(TournamentProblem.OWN_PAIRING)
    if key.round != tournament.round or _is_followed(tournament, key):
        raise TournamentError(TournamentProblem.PAST)
    return tournament.changed(replace(game, outcome=PairingOutcome(first, second, Decision.ORGANISER)))


def replaced(tournament: Tournament, seed: Seed, user: UserId, now: datetime) -> Tournament:
    """Give ``user`` the place of an entrant: their seed, their points, and all games that have not begun.

    Games forfeited because the entrant left are reopened, if the opponent has not left too.
    """
    _check_running(tournament)
    entrant = tournament.by_seed.get(seed)
    if entrant is None:
        raise TournamentError(TournamentProblem.NOT_IN_IT)
    if tournament.entrant_of(user) is not None:
        raise TournamentError(TournamentProblem.ENTERED)
    forgiven = entrant.forgiven + failures(tournament)[seed]
    new = replace(entrant, user_id=user, entered_at=now, left_at=None, left_in=0, forgiven=forgiven)
    return tournament.with_entrant(entrant, new).changed(*_reopened(tournament, seed))


def _reopened(tournament: Tournament, seed: Seed) -> Iterator[Pairing]:
    entrants = tournament.by_seed
    for game in tournament.in_round(tournament.round):
        rival = game.rival_of(seed)
        forfeit = game.outcome is not None and game.outcome.how is Decision.FORFEIT
        not_begun = forfeit and game.match_id is None and not _is_followed(tournament, game.key)
        if seed in game.seeds and not_begun and rival is not None and entrants[rival].active:
            yield replace(game, outcome=None)


def started_now(tournament: Tournament, now: datetime) -> Tournament:
    """End the entries ``now``, so that the start comes next. Raises TournamentError with too few players."""
    _check_open(tournament)
    if len(tournament.active) < LEAST_ENTRANTS:
        raise TournamentError(TournamentProblem.FEW)
    if tournament.entries_over(now):
        return tournament
    return replace(tournament, terms=replace(tournament.terms, entries_until=now))


def terms_changed(
    tournament: Tournament, by: UserId, name: str, terms: TournamentTerms, now: datetime
) -> Tournament:
    """Change name and terms before the start; ``by``, if entered, agrees to them."""
    _check_open(tournament)
    if terms.room < len(tournament.active):
        raise TournamentError(TournamentProblem.PLACES)
    after = replace(tournament, name=name, terms=terms)
    entrant = tournament.entrant_of(by)
    if entrant is None or not terms.needs_consent(tournament.terms):
        return after
    return agreed(after, by, now)


def agreed(tournament: Tournament, user: UserId, now: datetime) -> Tournament:
    """Record that ``user`` agrees to the present terms, as if they had entered now."""
    _check_open(tournament)
    entrant = tournament.entrant_of(user)
    if entrant is None:
        raise TournamentError(TournamentProblem.NOT_IN_IT)
    return tournament.with_entrant(entrant, replace(entrant, entered_at=now))


def organiser_added(tournament: Tournament, user: UserId) -> Tournament:
    """Add an organiser. Raises TournamentError if the tournament has ended, or has enough organisers."""
    if tournament.state.ended:
        raise TournamentError(TournamentProblem.ENDED)
    if user in tournament.organisers:
        return tournament
    if len(tournament.organisers) >= MOST_ORGANISERS:
        raise TournamentError(TournamentProblem.MANY_ORGANISERS)
    return replace(tournament, organisers=(*tournament.organisers, user))


def paused(tournament: Tournament, now: datetime) -> Tournament:
    """Pause the tournament: no new matches or rounds begin; running matches go on."""
    _check_running(tournament)
    if tournament.state is TournamentState.PAUSED:
        raise TournamentError(TournamentProblem.NOT_RUNNING)
    return replace(tournament, state=TournamentState.PAUSED, paused_at=now)


def resumed(tournament: Tournament, now: datetime) -> Tournament:
    """Resume the tournament; the last days of undecided pairings move by the length of the pause."""
    if tournament.state is not TournamentState.PAUSED or tournament.paused_at is None:
        raise TournamentError(TournamentProblem.NOT_PAUSED)
    pause = now - tournament.paused_at
    moved = (
        replace(game, ends_at=game.ends_at + pause) for game in tournament.pairings if game.outcome is None
    )
    return replace(tournament.changed(*moved), state=TournamentState.RUNNING, paused_at=None)


def called_off(tournament: Tournament, now: datetime) -> Tournament:
    """Call the tournament off: it ends without a champion; running matches go on."""
    if tournament.state.ended:
        raise TournamentError(TournamentProblem.ENDED)
    return replace(tournament, state=TournamentState.CALLED_OFF, ended_at=now)


def _check_open(tournament: Tournament) -> None:
    """Raise TournamentError unless the tournament has not started."""
    if tournament.state.ended:
        raise TournamentError(TournamentProblem.ENDED)
    if tournament.state is not TournamentState.OPEN:
        raise TournamentError(TournamentProblem.NOT_OPEN)


def _check_running(tournament: Tournament) -> None:
    if not tournament.state.started:
        raise TournamentError(TournamentProblem.NOT_RUNNING)


def _is_followed(tournament: Tournament, key: PairingKey) -> bool:
    """True if a decider was added because of this game."""
    return any(one.key[:2] == key[:2] and one.key.game > max(key.game, 2) for one in tournament.pairings)
