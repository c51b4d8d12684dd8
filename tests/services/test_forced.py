"""Actions that play themselves: the only ones there are, of players who want that."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from data import stores
from engines import GAMES
from matches import Match, Phase, StoreUnavailableError
from matches.lifecycle.last_turns import last_turn_of
from matches.model import EntryKind
from tests.matches.table import CHALLENGER, OPPONENT, Table
from tests.services.forced import about_to_force, want_it
from tests.store import instead

BOTH = (CHALLENGER, OPPONENT)
WITHOUT_PICKS = sorted(key for key, game in GAMES.items() if game.secret_setup is None)


def kinds(match: Match) -> list[EntryKind]:
    return [entry.kind for entry in match.entries]


@pytest.mark.usefixtures("still_clock")
async def test_the_only_reply_plays_itself_in_the_same_change(table: Table) -> None:
    last = await about_to_force(table)
    mover, replier = await table.awaited(), set(BOTH) - set(await table.awaited())
    await want_it(table, *replier)
    before = await table.match()
    table.wait(minutes=7)
    match = await table.play(last)
    assert match.version == before.version + 1, "one change, so it is stored whole or not at all"
    assert kinds(match)[len(before.entries) :] == [EntryKind.ACTION, EntryKind.FORCED]
    reply = match.entries[-1]
    assert (reply.at, reply.side) == (table.now, match.side_of(*replier))
    assert await table.awaited() == mover, "it is their turn again"
    told, kinds_told = last_turn_of(match, table.matches.history(match))
    assert [str(each) for each in told] == [entry.text for entry in match.entries[-2:]]
    assert kinds_told == (EntryKind.ACTION, EntryKind.FORCED)
    assert (await table.match()).entries == match.entries


@pytest.mark.parametrize("who", ["nobody", "the mover"])
async def test_it_waits_for_a_player_who_has_not_asked_for_that(table: Table, who: str) -> None:
    last = await about_to_force(table)
    if who == "the mover":
        await want_it(table, *await table.awaited())
    before = await table.match()
    match = await table.play(last)
    assert kinds(match)[len(before.entries) :] == [EntryKind.ACTION]
    (waits,) = await table.awaited()
    assert match.side_of(waits) != match.entries[-1].side


@pytest.mark.usefixtures("still_clock")
async def test_a_reply_that_plays_itself_costs_no_time(table: Table) -> None:
    last = await about_to_force(table)
    await want_it(table, *BOTH)
    table.wait(hours=3)
    match = await table.play(last)
    assert match.clocks is not None
    (mover,) = await table.awaited()
    assert match.clocks.running == match.side_of(mover)
    assert match.clocks.deadline() == table.now + timedelta(days=1)


async def test_a_reply_that_ends_the_match_is_told_to_both(table: Table) -> None:
    last = await about_to_force(table, "prudh", ends=True)
    await want_it(table, *BOTH)
    match = await table.play(last)
    assert match.phase is Phase.FINISHED and match.result is not None
    assert kinds(match)[-1] is EntryKind.FORCED
    assert set(table.matches.addressed(match)) == set(BOTH)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("game", WITHOUT_PICKS)
@pytest.mark.parametrize("seed", range(2))
async def test_nobody_who_wants_it_is_left_with_a_single_action(table: Table, game: str, seed: int) -> None:
    chance = random.Random(seed)
    await table.begun(game=game)
    await want_it(table, *BOTH)
    match = await table.match()
    for _ in range(80):
        if match.phase is not Phase.PLAYING:
            break
        legal = table.matches.history(match).position.legal_actions()
        assert len(legal) > 1
        match = await table.play(str(chance.choice(legal)))
    history = table.matches.history(match)
    assert [str(played) for played in history.played] == [entry.text for entry in match.entries]
    assert [played.side for played in history.played] == [entry.side for entry in match.entries]


async def test_nothing_of_it_is_stored_where_the_move_is_not(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await about_to_force(table)
    await want_it(table, *BOTH)
    (mover,) = await table.awaited()

    async def lost(*_: Any, **__: Any) -> None:
        raise StoreUnavailableError("the disk is full")

    with monkeypatch.context() as failing:
        instead(table.store, stores.matches.save, lost, failing)
        async with table.refuses(StoreUnavailableError):
            await table.matches.play.turn(table.id, mover, last)
    match = await table.play(last)
    assert kinds(match).count(EntryKind.FORCED) == 1


async def test_a_secret_pick_never_makes_itself(table: Table) -> None:
    await want_it(table, *BOTH)
    match = await table.in_setup()
    assert match.phase is Phase.SETUP and not match.picks
