"""The panel for moving: what it opens with, what it shows meanwhile, and a turn of several actions on it."""

from __future__ import annotations

import pytest

from cogs.panels.moving.move_panel import _diagram
from cogs.panels.moving.move_steps import walk
from engines import GAMES
from engines.record import History
from matches import MatchId, UserId
from matches.lifecycle import checks
from matches.lifecycle.forced import ONLY_MOVES
from tests.cogs import alone
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, controls, ids, labels, private, text


async def texts_of(server: Server) -> list[str]:
    return [entry.text for entry in (await server.match()).entries]


# --- where was I? ----------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", [True, False])
async def test_it_opens_with_the_opponent_the_last_turn_the_time_and_ones_own_note(
    server: Server, typed: bool
) -> None:
    await server.begin("pjawns", pace="3d")
    await server.play("@e1 / @d8")
    app = server.bot.app
    await app.matches.save_note(MatchId(1), UserId(server.challenger.id), "Mind the d-file.")
    await app.matches.save_note(MatchId(1), UserId(server.opponent.id), "A trap on d8.")
    if typed:
        opened = (await server.challenger.slash(server.channel, "match", number="next")).response
    else:
        opened = (await server.open(server.challenger, "Move"))()
    lines = text(opened).split("\n")
    assert lines[0] == "### Pjawns #1: your move"
    assert lines[1].startswith(f"-# Against {server.opponent.mention}, black · due <t:")
    assert lines[2] == "-# Black: pjawn placed on d8"
    assert lines[-1] == ">>> Mind the d-file."
    assert "trap" not in text(opened)


async def test_it_is_headed_the_same_by_either_way_into_it(server: Server) -> None:
    await server.begin("pjawns")
    await server.play("@e1 / @d8")
    panel = await server.open(server.challenger, "Move")
    await server.take_step(server.challenger, panel(), "e1-e3")
    head = text(panel())
    assert f"Against {server.opponent.mention}" in head and "**Pjawn e1**" in head
    assert "Black: pjawn placed on d8" in head and "**Pjawn e1**" not in text(server.card)
    opened = await server.challenger.click(server.card, custom_id=ids(server.card, "part:")[-1])
    assert "Black: pjawn placed on d8" in text(opened.followups[-1])


async def test_against_the_computer_it_is_named(server: Server) -> None:
    await alone.begin(server, "pjawns", side="white")
    panel = await server.open(server.challenger, "Move")
    assert "Against the computer (level 1), black" in text(panel())


def test_the_last_turn_stays_marked_while_one_chooses() -> None:
    history = History(GAMES["pjawns"].start())
    for action in ("@e1", "@d8"):
        history = history.then(action)
    steps = walk(history.position, {})
    steps = steps.after(steps.parts.index("e1"))
    marks = {(mark.kind, mark.at) for mark in _diagram(history, steps).marks}
    assert {("last-to", "d8"), ("chosen", "e1"), ("target", "e2"), ("target", "e3")} <= marks


# --- a turn of several actions ---------------------------------------------------------------------


async def test_within_a_turn_an_action_is_played_at_once_and_its_end_is_asked_for(server: Server) -> None:
    await server.begin("predation")
    panel = await server.open(server.challenger, "Move")
    assert "Take back" not in labels(panel())
    await server.take_step(server.challenger, panel(), "c13-c12")
    await server.take_step(server.challenger, panel(), "c13-c12")
    assert await texts_of(server) == ["c13-c12"], "without Send"
    assert controls(panel()) == ["Take back", "Analysis", "End turn"]
    assert "if you end your turn now" in text(panel()), "this is the preview"
    await server.challenger.click(panel(), label="Take back")
    assert "Predators: c13 " in server.board
    assert controls(panel()) == ["Analysis", "End turn"]
    await server.tap_on(server.challenger, panel, "g13-d8")
    await server.challenger.click(panel(), label="End turn")
    assert f"**Prey's turn:** {server.opponent.mention}" in text(server.card)


async def test_an_action_that_ends_the_turn_by_itself_is_asked_for(server: Server) -> None:
    """Whose only moves are played for them has the turn ended right after its last action."""
    await server.begin("predation")
    await server.bot.app.notifications.prefer(UserId(server.challenger.id), {ONLY_MOVES: "on"})
    history = server.bot.app.matches.history(await server.match())
    panel = await server.open(server.challenger, "Move")
    while True:
        position = history.position
        action = next(one for one in position.legal_actions() if one.path != ("end",))
        last = len(position.apply(action).legal_actions()) == 1
        while str(action) not in await texts_of(server) and "Send" not in labels(panel()):
            await server.take_step(server.challenger, panel(), str(action))
        if last:
            break
        history = history.then(str(action))
    assert labels(panel())[0] == "Send"
    assert str(action) not in await texts_of(server)


async def test_what_cannot_be_taken_back_any_more_is_asked_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (checks, __import__("services.play", fromlist=["play"])):
        monkeypatch.setattr(module, "MOST_TAKE_BACKS", 1)
    await server.begin("predation")
    panel = await server.open(server.challenger, "Move")
    await server.tap_on(server.challenger, panel, "c13-c12")
    await server.challenger.click(panel(), label="Take back")
    for _ in range(2):
        await server.take_step(server.challenger, panel(), "c13-c12")
    assert labels(panel())[0] == "Send"


async def test_a_panel_from_before_the_turn_ended_takes_nothing_back(server: Server) -> None:
    await server.begin("predation")
    panel = await server.open(server.challenger, "Move")
    await server.tap_on(server.challenger, panel, "c13-c12")
    await server.challenger.click(server.card, label="End turn")
    await server.challenger.click(panel(), label="Take back")
    assert await texts_of(server) == ["c13-c12", "end"]


async def test_against_the_computer_the_panel_has_a_hint(server: Server) -> None:
    await alone.begin(server, "predation", side="predator")
    panel = await server.open(server.challenger, "Move")
    assert controls(panel()) == ["Hint", "Analysis", "End turn"]
    await server.tap_on(server.challenger, panel, "c13-c12")
    assert controls(panel()) == ["Take back", "Hint", "Analysis", "End turn"]


# --- sharing ---------------------------------------------------------------------------------------


@refusing
async def test_a_finished_match_is_shared_from_its_card_by_two_taps(server: Server) -> None:
    await server.begin("pjawns")
    await server.play("@e1")
    await server.resign(server.opponent)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Find a match"]
    assert "two players of this match" in private(await server.visitor.click(server.card, label="Share"))
    shared = (await server.challenger.click(server.card, label="Share")).followups[-1]
    await server.challenger.click(shared, label="Post here")
    assert ids(server.card, "lookshared:")
