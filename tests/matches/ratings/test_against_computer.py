"""The end of a match against the computer: one result of the person's, and no score."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from sqlalchemy import select

from data.schema import meeting, metadata
from engines import GAMES, History
from matches import ChallengeTerms, Phase
from matches.model import Entry, EntryKind, Match, Result
from matches.players import Computer, Human, Seat
from matches.ratings.ledger import HeadToHead
from matches.ratings.scores import DRAW, LOSS, WIN, MatchScores, ending_of
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, Table
from tests.store import rows


async def ended(table: Table, winner: str | None, **more: object) -> tuple[Match, History]:
    """A match that Ann, the challenger, has played against the computer of level 3."""
    match = await table.begun(6)
    history = table.matches.history(match)
    seats = [
        Seat(one.side, one.player if one.player == Human(CHALLENGER) else Computer(3)) for one in match.seats
    ]
    result = Result(winner, "resigned")
    over = replace(match, opponent=Computer(3), seats=tuple(seats), result=result)
    return replace(over, **more), history  # type: ignore[arg-type]


async def test_the_person_has_a_result_and_nobody_a_score(table: Table) -> None:
    for winner, points in (("white", WIN), ("black", LOSS), (None, DRAW)):
        match, history = await ended(table, winner)
        own = match.side_of(CHALLENGER)
        assert own in ("white", "black")
        found = ending_of(match, history)
        assert found.scores == ()
        assert not found.rated
        met = found.against_computer
        assert met is not None
        assert (met.player, met.rival, met.game, met.rated) == (
            Human(CHALLENGER),
            Computer(3),
            "pjawns",
            False,
        )
        assert met.points == (points if own == "white" else WIN - points)


async def test_what_counts_for_nothing_is_not_counted_there_either(table: Table) -> None:
    match, history = await ended(table, None, result=Result(None, "aborted", counts=False))
    assert ending_of(match, history) == MatchScores()
    assert ending_of(match, None) == MatchScores()


async def test_nobody_is_counted_who_took_a_place_over_or_left_it_to_the_computer(table: Table) -> None:
    match, history = await ended(table, "white")
    handed = Entry(EntryKind.HANDED_OVER_BY_ADMIN, "9 1001 3", "white", 6, match.changed_at)
    assert ending_of(match.with_entries(handed), history) == MatchScores()


# --- what a profile tells --------------------------------------------------------------------------


async def lost(table: Table, level: int, game: str = "pjawns") -> None:
    """A match against the computer, resigned at once."""
    wishes = ChallengeTerms(game, {})
    match = await table.matches.challenges.against_computer(CHALLENGER, level, wishes, PLACE)
    await table.matches.play.resign(match.id, CHALLENGER)


async def test_a_profile_counts_by_level_and_ratings_stay(table: Table) -> None:
    await table.begun(6)
    await table.matches.play.resign(table.id, OPPONENT)
    before = await table.leaderboards.profile(CHALLENGER, "pjawns", OPPONENT)
    sides = await table.leaderboards.sides_of("pjawns")
    for level in (3, 3, 5):
        await lost(table, level)
    after = await table.leaderboards.profile(CHALLENGER, "pjawns", OPPONENT)
    assert before is not None and after is not None
    assert after.computer == {3: HeadToHead(2), 5: HeadToHead(1)}
    assert replace(after, computer={}) == before
    assert await table.leaderboards.sides_of("pjawns") == sides
    assert [one.matches for one in await table.leaderboards.played(CHALLENGER)] == [1]


async def test_a_game_played_against_the_computer_only_has_a_profile_too(table: Table) -> None:
    assert await table.leaderboards.profile(CHALLENGER, "pjawns") is None
    await lost(table, 1)
    profile = await table.leaderboards.profile(CHALLENGER, "pjawns")
    assert profile is not None
    assert (profile.both.matches, profile.form, profile.rating) == (0, (), None)
    assert profile.computer == {1: HeadToHead(1)}
    (played,) = await table.leaderboards.played(CHALLENGER)
    assert (played.game, played.matches) == ("pjawns", 0)
    assert await table.leaderboards.profile(CHALLENGER, "prudh") is None


async def test_an_export_names_the_computer(table: Table) -> None:
    await lost(table, 4)
    told = json.loads(b"".join([part async for part in table.privacy.export(CHALLENGER)]))
    (met,) = told["how matches went by opponent"]
    assert met["rival_id"] == told["matches"][0]["opponent"] == "computer, level 4"
    assert told["what matches brought"] == told["ratings"] == told["how matches went"] == []


# --- a hundred matches -----------------------------------------------------------------------------

OF_MATCHES: Final = frozenset(
    {"match", "entry", "pick", "draft", "chore", "notice", "hint", "fact", "meeting"}
)
"""The tables that a match against the computer may leave something in; of meetings only those with it."""
BETWEEN_PEOPLE: Final = ("pjawns", "prudh")


async def stored(table: Table) -> dict[str, str]:
    """Everything else that is stored, byte for byte."""
    found = {}
    for one in metadata.sorted_tables:
        if one.name not in OF_MATCHES:
            kept = await rows(table.store, select(one).order_by(*one.primary_key))
            found[one.name] = "\n".join(map(repr, kept))
    met = await rows(table.store, select(meeting).order_by(*meeting.primary_key))
    found["meeting"] = "\n".join(repr(row) for row in met if not is_computer(row))
    return found


def is_computer(row: Mapping[Any, Any]) -> bool:
    return any(0 < row[name] <= 5 for name in ("user_id", "rival_id"))


async def shown(table: Table) -> list[object]:
    """What leaderboards and profiles tell of everybody."""
    found: list[object] = []
    for game in BETWEEN_PEOPLE:
        found.append(await table.leaderboards.sides_of(game))
        for user in (CHALLENGER, OPPONENT):
            profile = await table.leaderboards.profile(user, game, None)
            found.append(profile and replace(profile, computer={}))
    return found


async def play_alone(table: Table, number: int) -> Match:
    """A match against the computer, to its end in every fifth, else until the person resigns."""
    game = sorted(GAMES)[number % len(GAMES)]
    terms = ChallengeTerms(game, {})
    match = await table.matches.challenges.against_computer(CHALLENGER, 1 + number // 5 % 5, terms, PLACE)
    if match.phase is Phase.SETUP:
        match = await table.matches.picks.pick(match.id, CHALLENGER, ("crab", "shrimp"))
    to_the_end = game in BETWEEN_PEOPLE and number % 4 == 0
    for _ in range(400 if to_the_end else 4):
        if match.phase is not Phase.PLAYING:
            return match
        match = await one_turn(table, match)
    return await table.matches.play.resign(match.id, CHALLENGER)


async def one_turn(table: Table, match: Match) -> Match:
    """The first actions there are, by whoever is to act."""
    computers, position = table.services.computers, table.matches.history(match).position
    if not computers.is_to_think(match):
        return await table.matches.play.turn(match.id, CHALLENGER, str(position.legal_actions()[0]))
    due = [chore for chore in await computers.claim(9) if chore.match_id == match.id]
    turn = await computers.turn_of(due[-1])
    assert turn is not None
    side, actions = position.to_act, []
    while position.to_act == side and position.legal_actions():
        actions.append(str(position.legal_actions()[-1]))
        position = position.apply(position.legal_actions()[-1])
    return await computers.play(turn, actions)


@pytest.mark.slow
async def test_a_hundred_matches_change_nothing_of_what_counts_between_people(table: Table) -> None:
    for game in BETWEEN_PEOPLE:
        for winner in (OPPONENT, CHALLENGER, OPPONENT):
            await table.begun(8, game=game)
            await table.matches.play.resign(table.id, CHALLENGER if winner == OPPONENT else OPPONENT)
    before, told = await stored(table), await shown(table)
    assert all(before[name] for name in ("standing", "rating_point", "tally", "opening", "score", "meeting"))
    ended = Counter([(await play_alone(table, number)).phase for number in range(100)])
    assert ended == {Phase.FINISHED: 100}
    met = await rows(table.store, select(meeting))
    assert any(is_computer(row) for row in met), "and they are counted by themselves"
    assert await stored(table) == before
    assert await shown(table) == told
