"""What every store promises about ratings, tallies and standings, asked of each kind."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from data import Database, stores
from data.schema import account as account_table
from data.schema import rated_start
from data.schema import score as score_table
from data.schema import standing as standing_table
from data.stores.rating_rows import score_columns
from matches.errors import StaleError
from matches.model import GuildId, Match, MatchId, RatedStatus, UserId
from matches.players import Human
from matches.ratings.leaderboard import LeaderboardKey
from matches.ratings.ledger import (
    BOTH_SIDES,
    EVERYWHERE,
    HeadToHead,
    HeadToHeadKey,
    OpeningKey,
    RatingLedger,
    Standing,
    TallyKey,
)
from matches.ratings.rating import RankedBy, Rating, day_of
from matches.ratings.scores import EVERYBODY, MatchScores, RatedStart
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    NOON,
    WEEK,
    accepted,
    challenge,
    changed,
    ending,
    finished,
    new_challenge,
)
from tests.data_store.stores.rated import EVERYONE, GUILD, HERE, begun, ended, seen
from tests.matches.ratings.making_scores import random_matches
from tests.people import user_of
from tests.store import keep, rows, write

TODAY = day_of(NOON)


# --- the weight of a pair's matches --------------------------------------------------------------------


async def weight_of(store: Database, match: Match) -> float:
    """The weight of a match, once it has ended."""
    await keep(store, finished(match), ending=ending(match))
    one, other = await store.read(stores.ratings.brought, match.id)
    assert one.weight == other.weight
    return one.weight


async def test_each_of_many_rated_matches_of_a_pair_weighs_less(store: Database) -> None:
    begins = [NOON + n * HOUR for n in range(10)]
    pairs = [(ANN, BOB), (BOB, ANN)]
    matches = [await begun(store, *pairs[n % 2], at=at) for n, at in enumerate(begins)]
    assert all([(await store.read(stores.matches.load, match.id)).rated for match in matches])
    assert await store.read(stores.ratings.rated_starts, "prawns", BOB, ANN, NOON - DAY) == 10
    assert await store.read(stores.ratings.rated_starts, "prawns", ANN, BOB, NOON + 8 * HOUR) == 1
    # Whichever ends first: what they weigh was settled as they began.
    weights = [await weight_of(store, match) for match in reversed(matches)]
    assert weights == [2 / n for n in range(10, 2, -1)] + [1, 1]
    assert await weight_of(store, await begun(store, ANN, CAT)) == 1
    assert await weight_of(store, await begun(store, game_key="prudh")) == 1
    assert await weight_of(store, await begun(store, at=NOON + 30 * DAY)) == 2 / 10, (
        "the first is a month old"
    )
    assert await weight_of(store, await begun(store, at=NOON + 61 * DAY)) == 1


async def test_a_light_match_moves_a_rating_less_and_as_much_when_made_anew(store: Database) -> None:
    for n in range(6):
        await ended(store, at=NOON + n * DAY)
    scores = reversed(await store.read(stores.ratings.scores, BOB, "prawns", 9))
    moved = [(one.after or 0) - (one.before or 0) for one in scores]
    assert moved == sorted(moved, reverse=True)
    assert moved[-1] > 0
    once = await seen(store)
    await store.write(stores.ratings.recompute)
    assert await seen(store) == once


async def test_a_match_whose_beginning_was_not_counted_weighs_one(store: Database) -> None:
    match = await begun(store)
    await write(store, delete(rated_start))
    assert await weight_of(store, match) == 1


async def test_what_was_settled_never_changes(store: Database) -> None:
    match = await begun(store)
    match = await keep(store, changed(match, stakes=RatedStatus.FRIENDLY))
    assert match.rated
    assert (await store.read(stores.matches.load, match.id)).rated
    assert [kept.rated for kept in await store.read(stores.lists.of_player, ANN)] == [True]
    assert not (await new_challenge(store)).rated


async def test_a_match_that_is_not_rated_in_the_end_makes_room(store: Database) -> None:
    first, second = await begun(store), await begun(store)
    await keep(store, finished(first), ending=MatchScores())
    assert await store.read(stores.ratings.rated_starts, "prawns", ANN, BOB, NOON - DAY) == 1
    await keep(store, finished(second), ending=ending(second))
    assert await store.read(stores.ratings.rated_starts, "prawns", ANN, BOB, NOON - DAY) == 1
    assert (await begun(store)).rated


async def test_of_many_begun_at_once_each_has_a_weight_of_its_own(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    made = [
        await opened[0].write(stores.matches.create, challenge(stakes=RatedStatus.RATED)) for _ in range(6)
    ]
    start = RatedStart("prawns", ANN, BOB, NOON, NOON - 30 * DAY)
    saved = await asyncio.gather(
        *(keep(opened[n % 2], accepted(match), start=start) for n, match in enumerate(made))
    )
    assert all(match.rated for match in saved)
    weights = [row["weight"] for row in await rows(opened[0], select(rated_start))]
    assert sorted(weights, reverse=True) == [1, 1, *(2 / n for n in range(3, 7))]


# --- the end of a match ------------------------------------------------------------------------------


async def test_an_end_changes_everything_at_once(store: Database) -> None:
    await ended(store)
    accounts = await store.read(stores.ratings.accounts, [ANN, BOB, CAT])
    loser, winner = accounts[ANN]["prawns"], accounts[BOB]["prawns"]
    assert accounts[CAT] == {}
    assert (winner.now.points, loser.now.points) == (1662, 1338)
    assert (winner.day, winner.start, winner.matches) == (TODAY, Rating(), 1)
    tallies = await store.read(stores.ratings.tallies, BOB)
    assert list(tallies) == [TallyKey(Human(BOB), "prawns", side) for side in (BOTH_SIDES, "blue")]
    assert {(line.matches, line.wins, line.streak, line.best) for line in tallies.values()} == {(1, 1, 1, 1)}
    assert [key.side for key in await store.read(stores.ratings.tallies, EVERYBODY)] == ["blue", "green"]
    assert await store.read(stores.ratings.meetings, BOB, ANN) == {
        HeadToHeadKey(Human(BOB), Human(ANN), "prawns"): HeadToHead(1, 1, 0)
    }
    assert await store.read(stores.ratings.meetings, ANN, CAT) == {}
    ((key, opening),) = await store.read(stores.ratings.openings, ANN, "prawns", 3)
    assert (key, opening.matches, opening.wins) == (OpeningKey(Human(ANN), "prawns", "green", "d2-d3"), 1, 0)
    assert await store.read(stores.ratings.history_of_rating, BOB, "prawns", 0) == ((TODAY, winner.now),)
    assert await store.read(stores.ratings.history_of_rating, BOB, "prawns", TODAY + 1) == ()
    ((_, best), (worst, _)) = await store.read(stores.ratings.standings, HERE, 9)
    assert (best.rating, best.matches, best.day, worst) == (winner.now, 1, TODAY, Human(ANN))
    (score,) = await store.read(stores.ratings.scores, ANN, "prawns", 9)
    assert (score.points, user_of(score.rival), score.ended_at, score.rated) == (0, BOB, NOON, True)


async def test_an_unrated_end_counts_and_changes_no_rating(store: Database) -> None:
    await ended(store, rated=False, winner=None)
    assert await store.read(stores.ratings.accounts, [ANN]) == {ANN: {}}
    assert await store.read(stores.ratings.ranked, EVERYONE) == 0
    tally = (await store.read(stores.ratings.tallies, ANN))[TallyKey(Human(ANN), "prawns", BOTH_SIDES)]
    assert (tally.matches, tally.draws, tally.losses, tally.streak) == (1, 1, 0, 0)


async def test_a_match_is_never_rated_twice(store: Database) -> None:
    match = await ended(store)
    once = await seen(store)
    again = await keep(store, changed(match), ending=ending(match))
    assert await seen(store) == once
    with pytest.raises(StaleError):
        await keep(store, finished(match), ending=ending(match))
    await keep(store, changed(again), rematch=challenge(rematch_of=match.id, stakes=RatedStatus.RATED))
    assert await seen(store) == once
    assert await store.read(stores.ratings.rated_starts, "prawns", ANN, BOB, NOON - DAY) == 1


async def test_nothing_is_entered_of_a_change_that_is_refused(store: Database) -> None:
    match = await begun(store)
    await keep(store, changed(match))
    with pytest.raises(StaleError):
        await keep(store, finished(match), ending=ending(match))
    assert await store.read(stores.ratings.accounts, [ANN]) == {ANN: {}}
    assert await store.read(stores.ratings.tallies, ANN) == {}


async def test_two_results_at_once_both_count(url: str, opener: Opener, twin: Database) -> None:
    """Two processes end matches of the same player at the same moment, in whatever order."""
    opened = [await opener(url) for _ in range(2)]
    rivals = [UserId(2000 + number) for number in range(8)]
    running = [await begun(opened[0], ANN, rival) for rival in rivals]
    for match in running:
        await begun(twin, ANN, user_of(match.rival_of(ANN)))
    ends = [ending(match, winner="blue" if number % 3 else "green") for number, match in enumerate(running)]
    await asyncio.gather(
        *(keep(opened[n % 2], finished(match), ending=ends[n]) for n, match in enumerate(running))
    )
    for match, brought in zip(reversed(running), reversed(ends), strict=True):
        await keep(twin, finished(match), ending=brought)
    people = [ANN, *rivals]
    assert await opened[1].read(stores.ratings.accounts, people) == await twin.read(
        stores.ratings.accounts, people
    )
    assert (await opened[0].read(stores.ratings.accounts, [ANN]))[ANN]["prawns"].matches == 8
    assert await opened[0].read(stores.ratings.standings, HERE, 99) == await twin.read(
        stores.ratings.standings, HERE, 99
    )


async def test_the_day_ends_at_midnight_in_utc(store: Database) -> None:
    midnight = datetime(NOON.year, NOON.month, NOON.day, tzinfo=NOON.tzinfo) + DAY
    await ended(store, at=midnight - timedelta(microseconds=1))
    before = (await store.read(stores.ratings.accounts, [ANN]))[ANN]["prawns"]
    await ended(store, ANN, CAT, at=midnight)
    after = (await store.read(stores.ratings.accounts, [ANN]))[ANN]["prawns"]
    assert (before.day, after.day, after.start) == (TODAY, TODAY + 1, before.now)
    assert [day for day, _ in await store.read(stores.ratings.history_of_rating, ANN, "prawns", 0)] == [
        TODAY,
        TODAY + 1,
    ]


async def test_a_result_of_yesterday_that_comes_late_counts_today(store: Database) -> None:
    await ended(store, at=NOON + DAY)
    before = (await store.read(stores.ratings.accounts, [ANN]))[ANN]["prawns"]
    await ended(store, ANN, CAT, at=NOON)
    accounts = await store.read(stores.ratings.accounts, [ANN, CAT])
    assert (accounts[ANN]["prawns"].day, accounts[CAT]["prawns"].day) == (TODAY + 1, TODAY + 1)
    assert accounts[ANN]["prawns"].start == before.start
    assert [day for day, _ in await store.read(stores.ratings.history_of_rating, CAT, "prawns", 0)] == [
        TODAY + 1
    ]


async def test_what_a_match_brought_is_remembered_with_the_ratings_around_it(store: Database) -> None:
    first = await ended(store)
    second = await ended(store, BOB, CAT, at=NOON + DAY, winner="green")
    assert [
        (user_of(score.player), score.points, score.before, score.after)
        for score in await store.read(stores.ratings.brought, first.id)
    ] == [(ANN, 0, 1500, 1338), (BOB, 2, 1500, 1662)]
    bob, cat = await store.read(stores.ratings.brought, second.id)
    assert (bob.match_id, bob.day, bob.before, cat.before) == (second.id, TODAY + 1, 1662, 1500)
    accounts = await store.read(stores.ratings.accounts, [BOB, CAT])
    assert [score.after for score in (bob, cat)] == [
        accounts[user]["prawns"].now.points for user in (BOB, CAT)
    ]
    assert await store.read(stores.ratings.scores, BOB, "prawns", 1) == (bob,)


async def test_an_unrated_match_brought_points_and_no_ratings(store: Database) -> None:
    match = await ended(store, rated=False)
    brought = await store.read(stores.ratings.brought, match.id)
    assert [(user_of(score.player), score.points, score.rated) for score in brought] == [
        (ANN, 0, False),
        (BOB, 2, False),
    ]
    assert {score.before for score in brought} == {score.after for score in brought} == {None}


async def test_what_counts_for_nothing_or_goes_on_brought_nothing(store: Database) -> None:
    running, nothing = await begun(store), await begun(store)
    await keep(store, finished(nothing), ending=MatchScores())
    for match_id in (running.id, nothing.id, MatchId(99)):
        assert await store.read(stores.ratings.brought, match_id) == ()


async def test_ratings_go_on_where_the_match_before_left_them(store: Database) -> None:
    """Through days with several matches, late ones and unrated ones: nothing is lost between two."""
    people = (ANN, BOB, CAT)
    for number in range(18):
        one, other = people[number % 3], people[(number + 1 + number % 2) % 3]
        late = NOON + timedelta(hours=9 * number - 30 * (number % 5 == 0))
        await ended(
            store, one, other, at=late, winner=("blue", "green", None)[number % 3], rated=number % 7 > 0
        )
    accounts = await store.read(stores.ratings.accounts, people)
    for user in people:
        newest_first = [
            score for score in await store.read(stores.ratings.scores, user, "prawns", 99) if score.rated
        ]
        befores = [score.before for score in newest_first]
        afters = [score.after for score in newest_first]
        account = accounts[user]["prawns"]
        assert len(newest_first) == account.matches
        assert afters[0] == account.now.points
        assert befores == [*afters[1:], 1500]


# --- leaderboards ------------------------------------------------------------------------------------


async def test_a_board_nobody_played_on_is_empty(store: Database) -> None:
    assert await store.read(stores.ratings.standings, HERE, 9) == ()
    assert await store.read(stores.ratings.ranked, HERE) == 0
    assert await store.read(stores.ratings.standing_of, HERE, ANN) is None


async def test_players_are_ranked_by_one_rating_where_they_played(store: Database) -> None:
    there = GuildId(12)
    await ended(store, ANN, BOB)
    await ended(store, BOB, CAT, at=NOON + DAY, guild_id=there)
    accounts = await store.read(stores.ratings.accounts, [ANN, BOB, CAT])
    for guild, users in ((EVERYWHERE, {ANN, BOB, CAT}), (GUILD, {ANN, BOB}), (there, {BOB, CAT})):
        board = replace(HERE, guild_id=guild)
        found = await store.read(stores.ratings.standings, board, 9)
        assert {user_of(player) for player, _ in found} == users
        places = [line.ranked_by(board.day) for _, line in found]
        assert places == sorted(places, reverse=True)
        assert all(line.rating == accounts[user_of(player)]["prawns"].now for player, line in found)
        assert await store.read(stores.ratings.ranked, board) == len(users)
        assert [await store.read(stores.ratings.ranked, board, one) for one in places] == list(
            range(len(users))
        )
        assert await store.read(stores.ratings.standings, board, 1, 1) == found[1:2]
    bob = await store.read(stores.ratings.standing_of, HERE, BOB)
    assert bob is not None
    assert (bob.matches, bob.day, bob.rated_day) == (1, TODAY, TODAY + 1)


async def test_too_few_matches_or_too_long_ago_is_not_ranked(store: Database) -> None:
    await ended(store, ANN, BOB)
    await ended(store, ANN, CAT, at=NOON + WEEK)
    assert [
        user_of(player) for player, _ in await store.read(stores.ratings.standings, replace(HERE, least=2), 9)
    ] == [ANN]
    assert {
        user_of(player)
        for player, _ in await store.read(stores.ratings.standings, replace(HERE, since=TODAY + 7), 9)
    } == {
        ANN,
        CAT,
    }
    assert await store.read(stores.ratings.ranked, replace(HERE, since=TODAY + 8)) == 0


async def test_equal_points_are_equal(store: Database) -> None:
    await ended(store, ANN, BOB)
    await ended(store, CAT, UserId(1004))
    lines = await store.read(stores.ratings.standings, HERE, 9)
    assert [user_of(player) for player, _ in lines] == [UserId(1004), BOB, CAT, ANN]
    assert await store.read(stores.ratings.ranked, HERE, lines[0][1].ranked_by(HERE.day)) == 0
    assert await store.read(stores.ratings.ranked, HERE, lines[2][1].ranked_by(HERE.day)) == 2


def standing_row(user: int, line: Standing) -> dict[str, Any]:
    """The row of somebody on HERE."""
    place = {"guild_id": HERE.guild_id, "game": HERE.game, "season": HERE.season, "user_id": user}
    rating, points = asdict(line.rating), line.rating.points
    days = {"rated_day": line.rated_day, "day": line.day}
    return {**place, **rating, **days, "points": points, "matches": line.matches, "listed": line.listed}


CROWD = {
    user: Standing(
        Rating(1300 + 50 * (user % 11) + user / 7, (45, 100, 109.9, 110, 110.1, 235.5)[user % 6], 0.06),
        rated_day=TODAY - 12 * (user % 5),
        matches=1 + user % 4,
        day=TODAY - 12 * (user % 7),
        listed=user % 9 > 0,
    )
    for user in range(1000, 1080)
}


@pytest.mark.parametrize("days", [0, 20, 80])
async def test_sure_ratings_come_first_and_provisional_ones_by_their_low_end(
    store: Database, days: int
) -> None:
    await write(store, insert(standing_table), [standing_row(user, line) for user, line in CROWD.items()])
    board = replace(HERE, least=2, since=TODAY - 60, day=TODAY + days)
    ranked = {user: line.ranked_by(board.day) for user, line in CROWD.items() if board.ranks(line)}
    assert {by.sure for by in ranked.values()} == {True, False}
    found = await store.read(stores.ratings.standings, board, 99)
    assert {user_of(player) for player, _ in found} == ranked.keys()
    order = [ranked[user_of(player)] for player, _ in found]
    assert order == sorted(ranked.values(), reverse=True)
    assert await store.read(stores.ratings.ranked, board) == len(order)
    assert [await store.read(stores.ratings.ranked, board, by) for by in order] == [
        order.index(by) for by in order
    ]
    for offset in range(len(found) + 1):
        assert await store.read(stores.ratings.standings, board, 7, offset) == found[offset : offset + 7]


async def test_a_rating_stops_being_sure_on_a_day_and_counts_as_its_low_end(store: Database) -> None:
    """However idle, its points stay those of the last rated match; a season that is over stands still."""
    line = Standing(Rating(1600, 100, 0.06), rated_day=TODAY, matches=3, day=TODAY)
    other = Standing(Rating(1450, 60, 0.06), rated_day=TODAY, matches=3, day=TODAY)
    await write(store, insert(standing_table), [standing_row(1000, line), standing_row(1001, other)])
    firsts = []
    for day in range(TODAY, TODAY + 30):
        (player, first), _ = await store.read(stores.ratings.standings, replace(HERE, day=day), 9)
        firsts.append(user_of(player))
        assert first.on(day).provisional is False
    assert firsts == [1000] * 20 + [1001] * 10, "2100 / 10.42² = 19.3 days"
    assert line.ranked_by(TODAY + 19) == RankedBy(True, 1600)
    assert line.ranked_by(TODAY + 20) == line.ranked_by(TODAY + 29) == RankedBy(False, 1400)


async def test_different_people_are_counted_by_server_game_and_season(store: Database) -> None:
    for rival in (BOB, CAT, BOB):
        await ended(store, ANN, rival)
    await ended(store, ANN, UserId(1005), rated=False)
    await ended(store, ANN, UserId(1006), guild_id=GuildId(12))
    await ended(store, UserId(1007), ANN, at=NOON + 31 * DAY)
    people = [Human(user) for user in (ANN, BOB, UserId(1005))]
    met = [
        list((await store.read(stores.ratings.people_met, replace(HERE, season=season), people)).values())
        for season in ("2026-03", "2026-04", "2026-Q1", "2026-Q2")
    ]
    assert met == [[2, 1, 0], [1, 0, 0], [2, 1, 0], [1, 0, 0]]
    assert await store.read(
        stores.ratings.people_met, replace(HERE, game="prudh", season="2026-03"), people
    ) == dict.fromkeys(people, 0)
    assert await store.read(stores.ratings.people_met, replace(HERE, season="2026-03"), []) == {}


async def test_a_season_is_over_when_it_is_over(store: Database) -> None:
    await ended(store, ANN, BOB)
    march = await store.read(stores.ratings.standings, replace(HERE, season="2026-03"), 9)
    await ended(store, BOB, ANN, at=NOON + 31 * DAY)
    assert await store.read(stores.ratings.standings, replace(HERE, season="2026-03"), 9) == march
    april = await store.read(stores.ratings.standings, replace(HERE, season="2026-Q2"), 9)
    assert [line.matches for _, line in april] == [1, 1]
    assert await store.read(stores.ratings.standings, HERE, 9) != march


async def test_who_left_a_server_is_on_none_of_its_boards(store: Database) -> None:
    await ended(store)
    await store.write(stores.ratings.set_listed, GUILD, BOB, False)
    assert [user_of(player) for player, _ in await store.read(stores.ratings.standings, HERE, 9)] == [ANN]
    assert await store.read(stores.ratings.ranked, HERE) == 1
    assert await store.read(stores.ratings.ranked, EVERYONE) == 2
    await ended(store, at=NOON + 31 * DAY)
    assert [
        user_of(player)
        for player, _ in await store.read(stores.ratings.standings, replace(HERE, season="2026-04"), 9)
    ] == [ANN]
    await store.write(stores.ratings.set_listed, GUILD, BOB, True)
    await store.write(stores.ratings.set_listed, GUILD, BOB, True)
    assert {
        user_of(player)
        for player, _ in await store.read(stores.ratings.standings, replace(HERE, season="2026-04"), 9)
    } == {
        ANN,
        BOB,
    }


async def test_who_left_is_remembered_by_server_until_they_are_back(store: Database) -> None:
    assert not await store.read(stores.ratings.has_left, GUILD, BOB)
    await store.write(stores.ratings.set_listed, GUILD, BOB, False)
    await store.write(stores.ratings.set_listed, GUILD, BOB, False)
    assert await store.read(stores.ratings.has_left, GUILD, BOB)
    assert not await store.read(stores.ratings.has_left, GuildId(12), BOB)
    assert not await store.read(stores.ratings.has_left, GUILD, ANN)
    await ended(store)
    await store.write(stores.ratings.recompute)
    assert [user_of(player) for player, _ in await store.read(stores.ratings.standings, HERE, 9)] == [ANN]
    await store.write(stores.ratings.set_listed, GUILD, BOB, True)
    assert not await store.read(stores.ratings.has_left, GUILD, BOB)


# --- everything anew ---------------------------------------------------------------------------------


async def test_everything_made_anew_is_the_same(store: Database) -> None:
    people = (ANN, BOB, CAT)
    for number in range(24):
        one, other = people[number % 3], people[(number + 1 + number % 2) % 3]
        late = NOON + timedelta(hours=9 * number - 30 * (number % 5 == 0))
        await ended(
            store, one, other, at=late, winner=("blue", "green", None)[number % 3], rated=number % 7 > 0
        )
    await store.write(stores.ratings.set_listed, GUILD, CAT, False)
    once = await seen(store)
    assert await store.write(stores.ratings.recompute) == 24
    assert await seen(store) == once


async def test_what_is_wrong_in_a_table_is_put_right_when_it_is_made_anew(url: str, opener: Opener) -> None:
    store = await opener(url)
    matches = [await ended(store), await ended(store, BOB, CAT, at=NOON + DAY), await ended(store, CAT, ANN)]
    await ended(store, rated=False)
    once = await seen(store), [await store.read(stores.ratings.brought, match.id) for match in matches]
    rated = update(score_table).where(score_table.c.rated)
    await write(store, rated.values(before=None, after=7, rival_rating=1.0))
    await write(store, update(account_table).values(rating=9999.0))
    await write(store, delete(standing_table).where(standing_table.c.user_id == BOB))
    assert await store.write(stores.ratings.recompute) == 4
    assert (
        await seen(store),
        [await store.read(stores.ratings.brought, match.id) for match in matches],
    ) == once


@pytest.mark.slow
async def test_a_database_agrees_with_the_books_over_thousands_of_matches(url: str, opener: Opener) -> None:
    matches = random_matches(3_000, players=90, days=80)
    store = await opener(url)
    books = RatingLedger()
    entered = [books.enter(match) for match in matches]
    await _fill(store, len(matches))
    await write(store, insert(score_table), [score_columns(one) for pair in entered for one in pair])
    assert await store.write(stores.ratings.recompute) == len(matches)
    await _compare(store, books)


async def _fill(store: Database, count: int) -> None:
    """Matches for the scores to be of."""
    from data.schema import match as match_table
    from data.stores.rows import challenge_columns

    await write(store, insert(match_table), [challenge_columns(challenge())] * count)


async def _compare(store: Database, books: RatingLedger) -> None:
    users = sorted({user_of(key.player) for key, _ in books.accounts})
    accounts = await store.read(stores.ratings.accounts, users)
    assert accounts == {
        user: {key.game: line for key, line in books.accounts if key.player == Human(user)} for user in users
    }
    for key, line in books.standings:
        if user_of(key.player) in users[:9]:
            assert (
                await store.read(
                    stores.ratings.standing_of,
                    LeaderboardKey(key.game, key.guild_id, key.season),
                    user_of(key.player),
                )
                == line
            )
    for user in [EVERYBODY, *users[:9]]:
        player = None if user is None else Human(user)
        assert await store.read(stores.ratings.tallies, user) == {
            key: line for key, line in books.tallies if key.player == player
        }
    for user in users[:9]:
        points = [(key.day, line) for key, line in books.points if key[:2] == (Human(user), "prudh")]
        assert list(await store.read(stores.ratings.history_of_rating, user, "prudh", 0)) == sorted(
            points, key=lambda one: one[0]
        )


@pytest.mark.slow
async def test_changes_one_by_one_agree_with_the_books(url: str, opener: Opener) -> None:
    """The same as above, the way in which it happens: match after match, through the store."""
    matches = random_matches(150, players=8, days=12, seed=3)
    store, books = await opener(url), RatingLedger()
    for number, pair in enumerate(matches, start=1):
        one, other = user_of(pair[0].player), user_of(pair[1].player)
        made = challenge(challenger=one, opponent=other, game_key=pair[0].game, guild_id=pair[0].guild_id)
        match = await store.write(stores.matches.create, made)
        assert match.id == MatchId(number)
        sides = {score.side: user_of(score.player) for score in pair}
        match = await keep(store, accepted(match, sides=sides))
        await keep(store, finished(match), ending=MatchScores(pair))
        books.enter(pair)
    await _compare(store, books)
    await store.write(stores.ratings.recompute)
    await _compare(store, books)
