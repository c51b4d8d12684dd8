"""Standings: points, tie-breaks, and which of them decided.

Round robin and league: points, Sonneborn-Berger, direct encounter, wins. Swiss: points, Buchholz,
Sonneborn-Berger, direct encounter, wins. Entrants who are equal in all of them share a place.

The tie-breaks follow FIDE's rules (Handbook C.07 of 2024) in these points. In groups a forfeit counts as a
game against the opponent. In a Swiss a round without a game (a bye, a forfeit, an absence) counts as a game
against an imaginary opponent with one's own points; and the rounds that an opponent missed after leaving add
half a point each to that opponent. The direct encounter counts only where all who are equal have met.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from matches.tournaments import knockout
from matches.tournaments.model import (
    DRAW,
    NO_GROUP,
    WIN,
    Decision,
    Format,
    Pairing,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
)


class TieBreak(StrEnum):
    """A way to tell entrants with equal points apart."""

    BUCHHOLZ = "buchholz"
    """The points of the opponents."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The points of the opponents beaten, and half the points of those drawn with."""
    DIRECT = "direct"
    """The points from games among the tied entrants."""
    WINS = "wins"
    """Games won by play."""


UNITS: Final[Mapping[TieBreak, int]] = {
    TieBreak.BUCHHOLZ: 2,
    TieBreak.SONNEBORN_BERGER: 4,
    TieBreak.DIRECT: 2,
    TieBreak.WINS: 1,
}
"""The divisor of a tie-break's value for display: values are whole halves, quarters or games."""
OF_GROUPS: Final = (TieBreak.SONNEBORN_BERGER, TieBreak.DIRECT, TieBreak.WINS)
OF_SWISS: Final = (TieBreak.BUCHHOLZ, *OF_GROUPS)


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line in a table.

    ``place``: counted from 1, ``shared`` with others. ``points``: in halves. ``played``: games that count so
    far. ``values``: of the tie-breaks, see UNITS; the direct encounter only if it was needed. ``decided``:
    the tie-break that puts the entrant below the row above, if both have the same points. ``annulled``: their
    games don't count, since they left with fewer than half of them played.
    """

    seed: Seed
    place: int
    points: int
    played: int
    shared: bool = False
    values: Mapping[TieBreak, int] = field(default_factory=dict)
    decided: TieBreak | None = None
    annulled: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a round's group, of a Swiss, or of a knockout, the best first."""

    round: int
    group: int
    rows: tuple[Row, ...]

    @property
    def seeds(self) -> tuple[Seed, ...]:
        """The entrants in order; if they share a place, the higher seed first."""
        return tuple(row.seed for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Game:
    """One entrant's view of a decided pairing. ``met``: it counts as a game against ``rival``."""

    rival: Seed | None
    points: int
    met: bool
    won: bool


_Games = Mapping[Seed, Sequence[_Game]]


def tables(tournament: Tournament, number: int | None = None) -> tuple[Standings, ...]:
    """The tables of a tournament: with groups one for each, of round ``number``, else the current round."""
    number = tournament.round if number is None else number
    match tournament.terms.format:
        case Format.SWISS:
            return (_swiss(tournament),)
        case Format.KNOCKOUT:
            return (_knockout(tournament),)
        case _:
            groups = {game.group for game in tournament.in_round(number)}
            return tuple(_group(tournament, number, group) for group in sorted(groups))


def annulled(games: Collection[Pairing], tournament: Tournament, number: int) -> frozenset[Seed]:
    """The seeds who left in round ``number`` with fewer than half of their ``games`` decided by play."""
    left = {seed for seed, one in tournament.by_seed.items() if one.left_in == number}
    found = set()
    for seed in left:
        own = [game.outcome for game in games if seed in game.seeds]
        played = sum(outcome is not None and outcome.how.by_play for outcome in own)
        if 2 * played < len(own):
            found.add(seed)
    return frozenset(found)


def _group(tournament: Tournament, number: int, group: int) -> Standings:
    games = [game for game in tournament.in_round(number) if game.group == group]
    members = sorted({seed for game in games for seed in game.seeds})
    gone = annulled(games, tournament, number)
    counted = [game for game in games if gone.isdisjoint(game.seeds)]
    played = _views(counted, members, lambda outcome: outcome.how is not Decision.NOT_PLAYED)
    points = {seed: sum(game.points for game in played[seed]) for seed in members}
    values = {
        TieBreak.SONNEBORN_BERGER: {
            seed: sum(points[game.rival] * game.points for game in played[seed] if game.rival is not None)
            for seed in members
        },
        TieBreak.WINS: _wins(played),
    }
    return Standings(number, group, _rows(played, points, values, OF_GROUPS, gone))


def _swiss(tournament: Tournament) -> Standings:
    seeds = tuple(tournament.by_seed)
    played = _views(tournament.pairings, seeds, lambda outcome: outcome.how.is_met)
    points = {seed: sum(game.points for game in played[seed]) for seed in seeds}
    paired = Counter(seed for game in tournament.pairings for seed in game.seeds)
    missed = {seed: tournament.round - paired[seed] for seed in seeds}
    adjusted = {
        seed: points[seed] + (0 if tournament.by_seed[seed].active else missed[seed] * DRAW) for seed in seeds
    }
    values = {
        TieBreak.BUCHHOLZ: {
            seed: sum(_strength(game, points[seed], adjusted) for game in played[seed])
            + missed[seed] * points[seed]
            for seed in seeds
        },
        TieBreak.SONNEBORN_BERGER: {
            seed: sum(_strength(game, points[seed], adjusted) * game.points for game in played[seed])
            for seed in seeds
        },
        TieBreak.WINS: _wins(played),
    }
    return Standings(tournament.round, NO_GROUP, _rows(played, points, values, OF_SWISS, frozenset()))


def _strength(game: _Game, own: int, adjusted: Mapping[Seed, int]) -> int:
    """The points of the opponent in a game; the entrant's ``own`` if there was no opponent, or no game."""
    return adjusted[game.rival] if game.met and game.rival is not None else own


def _wins(played: _Games) -> Mapping[Seed, int]:
    return {seed: sum(game.won for game in own) for seed, own in played.items()}


def _views(
    games: Collection[Pairing], seeds: Collection[Seed], is_met: Callable[[PairingOutcome], bool]
) -> _Games:
    """The decided games of each entrant."""
    found: dict[Seed, list[_Game]] = {seed: [] for seed in seeds}
    for game in games:
        if game.outcome is None:
            continue
        met = game.second is not None and is_met(game.outcome)
        for seed in game.seeds:
            points = game.points_of(seed)
            won = points == WIN and game.outcome.how.by_play
            found[seed].append(_Game(game.rival_of(seed), points, met, won))
    return found


def _rows(
    played: _Games,
    points: Mapping[Seed, int],
    values: Mapping[TieBreak, Mapping[Seed, int]],
    breaks: Sequence[TieBreak],
    gone: frozenset[Seed],
) -> tuple[Row, ...]:
    rows: list[Row] = []
    for equal in _by_points(points, gone):
        annul = not gone.isdisjoint(equal)
        order = _Order(played, values)
        for tied, decided in order.split(equal, () if annul else breaks):
            place = len(rows) + 1
            rows.extend(
                Row(
                    seed,
                    place,
                    points[seed],
                    len(played[seed]),
                    shared=len(tied) > 1,
                    values={
                        one: order.values[one][seed] for one in breaks if seed in order.values.get(one, ())
                    },
                    decided=decided if number == 0 else None,
                    annulled=annul,
                )
                for number, seed in enumerate(tied)
            )
    return tuple(rows)


def _by_points(points: Mapping[Seed, int], gone: frozenset[Seed]) -> Iterator[tuple[Seed, ...]]:
    """The entrants by equal points, best first; last those whose games are annulled."""
    equal = defaultdict(list)
    for seed in sorted(points):
        equal[(seed not in gone, points[seed])].append(seed)
    return (tuple(equal[key]) for key in sorted(equal, reverse=True))


class _Order:
    """The order of entrants with equal points; ``values`` collects the direct encounters needed."""

    def __init__(self, played: _Games, values: Mapping[TieBreak, Mapping[Seed, int]]) -> None:
        self._played = played
        self.values: dict[TieBreak, dict[Seed, int]] = {one: dict(by_seed) for one, by_seed in values.items()}

    def split(
        self, tied: tuple[Seed, ...], breaks: Sequence[TieBreak], decided: TieBreak | None = None
    ) -> Iterator[tuple[tuple[Seed, ...], TieBreak | None]]:
        """The entrants still equal after all ``breaks``, best first, with the tie-break that decided."""
        if len(tied) == 1 or not breaks:
            yield tied, decided
            return
        by_value = defaultdict(list)
        values = self._values(breaks[0], tied)
        for seed in tied:
            by_value[values[seed]].append(seed)
        for number, value in enumerate(sorted(by_value, reverse=True)):
            yield from self.split(tuple(by_value[value]), breaks[1:], breaks[0] if number else decided)

    def _values(self, tie_break: TieBreak, tied: tuple[Seed, ...]) -> Mapping[Seed, int]:
        if tie_break is not TieBreak.DIRECT:
            return self.values[tie_break]
        among = {
            seed: {game.rival: game.points for game in self._played[seed] if game.met and game.rival in tied}
            for seed in tied
        }
        if any(len(rivals) < len(tied) - 1 for rivals in among.values()):
            return dict.fromkeys(tied, 0)
        found = {seed: sum(rivals.values()) for seed, rivals in among.items()}
        self.values.setdefault(TieBreak.DIRECT, {}).update(found)
        return found


def _knockout(tournament: Tournament) -> Standings:
    """The bracket as a table: places by the round in which an entrant was eliminated, the champion first."""
    out: dict[Seed, int] = {}
    points: dict[Seed, int] = defaultdict(int)
    played: dict[Seed, int] = defaultdict(int)
    for game in tournament.pairings:
        for seed in game.seeds:
            out[seed] = game.key.round
            points[seed] += game.points_of(seed)
            played[seed] += game.outcome is not None
    won = _knockout_winner(tournament)
    stayed: dict[int, list[Seed]] = defaultdict(list)
    for seed in sorted(out):
        stayed[tournament.round + 1 if seed == won else out[seed]].append(seed)
    rows: list[Row] = []
    for number in sorted(stayed, reverse=True):
        equal = stayed[number]
        place = len(rows) + 1
        rows.extend(Row(seed, place, points[seed], played[seed], len(equal) > 1, {}) for seed in equal)
    return Standings(tournament.round, NO_GROUP, tuple(rows))


def _knockout_winner(tournament: Tournament) -> Seed | None:
    """The winner of a knockout's last tie, once that is decided."""
    last = tournament.in_round(tournament.round)
    if (
        tournament.state is not TournamentState.OVER
        or not last
        or any(one.key.board > 1 or one.outcome is None for one in last)
    ):
        return None
    return knockout.winner(last, tournament)


def tournament_winner(tournament: Tournament, season: int | None = None) -> Seed | None:
    """The winner of a tournament that is over, or of a ``season`` of a league, or None.

    If several share the first place, the higher seed wins. An entrant who left is no winner.
    """
    if tournament.terms.format is Format.KNOCKOUT:
        return _knockout_winner(tournament)
    if season is None and tournament.state is not TournamentState.OVER:
        return None
    number = tournament.round if season is None else season
    entrants = tournament.by_seed
    order = (seed for table in tables(tournament, number) for seed in table.seeds)
    return next((seed for seed in order if not entrants[seed].left_during(number)), None)
