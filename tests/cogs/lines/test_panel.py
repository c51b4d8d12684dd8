"""The analysis board: stories of the private board, by taps alone."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.kit.boards import AS_TEXT, BOARDS, BoardStyle
from cogs.lines import panel as line_panel
from cogs.lines.board import LineBoard
from cogs.lines.service import Lines, StoredTree
from cogs.lines.texts import DELETED, GONE
from cogs.panels.moving.move_steps import walk
from engines import GAMES
from engines.record import History
from imaging import DEFAULT_THEME
from matches import Match
from matches.lines import MOST_NODES, LineKey, LineSpot, LineTree
from tests.cases import case
from tests.cogs.card_taps import check_limits
from tests.cogs.community import id_of
from tests.cogs.going_on import begun
from tests.cogs.lines.tapped import Panel, opened, opened_on_rules
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, controls, fields, ids, labels, overloaded, parts, private, text
from tests.cogs.sight import REFUSED, Elsewhere, shared


async def tree_of(server: Server, who: Any) -> list[tuple[int, str]]:
    """The moves in somebody's tree, with the actions before each."""
    match = await server.match()
    history = server.bot.app.matches.history(match)
    tree = await server.bot.app[Lines].tree(LineKey.on(match, id_of(who)), history)
    return [(node.ply, node.action) for node in tree.nodes]


async def stored(server: Server, match: Match, tree: LineTree) -> None:
    """Store a tree of the challenger as it is."""
    key = LineKey.on(match, id_of(server.challenger))
    await server.bot.app[Lines].save(key, StoredTree(tree, 0))


def random_line(line: History, seed: int, count: int) -> list[str]:
    """Legal actions one after the other."""
    chance, found = random.Random(seed), list[str]()
    for _ in range(count):
        found.append(str(chance.choice(line.position.legal_actions())))
        line = line.then(found[-1])
    return found


def entries(panel: Panel, verb: str) -> list[str]:
    """The entries of the menu with this verb."""
    found = (part for part in parts(panel.look()) if str(part.get("custom_id")).startswith(f"{verb}:"))
    return [option["label"] for part in found for option in part["options"]]


# --- trying ---------------------------------------------------------------------------------------


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("key", GAMES)
async def test_two_lines_in_any_game_by_taps_alone(server: Server, key: str) -> None:
    face = server.bot.app.presentations[key]
    panel = await opened_on_rules(server, server.visitor, face.command)
    assert panel.said.startswith(f"### {face.game.name}: analysis board\nThe start\n")
    await panel.more()
    assert "no computer looks on" in panel.said
    await panel.press("Back to the board")
    line = random_line(panel.line, 1, 4)
    await panel.tries(*line)
    assert "to move" in panel.said and "no computer" not in panel.said
    await panel.back()
    await panel.tries(next(str(one) for one in panel.position.legal_actions() if str(one) != line[3]))
    await panel.back()
    assert len(entries(panel, "lineon")) == 2
    await panel.choose("lineon", "4")
    assert entries(panel, "lineon") == []
    await panel.press("Start")
    assert "The start" in panel.said and blue(panel.look()) == ["▶"]
    await panel.press("▶")
    assert panel.said.split("\n")[1].startswith("**1. ")
    assert overloaded(server) == []


async def test_forward_and_back_through_the_match_itself(server: Server) -> None:
    await begun(server, "pjawns", "@e1", "@d8")
    panel = await opened(server, server.visitor)
    assert "The match as it is now" in panel.said and "White to move" in panel.said
    await panel.back()
    assert "The match after move 1" in panel.said
    assert blue(panel.look()) == ["▶"], "the match went on"
    await panel.tries("@a8")
    assert "**2. black: pjawn placed on a8**" in panel.said
    await panel.press("◀")
    assert entries(panel, "lineon") == ["In the match: pjawn placed on d8", "Pjawn placed on a8"]
    await panel.choose("lineon", "0")
    assert "The match as it is now" in panel.said
    (chosen,) = [part["custom_id"] for part in parts(panel.look()) if part.get("label") in ("e1", "Pjawn e1")]
    await server.visitor.click(panel.look(), custom_id=chosen)
    assert "**Pjawn e1**" in panel.said
    await panel.press("◀")
    assert "**Pjawn e1**" not in panel.said and "White to move" in panel.said
    viewer = await server.open(server.visitor, "Board")
    await server.visitor.click(viewer(), custom_id=ids(viewer(), "show:")[1])
    await server.visitor.click(viewer(), label="⋯")
    answered = await server.visitor.click(viewer(), label="Analysis board")
    assert "The match after move 1" in text(answered.followups[-1]), "from the viewer, what is shown there"


