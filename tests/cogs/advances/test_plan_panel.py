"""*Plan…*: lines tried on the private board and said in advance, by taps alone."""

from __future__ import annotations

import pytest

from cogs.advances import texts as advance_texts
from matches.advances import ConditionKind
from matches.model import EntryKind
from tests.cogs.advances.said import FIRST, SECOND, forged, listing, theirs
from tests.cogs.forged import OwnMessage
from tests.cogs.going_on import gone_on, shown
from tests.cogs.lines.tapped import Panel, opened
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, check_played, fields, ids, labels, overloaded, private, text
from tests.cogs.stories import pings, story

STORIES = {
    "prudh": ({"starts": "me"}, "d4-e3", "f5-e6"),
    "cannons": ({}, "f2-f3", "e6-e4"),
    "pjawns": ({}, "@h1", "@a8"),
    "predation": ({}, "d13-f8 end", "b1-d6 end"),
    "prawns": ({"board": "5x5"}, "a2xa4", "e4xe2"),
}
"""By command: the challenge's options, the challenger's first turn, the opponent's answer."""


async def begin(server: Server, command: str = "prudh") -> None:
    options: dict[str, str] = STORIES[command][0]
    if command == "prawns":
        await server.start(**options)
    else:
        await server.begin(command, **options)


async def asked(server: Server, line: str = FIRST) -> Panel:
    """What the opponent can save on the analysis board, in a new match of Prudh."""
    await begin(server)
    board = await opened(server, server.opponent)
    await board.tries(*line.split())
    if line != SECOND:
        await board.press("Plan…")
    return board


def planned(board: Panel) -> list[str]:
    """The buttons on a board that plan or save something."""
    return ids(board.look(), "advance(say)?:")


# --- by taps alone ---------------------------------------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("command", STORIES)
async def test_a_line_is_tried_and_said_by_taps_alone(server: Server, command: str) -> None:
    await begin(server, command)
    _, first, answer = STORIES[command]
    board = await opened(server, server.opponent)
    assert not planned(board)
    await board.tries(*first.split())
    assert not planned(board), "nothing of one's own yet"
    await board.tries(*answer.split())
    match = await server.match()
    plays, then = ", ".join(first.split()), ", ".join(answer.split())
    if "Plan…" in labels(board.look()):
        await board.press("Plan…")
        assert f"- If {match.game.sides[0]} plays {plays}, you play {then}." in board.said
        await board.press("Save")
    else:
        await board.press(advance_texts.save_if(first.split(), answer.split()))
    assert advance_texts.SAID in board.said
    assert f"\n{plays} → {then}" in board.said
    assert (await server.match()).version == match.version, "nothing is shown anew"
    await check_answered(server, first, answer)
    assert overloaded(server) == []


async def check_answered(server: Server, first: str, answer: str) -> None:
    """The challenger's turn brings the answer with it: one card, and one ping, for the challenger."""
    before, sent, posted = server.card.id, len(server.env.http_requests), len(server.home.history())
    check_played(await server.move(server.challenger, first))
    match = await server.match()
    assert [entry.text for entry in match.entries] == [*first.split(), *answer.split()]
    assert {entry.kind for entry in match.entries[len(first.split()) :]} == {EntryKind.ADVANCE}
    assert server.card.id != before
    assert len(server.home.history()) == posted + 1
    assert pings(server, since=sent) == [[server.challenger.id]]
    assert text(server.card).count("(planned)") == 1
    assert f"turn:** <@{server.challenger.id}>" in text(server.card)
    assert await theirs(server, server.opponent) == []


@pytest.mark.slow
@refusing
async def test_several_turns_are_said_at_once_and_once_and_by_their_player_alone(server: Server) -> None:
    panel = await asked(server)
    told = "- If dark plays d4-e3, you play f5-e6.\n  - If dark then plays e3>e1, you play e6>e4."
    assert told in panel.said
    assert labels(panel.look()) == ["Save", "Back"], "each turn has one action"
    (say,) = ids(panel.look(), "advancesay:")
    assert "Only the two players" in await forged(server, server.visitor, say)
    await forged(server, server.challenger, say)
    for who in (server.challenger, server.opponent):
        assert await theirs(server, who) == [], "the other player has lines of their own"
    await panel.press("Back")
    assert "Plan…" in labels(panel.look())
    await panel.press("Conditional moves")
    assert "None yet." in panel.said
    for _ in range(2):
        await forged(server, server.opponent, say)
        assert [one.reply for one in await theirs(server, server.opponent)] == [("f5-e6",), ("e6>e4",)]


