"""The list of a player's conditional moves, deleting them, and choices said for the other side's turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from cogs.advances import texts as advance_texts
from cogs.text.en.match import NOT_POSSIBLE_NOW
from data.features.advances import advance
from matches.advances import MOST_BRANCHES
from tests.cogs import computer
from tests.cogs.advances.said import FIRST, SECOND, forged, listing, say, theirs
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, blue, fields, ids, labels, overloaded, parts, private, text


async def begun(server: Server) -> None:
    """A match of Prudh in which the challenger, dark, is to move."""
    await server.begin("prudh", starts="me")


def entries(message: Any) -> list[str]:
    """The rows of the list: what is beside a ✕."""
    return [
        part["components"][0]["content"]
        for part in parts(message)
        if part.get("accessory", {}).get("label") == advance_texts.TAKE_BACK_ONE
    ]


def enabled(message: Any, label: str) -> bool:
    """True if the button with this label can be pressed."""
    return any(part.get("label") == label and not part.get("disabled") for part in parts(message))


async def take_back(server: Server, who: Any, panel: Callable[[], Any], entry: str) -> None:
    (delete,) = (
        part["accessory"]["custom_id"]
        for part in parts(panel())
        if "accessory" in part and part["components"][0]["content"] == entry
    )
    await who.click(panel(), custom_id=delete)


def of_old_menu(delete: str) -> tuple[str, str]:
    """The id of the menu that a list had before its rows had a ✕, and the entry of one of them."""
    where, number = delete.replace("advancedelete", "advanceback").rsplit(".", 1)
    return where, number


# --- the list --------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_empty_list_says_how_it_works_to_those_who_play(server: Server) -> None:
    await begun(server)
    panel = await listing(server, server.opponent)
    assert "None yet. **Plan** opens the analysis board" in text(panel())
    assert labels(panel()) == blue(panel()) == ["Plan"]
    more = await server.open(server.visitor, "⋯")
    assert not ids(more(), "advances:")


async def test_what_was_said_is_listed_and_taken_back_with_what_follows_it(server: Server) -> None:
    await begun(server)
    await say(server, server.opponent, FIRST)
    await server.pass_time(minutes=1)
    await say(server, server.opponent, SECOND)
    more = await server.open(server.opponent, "⋯")
    assert "Conditional moves (3)" in labels(more())
    panel = await listing(server, server.opponent)
    assert text(panel()) == (
        "### Prudh #1: your conditional moves\n"
        "d4-e3 → f5-e6\n"
        "↳ e3>e1 → e6>e4\n"
        "d4-e5 → f5-e4\n"
        "-# Only you can see this."
    )
    assert entries(panel()) == ["d4-e3 → f5-e6", "↳ e3>e1 → e6>e4", "d4-e5 → f5-e4"]
    assert labels(panel()) == ["✕", "✕", "✕", "Plan", "Delete all"]
    assert blue(panel()) == []
    await take_back(server, server.opponent, panel, "d4-e3 → f5-e6")
    assert "Deleted, with what followed it (2 in all)." in text(panel())
    assert entries(panel()) == ["d4-e5 → f5-e4"]
    told = await forged(server, server.opponent, *of_old_menu(ids(panel(), "advancedelete:")[0]))
    assert "Deleted." in told and "None yet." in told, "by the menu of an old list"
    assert await theirs(server, server.opponent) == []


@pytest.mark.slow
@refusing
async def test_all_are_taken_back_after_a_question_and_an_old_list_says_what_is_gone(server: Server) -> None:
    await begun(server)
    await say(server, server.opponent, FIRST)
    panel, old = await listing(server, server.opponent), await listing(server, server.opponent)
    await server.opponent.click(panel(), label="Delete all")
    assert "Delete all 2 conditional moves?" in text(panel())
    await server.opponent.click(panel(), label="Keep them")
    assert entries(panel()) != []
    for _ in range(2):
        await server.opponent.click(panel(), label="Delete all")
    assert advance_texts.ALL_TAKEN_BACK in text(panel())
    assert await theirs(server, server.opponent) == []
    late = await server.opponent.click(old(), custom_id=ids(old(), "advancedelete:")[0])
    assert "isn't there anymore" in private(late)
    await say(server, server.opponent, SECOND)
    panel = await listing(server, server.opponent)
    await server.resign(server.challenger)
    late = await server.opponent.click(panel(), label="Delete all")
    assert text(late.followups[-1]).startswith(NOT_POSSIBLE_NOW)
    assert await theirs(server, server.opponent) == []


@pytest.mark.slow
async def test_as_many_as_can_be_said_are_leafed_through(server: Server) -> None:
    await begun(server)
    history = server.bot.app.matches.history(await server.match())
    for action in history.position.legal_actions()[:MOST_BRANCHES]:
        line, position = [str(action)], history.position.apply(action)
        for _ in range(5):
            line.append(str(position.legal_actions()[0]))
            position = position.play(position.parse(line[-1]))
        await say(server, server.opponent, " ".join(line))
    panel = await listing(server, server.opponent)
    assert "page 1 of" in text(panel())
    seen = entries(panel())
    while enabled(panel(), "▶"):
        await server.opponent.click(panel(), label="▶")
        seen += entries(panel())
        assert len(text(panel())) <= 4000
    assert overloaded(server) == []
    assert len(seen) == len(await theirs(server, server.opponent)) > 2 * MOST_BRANCHES


# --- who may ---------------------------------------------------------------------------------------


@refusing
async def test_each_player_sees_their_own_and_others_none(server: Server) -> None:
    await begun(server)
    await say(server, server.opponent, FIRST)
    theirs_open = await listing(server, server.opponent)
    own = await listing(server, server.challenger)
    assert "f5-e6" not in text(own())
    for verb in ("advanceclear", "advanceclearnow", "advances"):
        (clear,) = ids(theirs_open(), "advanceclear:")
        told = await forged(server, server.visitor, clear.replace("advanceclear", verb))
        assert "Only the two players" in told, verb
    delete = ids(theirs_open(), "advancedelete:")[0]
    assert "Only the two players" in await forged(server, server.visitor, delete)
    assert "isn't there anymore" in await forged(server, server.challenger, delete)
    menu, number = of_old_menu(delete)
    assert "Only the two players" in await forged(server, server.visitor, menu, number)
    assert "isn't there anymore" in await forged(server, server.challenger, menu, number)
    assert len(await theirs(server, server.opponent)) == 2


@pytest.mark.slow
@refusing
async def test_where_lines_are_forbidden_and_against_the_computer_it_is_not_there(server: Server) -> None:
    await server.begin("prudh", starts="me", lines="off")
    for who in (server.challenger, server.opponent, server.visitor):
        more = await server.open(who, "⋯")
        assert not ids(more(), "advances:")
    for verb in ("advances:1:2", "advance:1:2:1", "advancesay:1:2:1", "advanceclear:1:2"):
        told = await forged(server, server.opponent, verb)
        assert "was agreed without an analysis board, so there are no conditional moves" in told, verb
    await computer.begin(server)
    more = await server.open(server.challenger, "⋯")
    assert not ids(more(), "advances:")
    told = await forged(server, server.challenger, "advances:2:2")
    assert "Conditional moves are for matches between two people." in told


# --- a choice in the other side's turn -------------------------------------------------------------


@pytest.mark.slow
@refusing
async def test_only_the_side_that_can_be_asked_says_a_choice_and_takes_it_back(server: Server) -> None:
    await server.begin("predation")
    other = await listing(server, server.opponent)
    assert labels(other()) == ["Plan"]
    panel = await listing(server, server.challenger)
    assert labels(panel()) == ["Plan", "If they take one of yours…"]
    assert "settles in advance what you'd be asked in their turn" in text(panel())
    await server.challenger.click(panel(), label="If they take one of yours…")
    assert "Which helper is removed?" in text(panel())
    assert labels(panel()) == ["In this order…", "Any", "Back"]
    (any_of_them,) = ids(panel(), "advanceany:")
    assert "never asked for a choice" in await forged(server, server.opponent, any_of_them)
    assert await theirs(server, server.opponent) == []
    await server.challenger.click(panel(), label="Any")
    assert advance_texts.CHOICE_SAID in text(panel())
    assert "if they take one of yours → any of them" in text(panel())
    await take_back(server, server.challenger, panel, "if they take one of yours → any of them")
    assert await theirs(server, server.challenger) == []


@pytest.mark.slow
@refusing
async def test_an_order_is_typed_and_replaces_what_was_said(server: Server) -> None:
    await server.begin("predation")
    panel = await listing(server, server.challenger)
    for typed, listed in (("D6, e5", "d6, e5"), ("c6 d6", "c6, d6"), ("z9", "c6, d6")):
        await server.challenger.click(panel(), label="If they take one of yours…")
        opened = await server.challenger.click(panel(), label="In this order…")
        sent = await server.challenger.submit_modal(opened, {fields(opened)[0]["custom_id"]: typed})
        if typed == "z9":
            assert "“z9” isn't a point of this board" in private(sent)
            panel = await listing(server, server.challenger)
        assert f"if they take one of yours → {listed}, else the first that can be chosen" in text(panel())
    assert len(await theirs(server, server.challenger)) == 1


# --- dropped ---------------------------------------------------------------------------------------


async def test_the_move_panel_tells_of_a_move_in_advance_that_was_dropped(server: Server) -> None:
    await begun(server)
    await say(server, server.opponent, SECOND)
    await server.store.write(lambda connection: connection.execute(update(advance).values(dropped=True)))
    await server.play("d4-e3")
    panel = await server.open(server.opponent, "Move")
    told = "Your conditional move **f5-e4** couldn't be played here, so it was dropped."
    assert told in text(panel())
    legal = server.bot.app.matches.history(await server.match()).position.legal_actions()
    await server.take_step(server.opponent, panel(), str(legal[0]))
    assert told not in text(panel()), "once the turn has begun"