async def test_who_wants_boards_as_text_has_them_here_too(server: Server) -> None:
    await server.begin("pjawns")
    await server.bot.app.notifications.prefer(id_of(server.opponent), {BOARDS: AS_TEXT})
    panel = await opened(server, server.opponent)
    await panel.tries("@e1")
    assert panel.look().attachments == [] and "White: e1." in panel.said


async def test_a_turn_of_several_actions_is_ended_on_the_board(server: Server) -> None:
    await server.begin("predation")
    panel = await opened(server, server.challenger)
    while len(legal := panel.position.legal_actions()) > 1:
        await panel.tries(str(legal[0]))
    assert controls(panel.look())[0] == "End turn", "it's all that is left to do"
    await panel.press("End turn")
    assert "Prey to move" in panel.said and "; end of turn**" in panel.said
    await panel.press("End turn")
    assert "Predator to move" in panel.said


async def test_the_end_of_the_game_is_told(server: Server) -> None:
    await server.begin("prudh")
    history = server.bot.app.matches.history(await server.match())
    chance, tree, spot = random.Random(3), LineTree(), LineSpot(0, 0)
    while history.position.to_act is not None:
        action = str(chance.choice(history.position.legal_actions()))
        tree, spot = tree.added(spot, action, ())
        history = history.then(action)
    await stored(server, await server.match(), tree)
    panel = await opened(server, server.challenger)
    await panel.press("All lines")
    await panel.choose("lineend", str(tree.last))
    assert "**It would be over here: " in panel.said and ids(panel.look(), "linestep:") == []


# --- the match goes on ----------------------------------------------------------------------------


async def test_a_line_slides_along_as_the_match_goes_on_and_others_are_passed(server: Server) -> None:
    await begun(server, "pjawns", "@e1", "@d8")
    panel = await opened(server, server.challenger)
    await panel.tries("e1-e3", "@a8", "@a1")
    await panel.press("Now")
    panel.line = panel.line.until(2)
    await panel.tries("@c1")
    assert await tree_of(server, server.challenger) == [(2, "e1-e3"), (3, "@a8"), (4, "@a1"), (2, "@c1")]
    await server.play("e1-e3")
    assert await tree_of(server, server.challenger) == [(3, "@a8"), (4, "@a1"), (2, "@c1")]
    await panel.press("All lines")
    assert "2 lines, 3 moves in all" in panel.said
    await panel.choose("lineend", "4")
    assert "The match has moved past this line." in panel.said
    await panel.press("All lines")
    await panel.choose("lineend", "3")
    assert "moved past" not in panel.said


async def test_a_tap_on_a_move_that_has_been_played_goes_on_from_the_match(server: Server) -> None:
    await server.begin("pjawns")
    panel, other = [await opened(server, server.opponent) for _ in range(2)]
    for one in (panel, other):
        await one.tries("@e1")
    assert await tree_of(server, server.opponent) == [(0, "@e1")], "what was tried twice is there once"
    await server.play("@e1")
    await panel.tries("@d8")
    assert await tree_of(server, server.opponent) == [(1, "@d8")]
    assert "**2. black: pjawn placed on d8**" in panel.said


# --- names, deleting, films -----------------------------------------------------------------------