async def test_whatever_else_they_do_asks_for_the_action(server: Server) -> None:
    await begin(server, "predation")
    board = await opened(server, server.opponent)
    await board.tries("d13-f8", "e13-e12", "end", "b1-d6", "end")
    await board.press("Plan…")
    await board.press("Whatever else they do")
    assert labels(board.look()) == ["d13-f8", "e13-e12", "Back"]
    await board.press("e13-e12")
    assert "If predator plays e13-e12, whatever else it does in that turn, you play b1-d6, end." in board.said
    assert "Whatever else they do" not in labels(board.look())
    await board.press("Save")
    (said,) = await theirs(server, server.opponent)
    assert (said.kind, said.condition) == (ConditionKind.ACTION, "e13-e12")
    assert "\nany turn with e13-e12 → b1-d6, end" in board.said


@pytest.mark.slow
async def test_one_action_of_a_turn_that_could_have_more_is_offered_at_once(server: Server) -> None:
    await begin(server, "predation")
    board = await opened(server, server.opponent)
    await board.tries("d13-f8", "end", "b1-d6", "end")
    await board.press("Plan…")
    await board.press("Whatever else they do")
    assert "If predator plays d13-f8, whatever else" in board.said
    await board.press("Back")
    assert labels(board.look()) == ["Save", "Whatever else they do", "Back"]


# --- late, double and wrong ------------------------------------------------------------------------


async def test_when_the_match_has_moved_on_along_the_line_it_is_asked_anew(server: Server) -> None:
    await begin(server)
    board = await opened(server, server.opponent)
    await board.tries("d4-e3", "f5-e6", "e3>e1", "e6>e4")
    await board.press("Plan…")
    await server.play("d4-e3")
    await board.press("Save")
    assert "The match has moved on since, so nothing was saved." in board.said
    assert "First you play f5-e6. Then:\n- If dark plays e3>e1, you play e6>e4." in board.said
    assert await theirs(server, server.opponent) == []
    await board.press("Save")
    assert [one.reply for one in await theirs(server, server.opponent)] == [("e6>e4",)]


@pytest.mark.slow
async def test_when_the_match_has_gone_another_way_a_new_line_is_offered(server: Server) -> None:
    panel = await asked(server)
    await server.play("d4-e5")
    await panel.press("Save")
    assert "The match has gone another way than this line" in panel.said
    assert labels(panel.look()) == ["Plan", "Conditional moves"]
    assert await theirs(server, server.opponent) == []


@pytest.mark.slow
@refusing
async def test_too_many_lines_are_refused_and_one_that_was_deleted_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.advances.rules.MOST_BRANCHES", 0)
    panel = await asked(server, SECOND)
    (say,) = ids(panel.look(), "advancesay:")
    late = await server.opponent.click(panel.look(), custom_id=say)
    assert "and that's the limit. Delete one first." in private(late)
    assert await theirs(server, server.opponent) == []
    await panel.press("Delete from here")
    assert "or the line was deleted" in await forged_panel(server, say)


async def forged_panel(server: Server, custom_id: str) -> str:
    """What becomes of the opponent's own message on which an old control is pressed."""
    own = OwnMessage(server, server.opponent, server.channel)
    await own.click(custom_id)
    return text(own.message)


# --- Predation's helper ----------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_helper_is_chosen_in_advance_and_prey_goes_on_at_once(server: Server) -> None:
    told = story("predation-migration")
    await server.begin(told.command)
    actions = told.actions
    captures = next(at for at, action in enumerate(actions) if action.startswith("!")) - 1
    first_of_turn = max(at for at, action in enumerate(actions[:captures]) if action == "end") + 1
    await shown(server, await gone_on(server, *actions[:first_of_turn]))
    panel = await listing(server, server.challenger)
    await server.challenger.click(panel(), label="If they take one of yours…")
    form = await server.challenger.click(panel(), label="In this order…")
    helper = actions[captures + 1].removeprefix("!")
    await server.challenger.submit_modal(form, {fields(form)[0]["custom_id"]: f"a1 {helper} b1"})
    sent = len(server.env.http_requests)
    check_played(await server.move(server.opponent, " ".join(actions[first_of_turn : captures + 1])))
    match = await server.match()
    assert match.entries[-1].kind is EntryKind.ADVANCE
    assert match.entries[-1].text == actions[captures + 1]
    assert f"**Prey's turn:** <@{server.opponent.id}>" in text(server.card)
    assert [server.challenger.id] not in pings(server, since=sent)
    assert await theirs(server, server.challenger) == []
