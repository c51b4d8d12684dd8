"""Progress: the next step that is due in a tournament, as a value, and its change.

:func:`next_step` looks at a tournament and a moment, and nothing else; :func:`apply` makes the change. In
between entrants come, go and are replaced, so a step holds its decisions and their basis, not the tournament,
and :func:`apply` makes it in the present one. If the basis has changed, or the step is repeated after a
crash, it changes nothing, and the next step has to be computed again.

Two steps need more than that. For BeginMatches the matches are begun one by one. For PairRound the pairs are
computed elsewhere, since that is slow (``matches.tournaments.swiss``); :func:`paired` makes a step of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum, auto
from itertools import islice
from typing import Final

from matches.model import UserId
from matches.time import DAY, NO_TIME
from matches.time.intervals import Interval, merged
from matches.tournaments import groups, knockout
from matches.tournaments.field import Blocked, Pair, planned_rounds, rounds_of
from matches.tournaments.knockout import Draws
from matches.tournaments.model import (
    DRAW,
    LEAST_ENTRANTS,
    LOSS,
    NO_GROUP,
    UNSEEDED,
    WIN,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
    TournamentTerms,
    last_day,
)
from matches.tournaments.standings import tables

MOST_VACATION: Final = 7 * DAY
"""The most time by which vacations move the last day of a pairing."""
LEAVES_AFTER: Final = 2
"""The games lost on time or not begun after which an entrant is out."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The data besides the tournament that its next step depends on.

    ``away``: vacations by user, past ones too. ``blocked``: pairs of users with a block between them. Needed
    for the start only: ``ratings``, the users' points, and ``changed_at``, when terms changed to which
    earlier entrants have to agree.
    """

    away: Mapping[UserId, Collection[Interval]] = field(default_factory=dict)
    blocked: Blocked = frozenset()
    ratings: Mapping[UserId, int] = field(default_factory=dict)
    changed_at: datetime | None = None


Who = tuple[Seed, UserId | None, datetime]
"""Identifies a person in a tournament; a substitute, or the same person entering again, is a new one."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The basis of the step between two rounds: the terms, the results so far, and the people.

    ``people``: each seed, the round in which they left last, if ever, and their identity unless they have
    left.
    """

    state: TournamentState
    terms: TournamentTerms
    round: int
    outcomes: Mapping[PairingKey, PairingOutcome | None]
    people: frozenset[tuple[Seed, int, Who | None]]


class Shortfall(Enum):
    """Why a tournament can't go on."""

    NO_PAIRS = auto()
    """No legal pairing of the remaining players exists: too many of them have met."""
    FEW_LEFT = auto()
    """Too few players are left."""


@dataclass(frozen=True, slots=True)
class Start:
    """Entries are over: the entrants have their seeds and ratings."""

    basis: Basis
    seeded: Mapping[Who, tuple[Seed, int]]


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Entrants who haven't agreed to new terms before the start are removed, as if they had never entered."""

    basis: Basis
    out: frozenset[Who]


@dataclass(frozen=True, slots=True)
class CallOff:
    """The tournament is called off: it has too few entrants."""

    at: datetime
    basis: Basis