async def test_a_line_is_named_filmed_and_deleted(server: Server) -> None:
    await server.begin("pjawns")
    panel = await opened(server, server.challenger)
    await panel.tries("@e1", "@d8", "@a1", "@a8")
    await panel.press("Delete from here")
    assert "placed on a1" in panel.said and "placed on a8" not in panel.said, "the position before it"
    await panel.more()
    opening = await server.challenger.click(panel.look(), label="Name…")
    await server.challenger.submit_modal(opening, {fields(opening)[0]["custom_id"]: "the  wing "})
    assert "“the wing”" in panel.said
    await panel.press("Film")
    (film,) = panel.look().attachments
    assert film.filename == "line.gif"
    await panel.press("Back to the board")
    assert "“the wing”" in panel.said
    await panel.press("◀")
    await panel.press("◀")
    await panel.press("Delete from here")
    assert "Delete this move and all that you tried after it, 3 moves in all?" in panel.said
    await panel.press("Keep")
    assert len(await tree_of(server, server.challenger)) == 3
    await panel.press("Delete from here")
    await panel.press("Delete")
    assert await tree_of(server, server.challenger) == [] and "**Deleted.**" in panel.said


# --- late and double taps, and who may ------------------------------------------------------------


async def test_a_tap_on_what_was_deleted_elsewhere_says_so(server: Server) -> None:
    await server.begin("pjawns")
    for label in ("Name…", "Film", "Delete from here", "a8"):
        with case(label):
            panel = await opened(server, server.challenger)
            await panel.tries("@e1")
            key, history = await _keyed(server)
            (node,) = (await server.bot.app[Lines].tree(key, history)).nodes
            if label != "a8":
                await panel.more()
            await server.bot.app[Lines].delete(key, history, node.number)
            if label == "a8":
                await server.challenger.click(panel.look(), custom_id=ids(panel.look(), "linestep:")[0])
            else:
                await panel.press(label)
            assert GONE in panel.said


