"""Rated matches as people play them: what is asked for, what is settled, what it brings."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from data import stores
from data.schema import match as match_table
from data.schema import rated_start
from matches import ChallengeChannel, ChallengeTerms, GuildId, Match, MatchId, Opponent, UserId
from matches.guilds.settings import SeasonKind
from matches.model import OfferKind, RatedStatus
from matches.players import Human
from matches.ratings import leaderboard
from matches.ratings.leaderboard import LEAST_RATED, GameProfile
from matches.ratings.ledger import BOTH_SIDES
from matches.ratings.rating import day_of
from matches.ratings.scores import ending_of
from matches.ratings.seasons import season_of
from services import leaderboards
from tests.matches.crossing import Verb, crossing
from tests.matches.ratings.playing import OPENING, begin, play, points
from tests.matches.table import (
    CHALLENGER,
    CHANNEL,
    GUILD,
    NOON,
    OPPONENT,
    PLACE,
    STRANGER,
    Table,
)
from tests.people import user_of
from tests.store import rows, write

DRAWN = "cannons-and-crabs"
"""A game that knows draws."""


async def profile_of(table: Table, user: UserId, reader: UserId | None = None) -> GameProfile:
    """Somebody in Prawns."""
    profile = await table.leaderboards.profile(user, "prawns", reader)
    assert profile is not None
    return profile


async def test_a_match_is_rated_unless_the_challenge_says_otherwise(table: Table) -> None:
    match = await play(table, rated=None)
    assert match.rated
    assert await points(table, CHALLENGER) > 1500 > await points(table, OPPONENT)
    before = await points(table, CHALLENGER)
    match = await play(table, CHALLENGER, STRANGER, rated=False)
    assert not match.rated
    assert await points(table, CHALLENGER) == before
    profile = await profile_of(table, CHALLENGER)
    assert (profile.both.matches, profile.both.wins) == (2, 2)
    assert [score.rated for score in profile.form] == [False, True]


async def test_a_private_match_counts_but_its_moves_stay_private(table: Table) -> None:
    await play(table, private=True)
    profile = await profile_of(table, CHALLENGER, STRANGER)
    assert (profile.both.wins, profile.openings) == (1, ())
    await play(table, lines=("d8d7", "d1d2"))
    await play(table, private=True)
    profile = await profile_of(table, CHALLENGER, STRANGER)
    assert [(line, begun.matches) for _, line, begun in profile.openings] == [("d1-d2", 1)]


@pytest.mark.parametrize("turns", [0, 1, 3])
async def test_a_very_short_match_agreed_drawn_is_unrated_and_makes_room(table: Table, turns: int) -> None:
    match = await table.begun(turns, game=DRAWN)
    await table.matches.play.offer(match.id, CHALLENGER, OfferKind.DRAW)
    match = await table.matches.play.answer(match.id, OPPONENT, agree=True)
    assert match.rated, "what was agreed on stays"
    assert match.result is not None
    assert (await table.store.read(stores.ratings.accounts, [CHALLENGER]))[CHALLENGER] == {}
    assert (
        await table.store.read(
            stores.ratings.rated_starts, DRAWN, CHALLENGER, OPPONENT, match.created_at.replace(year=2000)
        )
        == 0
    )


@pytest.mark.parametrize("verb", ["abort", "end"])
async def test_what_does_not_count_is_in_no_table(table: Table, verb: str) -> None:
    match = await begin(table, CHALLENGER, OPPONENT)
    await table.play(*OPENING)
    winner = ("green",) if verb == "end" else ()
    ended = await getattr(table.matches.admin, verb)(match.id, STRANGER, GUILD, *winner)
    assert ended.result is not None
    assert await table.leaderboards.played(CHALLENGER) == ()
    assert (
        await table.store.read(
            stores.ratings.rated_starts, "prawns", CHALLENGER, OPPONENT, NOON - timedelta(days=1)
        )
        == 0
    )


async def test_a_match_handed_over_is_unrated(table: Table) -> None:
    match = await begin(table, CHALLENGER, OPPONENT)
    await table.play(*OPENING)
    await table.matches.admin.hand_over(match.id, UserId(9), GUILD, "blue", Opponent(STRANGER))
    await table.matches.play.resign(match.id, STRANGER)
    assert await points(table, CHALLENGER) == await points(table, STRANGER) == 1500
    profile = await profile_of(table, STRANGER)
    assert profile.both.losses == 1


async def test_of_many_matches_with_the_same_person_each_counts_less_and_none_for_nothing(
    table: Table,
) -> None:
    weights, changes = [], []
    for number in range(1, 11):
        match = await play(table)
        assert match.rated
        (score,) = (one for one in await table.leaderboards.brought(match) if one.player == Human(CHALLENGER))
        assert score.before is not None
        assert score.after is not None
        weights.append(score.weight)
        changes.append(score.after - score.before)
        met = await profile_of(table, OPPONENT, CHALLENGER)
        assert met.next_weight == min(1, 2 / (number + 1))
        table.wait(hours=16)
    assert weights == [1, 1, *(2 / number for number in range(3, 11))]
    assert all(change > 0 for change in changes)
    assert (await profile_of(table, OPPONENT, STRANGER)).next_weight == 1
    assert (await profile_of(table, OPPONENT)).next_weight == 1
    table.wait(days=31)
    assert (await profile_of(table, OPPONENT, CHALLENGER)).next_weight == 1


async def test_a_challenge_says_what_the_match_will_be_about(table: Table) -> None:
    wishes = ChallengeTerms("prawns", {})
    friendly = replace(wishes, rated=False)
    asked: list[tuple[ChallengeTerms, Opponent | None, RatedStatus]] = [
        (wishes, Opponent(OPPONENT), RatedStatus.RATED),
        (friendly, Opponent(OPPONENT), RatedStatus.FRIENDLY),
        (wishes, None, RatedStatus.RATED),
    ]
    for asks, opponent, stakes in asked:
        made = await table.matches.challenges.challenge(CHALLENGER, opponent, asks, PLACE)
        assert (made.stakes, made.rated) == (stakes, stakes is RatedStatus.RATED)
        await table.matches.challenges.withdraw(made.id, CHALLENGER, 1)


async def test_what_was_agreed_on_while_there_was_a_limit_is_kept(table: Table) -> None:
    """A challenge that said it would be unrated, and somebody who said so when they took one up."""
    challenge = await table.challenge()
    await write(table.store, update(match_table).values(stakes=RatedStatus.OFTEN.value))
    assert (await table.accept()).stakes is RatedStatus.OFTEN
    challenge = await table.challenge(None)
    match = await table.matches.challenges.accept(
        challenge.id, OPPONENT, challenge.version, call="heads", rated=False
    )
    assert match.stakes is RatedStatus.OFTEN
    assert (
        await table.store.read(
            stores.ratings.rated_starts, "prawns", CHALLENGER, OPPONENT, NOON - timedelta(days=1)
        )
        == 0
    )
    await table.matches.play.resign(match.id, CHALLENGER)
    finished = await table.matches.challenges.rematch(match.id, CHALLENGER)
    assert (await table.matches.load(finished.rematch or match.id)).stakes is RatedStatus.RATED


async def test_running_matches_are_counted_too_and_what_was_settled_stays(table: Table) -> None:
    running = [await begin(table, CHALLENGER, OPPONENT) for _ in range(3)]
    table.wait(days=31)
    for match in reversed(running):
        table.id = match.id
        await table.play(*OPENING)
        await table.matches.play.resign(match.id, OPPONENT)
    weights = [
        (await table.leaderboards.brought(await table.matches.load(match.id)))[0].weight for match in running
    ]
    assert weights == [1, 1, 2 / 3]


async def test_three_processes_give_each_of_three_begun_at_once_its_weight(table: Table) -> None:
    ids = [(await table.challenge()).id for _ in range(3)]

    def accepting(id: MatchId) -> Verb:
        return lambda services, _: services.matches.challenges.accept(id, OPPONENT, 1, call="heads")

    answers = await crossing(table, *map(accepting, ids))
    assert all(isinstance(answer, Match) for answer in answers), answers
    assert all([(await table.matches.load(id)).rated for id in ids])
    assert sorted(row["weight"] for row in await rows(table.store, select(rated_start))) == [2 / 3, 1, 1]


async def test_a_match_that_ends_twice_at_once_is_rated_once(table: Table) -> None:
    match = await begin(table, CHALLENGER, OPPONENT)
    await table.play(*OPENING)
    await crossing(table, *[lambda services, id: services.matches.play.resign(id, OPPONENT)] * 2)
    profile = await profile_of(table, CHALLENGER)
    assert profile.account is not None
    assert (profile.account.matches, profile.both.matches, profile.both.streak) == (1, 1, 1)
    await table.matches.challenges.rematch(match.id, OPPONENT)
    assert (await profile_of(table, CHALLENGER)).both.matches == 1


async def test_a_result_names_no_pick(table: Table) -> None:
    """Ratings see actions of a finished match and nothing of a running one."""
    match = await begin(table, CHALLENGER, OPPONENT)
    await table.play(*OPENING)
    assert await table.leaderboards.played(CHALLENGER) == ()
    ended = await table.matches.play.resign(match.id, OPPONENT)
    scores = ending_of(ended, table.matches.history(ended)).scores
    assert [score.opening for score in scores] == ["d8-d7 e8-e7", "d1-d2 e1-e2"]
    assert ending_of(replace(ended, result=None), None).scores == ()


# --- leaderboards ------------------------------------------------------------------------------------


async def test_a_server_that_has_played_nothing_yet(table: Table) -> None:
    board = await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=GUILD)
    assert (board.places, board.own, board.ranked, board.page, board.pages) == ((), None, 0, 0, 1)
    assert await table.leaderboards.champions("prawns", GUILD, "2026-03") == ()
    assert await table.leaderboards.profile(CHALLENGER, "prawns", OPPONENT) is None
    assert await table.leaderboards.sides_of("prawns") == {}


async def test_a_newcomer_rises(table: Table) -> None:
    """Provisional and unranked at first; ranked after enough matches; sure after more."""
    for number in range(1, 31):
        rival = UserId(3000 + number)
        await (play(table, rival, CHALLENGER) if number % 5 == 0 else play(table, CHALLENGER, rival))
        board = await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=GUILD)
        assert board.own is not None
        assert board.own.matches == number
        assert board.own.rank == (1 if number >= LEAST_RATED else None)
        assert board.own.rating.provisional or number > 10
        table.wait(hours=6)
    profile = await profile_of(table, CHALLENGER, UserId(3001))
    assert profile.rating is not None
    assert not profile.rating.provisional
    assert profile.rating.points > 1600
    assert (len(profile.history), len(profile.form)) == (8, 10)
    assert profile.met is not None
    assert (profile.met.wins, profile.both.best, profile.both.streak) == (1, 4, -1)
    assert sum(tally.matches for tally in profile.sides.values()) == 30
    table.wait(days=91)
    board = await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=GUILD)
    assert board.own is not None
    assert board.own.rank is None, "nobody who stopped playing stays on top"
    assert (board.own.rating.provisional, board.ranked) == (True, 0)


async def test_pages_ties_and_ones_own_place(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """All winners have won the same: so they are equal, and share the first place."""
    for module in (leaderboard, leaderboards):
        monkeypatch.setattr(module, "PAGE", 4)
    winners = [UserId(2000 + number) for number in range(6)]
    for winner in winners:
        for number in range(LEAST_RATED):
            await play(table, winner, UserId(10 * winner + number))
    board = await table.leaderboards.leaderboard("prawns", winners[3], guild=GUILD)
    assert {place.rank for place in board.places} == {1}
    assert (board.ranked, board.pages, len(board.places)) == (6, 2, 4)
    assert board.own is not None
    assert board.own.rank == 1
    second = await table.leaderboards.leaderboard("prawns", UserId(20_000), guild=GUILD, page=99)
    assert (second.page, [place.rank for place in second.places]) == (1, [1, 1])
    assert second.own is not None
    assert (second.own.rank, second.own.matches) == (None, 1)
    assert not {user_of(place.player) for place in board.places} & {
        user_of(place.player) for place in second.places
    }


async def test_a_season_has_champions_and_keeps_them(table: Table) -> None:
    season = season_of(day_of(table.now), SeasonKind.MONTH)
    for winner in (CHALLENGER, OPPONENT):
        for number in range(LEAST_RATED):
            await play(table, winner, UserId(winner + 5000 + number))
    champions = await table.leaderboards.champions("prawns", GUILD, season)
    assert {user_of(place.player) for place in champions} == {CHALLENGER, OPPONENT}
    table.wait(days=40)
    for number in range(LEAST_RATED):
        await play(table, UserId(7000 + number), OPPONENT)
    after = await table.leaderboards.champions("prawns", GUILD, season)
    assert {user_of(place.player) for place in after} == {CHALLENGER, OPPONENT}
    assert [place.rating.points for place in after] == [place.rating.points for place in champions]
    board = await table.leaderboards.leaderboard("prawns", OPPONENT, guild=GUILD, season=season)
    assert board.own is not None
    assert board.own.rank == 1


async def test_servers_share_ratings_and_not_places(table: Table) -> None:
    there = ChallengeChannel(GuildId(99), CHANNEL)
    for number in range(LEAST_RATED):
        await play(table, CHALLENGER, UserId(4000 + number), place=there)
    here = await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=GUILD)
    assert (here.ranked, here.own) == (0, None)
    for guild in (GuildId(0), there.guild):
        board = await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=guild)
        assert [user_of(place.player) for place in board.places] == [CHALLENGER]
    await table.leaderboards.record_presence(there.guild, CHALLENGER, there=False)
    assert (await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=there.guild)).ranked == 0
    await table.leaderboards.record_presence(there.guild, CHALLENGER, there=True)
    assert (await table.leaderboards.leaderboard("prawns", CHALLENGER, guild=there.guild)).ranked == 1


async def test_a_loss_on_time_is_a_timeout_and_a_win_is_none(table: Table) -> None:
    match = await begin(table, CHALLENGER, OPPONENT)
    await table.play(*OPENING)
    table.wait(days=3, seconds=1)
    await table.matches.time.claim_time(match.id, CHALLENGER)
    late = await profile_of(table, OPPONENT)
    intime = await profile_of(table, CHALLENGER)
    assert (late.both.timeouts, intime.both.timeouts) == (1, 0)
    assert (await table.leaderboards.sides_of("prawns"))["green"].wins == 1
    assert BOTH_SIDES not in late.sides
