"""The panel of a secret pick: the own rows, how each species moves, and nothing of the other side."""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import product
from typing import Any

import pytest

from cogs.panels.challenge.picks import own_rows
from cogs.text import seals_texts
from engines import GAMES
from imaging import Studio
from matches import MatchId, NoticeState, UserId
from matches.lifecycle import seals
from tests.cogs.server import PATIENCE, Server, ids, labels, parts, private, text
from tests.pictures import unpacked

PRAWNS = GAMES["prawns"]


def menus(panel: Any) -> list[dict[str, Any]]:
    return [part for part in parts(panel) if part["type"] == 3]


async def test_it_shows_the_own_rows_and_what_is_chosen_on_its_corner(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    for who, corners, rows in (
        (server.challenger, ["Left corner (a2)", "Right corner (h2)"], "krill a1 b1 c1"),
        (server.opponent, ["Right corner (a7)", "Left corner (h7)"], "krill a8 b8 c8"),
    ):
        panel = server.dms(who)[-1]
        (picture,) = panel.attachments
        assert rows in (picture.description or "") and "Open corners: " in (picture.description or "")
        assert [menu["placeholder"] for menu in menus(panel)] == corners
        for menu in menus(panel):
            described = {option["value"]: option["description"] for option in menu["options"]}
            assert described["crab"] == "any distance straight"
            assert set(described) == set(PRAWNS.secret_setup.choices if PRAWNS.secret_setup else ())
            assert all(described.values())
        assert not _can_confirm(panel)
    chosen = await server.choose(server.opponent, "shrimp", "lobster")
    said = chosen().attachments[0].description or ""
    assert "shrimp a7" in said and "lobster h7" in said and "Open corners" not in said
    picked = [
        option["label"] for menu in menus(chosen()) for option in menu["options"] if option.get("default")
    ]
    assert picked == ["shrimp, right corner (a7)", "lobster, left corner (h7)"]
    assert _can_confirm(chosen())


@pytest.mark.parametrize("by_dm", [True, False])
async def test_nothing_of_the_other_pick_is_in_it(server: Server, by_dm: bool) -> None:
    """The panel is the same, to the pixel of its picture, whatever the other side has picked."""
    seen = []
    for pick in (("crab", "crab"), ("lobster", "shrimp")):
        await server.challenge(server.opponent)
        await server.accept()
        await server.pick(server.challenger, *pick)
        panel = await server.choose(server.opponent, "shrimp", "lobster", by_dm=by_dm)
        picture = panel().attachments[0]
        words = [option["label"] for menu in menus(panel()) for option in menu["options"]]
        seen.append((unpacked(await picture.read()), picture.description, picture.filename, words))
        user = server.opponent.user if by_dm else server.opponent
        await user.click(panel(), custom_id=ids(panel(), "confirm:")[0])
    assert seen[0] == seen[1]


async def test_the_picture_shows_two_rows_of_one_side() -> None:
    with closing(Studio()) as studio:
        for side, board in product(PRAWNS.sides, ("5x5", "8x8")):
            own = own_rows(PRAWNS, {"board": board}, side, (None, None))
            assert {piece.side for piece in own.diagram.pieces} == {side}
            assert {mark.side for mark in own.diagram.marks if mark.side} <= {side}
            assert own.diagram.hands == () and own.diagram.bottom == side
            assert [own.is_left(slot) for slot in (0, 1)] == [side == "green", side != "green"]
            picture = await studio.rows(own.diagram, 2)
            assert picture.height < picture.width / 2
            assert picture.alt == own.diagram.alt


def _can_confirm(panel: Any) -> bool:
    (confirm,) = (part for part in parts(panel) if part.get("label") == "Confirm")
    return not confirm.get("disabled")


# --- made in the thread ----------------------------------------------------------------------------


async def test_a_pick_made_in_the_thread_is_told_in_the_direct_message(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    asked = server.dms(server.challenger)
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    (prompt,) = server.dms(server.challenger)
    assert [prompt.id] == [message.id for message in asked], "it is edited, and nothing is sent"
    assert "your pick is in" in text(prompt) and "crab" in text(prompt)
    assert labels(prompt) == [seals_texts.FAIR_DRAW]
    assert not ids(prompt, "slot:") and not prompt.attachments
    (theirs,) = server.dms(server.opponent)
    assert ids(theirs, "slot:"), "who has not picked still may"
    before = len(server.env.http_requests)
    await server.pick(server.opponent, "shrimp", "crab", by_dm=False)
    assert [one for one in server.env.http_requests[before:] if str(prompt.id) in str(one)] == [], (
        "it is edited once"
    )
    (theirs,) = server.dms(server.opponent)
    assert "your pick is in" in text(theirs), "the last pick too, with which play begins"


async def asked_for_a_pick(server: Server) -> Any:
    """The direct message that asks the challenger for a pick, with both menus filled."""
    await server.challenge(server.opponent)
    await server.accept()
    panel = await server.choose(server.challenger, "crab", "lobster")
    return panel()


def edits(server: Server, message: Any, since: int) -> list[str]:
    """The edits of a direct message: by itself, and as the answer to a click on it."""
    sent = [entry.path for entry in server.env.http_requests[since:] if entry.method == "PATCH"]
    return [path for path in sent if path.endswith((f"/messages/{message.id}", "/messages/@original"))]


async def is_settled(server: Server) -> bool:
    """Whether the message that asked the challenger for a pick is done with."""
    found = await server.bot.app.notifications.of_match(MatchId(1))
    (asked,) = (one for one in found if one.user_id == server.challenger.id)
    assert asked.state is NoticeState.SENT
    return asked.message is None


async def test_the_direct_message_in_which_a_pick_is_made_is_edited_once(server: Server) -> None:
    asked = await asked_for_a_pick(server)
    assert not await is_settled(server)
    since = len(server.env.http_requests)
    await server.challenger.user.click(asked, label="Confirm")
    (prompt,) = server.dms(server.challenger)
    assert (
        "your pick is in" in text(prompt)
        and labels(prompt) == [seals_texts.FAIR_DRAW]
        and not prompt.attachments
    )
    assert len(edits(server, prompt, since)) == 1
    assert await is_settled(server)


@pytest.mark.parametrize("message_too", [False, True])
async def test_a_click_whose_answer_fails_leaves_the_edit_to_the_message(
    server: Server, message_too: bool
) -> None:
    asked = await asked_for_a_pick(server)
    server.env.inject_error("PATCH", "/webhooks/*/@original", status=404, code=10008, times=1)
    if message_too:
        path = f"/channels/{asked.channel.id}/messages/*"
        server.env.inject_error("PATCH", path, status=404, code=10008, times=1)
    await server.challenger.user.click(asked, label="Confirm")
    (prompt,) = server.dms(server.challenger)
    assert ("your pick is in" in text(prompt)) is not message_too
    assert await is_settled(server)
    if message_too:
        await server.challenger.user.click(prompt, label="Confirm")
        assert "your pick is in" in text(server.dms(server.challenger)[-1]), "its button says so too"


async def test_a_pick_before_a_restart_is_told_in_the_direct_message(server: Server) -> None:
    asked = await asked_for_a_pick(server)
    await server.bot.app.matches.picks.pick(MatchId(1), UserId(server.challenger.id))
    since = len(server.env.http_requests)
    await server.restart()
    await server.pass_time(minutes=2)
    (prompt,) = server.dms(server.challenger)
    assert "your pick is in" in text(prompt) and len(edits(server, asked, since)) == 1
    assert await is_settled(server)


async def test_a_pick_confirmed_on_two_devices_is_made_once(server: Server) -> None:
    asked = await asked_for_a_pick(server)
    server.env.settle_timeout = 0.0
    for _ in range(2):
        with suppress(TimeoutError):
            await server.challenger.user.click(asked, label="Confirm")
    server.env.settle_timeout = PATIENCE
    await server.env.settle()
    (prompt,) = server.dms(server.challenger)
    assert "your pick is in" in text(prompt) and labels(prompt) == [seals_texts.FAIR_DRAW]
    assert (await server.match()).version == 3
    assert await is_settled(server)


async def test_a_panel_left_open_to_the_end_of_the_match_opens_no_seal(server: Server) -> None:
    """What would open it is no use any more: *Fair draw* says that it is void."""
    await server.challenge(server.opponent)
    await server.accept()
    panels = [await server.choose(server.challenger, "crab", "lobster", by_dm=False) for _ in range(2)]
    await server.challenger.click(panels[0](), label="Confirm")
    match = await server.match()
    opening = seals.opened_picks(match, UserId(server.challenger.id))["green"]
    assert opening in private(await server.challenger.click(panels[0](), label=seals_texts.FAIR_DRAW))
    await server.bot.app.matches.play.resign(match.id, UserId(server.opponent.id))
    await server.challenger.click(panels[1](), label="Confirm")
    assert text(panels[1]()) == text(panels[0]())
    told = private(await server.challenger.click(panels[1](), label=seals_texts.FAIR_DRAW))
    assert "is void" in told and opening not in told


async def test_a_direct_message_that_is_gone_stops_nothing(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, times=1)
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    await server.pick(server.opponent, "shrimp", "crab", by_dm=False)
    assert (await server.bot.app.matches.load(MatchId(1))).seated
    assert "Move" in labels(server.card)