Players = tuple[tuple[Who, bool], ...]
"""The players of a pairing, and whether each is still in the tournament."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Entrants are removed: they have lost on time, or not begun, too many games."""

    seeds: tuple[Seed, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Decide:
    """Pairings are decided without a match or before its end. ``games``: their state and players then."""

    outcomes: Mapping[PairingKey, PairingOutcome]
    games: Mapping[PairingKey, tuple[Pairing, Players]]


@dataclass(frozen=True, slots=True)
class BeginMatches:
    """Matches are to begin, in this order."""

    keys: tuple[PairingKey, ...]


@dataclass(frozen=True, slots=True)
class AddDeciders:
    """Ties are even: a third game is added to them."""

    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class PairRound:
    """Round ``number`` of a Swiss is to be paired."""

    number: int


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round, stage or season begins.

    ``groups``: the groups by seed, if the format has any. ``seeds``: those of new entrants in a league.
    """

    number: int
    at: datetime
    basis: Basis
    pairings: tuple[Pairing, ...]
    groups: Mapping[Seed, int] = field(default_factory=dict)
    seeds: Mapping[Who, Seed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """The tournament is over."""

    at: datetime
    basis: Basis


Change = Start | Dismiss | CallOff | Leave | Decide | AddDeciders | BeginRound | Finish
"""The steps that :func:`apply` makes."""
Step = Change | BeginMatches | PairRound

_FORFEITS: Final = {
    (True, True): PairingOutcome(LOSS, LOSS, Decision.FORFEIT),
    (True, False): PairingOutcome(LOSS, WIN, Decision.FORFEIT),
    (False, True): PairingOutcome(WIN, LOSS, Decision.FORFEIT),
}
"""The outcome of a game not begun, by who has left."""
_ADJOURNED: Final = PairingOutcome(DRAW, DRAW, Decision.ADJOURNED)
_NOT_PLAYED: Final = PairingOutcome(DRAW, DRAW, Decision.NOT_PLAYED)
_BYE: Final = PairingOutcome(WIN, LOSS, Decision.BYE)


def next_step(tournament: Tournament, now: datetime, around: Circumstances, draw: Draws) -> Step | None:
    """The step that is due at ``now``, or None. ``draw`` is called for the deciders of new ties."""
    match tournament.state:
        case TournamentState.OPEN:
            return _opening(tournament, now, around) if tournament.entries_over(now) else None
        case TournamentState.RUNNING:
            return _running(tournament, now, around, draw)
        case _:
            return None


def next_due(tournament: Tournament, around: Circumstances) -> datetime | None:
    """The time at which something is due by itself; None if only an event can change the tournament."""
    if tournament.state is TournamentState.OPEN:
        return tournament.terms.entries_until
    if tournament.state is not TournamentState.RUNNING:
        return None
    users = _users(tournament)
    ends = (ends_at(game, users, around) for game in tournament.pairings if game.outcome is None)
    return min(ends, default=None)


def apply(tournament: Tournament, step: Change) -> Tournament:
    """The tournament after a step; unchanged if the step was applied before, or is out of date."""
    match step:
        case Start() | Dismiss() | CallOff() | BeginRound() | Finish():
            return _turned(tournament, step) if step.basis == _basis(tournament) else tournament
        case _ if tournament.state is not TournamentState.RUNNING:
            return tournament
        case Leave(seeds, at):
            return left(tournament, set(seeds).intersection(_leaving(tournament)), at)
        case Decide(outcomes, games):
            entrants = tournament.by_seed
            known = (one for one in tournament.pairings if one.key in games)
            same = (one for one in known if _facts(one, entrants) == games[one.key])
            return tournament.changed(*(replace(one, outcome=outcomes[one.key]) for one in same))
        case AddDeciders(pairings):
            now = pairings[0].begins_at
            even = _deciders(tournament, tournament.in_round(tournament.round), now)
            return tournament.changed(*(game for game in even if game in pairings))


def _turned(tournament: Tournament, step: Start | Dismiss | CallOff | BeginRound | Finish) -> Tournament:
    """The tournament after a step whose basis is unchanged."""
    match step:
        case Start(_, seeded):
            ranked = [(one, *seeded[_who(one)]) for one in tournament.entrants]
            entrants = tuple(replace(one, seed=seed, rating=rating) for one, seed, rating in ranked)
            return replace(tournament, state=TournamentState.RUNNING, entrants=entrants)
        case Dismiss(_, out):
            return replace(
                tournament, entrants=tuple(one for one in tournament.entrants if _who(one) not in out)
            )
        case CallOff(at):
            return replace(tournament, state=TournamentState.CALLED_OFF, ended_at=at)
        case Finish(at):
            return replace(tournament, state=TournamentState.OVER, ended_at=at)
        case BeginRound(number, at, _, pairings, groups, seeds):
            entered = (replace(one, seed=seeds.get(_who(one), one.seed)) for one in tournament.entrants)
            entrants = tuple(replace(one, group=groups.get(one.seed, NO_GROUP)) for one in entered)
            return replace(tournament, round=number, round_at=at, entrants=entrants).changed(*pairings)


def _who(one: Entrant) -> Who:
    return one.seed, one.user_id, one.entered_at


def _basis(tournament: Tournament) -> Basis:
    outcomes = {game.key: game.outcome for game in tournament.in_round(tournament.round)}
    people = frozenset(
        (one.seed, one.left_in, _who(one) if one.active else None) for one in tournament.entrants
    )
    return Basis(tournament.state, tournament.terms, tournament.round, outcomes, people)


def _facts(game: Pairing, entrants: Mapping[Seed, Entrant]) -> tuple[Pairing, Players]:
    """The basis of a pairing's outcome: the pairing and its players."""
    players = tuple(entrants[seed] for seed in game.seeds)
    return game, tuple((_who(one), one.active) for one in players)


def left(tournament: Tournament, seeds: Collection[Seed], at: datetime) -> Tournament:
    """The tournament after the entrants with these seeds have left."""
    entrants = (
        replace(one, left_at=at, left_in=tournament.round) if one.active and one.seed in seeds else one
        for one in tournament.entrants
    )
    return replace(tournament, entrants=tuple(entrants))


def ends_at(game: Pairing, users: Mapping[Seed, UserId], around: Circumstances) -> datetime:
    """The last moment of a pairing: its round's, moved by its players' vacations within the round."""
    stops = merged(
        Interval(max(stop.start, game.begins_at), min(stop.end, game.ends_at))
        for seed in game.seeds
        if seed in users
        for stop in around.away.get(users[seed], ())
    )
    away = sum((stop.end - stop.start for stop in stops), start=NO_TIME)
    return game.ends_at + min(away, MOST_VACATION)


def cut_short(tournament: Tournament) -> Shortfall | None:
    """Why a tournament ended before all of its rounds, stages or seasons; None if it didn't.

    A knockout always ends with its final, and a league without a number of seasons when too few are left.
    """
    if tournament.state is not TournamentState.OVER:
        return None
    number, early = tournament.round, False
    match tournament.terms.format:
        case Format.SWISS if number < rounds_of(tournament):
            return Shortfall.NO_PAIRS
        case Format.SWISS:
            early = number < planned_rounds(tournament)
        case Format.ROUND_ROBIN:
            early = len({game.group for game in tournament.in_round(number)}) != 1
        case Format.LEAGUE:
            early = number != tournament.terms.rounds
    return Shortfall.FEW_LEFT if early else None


def failures(tournament: Tournament) -> Mapping[Seed, int]:
    """The number of games that each entrant lost on time or did not begin: in a league, of this season."""
    season = tournament.round if tournament.terms.format is Format.LEAGUE else None
    found = Counter(
        seed
        for game in tournament.pairings
        if season in (None, game.key.round)
        for seed in game.seeds
        if _failed(game, seed)
    )
    for one in tournament.entrants:
        found[one.seed] -= one.forgiven
    return found


def paired(
    tournament: Tournament, step: PairRound, pairs: Iterable[Pair] | None, now: datetime
) -> BeginRound | Finish:
    """The step that begins a round of a Swiss with its ``pairs``; None for them ends the tournament."""
    if pairs is None:
        return Finish(now, _basis(tournament))
    span = (now, last_day(now, tournament.terms))
    games = tuple(
        Pairing(
            PairingKey(step.number, board), NO_GROUP, first, second, *span, outcome=None if second else _BYE
        )
        for board, (first, second) in enumerate(pairs, 1)
    )
    return BeginRound(step.number, now, _basis(tournament), games)


def unsure(tournament: Tournament, changed_at: datetime | None) -> tuple[Entrant, ...]:
    """The entrants before the start who haven't agreed to terms that changed at ``changed_at``, if any."""
    if changed_at is None or tournament.state is not TournamentState.OPEN:
        return ()
    return tuple(one for one in tournament.active if one.entered_at < changed_at)


def _opening(
    tournament: Tournament, now: datetime, around: Circumstances
) -> Start | Dismiss | CallOff | None:
    """The step once entries are over. A tournament that is only full waits for entrants who have to agree."""
    missing = unsure(tournament, around.changed_at)
    if not missing:
        return _start(tournament, now, around)
    until = tournament.terms.entries_until
    if until is None or until > now:
        return None
    return Dismiss(_basis(tournament), frozenset(map(_who, missing)))


def _start(tournament: Tournament, now: datetime, around: Circumstances) -> Start | CallOff:
    if len(tournament.entrants) < LEAST_ENTRANTS:
        return CallOff(now, _basis(tournament))
    rated = (
        (one, one.rating if one.user_id is None else around.ratings.get(one.user_id, one.rating))
        for one in tournament.entrants
    )
    ranked = sorted(rated, key=lambda pair: (-pair[1], pair[0].entered_at, pair[0].user_id or 0))
    seeded = {_who(one): (Seed(number), rating) for number, (one, rating) in enumerate(ranked, 1)}
    return Start(_basis(tournament), seeded)


def _running(tournament: Tournament, now: datetime, around: Circumstances, draw: Draws) -> Step | None:
    if leaving := tuple(_leaving(tournament)):
        return Leave(leaving, now)
    games = tournament.in_round(tournament.round)
    users = _users(tournament)
    if outcomes := dict(_decided(tournament, games, users, now, around)):
        return _decide(tournament, outcomes)
    # Before matches begin: one whose player has no room for it elsewhere must not hold up other ties.
    if tournament.terms.format is Format.KNOCKOUT and (more := tuple(_deciders(tournament, games, now))):
        return AddDeciders(more)
    if keys := tuple(openable(tournament, games)):
        return BeginMatches(keys)
    open_games = [game for game in games if game.outcome is None]
    entrants = tournament.by_seed
    if any(entrants[seed].active for game in open_games for seed in game.seeds):
        return None
    if open_games:  # between two who are out: the match goes on, and the round is over without it
        return _decide(tournament, {game.key: _ADJOURNED for game in open_games})
    return _next_round(tournament, now, draw)


def _decide(tournament: Tournament, outcomes: Mapping[PairingKey, PairingOutcome]) -> Decide:
    entrants = tournament.by_seed
    decided = (game for game in tournament.in_round(tournament.round) if game.key in outcomes)
    return Decide(outcomes, {game.key: _facts(game, entrants) for game in decided})


def _users(tournament: Tournament) -> Mapping[Seed, UserId]:
    return {one.seed: one.user_id for one in tournament.entrants if one.user_id is not None}


def _leaving(tournament: Tournament) -> Iterator[Seed]:
    failed = failures(tournament)
    return (one.seed for one in tournament.active if failed[one.seed] >= LEAVES_AFTER)


def _failed(game: Pairing, seed: Seed) -> bool:
    if game.outcome is None or game.points_of(seed) != LOSS:
        return False
    not_begun = game.outcome.how is Decision.FORFEIT and game.match_id is not None
    return not_begun or game.outcome.how is Decision.ON_TIME


def _decided(
    tournament: Tournament,
    games: Iterable[Pairing],
    users: Mapping[Seed, UserId],
    now: datetime,
    around: Circumstances,
) -> Iterator[tuple[PairingKey, PairingOutcome]]:
    """The pairings that are decided by a leaver, by a block, or by the end of their round."""
    entrants = tournament.by_seed
    for game in games:
        if game.outcome is not None or game.first is None or game.second is None:
            continue
        out = (not entrants[game.first].active, not entrants[game.second].active)
        two = frozenset(users[seed] for seed in game.seeds if seed in users)
        if game.waiting and out in _FORFEITS:
            yield game.key, _FORFEITS[out]
        elif game.waiting and two in around.blocked:
            yield game.key, _NOT_PLAYED
        elif ends_at(game, users, around) <= now:
            yield game.key, _ADJOURNED


def openable(tournament: Tournament, games: Iterable[Pairing]) -> Iterator[PairingKey]:
    """The pairings whose matches can begin, in order: both players must have room.

    An adjourned match, which may still run, takes no room: its result no longer counts.
    """
    room = {one.seed: tournament.terms.at_once for one in tournament.entrants}
    waiting = []
    for game in games:
        if game.running:
            room.update({seed: room[seed] - 1 for seed in game.seeds})
        elif game.waiting:
            waiting.append(game)
    for game in waiting:
        if all(room[seed] > 0 for seed in game.seeds):
            room.update({seed: room[seed] - 1 for seed in game.seeds})
            yield game.key


def _deciders(tournament: Tournament, games: Iterable[Pairing], now: datetime) -> Iterator[Pairing]:
    """The deciders that even ties need now, each with the days of a whole round."""
    entrants = tournament.by_seed
    span = (now, last_day(now, tournament.terms))
    for tie in knockout.by_tie(games):
        if all(entrants[seed].active for seed in tie[0].seeds) and (game := knockout.decider(tie, span)):
            yield game


def _next_round(tournament: Tournament, now: datetime, draw: Draws) -> Step:
    match tournament.terms.format:
        case Format.ROUND_ROBIN:
            return _next_stage(tournament, now)
        case Format.LEAGUE:
            return _next_season(tournament, now)
        case Format.SWISS:
            more = tournament.round < rounds_of(tournament)
            return PairRound(tournament.round + 1) if more else Finish(now, _basis(tournament))
        case Format.KNOCKOUT:
            return _next_ties(tournament, now, draw)


def _next_stage(tournament: Tournament, now: datetime) -> Step:
    """The next stage of a round robin, or its end after the stage with one group."""
    size = tournament.terms.group_size
    if not tournament.round:
        present = [seed for seed, one in tournament.by_seed.items() if one.active]
    else:
        found = tables(tournament)
        present = [] if len(found) == 1 else list(_promoted(tournament, [table.seeds for table in found]))
    if len(present) < 2:
        return Finish(now, _basis(tournament))
    return _begin_groups(tournament, groups.dealt(present, size), {}, now)


def _promoted(tournament: Tournament, found: Iterable[tuple[Seed, ...]]) -> Iterator[Seed]:
    """The promoted seeds of each group, without those who left: all winners, then all seconds, by seed."""
    entrants = tournament.by_seed
    first = (
        islice((seed for seed in table if entrants[seed].active), tournament.terms.promoted)
        for table in found
    )
    ranked = sorted((place, seed) for table in first for place, seed in enumerate(table))
    return (seed for _, seed in ranked)


def _next_season(tournament: Tournament, now: datetime) -> Step:
    """The next season of a league, or its end after the last one."""
    last = tournament.terms.rounds is not None and tournament.round >= tournament.terms.rounds
    seeds = _new_seeds(tournament)
    entrants = {seeds.get(_who(one), one.seed): one.active for one in tournament.entrants}
    active = {seed for seed, there in entrants.items() if there}
    found = [table.seeds for table in tables(tournament)] if tournament.round else []
    new = sorted(active.difference(*found))
    order = groups.next_order(found, tournament.terms.moving, entrants.keys() - active, new)
    if last or len(order) < LEAST_ENTRANTS:
        return Finish(now, _basis(tournament))
    return _begin_groups(tournament, groups.divisions(order, tournament.terms.group_size), seeds, now)


def _new_seeds(tournament: Tournament) -> Mapping[Who, Seed]:
    """The seeds for new entrants of a league: the next free ones."""
    top = max((one.seed for one in tournament.entrants), default=UNSEEDED)
    new = (one for one in tournament.entrants if one.seed == UNSEEDED)
    return {_who(one): Seed(seed) for seed, one in enumerate(new, top + 1)}


def _begin_groups(
    tournament: Tournament, dealt: groups.Groups, seeds: Mapping[Who, Seed], now: datetime
) -> BeginRound:
    number = tournament.round + 1
    group_of = {seed: group for group, ranked in enumerate(dealt, 1) for seed in ranked}
    pairs = [
        (group, pair)
        for group, ranked in enumerate(dealt, 1)
        for row in groups.berger(ranked)
        for pair in row
    ]
    span = (now, last_day(now, tournament.terms))
    games = (
        Pairing(PairingKey(number, board), group, *pair, *span)
        for board, (group, pair) in enumerate(pairs, 1)
    )
    return BeginRound(number, now, _basis(tournament), tuple(games), group_of, seeds)


def _next_ties(tournament: Tournament, now: datetime, draw: Draws) -> Step:
    if tournament.round:
        before = knockout.by_tie(tournament.in_round(tournament.round))
        pairs = knockout.next_pairs(before, tournament) if len(before) > 1 else ()
    else:
        pairs = knockout.bracket(len(tournament.entrants))
    if not pairs:
        return Finish(now, _basis(tournament))
    span = (now, last_day(now, tournament.terms))
    games = knockout.ties(tournament.round + 1, pairs, span, draw)
    return BeginRound(tournament.round + 1, now, _basis(tournament), games)
