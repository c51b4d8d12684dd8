"""A draw by agreement: offered, agreed to, refused, void once somebody plays on."""

from __future__ import annotations

import pytest

from engines import GAMES
from engines.games.prawns import Prawns
from matches import MatchId, Phase, UserId, draws
from matches.errors import DrawError, DrawProblem, NotAPlayerError, StaleError, WrongPhaseError
from matches.finish import AGREED
from matches.model import EntryKind, Match, Result
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table


class Peaceful(Prawns):
    """Prawns in which the players may agree on a draw."""

    draws = True


@pytest.fixture
async def table(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A match just begun, blue to act."""
    monkeypatch.setattr("matches.model.GAMES", {**GAMES, "prawns": Peaceful()})
    await table.in_play()
    return table


async def offer(table: Table, by: UserId = CHALLENGER) -> Match:
    return await table.matches.offer_draw(table.id, by)


async def test_an_offer_stands_until_it_is_answered(table: Table) -> None:
    match = await offer(table)
    assert draws.offered_by(match) == "green"
    assert match.phase is Phase.PLAYING
    assert await table.awaited() == (OPPONENT,), "the board waits for whom it waited before"


async def test_the_other_player_agrees(table: Table) -> None:
    await offer(table)
    match = await table.matches.answer_draw(table.id, OPPONENT, agree=True)
    assert (match.phase, match.result) == (Phase.FINISHED, Result(None, AGREED))


async def test_offering_a_draw_to_whom_it_was_offered_by_is_agreeing(table: Table) -> None:
    await offer(table)
    match = await offer(table, OPPONENT)
    assert match.result == Result(None, AGREED)


async def test_the_other_player_refuses(table: Table) -> None:
    await offer(table)
    match = await table.matches.answer_draw(table.id, OPPONENT, agree=False)
    assert match.phase is Phase.PLAYING
    assert draws.offered_by(match) is None
    assert [entry.kind for entry in match.entries] == [EntryKind.DRAW_OFFER, EntryKind.DRAW_REFUSAL]


@pytest.mark.parametrize("by", [CHALLENGER, OPPONENT])
async def test_playing_on_takes_an_offer_off_the_table(table: Table, by: UserId) -> None:
    await offer(table, by)
    match = await table.play("d8d6")
    assert draws.offered_by(match) is None
    async with table.refuses(DrawError) as refusal:
        await table.matches.answer_draw(table.id, CHALLENGER, agree=True)
    assert refusal.value.problem is DrawProblem.NOT_OFFERED


async def test_a_draw_is_offered_once_between_two_moves_of_ones_own(table: Table) -> None:
    await offer(table)
    await table.matches.answer_draw(table.id, OPPONENT, agree=False)
    for line in ("", "d8d6"):
        if line:
            await table.play(line)
        async with table.refuses(DrawError) as refusal:
            await offer(table)
        assert refusal.value.problem is DrawProblem.ASKED
    await table.play("d1d3")
    assert draws.offered_by(await offer(table)) == "green"


async def test_both_may_offer_one_after_the_other(table: Table) -> None:
    await offer(table)
    await table.matches.answer_draw(table.id, OPPONENT, agree=False)
    assert draws.offered_by(await offer(table, OPPONENT)) == "blue"


async def test_nobody_answers_an_offer_of_their_own(table: Table) -> None:
    await offer(table)
    for agree in (True, False):
        async with table.refuses(DrawError) as refusal:
            await table.matches.answer_draw(table.id, CHALLENGER, agree=agree)
        assert refusal.value.problem is DrawProblem.OWN_OFFER


async def test_others_and_late_clicks_are_refused(table: Table) -> None:
    match = await offer(table)
    async with table.refuses(NotAPlayerError):
        await table.matches.answer_draw(table.id, STRANGER, agree=True)
    await table.play("d8d6")
    async with table.refuses(StaleError):
        await table.matches.answer_draw(table.id, OPPONENT, agree=True, seen=match.version)


async def test_the_position_and_the_record_do_not_mind(table: Table) -> None:
    before = await table.board()
    await offer(table)
    assert await table.board() == before
    await table.play("d8d6", "d1d3")
    again = Table(table.store)
    again.id = table.id
    assert await again.board() == await table.board()
    assert len((await again.history()).played) == 2


async def test_only_a_match_in_play_can_be_a_draw(table: Table) -> None:
    await table.matches.resign(table.id, CHALLENGER)
    async with table.refuses(WrongPhaseError):
        await offer(table)


async def test_games_without_draws_have_none(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.model.GAMES", GAMES)
    async with table.refuses(DrawError) as refusal:
        await offer(table)
    assert refusal.value.problem is DrawProblem.NONE_IN_GAME
    assert table.id == MatchId(1)
