"""Moves in advance as their player says them, in every store: kept for them alone, or refused."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest

from cogs.advances.rules import AdvanceError, AdvanceProblem
from cogs.advances.service import Advances
from data import Database, stores
from data.features.advances import said_in
from matches.advances import Advance, AdvanceChange, ConditionKind
from matches.errors import NotAPlayerError, StaleError, WrongPhaseError
from matches.model import Entry, EntryKind, Match, MatchId, OfferKind, UserId
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    NOON,
    accepted,
    changed,
    finished,
    new_challenge,
    played,
    spoken,
)
from tests.matches.some_line import line_of
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from tests.store import keep


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)


async def begun(table: Table, turns: int = 1) -> Match:
    """A match of Pjawns after so many turns, of which the challenger made the first."""
    return await table.begun(turns, pace="1d")


async def lines(table: Table, length: int, *, which: int = 0) -> list[str]:
    return line_of(await table.history(), length, which=which)


@pytest.mark.usefixtures("still_clock")
async def test_they_are_said_and_taken_back(table: Table) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    line = await lines(table, 4)
    first, second = await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.of(match.id, CHALLENGER) == (first, second)
    assert first.said_at == table.now
    assert await advances.of(match.id, OPPONENT) == ()
    assert await advances.take_back(match.id, CHALLENGER, second.number) == (first,)
    with pytest.raises(AdvanceError) as refused:
        await advances.take_back(match.id, CHALLENGER, second.number)
    assert refused.value.problem is AdvanceProblem.GONE
    await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.take_back(match.id, CHALLENGER, first.number) == (), "with what follows"
    await advances.say(match.id, CHALLENGER, line, 1)
    await advances.take_back(match.id, CHALLENGER)
    assert await advances.of(match.id, CHALLENGER) == ()
    await advances.take_back(match.id, CHALLENGER)


async def test_nothing_is_shown_anew_and_only_its_player_is_concerned(table: Table) -> None:
    advances, match = Advances(table.services.core), await begun(table)
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
    advances, match = Advances(table.services.core), await begun(table)
    (one,) = await advances.say_choice(match.id, CHALLENGER, ["d4", "e5"])
    assert await advances.say_choice(match.id, CHALLENGER, ["d4", "e5"]) == (one,)
    (other,) = await advances.say_choice(match.id, CHALLENGER, [])
    assert other.reply == () and other.number != one.number
    line = await lines(table, 2)
    assert len(await advances.say(match.id, CHALLENGER, line, 1)) == 2


@pytest.mark.parametrize("by", [STRANGER, OPPONENT])
async def test_only_the_players_say_anything(table: Table, by: Any) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    (mine,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    expected = NotAPlayerError if by == STRANGER else AdvanceError
    with pytest.raises(expected):
        await advances.say(match.id, by, await lines(table, 2), 1)
    with pytest.raises(expected):
        await advances.take_back(match.id, by, mine.number)
    assert await advances.of(match.id, CHALLENGER) == (mine,)


async def test_not_where_nobody_else_plays_and_not_after_the_end(table: Table) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    line = await lines(table, 2)
    (one,) = await advances.say(match.id, CHALLENGER, line, 1)
    await table.matches.play.resign(match.id, OPPONENT)
    async with table.refuses(WrongPhaseError):
        await advances.say(match.id, CHALLENGER, line, 1)
    async with table.refuses(WrongPhaseError):
        await advances.take_back(match.id, CHALLENGER, one.number)
    assert await advances.of(match.id, CHALLENGER) == (), "they end with the match"


async def test_a_match_that_goes_on_meanwhile_is_stale(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    line, other = await lines(table, 2), table.another_service()

    async def late(advances: Advances, *asked: Any) -> Any:
        monkeypatch.undo()
        await other.matches.play.turn(match.id, OPPONENT, line[0])
        return await advances.store(*asked)

    monkeypatch.setattr(Advances, "store", late)
    with pytest.raises(StaleError):
        await advances.say(match.id, CHALLENGER, line, 1)
    assert await advances.of(match.id, CHALLENGER) == ()


async def test_an_offer_meanwhile_is_no_hindrance(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    line, other = await lines(table, 2), table.another_service()

    async def late(advances: Advances, *asked: Any) -> Any:
        monkeypatch.undo()
        await other.matches.play.offer(match.id, OPPONENT, OfferKind.PAUSE)
        return await advances.store(*asked)

    monkeypatch.setattr(Advances, "store", late)
    assert len(await advances.say(match.id, CHALLENGER, line, 1)) == 1


async def test_the_log_says_nothing_of_them(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    advances, match = Advances(table.services.core), await begun(table)
    (one,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    assert f"match={match.id} user={CHALLENGER} said a move in advance" in caplog.text
    ours = "\n".join(each.getMessage() for each in caplog.records if not each.name.startswith("sql"))
    assert one.reply[0] not in ours and one.condition not in ours


async def exported(table: Table, user: Any) -> bytes:
    return b"".join([piece async for piece in table.privacy.export(user)])


@pytest.mark.usefixtures("still_clock")
async def test_the_other_players_export_is_the_same_to_the_byte(table: Table) -> None:
    advances, match = Advances(table.services.core), await begun(table)
    before = [await exported(table, user) for user in (OPPONENT, CHALLENGER)]
    (one,) = await advances.say(match.id, CHALLENGER, await lines(table, 2), 1)
    assert await exported(table, OPPONENT) == before[0]
    own = await exported(table, CHALLENGER)
    assert own != before[1] and one.condition.encode() in own
    await advances.take_back(match.id, CHALLENGER)
    assert [await exported(table, user) for user in (OPPONENT, CHALLENGER)] == before


# --- what a change of the match makes of them ---------------------------------------------------


async def running(store: Database) -> Match:
    match = await new_challenge(store)
    return await keep(store, played(await keep(store, accepted(match)), "d2d3"))


def advances_in(store: Database) -> Advances:
    return Advances(Table(store).services.core)


async def say(store: Database, match: Match, *said: Advance) -> tuple[Advance, ...]:
    stored = await advances_in(store).store(match, said[0].user_id, said)
    assert stored and stored == await of(store, match.id, said[0].user_id)
    return stored


async def of(store: Database, match_id: MatchId, user: UserId) -> tuple[Advance, ...]:
    advances = advances_in(store)
    return (*await advances.dropped_of(match_id, user), *await advances.of(match_id, user))


async def revision(store: Database, match: Match) -> int:
    return (await store.read(stores.matches.load, match.id)).advance_revision


LINE = (spoken(number=1), spoken(number=2, follows=1, turn=5, condition="other", reply=("a1-a2", "end")))


async def test_a_line_is_kept_whole(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    assert (first.follows, second.follows) == (0, first.number)
    for kept, one in zip((first, second), LINE, strict=True):
        same = ("turn", "kind", "condition", "after", "reply", "said_at", "dropped", "user_id")
        assert [getattr(kept, name) for name in same] == [getattr(one, name) for name in same]
    assert await of(store, match.id, BOB) == ()
    choice = spoken(BOB, turn=0, kind=ConditionKind.CHOICE, condition="", after=(), reply=())
    (theirs,) = await say(store, match, choice)
    assert set(await store.read(said_in, match.id)) == {first, second, theirs}
    assert await store.read(said_in, MatchId(99)) == ()


async def test_each_change_raises_the_revision_and_not_the_version(store: Database) -> None:
    match = await running(store)
    assert await revision(store, match) == 0
    (one,) = await say(store, match, spoken())
    assert await revision(store, match) == 1
    assert await advances_in(store).delete(match, ANN, one.number) == ()
    assert await revision(store, match) == 2
    assert (await store.read(stores.matches.load, match.id)).version == match.version


async def test_nothing_is_said_of_a_match_that_has_gone_on(store: Database) -> None:
    match = await running(store)
    await keep(store, played(match, "d7d6"))
    assert await advances_in(store).store(match, ANN, [spoken()]) is False
    assert await advances_in(store).delete(match, ANN, None) is False
    assert await of(store, match.id, ANN) == ()
    assert await revision(store, match) == 0


async def test_one_is_taken_back_with_those_that_follow(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    other = (await say(store, match, spoken(condition="elsewhere")))[-1]
    (theirs,) = await say(store, match, spoken(BOB))
    advances = advances_in(store)
    with pytest.raises(AdvanceError) as refused:
        await advances.delete(match, BOB, first.number)
    assert refused.value.problem is AdvanceProblem.GONE
    left = await advances.delete(match, ANN, first.number)
    assert left and left == await of(store, match.id, ANN)
    assert len(left) == 1 and left[0].condition == "elsewhere" and other.turn == second.turn
    for _ in range(2):
        assert await advances.delete(match, ANN, None) == () == await of(store, match.id, ANN)
    assert await of(store, match.id, BOB) == (theirs,)


async def test_a_move_stores_what_became_of_them(store: Database) -> None:
    match = await running(store)
    first, second = await say(store, match, *LINE)
    other = next(
        one for one in await say(store, match, spoken(condition="elsewhere")) if one.condition == "elsewhere"
    )
    (theirs,) = await say(store, match, spoken(BOB))
    change = AdvanceChange(
        await revision(store, match),
        gone=frozenset({(ANN, first.number)}),
        dropped=frozenset({(ANN, other.number), (BOB, theirs.number)}),
    )
    await keep(store, played(match, "d7d6"), advance=change)
    assert await of(store, match.id, ANN) == (replace(other, dropped=True), replace(second, follows=0))
    assert await of(store, match.id, BOB) == (replace(theirs, dropped=True),)


async def test_a_move_made_without_knowing_them_is_refused(store: Database) -> None:
    match = await running(store)
    unknowing = AdvanceChange(await revision(store, match))
    said = await say(store, match, *LINE)
    with pytest.raises(StaleError) as stale:
        await keep(store, played(match, "d7d6"), advance=unknowing)
    assert stale.value.match == replace(match, advance_revision=1)
    assert await of(store, match.id, ANN) == said
    after = await keep(store, played(match, "d7d6"), advance=AdvanceChange(1))
    assert (after.version, after.advance_revision) == (match.version + 1, 1)


@pytest.mark.parametrize("ends", ["finished", "rewound"])
async def test_the_end_and_a_rewind_leave_none(store: Database, ends: str) -> None:
    match, other = await running(store), await running(store)
    for one in (match, other):
        await say(store, one, spoken())
        await say(store, one, spoken(BOB))
    if ends == "finished":
        await keep(store, finished(match))
    else:
        act = Entry(EntryKind.REWOUND_BY_ADMIN, f"{CAT} 0 0", "green", 1, NOON)
        await keep(store, changed(match, entries=(*match.entries, act)))
    assert await store.read(said_in, match.id) == ()
    assert len(await store.read(said_in, other.id)) == 2


async def test_who_hands_over_leaves_none(store: Database) -> None:
    match = await running(store)
    await say(store, match, spoken())
    (theirs,) = await say(store, match, spoken(BOB))
    act = Entry(EntryKind.HANDED_OVER_BY_ADMIN, f"{CAT} green {ANN} {CAT}", "green", 1, NOON)
    over = changed(match, challenger=CAT, sides={"green": CAT, "blue": BOB}, entries=(*match.entries, act))
    await keep(store, over)
    assert await store.read(said_in, match.id) == (theirs,)


async def test_a_change_of_another_kind_leaves_them(store: Database) -> None:
    match = await running(store)
    said = await say(store, match, *LINE)
    offer = Entry(EntryKind.DRAW_OFFER, "", "blue", 1, NOON)
    await keep(store, changed(match, entries=(*match.entries, offer)))
    assert await of(store, match.id, ANN) == said
