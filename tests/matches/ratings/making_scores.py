"""Scores by chance: players of unequal strength, over months, in a few servers."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from matches.model import GuildId, MatchId, UserId
from matches.players import Human
from matches.ratings.rating import day_of
from matches.ratings.scores import DRAW, LOSS, WIN, Score

START = datetime(2026, 1, 1, tzinfo=UTC)


def random_matches(
    count: int, *, players: int, days: int, seed: int = 1, games: tuple[str, ...] = ("prawns", "prudh")
) -> list[tuple[Score, Score]]:
    """So many matches in the order of their end, some of them unrated."""
    chance = random.Random(seed)
    ends = sorted(START + timedelta(seconds=chance.randrange(days * 86_400)) for _ in range(count))
    found = []
    for number, ended_at in enumerate(ends, start=1):
        one, other = (UserId(1000 + who) for who in chance.sample(range(players), 2))
        points = (
            DRAW if chance.random() < 0.1 else WIN if chance.random() < 0.5 + (one - other) / 3000 else LOSS
        )
        sides = chance.sample(("green", "blue"), 2)
        match = (MatchId(number), chance.choice(games), GuildId(chance.randint(11, 13)), ended_at)
        rated, opening = chance.random() < 0.9, chance.choice(("d2-d3 e2-e3", "a1-a2", ""))
        reason = chance.choice(("eaten", "time"))
        found.append(
            (
                _score(match, one, other, sides[0], points, reason, rated, opening),
                _score(match, other, one, sides[1], WIN - points, reason, rated, opening),
            )
        )
    return found


def _score(
    match: tuple[MatchId, str, GuildId, datetime],
    user: UserId,
    rival: UserId,
    side: str,
    points: int,
    reason: str,
    rated: bool,
    opening: str,
) -> Score:
    match_id, game, guild, ended_at = match
    day = day_of(ended_at)
    return Score(
        match_id, Human(user), Human(rival), game, guild, side, points, reason, ended_at, rated, day, opening
    )
