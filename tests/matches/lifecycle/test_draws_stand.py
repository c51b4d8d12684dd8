"""A draw that is offered stands until the other player answers or moves, in matches begun under that law."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.advances.service import Advances
from data.schema import match as match_table
from engines import GAMES
from matches import MatchTerms, Opponent, Phase, UserId
from matches.errors import Problem, Refused
from matches.lifecycle import offers, oops
from matches.lifecycle.finish import AGREED
from matches.lifecycle.offers import Offer
from matches.model import (
    CONDUCT,
    DRAWS_STAND,
    OOPS,
    ChannelId,
    Entry,
    EntryKind,
    Match,
    MatchId,
    MatchPlace,
    OfferKind,
    Result,
)
from matches.players import Human
from matches.records import as_json, as_text, positions, read, transcript_of
from tests.cases import case
from tests.matches.lifecycle.offering import Peaceful, offer, offered_by
from tests.matches.some_line import line_of
from tests.matches.table import CHALLENGER, GUILD, NOON, OPPONENT, STRANGER, Table
from tests.services.forced import about_to_force, want_it
from tests.services.thinking import begin, due, first_turn, move, the_turn
from tests.store import write

CANNONS = "cannons-and-crabs"
ADMIN = UserId(1009)
BEFORE = range(1, DRAWS_STAND)
"""The conducts of matches from before this law."""


@pytest.fixture
async def table(table: Table) -> Table:
    """A match of Cannons and Crabs by days; the challenger is white, and to act."""
    await table.begun(2, game=CANNONS, pace="3d")
    assert await table.awaited() == (CHALLENGER,)
    return table


async def answer(table: Table, by: UserId = OPPONENT, *, agree: bool) -> Match:
    return await table.matches.play.answer(table.id, by, agree=agree)


async def offered_and_moved(table: Table) -> Match:
    """The challenger has offered a draw on their turn, and made it."""
    await offer(table)
    return await table.act()


# --- what it outlasts -----------------------------------------------------------------------------------


async def test_it_outlasts_the_move_of_who_offered_it(table: Table) -> None:
    match = await offered_and_moved(table)
    assert offered_by(match) == "white"
    assert await table.awaited() == (OPPONENT,)
    match = await answer(table, agree=True)
    assert (match.phase, match.result) == (Phase.FINISHED, Result(None, AGREED))
    assert table.matches.addressed(match) == (CHALLENGER,), "the other one knows"


async def test_the_other_player_may_decline_it_after_the_move(table: Table) -> None:
    await offered_and_moved(table)
    match = await answer(table, agree=False)
    assert match.entries[-1].kind is EntryKind.DRAW_REFUSAL
    assert offered_by(match) is None
    assert await table.awaited() == (OPPONENT,)


async def test_the_other_player_declines_it_by_moving(table: Table) -> None:
    await offered_and_moved(table)
    match = await table.act()
    assert offered_by(match) is None
    async with table.refuses(Refused, Problem.OFFER_GONE):
        await answer(table, agree=True)
    assert offered_by(await table.act()) is None, "and it isn't back after one's next move"


async def test_one_that_is_offered_while_the_other_is_to_move_ends_with_their_move(table: Table) -> None:
    await table.act()
    assert offered_by(await offer(table)) == "white"
    assert offered_by(await table.act()) is None


async def test_the_turn_that_it_came_with_has_a_card_of_its_own(table: Table) -> None:
    asked = await offer(table)
    assert table.matches.addressed(asked) == (OPPONENT,)
    moved = await table.act()
    assert table.matches.stage(moved) != table.matches.stage(asked)
    assert table.matches.addressed(moved) == (OPPONENT,)


async def test_an_action_that_is_taken_back_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.model.GAMES", {**GAMES, "prawns": Peaceful()})
    table = Table()
    await table.in_play()
    await table.play("f8f6", "h2b8", "end")
    await offer(table, OPPONENT)
    assert offered_by(await table.play("e8e6")) == "blue"
    async with table.refuses(Refused, Problem.OFFER_ANSWER_FIRST):
        await offer(table, CHALLENGER, OfferKind.TAKE_BACK)
    await answer(table, CHALLENGER, agree=False)
    await offer(table, CHALLENGER)
    assert offered_by(await table.play("b8=S")) == "green"
    assert await table.awaited() == (CHALLENGER,), "the turn goes on"
    match = await table.matches.play.take_back(table.id, CHALLENGER)
    assert offered_by(match) == "green"
    assert (await answer(table, agree=True)).result == Result(None, AGREED)


async def test_an_oops_does_not_withdraw_it(table: Table) -> None:
    await offered_and_moved(table)
    match = await table.matches.play.oops(table.id, CHALLENGER)
    assert oops.is_the_last(match)
    assert offered_by(match) == "white"
    assert table.matches.addressed(match) == ()
    assert offered_by(await table.act()) == "white"
    assert (await answer(table, agree=True)).result == Result(None, AGREED)


async def test_time_does_not_end_it(table: Table) -> None:
    await offered_and_moved(table)
    await table.notifications.go_away(OPPONENT, 1)
    await table.live(days=6)
    match = await table.match()
    assert match.entries[-1].kind is EntryKind.TIME_UP
    assert offered_by(match) == "white"
    assert table.matches.addressed(match) == (CHALLENGER, OPPONENT), "one may claim, the other still move"
    assert (await answer(table, agree=True)).result == Result(None, AGREED)


# --- what ends it ---------------------------------------------------------------------------------------


async def by_asking_for_a_takeback(table: Table) -> Match:
    return await offer(table, kind=OfferKind.TAKE_BACK)


async def by_a_granted_takeback(table: Table) -> Match:
    await offer(table, kind=OfferKind.TAKE_BACK)
    return await answer(table, agree=True)


async def by_asking_for_a_pause(table: Table) -> Match:
    return await offer(table, kind=OfferKind.PAUSE)


async def by_going_back(table: Table) -> Match:
    return await table.matches.admin.rewind(table.id, ADMIN, GUILD, 1)


async def by_a_new_player(table: Table) -> Match:
    match = await table.match()
    side = match.side_of(CHALLENGER)
    assert side is not None
    return await table.matches.admin.hand_over(table.id, ADMIN, GUILD, side, Opponent(STRANGER))


ENDS: Sequence[Callable[[Table], Awaitable[Match]]] = (
    by_asking_for_a_takeback,
    by_a_granted_takeback,
    by_asking_for_a_pause,
    by_going_back,
    by_a_new_player,
)


@pytest.mark.parametrize("ended", ENDS)
async def test_it_ends(table: Table, ended: Callable[[Table], Awaitable[Match]]) -> None:
    await offered_and_moved(table)
    match = await ended(table)
    assert offers.pending(match) != Offer(OfferKind.DRAW, "white")


@pytest.mark.parametrize("kind", [OfferKind.PAUSE, OfferKind.NO_RESULT])
async def test_what_else_is_asked_ends_with_ones_own_move(table: Table, kind: OfferKind) -> None:
    assert offers.pending(await offer(table, kind=kind)) == Offer(kind, "white")
    assert offers.pending(await table.act()) is None


async def test_a_move_said_in_advance_declines_it(table: Table) -> None:
    line = line_of(await table.history(), 2)
    await Advances(table.services.core).say(table.id, OPPONENT, line, 2)
    await offer(table)
    match = await table.play(line[0])
    assert match.entries[-1].kind is EntryKind.ADVANCE
    assert offered_by(match) is None


async def test_the_only_move_that_plays_itself_declines_it() -> None:
    table = Table()
    last = await about_to_force(table)
    (mover,) = await table.awaited()
    await want_it(table, *({CHALLENGER, OPPONENT} - {mover}))
    await offer(table, mover)
    match = await table.play(last)
    assert match.entries[-1].kind is EntryKind.FORCED
    assert offered_by(match) is None


# --- how often ------------------------------------------------------------------------------------------


async def test_it_is_not_offered_twice_at_once(table: Table) -> None:
    await offered_and_moved(table)
    assert not table.matches.play.may_ask(await table.match(), CHALLENGER, OfferKind.DRAW)
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await offer(table)
    await table.act()
    assert offered_by(await offer(table)) == "white"
    await answer(table, agree=False)
    async with table.refuses(Refused, Problem.OFFER_ASKED):
        await offer(table)


async def test_offering_one_as_well_is_agreeing(table: Table) -> None:
    await offered_and_moved(table)
    assert (await offer(table, OPPONENT)).result == Result(None, AGREED)


async def test_it_is_answered_before_anything_else_is_asked(table: Table) -> None:
    await offered_and_moved(table)
    for kind in (OfferKind.PAUSE, OfferKind.NO_RESULT, OfferKind.TAKE_BACK):
        async with table.refuses(Refused, Problem.OFFER_ANSWER_FIRST):
            await offer(table, OPPONENT, kind)


# --- against the computer -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "taken"), [(-50, True), (50, False)])
async def test_the_computer_answers_it_before_it_moves(value: int, taken: bool) -> None:
    table = Table()
    await begin(table, CANNONS, side="white")
    await offer(table)
    await move(table)
    (turn,) = (turn for _, turn in await due(table) if turn is not None)
    assert turn.acts and turn.offered_draw
    after = await table.services.computers.play(turn, first_turn(turn), value)
    assert (after.result == Result(None, AGREED)) is taken
    if not taken:
        assert after.entries[-1].kind is EntryKind.DRAW_REFUSAL
        turn = await the_turn(table)
        assert (turn.acts, turn.offered_draw) == (True, False)
        after = await table.services.computers.play(turn, first_turn(turn))
        assert table.matches.waits_for(after, CHALLENGER)


# --- which law a match has ------------------------------------------------------------------------------


@pytest.mark.parametrize("conduct", BEFORE)
async def test_a_match_from_before_keeps_its_law(table: Table, conduct: int) -> None:
    await write(table.store, match_table.update().values(conduct=conduct))
    assert offered_by(await offer(table)) == "white"
    assert offered_by(await table.act()) is None
    async with table.refuses(Refused, Problem.OFFER_GONE):
        await answer(table, agree=True)


async def test_a_rematch_of_one_from_before_has_the_new_law(table: Table) -> None:
    await write(table.store, match_table.update().values(conduct=DRAWS_STAND - 1))
    await table.matches.play.resign(table.id, CHALLENGER)
    rematch = (await table.matches.challenges.rematch(table.id, CHALLENGER)).rematch
    assert rematch is not None
    assert (await table.matches.load(rematch)).terms.conduct == CONDUCT


async def test_its_record_says_so(table: Table) -> None:
    match = await offered_and_moved(table)
    for law in (*BEFORE, CONDUCT):
        with case(law):
            of_law = replace(match, terms=replace(match.terms, conduct=law))
            found = transcript_of(of_law, table.matches.history(match))
            texts = as_text(found), as_json(found)
            said = ('[DrawOffers "stand"]' in texts[0], '"draw_offers": "stand"' in texts[1])
            assert {*said, found.draws_stand} == {law >= DRAWS_STAND}
            assert [read(text).draws_stand for text in texts] == [found.draws_stand] * 2
            assert as_json(read(texts[1])) == texts[1]


async def test_a_record_of_a_game_without_draws_says_nothing_of_them() -> None:
    table = Table()
    match = await table.begun(1)
    found = transcript_of(match, table.matches.history(match))
    assert "DrawOffers" not in as_text(found)
    assert "draw_offers" not in as_json(found)
    assert not read(as_text(replace(found, draws_stand=True))).draws_stand


@pytest.mark.parametrize(
    ("said", "stand"), [("STAND", True), ("", False), ("fall", False), ("1", False), ("stand ", True)]
)
async def test_a_record_with_another_word_for_it_has_the_old_law(
    table: Table, said: str, stand: bool
) -> None:
    found = transcript_of(await table.match(), await table.history())
    text = as_text(found).replace('[DrawOffers "stand"]', f'[Draw-Offers "{said}"]')
    assert read(text).draws_stand is stand
    assert positions(read(text)).position == (await table.history()).position


# --- the law a second time ------------------------------------------------------------------------------

SIDES = ("white", "black")
PLAYED = (EntryKind.ACTION, EntryKind.ADVANCE, EntryKind.FORCED, EntryKind.TAKE_BACK)
PASSING = (EntryKind.AWAY, EntryKind.BACK, EntryKind.TIME_UP, EntryKind.MORE_TIME)
ASKED = {
    EntryKind.DRAW_OFFER: OfferKind.DRAW,
    EntryKind.TAKE_BACK_OFFER: OfferKind.TAKE_BACK,
    EntryKind.PAUSE_OFFER: OfferKind.PAUSE,
    EntryKind.GO_ON_OFFER: OfferKind.GO_ON,
    EntryKind.NO_RESULT_OFFER: OfferKind.NO_RESULT,
}
ENTRIES = st.lists(
    st.builds(
        lambda kind, text, side: Entry(kind, text, side, 0, NOON),
        st.sampled_from(EntryKind),
        st.sampled_from(("", f"{OOPS} 1")),
        st.sampled_from(SIDES),
    ),
    max_size=8,
)
BARE = Match(
    MatchId(1),
    1,
    Phase.PLAYING,
    CANNONS,
    1,
    {},
    (MatchPlace(GUILD, ChannelId(1)),),
    Human(CHALLENGER),
    Human(OPPONENT),
    NOON,
    NOON,
)


def by_the_law(entries: Sequence[Entry], *, stand: bool) -> Offer | None:
    """The standing offer, entry by entry from the first."""
    found: Offer | None = None
    for entry in entries:
        if entry.kind in ASKED and not entry.is_oops:
            found = Offer(ASKED[entry.kind], entry.side)
        elif entry.kind not in PASSING:
            own = found is not None and entry.side == found.by and (entry.kind in PLAYED or entry.is_oops)
            found = found if stand and own and found == Offer(OfferKind.DRAW, entry.side) else None
    return found


@given(ENTRIES, st.integers(1, CONDUCT))
def test_every_order_of_entries_goes_by_the_law(entries: Sequence[Entry], conduct: int) -> None:
    match = replace(BARE, entries=tuple(entries), terms=MatchTerms(conduct=conduct))
    assert offers.pending(match) == by_the_law(entries, stand=conduct >= DRAWS_STAND)
