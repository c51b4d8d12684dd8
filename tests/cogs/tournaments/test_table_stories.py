"""Whole tournaments as their players live them: leavers, ties, byes, seasons, with a turned clock."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from engines import GAMES
from matches import Match, UserId
from matches.model import OfferKind
from matches.tournaments import knockout
from matches.tournaments.model import (
    DECIDER,
    Decision,
    Format,
    PairingKey,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
)
from matches.tournaments.standings import Row, TieBreak, tables, tournament_winner
from tests.cogs.tournaments.at_table import PEOPLE, attended, seen, started, tournaments_of
from tests.matches.table import Table

Verdict = Callable[[Tournament, PairingKey, Match], UserId | None]
"""Says who loses a match, or None for a draw."""


def stronger_wins(tournament: Tournament, key: PairingKey, match: Match) -> UserId | None:
    """The lower seed, that is the higher number, resigns."""
    game = tournament.pairing(key)
    return tournament.by_seed[max(game.seeds)].user_id


async def play_round(table: Table, which: TournamentId, verdict: Verdict) -> Tournament:
    """Play what runs now, and do what is due then."""
    await attended(table)
    found = await seen(table, which)
    for game in [game for game in found.pairings if game.running]:
        assert game.match_id is not None
        match = await table.matches.load(game.match_id)
        loser = verdict(found, game.key, match)
        if loser is not None:
            await table.matches.play.resign(match.id, loser)
            continue
        one, other = match.users
        await table.matches.play.offer(match.id, one, OfferKind.DRAW)
        await table.matches.play.answer(match.id, other, agree=True)
    table.now += timedelta(days=1)
    await attended(table)
    return await seen(table, which)


async def play_on(
    table: Table, which: TournamentId, verdict: Verdict, *, until: Callable[[Tournament], bool] | None = None
) -> Tournament:
    for _ in range(100):
        found = await play_round(table, which, verdict)
        if found.state.ended or (until is not None and until(found)):
            return found
    raise AssertionError("it never ends")


def row_of(found: Tournament, seed: int, number: int | None = None) -> Row:
    (row,) = (row for one in tables(found, number) for row in one.rows if row.seed == seed)
    return row


async def test_a_round_robin_of_eight_with_two_leavers(table: Table) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:8], group_size=8, at_once=2)
    await attended(table)
    early = (await seen(table, which)).by_seed[Seed(8)].user_id
    assert early is not None
    await tournaments_of(table.services).leave(which, early)
    await play_round(table, which, stronger_wins)
    late = (await seen(table, which)).by_seed[Seed(7)].user_id
    assert late is not None
    await tournaments_of(table.services).leave(which, late)
    over = await play_on(table, which, stronger_wins)
    assert over.state is TournamentState.OVER and tournament_winner(over) == 1
    assert row_of(over, 8).annulled, "fewer than half of the games were played"
    assert not row_of(over, 7).annulled
    forfeits = [game for game in over.of(Seed(7)) if game.outcome and game.outcome.how is Decision.FORFEIT]
    assert forfeits and all(game.match_id is None for game in forfeits)
    pairs = [frozenset(game.seeds) for game in over.pairings]
    assert len(pairs) == len(set(pairs)) == 28


async def test_a_swiss_of_17_over_four_rounds(table: Table) -> None:
    which = await started(table, Format.SWISS, PEOPLE[:17], rounds=4, at_once=2)
    over = await play_on(table, which, stronger_wins)
    assert (over.state, over.round) == (TournamentState.OVER, 4)
    byes = [game.first for game in over.pairings if game.second is None]
    assert len(byes) == len(set(byes)) == 4
    met = [frozenset(game.seeds) for game in over.pairings if game.second is not None]
    assert len(met) == len(set(met))
    top, second = tables(over)[0].rows[:2]
    assert (top.points, second.points) == (8, 8), "17 are too many for four rounds"
    assert tournament_winner(over) == top.seed and second.decided is TieBreak.BUCHHOLZ


async def test_a_knockout_of_eleven_with_byes_and_a_decider(table: Table) -> None:
    which = await started(table, Format.KNOCKOUT, PEOPLE[:11], game="cannons-and-crabs")
    await attended(table)
    first = await seen(table, which)
    byes = {game.first for game in first.in_round(1) if game.outcome and game.outcome.how is Decision.BYE}
    assert {1, 2, 3, 4, 5} <= {*byes} or len(byes) == 5, "the five highest seeds have byes"

    def even_between_the_last(tournament: Tournament, key: PairingKey, match: Match) -> UserId | None:
        """One win each in the tie of seeds 8 and 9, and a draw in its decider."""
        if {*tournament.pairing(key).seeds} != {8, 9}:
            return stronger_wins(tournament, key, match)
        if key.game == DECIDER:
            return None
        return match.users[0]

    over = await play_on(table, which, even_between_the_last)
    assert over.state is TournamentState.OVER and tournament_winner(over) == 1
    tie = next(tie for tie in knockout.by_tie(over.in_round(1)) if {*tie[0].seeds} == {8, 9})
    assert len(tie) == 3 and tie[0].draw is not None
    decider = tie[2]
    assert decider.outcome is not None and decider.outcome.first == decider.outcome.second
    assert knockout.winner(tie, over) == decider.second, "who moves second goes on"
    assert knockout.opened(over.id, tie) is not None


async def test_a_league_of_three_divisions_over_two_seasons(table: Table) -> None:
    which = await started(table, Format.LEAGUE, PEOPLE[:12], group_size=4, rounds=2, at_once=9)
    first = await play_on(table, which, stronger_wins, until=lambda one: one.round == 2)
    divisions = {group: [one.seed for one in first.entrants if one.group == group] for group in (1, 2, 3)}
    assert 4 not in divisions[1] and 5 in divisions[1], "the last and the first change places"
    assert 8 not in divisions[2] and 9 in divisions[2]
    over = await play_on(table, which, stronger_wins)
    assert (over.state, over.round) == (TournamentState.OVER, 2)


@pytest.mark.parametrize("game", list(GAMES))
async def test_sides_and_who_begins_are_balanced_in_every_game(table: Table, game: str) -> None:
    which = await started(table, Format.ROUND_ROBIN, PEOPLE[:5], game=game, at_once=9)
    begun = await attended(table)
    assert len(begun) == 10
    found = await seen(table, which)
    for user in PEOPLE[:5]:
        sides = [match.side_of(user) for match in begun if user in match.users]
        assert {sides.count(side) for side in GAMES[game].sides} == {2}
    for match in begun:
        (pairing,) = (one for one in found.pairings if one.match_id == match.id)
        assert pairing.first is not None
        assert match.side_of(found.users_in(pairing.key)[0]) == GAMES[game].sides[0]
