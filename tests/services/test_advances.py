"""Moves in advance as their player says them: kept for them alone, and refused where they can't be."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from data import stores
from matches.errors import NotAPlayerError, Problem, Refused, StaleError, WrongPhaseError
from matches.model import Match, OfferKind
from tests.matches.lifecycle.saying import line_of
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.store import instead


async def begun(table: Table, turns: int = 1) -> Match:
    """A match of Pjawns after so many turns, of which the challenger made the first."""
    return await table.begun(turns, pace="1d")


async def lines(table: Table, length: int, *, which: int = 0) -> list[str]:
    return line_of(await table.history(), length, which=which)


async def test_they_are_said_and_taken_back(table: Table) -> None:
    advances, match = table.services.advances, await begun(table)
    line = await lines(table, 4)
    first, second = await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.of(match.id, CHALLENGER) == (first, second)
    assert first.said_at == table.now
    assert await advances.of(match.id, OPPONENT) == ()
    assert await advances.take_back(match.id, CHALLENGER, second.number) == (first,)
    with pytest.raises(Refused) as refused:
        await advances.take_back(match.id, CHALLENGER, second.number)
    assert refused.value.problem is Problem.ADVANCE_GONE
    await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.take_back(match.id, CHALLENGER, first.number) == (), "with what follows"
    await advances.say(match.id, CHALLENGER, line, 1)
    await advances.take_back_all(match.id, CHALLENGER)
    assert await advances.of(match.id, CHALLENGER) == ()
    await advances.take_back_all(match.id, CHALLENGER)


async def test_nothing_is_shown_anew_and_only_its_player_is_concerned(table: Table) -> None:
    advances, match = table.services.advances, await begun(table)
    await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    await advances.say_choice(match.id, CHALLENGER, ["d4"])
    after = await table.match()
    assert after.version == match.version
    assert after.advance_revision == match.advance_revision + 2
    assert "advance_revision" not in repr(after)
    for user in (OPPONENT, STRANGER):
        assert (await table.privacy.counts(user))["advance"] == 0
    assert (await table.privacy.counts(CHALLENGER))["advance"] == 2


async def test_a_choice_stands_once_and_is_replaced(table: Table) -> None:
    advances, match = table.services.advances, await begun(table)
    (one,) = await advances.say_choice(match.id, CHALLENGER, ["d4", "e5"])
    assert await advances.say_choice(match.id, CHALLENGER, ["d4", "e5"]) == (one,)
    (other,) = await advances.say_choice(match.id, CHALLENGER, [])
    assert other.reply == () and other.number != one.number
    line = await lines(table, 2)
    assert len(await advances.say(match.id, CHALLENGER, line, 1)) == 2


@pytest.mark.parametrize("by", [STRANGER, OPPONENT])
async def test_only_the_players_say_anything(table: Table, by: Any) -> None:
    advances, match = table.services.advances, await begun(table)
    (mine,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    expected = NotAPlayerError if by == STRANGER else Refused
    with pytest.raises(expected):
        await advances.say(match.id, by, await lines(table, 2), 1)
    with pytest.raises(expected):
        await advances.take_back(match.id, by, mine.number)
    assert await advances.of(match.id, CHALLENGER) == (mine,)


async def test_not_where_nobody_else_plays_and_not_after_the_end(table: Table) -> None:
    advances, match = table.services.advances, await begun(table)
    line = await lines(table, 2)
    (one,) = await advances.say(match.id, CHALLENGER, line, 1)
    await table.matches.play.resign(match.id, OPPONENT)
    async with table.refuses(WrongPhaseError):
        await advances.say(match.id, CHALLENGER, line, 1)
    async with table.refuses(WrongPhaseError):
        await advances.take_back(match.id, CHALLENGER, one.number)
    assert await advances.of(match.id, CHALLENGER) == (), "they end with the match"


async def test_a_match_that_goes_on_meanwhile_is_stale(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    advances, match = table.services.advances, await begun(table)
    line, other = await lines(table, 2), table.another_service()

    async def late(*asked: Any) -> Any:
        monkeypatch.undo()
        await other.matches.play.turn(match.id, OPPONENT, line[0])
        return await table.store.write(stores.advances.say, *asked)

    instead(table.store, stores.advances.say, late, monkeypatch)
    with pytest.raises(StaleError):
        await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.of(match.id, CHALLENGER) == ()


async def test_an_offer_meanwhile_is_no_hindrance(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    advances, match = table.services.advances, await begun(table)
    line, other = await lines(table, 2), table.another_service()

    async def late(*asked: Any) -> Any:
        monkeypatch.undo()
        await other.matches.play.offer(match.id, OPPONENT, OfferKind.PAUSE)
        return await table.store.write(stores.advances.say, *asked)

    instead(table.store, stores.advances.say, late, monkeypatch)
    assert len(await advances.say(match.id, CHALLENGER, line, 1)) == 1


async def test_the_log_says_nothing_of_them(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    advances, match = table.services.advances, await begun(table)
    (one,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    assert f"match={match.id} user={CHALLENGER} said a move in advance" in caplog.text
    ours = "\n".join(each.getMessage() for each in caplog.records if not each.name.startswith("sql"))
    assert one.reply[0] not in ours and one.condition not in ours


async def exported(table: Table, user: Any) -> bytes:
    return b"".join([piece async for piece in table.privacy.export(user)])


@pytest.mark.usefixtures("still_clock")
async def test_the_other_players_export_is_the_same_to_the_byte(table: Table) -> None:
    advances, match = table.services.advances, await begun(table)
    before = [await exported(table, user) for user in (OPPONENT, CHALLENGER)]
    (one,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    assert await exported(table, OPPONENT) == before[0]
    own = await exported(table, CHALLENGER)
    assert own != before[1] and one.condition.encode() in own
    await advances.take_back_all(match.id, CHALLENGER)
    assert [await exported(table, user) for user in (OPPONENT, CHALLENGER)] == before
