"""Tournaments made for tests, and played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from matches.model import ChannelId, GuildId, MatchId, UserId
from matches.time.intervals import Interval
from matches.tournaments import changes, knockout, progress, swiss
from matches.tournaments.field import field_of
from matches.tournaments.model import (
    RESULTS,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    TieDraw,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.progress import BeginMatches, Circumstances, PairRound

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ORGANISER = UserId(9000)
ALONE = Circumstances()


def user(number: int) -> UserId:
    """The user who has this seed when the tournament starts."""
    return UserId(100 + number)


def a_draw() -> TieDraw:
    return TieDraw(True, "00" * 32)


def a_tournament(form: Format, entrants: int = 0, **terms: Any) -> Tournament:
    """A tournament that takes entries, with as many entrants, the strongest first."""
    return Tournament(
        TournamentId(7),
        GuildId(1),
        ChannelId(2),
        "Spring",
        "prudh",
        TournamentTerms(form, **{"entries_until": NOON, **terms}),
        (ORGANISER,),
        NOON - DAY,
        entrants=tuple(
            Entrant(user(number), NOON - DAY, rating=2000 - number) for number in range(1, entrants + 1)
        ),
    )


def started(form: Format, entrants: int, **terms: Any) -> Tournament:
    """The same in its first round, with no match begun."""
    return settled(a_tournament(form, entrants, **terms), NOON, opening=False)


def erased(tournament: Tournament, user: UserId, now: datetime) -> Tournament:
    """``user`` has their data deleted: they leave, and their entry keeps no id. Never refused."""
    organisers = tuple(one for one in tournament.organisers if one != user)
    tournament = replace(tournament, organisers=organisers)
    entrant = tournament.entrant_of(user)
    if entrant is None:
        return tournament
    if entrant.active and not tournament.state.ended:
        tournament = changes.withdrawn(tournament, user, now)
    gone = tournament.entrant_of(user)
    return tournament if gone is None else tournament.with_entrant(gone, replace(gone, user_id=None))


def match_opened(tournament: Tournament, key: PairingKey, match_id: MatchId) -> Tournament:
    """The match of a pairing has begun. Raises KeyError without the pairing; no change if it needs none."""
    game = tournament.pairing(key)
    return tournament.changed(replace(game, match_id=match_id)) if game.waiting else tournament


def match_ended(tournament: Tournament, match_id: MatchId, outcome: PairingOutcome | None) -> Tournament:
    """A match has ended, with its outcome for the table; None if an administrator called it off.

    A pairing that is decided already keeps its outcome. No change if the match is not of the tournament.
    """
    for game in tournament.pairings:
        if game.match_id == match_id and not game.match_ended:
            return tournament.changed(replace(game, match_ended=True, outcome=game.outcome or outcome))
    return tournament


def settled(
    tournament: Tournament, now: datetime, around: Circumstances = ALONE, *, opening: bool = True
) -> Tournament:
    """The tournament once all that is due has happened. Matches are numbered by their pairings."""
    for _ in range(1000):
        step = progress.next_step(tournament, now, around, a_draw)
        match step:
            case None:
                return tournament
            case BeginMatches(keys):
                if not opening:
                    return tournament
                for key in keys:
                    tournament = match_opened(tournament, key, number_of(key))
            case PairRound():
                pairs = swiss.pairs(field_of(tournament, around.blocked))
                tournament = progress.apply(tournament, progress.paired(tournament, step, pairs, now))
            case _:
                tournament = progress.apply(tournament, step)
    raise AssertionError("it never comes to rest")


def number_of(key: PairingKey) -> MatchId:
    return MatchId(key.round * 100_000 + key.board * 10 + key.game)


def decided(
    tournament: Tournament, *results: tuple[int, int, int, int], how: Decision = Decision.PLAYED
) -> Tournament:
    """The tournament with results of the current round: two seeds, and the half points of each."""
    for one, two, points, others in results:
        game = game_of(tournament, one, two)
        first, second = (points, others) if game.first == one else (others, points)
        tournament = tournament.changed(replace(game, outcome=PairingOutcome(first, second, how)))
    return tournament


def game_of(tournament: Tournament, one: int, two: int, game: int | None = None) -> Pairing:
    """The pairing of two seeds in the current round."""
    found = (pair for pair in tournament.in_round(tournament.round) if set(pair.seeds) == {one, two})
    return next(pair for pair in found if game in (None, pair.key.game))


def played_out(
    tournament: Tournament, results: Iterable[tuple[int, int]], now: datetime = NOON
) -> Tournament:
    """The tournament to its end, where running matches end with ``results`` in order of their keys."""
    endless = iter(results)
    tournament = settled(tournament, now)
    while not tournament.state.ended:
        running = [game for game in tournament.pairings if game.running]
        for game in running:
            assert game.match_id is not None
            outcome = PairingOutcome(*next(endless), Decision.PLAYED)
            tournament = match_ended(tournament, game.match_id, outcome)
        tournament = settled(tournament, now)
    return tournament


@dataclass
class Chance:
    """A tournament that goes on by chance, with everything that can happen to it."""

    seed: int
    form: Format | None = None
    now: datetime = NOON
    rng: random.Random = field(init=False)
    tournament: Tournament = field(init=False)
    around: Circumstances = field(init=False)
    substitutes: int = 0

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        form = self.form or rng.choice(list(Format))
        self.tournament = a_tournament(
            form,
            rng.choice((0, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 23)),
            at_once=rng.randint(2, 4),
            round_days=rng.choice((5, 30)),
            group_size=rng.randint(4, 7),
            promoted=rng.randint(1, 2),
            moving=rng.randint(1, 2),
            rounds=rng.randint(1, 3) if form is Format.LEAGUE else rng.choice((None, 2, 20)),
        )
        users = [one.user_id for one in self.tournament.entrants if one.user_id is not None]
        blocked = {frozenset(rng.sample(users, 2)) for _ in range(len(users) // 4)}
        away = {
            one: [Interval(NOON + rng.randint(0, 40) * DAY, NOON + rng.randint(20, 60) * DAY)]
            for one in users
            if rng.random() < 0.2
        }
        self.around = Circumstances(away, blocked)

    def run(self, most: int = 4000) -> Tournament:
        """Go on until the tournament has ended. Raises AssertionError if it does not."""
        for _ in range(most):
            if self.tournament.state.ended:
                return self.tournament
            self._settle()
            self._happen()
        raise AssertionError(f"seed {self.seed}: not over after {most} events")

    def _settle(self) -> None:
        """All that is due happens; now and then a step is made twice, as after a crash."""
        for _ in range(1000):
            step = progress.next_step(self.tournament, self.now, self.around, a_draw)
            if step is None:
                due = progress.next_due(self.tournament, self.around)
                assert due is None or due > self.now, "due, and nothing to do"
                return
            before = self.tournament
            if isinstance(step, BeginMatches):
                self._open(step.keys)
                continue
            if isinstance(step, PairRound):
                pairs = swiss.pairs(field_of(before, self.around.blocked))
                step = progress.paired(before, step, pairs, self.now)
            self.tournament = self._applied(step)
            assert self.tournament != before, f"{step} changes nothing"
            assert progress.apply(self.tournament, step) == self.tournament, f"{step} twice"
        raise AssertionError("it never comes to rest")

    def _applied(self, step: progress.Change) -> Tournament:
        return progress.apply(self.tournament, step)

    def _open(self, keys: Sequence[PairingKey]) -> None:
        # A crash in the middle leaves some for the next time.
        for key in keys[: self.rng.randint(1, len(keys))]:
            self.tournament = match_opened(self.tournament, key, number_of(key))
        for entrant in self.tournament.entrants:
            running = sum(game.running for game in self.tournament.of(entrant.seed))
            assert running <= self.tournament.terms.at_once

    def _happen(self) -> None:
        kind = self.rng.random()
        if self.tournament.state.ended:
            return
        if self.tournament.state is TournamentState.PAUSED:
            self.now += self.rng.randint(0, 20) * DAY
            self.tournament = changes.resumed(self.tournament, self.now)
        elif kind < 0.7:
            self._end_match()
        elif kind < 0.86:
            self.now += self.rng.choice((1, 3, 10)) * DAY
        elif kind < 0.9:
            self._leave()
        elif kind < 0.93:
            self._organise()
        elif kind < 0.95 and self.tournament.state is TournamentState.RUNNING:
            self.tournament = changes.paused(self.tournament, self.now)
        elif kind < 0.97 and self.tournament.has_next_season:
            self.substitutes += 1
            new = UserId(5000 + self.substitutes)
            self.tournament = changes.entered(self.tournament, new, self.now)
        elif kind < 0.99:
            self._replace()

    def _end_match(self) -> None:
        # Adjourned matches end too, and change nothing in the table.
        running = [game for game in self.tournament.pairings if game.match_id and not game.match_ended]
        if not running:
            self.now += DAY
            return
        game = self.rng.choice(running)
        assert game.match_id is not None
        kind, points = self.rng.random(), self.rng.choice(RESULTS[:3])
        outcome: PairingOutcome | None = PairingOutcome(*points, Decision.PLAYED)
        if kind < 0.05:
            outcome = None
        elif kind < 0.15 and points != (1, 1):
            outcome = PairingOutcome(*points, Decision.ON_TIME)
        elif kind < 0.25 and points != (1, 1):
            outcome = PairingOutcome(*points, Decision.FORFEIT)
        elif kind < 0.27:
            outcome = PairingOutcome(0, 0, Decision.FORFEIT)
        self.tournament = match_ended(self.tournament, game.match_id, outcome)
        if game.outcome is not None:
            assert self.tournament.pairing(game.key).outcome == game.outcome

    def _leave(self) -> None:
        active = [one.user_id for one in self.tournament.active if one.user_id is not None]
        if active:
            leave = self.rng.choice((changes.withdrawn, erased))
            self.tournament = leave(self.tournament, self.rng.choice(active), self.now)

    def _organise(self) -> None:
        number = self.tournament.round
        games = [game for game in self.tournament.in_round(number) if len(game.seeds) == 2]
        games = [game for game in games if len(self._tie(game)) < 3 or game.key.game == 3]
        if games:
            game = self.rng.choice(games)
            points = self.rng.choice(RESULTS)
            self.tournament = changes.result_set(self.tournament, game.key, ORGANISER, *points)

    def _tie(self, game: Pairing) -> knockout.Games:
        return tuple(one for one in self.tournament.pairings if one.key[:2] == game.key[:2])

    def _replace(self) -> None:
        seeds = list(self.tournament.by_seed)
        if seeds and self.tournament.state.started:
            self.substitutes += 1
            new = UserId(5000 + self.substitutes)
            seed = Seed(self.rng.choice(seeds))
            self.tournament = changes.replaced(self.tournament, seed, new, self.now)
