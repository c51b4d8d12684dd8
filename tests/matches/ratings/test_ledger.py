"""The books say the same however often they are written anew, and add up to what was entered."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby

import pytest

from matches.model import GuildId, UserId
from matches.players import Human
from matches.ratings.ledger import (
    BOTH_SIDES,
    EVERYWHERE,
    HeadToHeadKey,
    PlayerKey,
    RatingLedger,
    StandingKey,
    TallyKey,
)
from matches.ratings.rating import RatedResult, Rating, day_of
from matches.ratings.scores import DRAW, EVERYBODY, WIN, Score
from tests.matches.ratings.making_scores import random_matches
from tests.people import user_of

Everything = tuple[dict[object, object], ...]


def everything(books: RatingLedger) -> Everything:
    pages = (books.accounts, books.points, books.tallies, books.meetings, books.openings, books.standings)
    return tuple(dict(page) for page in pages)


def entered(matches: Sequence[Sequence[Score]]) -> RatingLedger:
    books = RatingLedger()
    for match in matches:
        books.enter(match)
    return books


@pytest.mark.slow
@pytest.mark.parametrize("many", [1_000, 10_000])
def test_matches_entered_twice_give_the_same_to_the_last_bit(many: int) -> None:
    matches = random_matches(many, players=many // 25, days=200)
    once, stored = RatingLedger(), []
    for match in matches:
        stored.append(tuple(one.score for one in once.enter(match)))
    assert everything(entered(stored)) == everything(once)


def test_the_order_within_a_day_changes_no_rating() -> None:
    matches = random_matches(2_000, players=60, days=40, seed=2)
    once = everything(entered(matches))
    chance, shuffled = random.Random(3), []
    for _, of_day in groupby(matches, key=lambda match: match[0].day):
        day = list(of_day)
        shuffled += chance.sample(day, len(day))
    again = everything(entered(shuffled))
    assert (again[0], again[1], again[5]) == (once[0], once[1], once[5])


def test_ratings_agree_with_periods_reckoned_one_after_the_other() -> None:
    """The textbook's way: all matches of a day at once, then all players' new ratings, day after day."""
    matches = random_matches(1_500, players=40, days=60, seed=4, games=("prawns",))
    ratings: dict[int, Rating] = defaultdict(Rating)
    first, last = matches[0][0].day, matches[-1][0].day
    known: set[int] = set()
    for day in range(first, last + 1):
        faced: dict[int, list[RatedResult]] = defaultdict(list)
        for score in (score for match in matches for score in match if score.day == day and score.rated):
            rival = ratings[user_of(score.rival)]
            faced[user_of(score.player)].append(
                RatedResult(score.match_id, rival.rating, rival.deviation, score.points / 2)
            )
        for user in known | faced.keys():
            ratings[user] = (
                ratings[user].after_day(faced[user]) if user in faced else ratings[user].after_idle(1)
            )
        known |= faced.keys()
    books = entered(matches)
    for user in known:
        account = books.accounts.get(PlayerKey(Human(UserId(user)), "prawns"))
        assert account is not None
        ours = account.on(last)
        assert abs(ours.rating - ratings[user].rating) < 1e-3
        assert abs(ours.deviation - ratings[user].deviation) < 1e-3


def test_what_comes_in_late_counts_for_the_day_that_has_begun() -> None:
    matches = random_matches(400, players=12, days=20, seed=5)
    chance, books = random.Random(6), RatingLedger()
    late = sorted(
        matches, key=lambda match: match[0].ended_at + timedelta(hours=chance.choice((0, 0, 0, 30)))
    )
    closed: dict[object, object] = {}
    stored = []
    for match in late:
        one = books.enter(match)
        stored.append(tuple(entry.score for entry in one))
        assert all(entry.score.day >= match[0].day for entry in one)
        for key, rating in books.points:
            account = books.accounts.get(PlayerKey(key.player, key.game))
            if account is not None and key.day < account.day:
                assert closed.setdefault(key, rating) == rating, "the rating of a day that is over changed"
    assert any(match[0].day != day_of(match[0].ended_at) for match in stored)
    assert everything(entered(stored)) == everything(books)


def test_tallies_and_meetings_add_up() -> None:
    matches = random_matches(800, players=15, days=90, seed=7)
    books = entered(matches)
    wins: Counter[tuple[object, ...]] = Counter()
    played: Counter[tuple[object, ...]] = Counter()
    for score in (score for match in matches for score in match):
        for key in (
            TallyKey(score.player, score.game, BOTH_SIDES),
            TallyKey(score.player, score.game, score.side),
            TallyKey(EVERYBODY, score.game, score.side),
            HeadToHeadKey(score.player, score.rival, score.game),
        ):
            played[key] += 1
            wins[key] += score.points == WIN
    for key, line in [*books.tallies, *books.meetings]:
        assert (line.matches, line.wins) == (played[key], wins[key])
        assert line.losses == line.matches - line.wins - line.draws >= 0
    assert len(played) == len(dict(books.tallies)) + len(dict(books.meetings))


def test_streaks() -> None:
    ((score, _),) = random_matches(1, players=2, days=1)
    books = RatingLedger()
    for number, points in enumerate("WWWLLDWW"):
        halves = {"W": WIN, "L": 0, "D": DRAW}[points]
        books.enter([replace(score, points=halves, reason="time", rated=False)])
        tally = books.tallies.get(TallyKey(score.player, score.game, BOTH_SIDES))
        assert tally is not None
        assert tally.streak == (1, 2, 3, -1, -2, 0, 1, 2)[number]
    assert tally is not None
    assert (tally.best, tally.timeouts, tally.draws, tally.losses) == (3, 2, 1, 2)


def test_a_player_has_one_rating_in_every_server() -> None:
    books = entered(random_matches(600, players=10, days=100, seed=8))
    everywhere = 0
    for key, line in books.standings:
        account = books.accounts.get(PlayerKey(key.player, key.game))
        assert account is not None
        if key.season == "":
            assert (line.rating, line.rated_day) == (account.now, account.day)
            everywhere += key.guild_id == EVERYWHERE
        rest = StandingKey(EVERYWHERE, *key[1:])
        total = books.standings.get(rest)
        assert total is not None
        assert (total.rating, total.rated_day) == (line.rating, line.rated_day)
        assert total.matches >= line.matches > 0
    assert everywhere == len(dict(books.accounts))


def test_a_season_keeps_the_rating_of_its_end() -> None:
    matches = random_matches(300, players=6, days=59, seed=9, games=("prawns",))
    january = [match for match in matches if match[0].ended_at.month == 1]
    books, before = entered(matches), entered(january)
    for key, line in before.standings:
        if key.season == "2026-01":
            assert books.standings.get(key) == line
    assert books.gone == set()


def test_who_left_is_not_listed_until_there_again() -> None:
    matches = random_matches(60, players=4, days=20, seed=10, games=("prawns",))
    user, guild = user_of(matches[0][0].player), GuildId(11)
    books = entered(matches[:30])
    books.set_listed(guild, user, False)
    for match in matches[30:]:
        books.enter(match)
    for key, line in books.standings:
        assert line.listed == ((key.guild_id, key.player) != (guild, Human(user)))
    books.set_listed(guild, user, True)
    assert all(line.listed for _, line in books.standings)
