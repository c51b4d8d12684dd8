"""Rules about rows of tournaments, last looks, and of features.

Each is a query for the rows that break it. What the database itself holds, such as that a
pairing has its tournament, is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, and_, exists, func, not_, or_, select

from data.features import FEATURES
from data.features.rows import RowRule
from data.schema import (
    entry,
    last_look,
    match,
    tournament,
    tournament_champion,
    tournament_event,
    tournament_pairing,
    tournament_substitute,
)
from matches.model import Phase
from matches.tournaments.champions import WHOLE
from matches.tournaments.events import EventTrouble
from matches.tournaments.model import TournamentState
from matches.tournaments.substitutes import QuestionState

_ENDED: Final = tuple(state.value for state in TournamentState if state.ended)
_RUNNING: Final = tuple(phase.value for phase in Phase if phase.running)
_game = tournament_pairing.c
_key = (_game.tournament_id, _game.round, _game.board, _game.game)
_PAIRING: Final = "tournament={tournament_id} pairing {round}.{board}.{game}"
_asked = tournament_substitute.c
_entries = (
    select(func.count()).select_from(entry).where(entry.c.match_id == last_look.c.match_id).scalar_subquery()
)

TOURNAMENTS: Final = (
    RowRule(
        "match={id}: it is a game of tournament={tournament}, and no pairing has it",
        select(match.c.id, match.c.tournament).where(
            match.c.tournament > 0,
            ~exists().where(_game.match_id == match.c.id, _game.tournament_id == match.c.tournament),
        ),
    ),
    RowRule(
        f"{_PAIRING}: its match={{match_id}} is of tournament={{tournament}}",
        select(*_key, _game.match_id, match.c.tournament)
        .join(match, match.c.id == _game.match_id)
        .where(match.c.tournament != _game.tournament_id),
    ),
    RowRule(
        "match={match_id}: {pairings} pairings have it",
        select(_game.match_id, func.count().label("pairings"))
        .where(_game.match_id.is_not(None))
        .group_by(_game.match_id)
        .having(func.count() > 1),
    ),
    RowRule(
        f"{_PAIRING}: its match={{match_id}} is {{phase}}, and it is noted otherwise",
        select(*_key, _game.match_id, match.c.phase)
        .join(match, match.c.id == _game.match_id)
        .where(
            or_(
                and_(_game.match_ended, match.c.phase.in_(_RUNNING)),
                and_(not_(_game.match_ended), match.c.phase == Phase.FINISHED.value),
            )
        ),
    ),
    RowRule(
        f"{_PAIRING}: it is half decided",
        select(*_key).where(
            or_(
                _game.first_points.is_(None) != _game.second_points.is_(None),
                _game.first_points.is_(None) != _game.how.is_(None),
            )
        ),
    ),
    RowRule(
        "tournament={tournament_id}: its event is stored, and Discord was not asked for it",
        select(tournament_event.c.tournament_id).where(
            tournament_event.c.event_id.is_not(None), tournament_event.c.asked_at.is_(None)
        ),
    ),
    RowRule(
        "tournament={tournament_id}: nobody knows the trouble {trouble!r} of its event",
        select(tournament_event.c.tournament_id, tournament_event.c.trouble).where(
            tournament_event.c.trouble.not_in([trouble.value for trouble in EventTrouble])
        ),
    ),
    RowRule(
        "tournament={tournament_id}: nobody knows the state {state!r} of a question to a substitute",
        select(_asked.tournament_id, _asked.state).where(_asked.state.not_in(list(QuestionState))),
    ),
    RowRule(
        "tournament={tournament_id}: {questions} open questions are about seed {seed}",
        select(_asked.tournament_id, _asked.seed, func.count().label("questions"))
        .where(_asked.state == QuestionState.OPEN.value)
        .group_by(_asked.tournament_id, _asked.seed, _asked.state)
        .having(func.count() > 1),
    ),
    RowRule(
        "tournament={tournament_id}: a question about seed {seed} is {state}, and never due",
        select(_asked.tournament_id, _asked.seed, _asked.state).where(
            or_(_asked.state == QuestionState.OPEN.value, _asked.message.is_not(None)),
            _asked.due_at.is_(None),
        ),
    ),
    RowRule(
        "tournament={tournament_id}: it is {state}, and has a champion",
        select(tournament_champion.c.tournament_id, tournament.c.state)
        .join(tournament, tournament.c.id == tournament_champion.c.tournament_id)
        .where(tournament_champion.c.season == WHOLE, tournament.c.state != TournamentState.OVER.value),
    ),
    RowRule(
        "tournament={tournament_id}: season {season} has a champion, and it is in season {round}",
        select(tournament_champion.c.tournament_id, tournament_champion.c.season, tournament.c.round)
        .join(tournament, tournament.c.id == tournament_champion.c.tournament_id)
        .where(
            or_(
                tournament_champion.c.season > tournament.c.round,
                and_(tournament_champion.c.season == tournament.c.round, tournament.c.state.not_in(_ENDED)),
            ),
            tournament_champion.c.season > WHOLE,
        ),
    ),
)
LOOKS: Final = (
    RowRule(
        "match={match_id}: user={user_id} has seen {entries} entries, and it has {there}",
        select(last_look.c.match_id, last_look.c.user_id, last_look.c.entries, _entries.label("there")).where(
            or_(last_look.c.entries < 0, last_look.c.entries > _entries)
        ),
    ),
)


def broken_rules(connection: Connection) -> Iterator[str]:
    """The faults of rows, a line each."""
    of_features = (rule for feature in FEATURES for rule in feature.rules)
    for rule in (*TOURNAMENTS, *LOOKS, *of_features):
        for row in connection.execute(rule.broken).mappings():
            yield rule.fault.format(**row)
