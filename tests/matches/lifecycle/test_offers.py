"""A draw by agreement, and a turn taken back by consent: asked, agreed to, refused, void once played on."""

from __future__ import annotations

import pytest

from engines import GAMES
from matches import ChallengeTerms, MatchTerms, Phase, UserId
from matches.errors import NotAPlayerError, Problem, Refused, StaleError, WrongPhaseError
from matches.lifecycle import offers
from matches.lifecycle.finish import AGREED
from matches.model import EntryKind, Match, OfferKind, Result
from tests.matches.lifecycle.offering import Peaceful, offer, offered_by
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, STRANGER, THE_OPPONENT, Table


@pytest.fixture
async def table(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A match just begun, blue to act."""
    monkeypatch.setattr("matches.model.GAMES", {**GAMES, "prawns": Peaceful()})
    await table.in_play()
    return table


async def test_an_offer_stands_until_it_is_answered(table: Table) -> None:
    match = await offer(table)
    assert offered_by(match) == "green"
    assert match.phase is Phase.PLAYING
    assert await table.awaited() == (OPPONENT,), "the board waits for whom it waited before"


async def test_the_other_player_agrees(table: Table) -> None:
    await offer(table)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=True)
    assert (match.phase, match.result) == (Phase.FINISHED, Result(None, AGREED))


async def test_offering_a_draw_to_whom_it_was_offered_by_is_agreeing(table: Table) -> None:
    await offer(table)
    match = await offer(table, OPPONENT)
    assert match.result == Result(None, AGREED)


async def test_the_other_player_refuses(table: Table) -> None:
    await offer(table)
    match = await table.matches.play.answer(table.id, OPPONENT, agree=False)
    assert match.phase is Phase.PLAYING
    assert offered_by(match) is None
    assert [entry.kind for entry in match.entries] == [EntryKind.DRAW_OFFER, EntryKind.DRAW_REFUSAL]


async def test_playing_on_takes_an_offer_off_the_table(table: Table) -> None:
    await offer(table)
    match = await table.play("d8d6")
    assert offered_by(match) is None
    async with table.refuses(Refused, Problem.OFFER_GONE):
        await table.matches.play.answer(table.id, CHALLENGER, agree=True)


async def test_a_draw_is_offered_once_between_two_moves_of_ones_own(table: Table) -> None:
    await offer(table)
    await table.matches.play.answer(table.id, OPPONENT, agree=False)
    for line in ("", "d8d6"):
        if line:
            await table.play(line)
        async with table.refuses(Refused, Problem.OFFER_ASKED):
            await offer(table)
    await table.play("d1d3")
    assert offered_by(await offer(table)) == "green"


async def test_both_may_offer_one_after_the_other(table: Table) -> None:
    await offer(table)
    await table.matches.play.answer(table.id, OPPONENT, agree=False)
    assert offered_by(await offer(table, OPPONENT)) == "blue"


async def test_nobody_answers_an_offer_of_their_own(table: Table) -> None:
    await offer(table)
    for agree in (True, False):
        async with table.refuses(Refused, Problem.OFFER_OWN):
            await table.matches.play.answer(table.id, CHALLENGER, agree=agree)


async def test_others_and_late_clicks_are_refused(table: Table) -> None:
    match = await offer(table)
    async with table.refuses(NotAPlayerError):
        await table.matches.play.answer(table.id, STRANGER, agree=True)
    await table.play("d8d6")
    async with table.refuses(StaleError):
        await table.matches.play.answer(table.id, OPPONENT, agree=True, expected_version=match.version)


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
    await table.matches.play.resign(table.id, CHALLENGER)
    async with table.refuses(WrongPhaseError):
        await offer(table)


async def test_games_without_draws_have_none(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.model.GAMES", GAMES)
    async with table.refuses(Refused, Problem.OFFER_NOT_HERE):
        await offer(table)


# --- taking back by consent ------------------------------------------------------------------------


def kinds(match: Match) -> list[EntryKind]:
    return [entry.kind for entry in match.entries]


async def ask(table: Table, by: UserId = OPPONENT) -> Match:
    return await offer(table, by, OfferKind.TAKE_BACK)


async def test_a_finished_turn_is_taken_back_when_the_other_player_agrees(table: Table) -> None:
    before = await table.board()
    await table.play("d8d6")
    match = await ask(table)
    assert offers.pending(match) == offers.Offer(OfferKind.TAKE_BACK, "blue")
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    assert kinds(match) == [EntryKind.ACTION, EntryKind.TAKE_BACK_OFFER, EntryKind.TAKE_BACK]
    assert await table.board() == before
    assert await table.awaited() == (OPPONENT,), "it is their turn again"


async def test_what_the_other_player_did_since_goes_too(table: Table) -> None:
    before = await table.board()
    await table.play("d8d6", "d1d3")
    await ask(table)
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    assert kinds(match)[-2:] == [EntryKind.TAKE_BACK, EntryKind.TAKE_BACK]
    assert await table.board() == before
    assert (await table.history()).played == ()


async def test_only_the_last_turn_goes(table: Table) -> None:
    await table.play("d8d6", "d1d3")
    before = await table.board()
    await table.play("e8e6")
    await ask(table)
    await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    assert await table.board() == before


async def test_a_take_back_can_be_refused(table: Table) -> None:
    await table.play("d8d6")
    before = await table.board()
    await ask(table)
    match = await table.matches.play.answer(table.id, CHALLENGER, agree=False)
    assert kinds(match)[-1] is EntryKind.TAKE_BACK_REFUSAL
    assert await table.board() == before
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await ask(table)


async def test_whoever_plays_on_no_longer_asks(table: Table) -> None:
    await table.play("d8d6", "d1d3")
    await ask(table)
    await table.play("e8e6")
    async with table.refuses(Refused, Problem.OFFER_GONE):
        await table.matches.play.answer(table.id, CHALLENGER, agree=True)


async def test_there_must_be_a_finished_turn_of_ones_own(table: Table) -> None:
    for by in (CHALLENGER, OPPONENT):
        async with table.refuses(Refused, Problem.OFFER_OF_NOTHING):
            await ask(table, by)
    await table.play("d8d6")
    async with table.refuses(Refused, Problem.OFFER_OF_NOTHING):
        await ask(table, CHALLENGER)


async def test_a_challenge_can_do_without_take_backs(table: Table) -> None:
    wishes = ChallengeTerms("prawns", {"blind_start": "off"}, terms=MatchTerms(takebacks=False))
    table.id = (await table.matches.challenges.challenge(CHALLENGER, THE_OPPONENT, wishes, PLACE)).id
    await table.accept()
    await table.pick(CHALLENGER)
    await table.pick(OPPONENT)
    await table.play("d8d6")
    async with table.refuses(Refused, Problem.OFFER_NOT_HERE):
        await ask(table)
    assert await table.awaited() == (CHALLENGER,)


async def test_what_was_done_and_taken_back_is_no_move_since_asking(table: Table) -> None:
    await table.play("f8f6", "h2b8", "end")
    await offer(table, CHALLENGER)
    await table.matches.play.answer(table.id, OPPONENT, agree=False)
    await table.play("e8e6", "b8=S")
    assert await table.awaited() == (CHALLENGER,), "the turn goes on"
    await table.matches.play.take_back(table.id, CHALLENGER)
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await offer(table, CHALLENGER)


async def test_what_the_other_one_asks_is_answered_before_anything_else_is_asked(table: Table) -> None:
    await table.play("d8d6", "d1d3")
    await offer(table, CHALLENGER)
    async with table.refuses(Refused, Problem.OFFER_ANSWER_FIRST):
        await ask(table, OPPONENT)
    await table.matches.play.answer(table.id, OPPONENT, agree=False)
    await ask(table, OPPONENT)


async def test_a_turn_of_ones_own_taken_back_grants_nothing(table: Table) -> None:
    await table.play("d8d6")
    await ask(table)
    await table.matches.play.answer(table.id, CHALLENGER, agree=True)
    await table.play("f8f6", "h2b8")
    asked = await ask(table)
    match = await table.matches.play.take_back(table.id, CHALLENGER)
    assert offers.pending(match) is None
    assert [str(played) for played in (await table.history()).played] == ["f8-f6"], "blue's turn stands"
    assert table.matches.stage(match) == table.matches.stage(asked), "nobody is told anything anew"
