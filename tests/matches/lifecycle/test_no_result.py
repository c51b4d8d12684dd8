"""Matches that go nowhere: after fifty turns a side either player may end them, and both together before."""

from __future__ import annotations

import pytest

from data import stores
from matches import Match, Phase
from matches.errors import NotAPlayerError, Problem, Refused
from matches.lifecycle import history
from matches.lifecycle.finish import NO_RESULT
from matches.model import EntryKind, NoticeKind, OfferKind, Result
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table

NOTHING = Result(None, NO_RESULT, counts=False)


async def shuffled(table: Table, turns: int) -> Match:
    """Prawns in which both go to and fro, so many turns each."""
    table.falls = "tails"
    await table.in_play(pace="14d", board="5x5")
    for _ in range(2 * turns):
        await shuffle(table)
    return await table.match()


async def shuffle(table: Table) -> None:
    """A turn that changes nothing for good: back where the last one came from, or anywhere."""
    played = await table.history()
    position = played.position
    own = [str(one.action) for one in played.played if one.side == position.to_act]
    quiet = [str(one) for one in position.legal_actions() if not position.is_irreversible(one)]
    back = "-".join(reversed(own[-1].split("-"))) if own else ""
    await table.play(back if back in quiet else quiet[0])


async def test_fifty_turns_a_side_and_not_before(table: Table) -> None:
    match = await shuffled(table, 50)
    assert match.entries[-1].side == "blue"
    assert await table.awaited() == (CHALLENGER,)
    assert table.matches.play.goes_nowhere(match)
    await table.matches.play.claim_no_result(table.id, CHALLENGER)
    match = await table.match()
    assert (match.phase, match.result) == (Phase.FINISHED, NOTHING)
    assert match.entries[-1].kind is EntryKind.CLAIMED
    assert table.matches.addressed(match) == (OPPONENT,)


async def test_it_may_be_claimed_by_the_player_who_is_not_to_act(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "IDLE_TURNS", 5)
    await shuffled(table, 5)
    assert await table.awaited() == (CHALLENGER,)
    assert (await table.matches.play.claim_no_result(table.id, OPPONENT)).result == NOTHING


async def test_forty_nine_and_a_half_are_too_few(table: Table) -> None:
    await shuffled(table, 49)
    await shuffle(table)
    for user in (CHALLENGER, OPPONENT):
        async with table.refuses(Refused, Problem.GETS_SOMEWHERE):
            await table.matches.play.claim_no_result(table.id, user)
    async with table.refuses(NotAPlayerError):
        await table.matches.play.claim_no_result(table.id, STRANGER)


async def test_anything_irreversible_begins_the_count_anew(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "IDLE_TURNS", 5)
    match = await shuffled(table, 5)
    assert table.matches.play.goes_nowhere(match)
    await capture(table)
    async with table.refuses(Refused, Problem.GETS_SOMEWHERE):
        await table.matches.play.claim_no_result(table.id, OPPONENT)


async def capture(table: Table) -> None:
    """Something irreversible, as soon as there is something."""
    for _ in range(40):
        position = (await table.history()).position
        eager = [one for one in position.legal_actions() if position.is_irreversible(one)]
        (user,) = await table.awaited()
        await table.matches.play.turn(
            table.id, user, str(eager[0] if eager else position.legal_actions()[-1])
        )
        if eager:
            return
    pytest.fail("nothing to capture was found")


@pytest.mark.parametrize("turns", [0, 3])
async def test_both_may_agree_on_it_at_any_time(table: Table, turns: int) -> None:
    await shuffled(table, turns)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=True)
    assert (match.phase, match.result) == (Phase.FINISHED, NOTHING)
    assert table.matches.addressed(match) == (CHALLENGER,), "who offered it is told"


async def test_both_asking_for_it_is_agreeing_and_a_refusal_is_none(table: Table) -> None:
    await shuffled(table, 1)
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=False)
    assert match.phase is Phase.PLAYING
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    await table.matches.play.offer(table.id, OPPONENT, OfferKind.NO_RESULT)
    match = await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    assert match.result == NOTHING


@pytest.mark.usefixtures("still_clock")
async def test_no_result_is_announced_nowhere(table: Table) -> None:
    await table.store.write(
        stores.people.change_guild, (await shuffled(table, 1)).guild_id, {"results": "77"}
    )
    await table.matches.play.offer(table.id, CHALLENGER, OfferKind.NO_RESULT)
    await table.matches.play.answer(table.id, OPPONENT, agree=True)
    assert NoticeKind.RESULT not in [notice.kind for notice in await table.owed()]
    assert table.now == NOON
