"""Whole matches of Predation, by commands and clicks alone, no position injected."""

from __future__ import annotations

import pytest

from matches import Phase
from matches.model import EntryKind
from tests.cogs.governing import an_admin, asked, panel_of
from tests.cogs.server import CONTROLS, Server, controls, labels, private, text
from tests.cogs.stories import check_end, pings, rival, steps, story, tell, to_act

CANDIDATES = [f"helper {name} is removed" for name in ("e5", "d6", "f6")]


async def test_a_match_won_by_extinction(server: Server) -> None:
    match = await tell(server, story("predation-extinction"))
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("predator", "extinction")
    assert "Fewer than two prey are left" in text(server.card)


async def test_a_match_won_by_two_landings_with_spawns_of_both_sides(server: Server) -> None:
    told = story("predation-migration")
    async for action in steps(server, told):
        if action == "*d13":
            assert "done this turn: e6 d13." in server.board, "a new predator does not move"
            assert "new predator on d13" in text(server.card)
        if action == "*c1":
            assert "Prey: a1 b1 c1 g1 h1 i1" in server.board
            assert "new prey on b1; new prey on c1" in text(server.card)
        if action == "i11-i13":
            assert "Landed: 1 of 2" in server.board
    match = await check_end(server, told)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("prey", "migration")
    assert "A second prey landed" in text(server.card)


async def test_a_match_typed_a_turn_a_line(server: Server) -> None:
    told = story("predation-migration")
    await server.begin(told.command)
    for line in told.lines:
        user, sent = await to_act(server), len(server.env.http_requests)
        who = server.challenger if user == server.challenger.id else server.opponent
        assert private(await server.move(who, line)) == ""
        assert pings(server, since=sent) == [[rival(server, user)]], "one card for the whole turn"
    match = await check_end(server, told)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("prey", "migration")


async def test_moves_are_turns_wherever_they_are_counted(server: Server) -> None:
    await begin_until(server, "d13-f8")
    await server.act("end")
    await server.act("b1-d6")
    panel = await server.open(server.visitor, "Board")
    assert "\nIn move 2 of 2: prey" in text(panel())
    await server.visitor.click(panel(), label="◀")
    assert "\nAfter move 1 of 2: predator" in text(panel())
    await server.visitor.click(panel(), label="◀")
    assert "\nIn move 1 of 2: predator" in text(panel())
    listed = text(panel_of(await server.visitor.slash(server.home, "match live")))
    assert "· 1 move, started" in listed
    admin = an_admin(server)
    offered = await admin.autocomplete(server.home, "server rewind", "move", "")
    assert [choice["value"] for choice in offered] == [1, 0]
    assert offered[0]["name"].startswith("after move 1: predator d13 to f8")
    question = await asked(server, admin, "rewind", move=1)
    assert "back to the position after 1 move? The last move is lost" in private(question)
    await admin.click(panel_of(question), label="Rewind")
    assert "took the match back to the position after 1 move." in text(server.card)
    match = await server.match()
    assert [str(one) for one in server.bot.app.matches.history(match).played] == ["d13-f8", "end"]
    kept = private(await server.challenger.slash(server.home, "match record", match="1"))
    assert "\n1 move, still in progress." in kept


@pytest.mark.simcord(check_errors=False)  # A refusal is an error that is told.
async def test_a_mistake_in_a_line_changes_nothing(server: Server) -> None:
    await begin_until(server, "d13-f8")
    await server.act("end")
    card = server.card
    refused = await server.move(server.opponent, "b1-d6 c1-e6 d1-d13 end")
    assert "d13 is 12 spaces from d1" in private(refused).lower()
    assert [entry.text for entry in (await server.match()).entries] == ["d13-f8", "end"]
    assert server.card.id == card.id
    assert "Prey: a1 b1 c1 d1 e1 f1 g1 h1 i1." in server.board


@pytest.mark.parametrize("removed", ["d6", "e5", "f6"])
async def test_the_predator_player_chooses_a_helper_by_its_button(server: Server, removed: str) -> None:
    await begin_until(server, "d5xe6")
    predator, prey = server.challenger, server.opponent
    assert controls(server.card) == [*CANDIDATES, *CONTROLS], "a button for each, and nothing to take back"
    assert "predator must remove e5, d6 or f6" in server.board
    position = server.bot.app.matches.history(await server.match()).position
    assert {mark.at for mark in position.diagram().marks if mark.kind == "capture"} == {"e5", "d6", "f6"}
    assert "One of the prey that helped is removed" in text(server.card)
    assert f"**Predator chooses:** {predator.mention}" in text(server.card)
    early = await prey.click(server.card, label=CANDIDATES[0])
    assert "turn (predator)" in private(early)
    card, sent = server.card, len(server.env.http_requests)
    assert f"!{removed}" not in [entry.text for entry in (await server.match()).entries]
    await predator.click(card, label=f"helper {removed} is removed")
    assert (await server.match()).entries[-1].text == f"!{removed}"
    assert server.card.id != card.id
    assert pings(server, since=sent) == [[prey.id]]
    assert f"**Prey's turn:** {prey.mention}" in text(server.card)
    assert removed not in server.board.partition("Prey:")[2].partition("In the bank")[0]
    assert "Take back" not in labels(server.card)


async def test_actions_are_taken_back_one_by_one_as_far_as_the_other_sides_choice(server: Server) -> None:
    told = story("predation-migration")
    await begin_until(server, "b1-b6")
    card, sent = server.card, len(server.env.http_requests)
    assert "Take back" in labels(card)
    await server.opponent.click(server.card, label="Take back")
    assert "Prey: a1 b1 c1 g1 h1 i1; done this turn: e5 i11." in server.board
    await server.opponent.click(server.card, label="Take back")
    assert "Prey: a1 b1 c1 g1 h1 i1 f6; done this turn: e5." in server.board
    assert "Take back" not in labels(server.card), "the predator player chose after what came before"
    assert server.card.id == card.id
    assert pings(server, since=sent) == []
    for action in told.actions[told.actions.index("f6-i11") :]:
        await server.act(action)
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert [entry.kind for entry in match.entries].count(EntryKind.TAKE_BACK) == 2
    history = server.bot.app.matches.history(match)
    assert [str(one.action) for one in history.played] == told.actions
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("prey", "migration")


async def begin_until(server: Server, last: str) -> None:
    """Begin the match that prey wins, as far as the action ``last``."""
    async for action in steps(server, story("predation-migration")):
        if action == last:
            return
    pytest.fail(f"the match holds no {last}")
