"""What somebody hasn't seen of a match since they last looked, though actions were taken back since."""

from __future__ import annotations

from matches import Match, UserId
from matches.lifecycle.unseen_turns import unchanged_since, unseen
from matches.model import OfferKind
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table


def told(table: Table, match: Match, user: UserId, seen: int | None) -> list[str]:
    return [str(played) for played in unseen(match, table.matches.history(match), user, seen)]


async def test_it_is_what_was_played_since(table: Table) -> None:
    await table.in_play()
    early = await table.play("d8d7", "d1d2")
    late = await table.play("e8e7", "e1e2")
    assert told(table, late, STRANGER, len(early.entries)) == ["e8-e7", "e1-e2"]
    assert told(table, late, STRANGER, None) == ["d8-d7", "d1-d2", "e8-e7", "e1-e2"]
    assert told(table, late, STRANGER, len(late.entries)) == []


async def test_ones_own_moves_are_no_news_but_come_before_the_answer(table: Table) -> None:
    seen = len((await table.in_play()).entries)
    match = await table.play("d8d7")
    assert told(table, match, OPPONENT, seen) == []
    assert told(table, match, CHALLENGER, seen) == ["d8-d7"]
    match = await table.play("d1d2")
    assert told(table, match, OPPONENT, seen) == ["d8-d7", "d1-d2"]


async def test_what_took_the_place_of_a_turn_that_was_seen_is_news(table: Table) -> None:
    await table.in_play()
    seen = len((await table.play("d8d7", "d1d2")).entries)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.TAKE_BACK)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=True)
    assert (unchanged_since(match, seen), told(table, match, STRANGER, seen)) == (1, [])
    match = await table.play("e1e2")
    assert told(table, match, STRANGER, seen) == ["e1-e2"]


async def test_an_offer_is_no_news(table: Table) -> None:
    await table.in_play()
    seen = len((await table.play("d8d7")).entries)
    match = await table.matches.play.offer(table.id, OPPONENT, OfferKind.TAKE_BACK)
    assert len(match.entries) > seen
    assert told(table, match, STRANGER, seen) == []