async def test_a_tap_on_what_is_deleted_while_it_is_worked_on_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel has read the lines already, and the change finds others."""
    await server.begin("pjawns")
    panel = await opened(server, server.challenger)
    await panel.tries("@e1")
    key, history = await _keyed(server)
    read, asked = Lines.stored, 0

    async def deleted_between(lines: Lines, of: LineKey) -> StoredTree:
        nonlocal asked
        asked += 1
        found = await read(lines, of)
        if asked == 1:
            (node,) = found.tree.nodes
            await server.bot.app[Lines].delete(key, history, node.number)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Lines, "stored", deleted_between)
        await server.challenger.click(panel.look(), custom_id=ids(panel.look(), "linestep:")[0])
    assert GONE in panel.said
    assert await tree_of(server, server.challenger) == []


async def test_a_name_for_what_was_deleted_elsewhere_says_so(server: Server) -> None:
    await server.begin("pjawns")
    panel = await opened(server, server.challenger)
    await panel.tries("@e1")
    await panel.more()
    opening = await server.challenger.click(panel.look(), label="Name…")
    key, history = await _keyed(server)
    (node,) = (await server.bot.app[Lines].tree(key, history)).nodes
    await server.bot.app[Lines].delete(key, history, node.number)
    await server.challenger.submit_modal(opening, {fields(opening)[0]["custom_id"]: "the wing"})
    assert GONE in panel.said


async def test_what_was_deleted_elsewhere_before_the_answer_is_deleted(server: Server) -> None:
    await server.begin("pjawns")
    panel = await opened(server, server.challenger)
    await panel.tries("@e1", "@d8")
    await panel.back()
    await panel.press("Delete from here")
    key, history = await _keyed(server)
    await server.bot.app[Lines].delete(key, history, 1)
    await panel.press("Delete")
    assert DELETED in panel.said
    assert await tree_of(server, server.challenger) == []


async def _keyed(server: Server) -> tuple[LineKey, History]:
    match = await server.match()
    return LineKey.on(match, id_of(server.challenger)), server.bot.app.matches.history(match)


async def test_a_line_that_the_rules_do_not_allow_any_more_is_dropped(server: Server) -> None:
    await server.begin("pjawns")
    tree, spot = LineTree().added(LineSpot(0, 0), "@e1", ())
    await stored(server, await server.match(), tree.added(spot, "@e1", ())[0])
    panel = await opened(server, server.challenger)
    await panel.press("▶")
    await panel.press("▶")
    assert GONE in panel.said
    assert await tree_of(server, server.challenger) == [(0, "@e1")]


@refusing
async def test_players_who_agreed_to_none_try_none_but_those_who_watch_do(server: Server) -> None:
    await server.begin("pjawns", lines="off")
    more = await server.open(server.challenger, "⋯")
    told = private(await server.challenger.click(more(), label="Analysis board"))
    assert "agreed without an analysis board" in told
    assert "analysis board" in (await opened(server, server.visitor)).said
    move = await server.open(server.challenger, "Move")
    assert "Analysis board" not in labels(move())


@refusing
async def test_on_a_shared_match_lines_are_tried_as_long_as_it_is_shared(server: Server) -> None:
    await server.begin("pjawns")
    await server.act("c1")
    sharing, code = await shared(server)
    stranger = Elsewhere(server.env)
    view = await stranger.open(code)
    await stranger.who.click(view, label="⋯")
    answered = await stranger.who.click(view, label="Analysis board")
    panel = answered.followups[-1]
    await stranger.who.click(panel, custom_id=ids(panel, "linestep:")[0])
    assert "analysis board" in text(panel)
    await server.challenger.click(sharing, label="Stop sharing")
    assert (await stranger.told(panel, "◀")).startswith(REFUSED)


# --- within the limits of Discord -----------------------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("shape", ["wide", "deep"])
async def test_two_hundred_moves_stay_within_the_limits_of_discord(server: Server, shape: str) -> None:
    await server.begin("predation")
    match = await server.match()
    tree = _grown(server.bot.app.matches.history(match), shape)
    await stored(server, match, tree)
    panel = await opened(server, server.challenger)
    await panel.press("All lines")
    while "Later ▶" in labels(panel.look()):
        await panel.press("Later ▶")
    await panel.choose("lineend", str(tree.ends()[-1].number))
    for _ in range(3):
        await panel.press("◀")
    assert overloaded(server) == []


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "deep"])
async def test_every_view_of_two_hundred_moves_can_be_sent(server: Server, shape: str) -> None:
    await server.begin("predation")
    app, match = server.bot.app, await server.match()
    history = app.matches.history(match)
    tree = _grown(history, shape)
    key, style = LineKey.on(match, id_of(server.challenger)), BoardStyle(DEFAULT_THEME, as_text=True)
    board = LineBoard(key, match.game_key, match, history, tree, style, match.game.sides[0])
    call: Any = SimpleNamespace(app=app, user=key.user_id)
    for spot in (LineSpot(0, 0), *(LineSpot(node.number, node.ply + 1) for node in tree.nodes)):
        check_limits(await line_panel.panel(call, board, spot))
        begun = walk(board.at(spot).position, {})
        for number in range(len(begun.parts)) if spot.node % 20 == 0 else ():
            # A complete action is played at once.
            if begun.after(number).action is None:
                check_limits(await line_panel.panel(call, board, spot, taken=(number,)))


def _grown(history: History, shape: str) -> LineTree:
    """A tree of as many moves as can be: one line, or one move after all others of a position."""
    tree, chance, at, line = LineTree(), random.Random(4), LineSpot(0, 0), history
    while len(tree.nodes) < MOST_NODES:
        legal = line.position.legal_actions()
        if shape == "wide":
            for one in legal[: MOST_NODES - len(tree.nodes) - 1]:
                tree, _ = tree.added(at, str(one), ())
        action = str(chance.choice(legal)) if len(tree.nodes) < MOST_NODES - 1 else str(legal[-1])
        tree, at = tree.added(at, action, ())
        line = line.then(action)
    for node in tree.nodes:
        tree = tree.named(node.number, f"{node.number} {'n' * 40}")
    return tree
