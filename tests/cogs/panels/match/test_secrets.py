"""A secret pick is seen by nobody but its player until both are in."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from matches import Phase
from tests.cogs.hidden import A_PICK, PICKS, seen
from tests.cogs.server import Server, a_server, ids, private, text
from tests.seals import held_still

PAIRS = list(zip(PICKS, PICKS[4:] + PICKS[:4], strict=True))
"""Nine pairs of picks in which each pick stands once on either side."""


async def until_the_reveal(server: Server, green: tuple[str, str], blue: tuple[str, str]) -> list[list[Any]]:
    """What everybody could see after each step before the last pick is confirmed, seals held still."""
    views = []
    await server.challenge(server.opponent)
    await server.accept()
    views.append(await seen(server))
    await server.pick(server.challenger, *green)
    views.append(await seen(server))
    await server.choose(server.opponent, *blue)
    views.append(await seen(server))
    return list(held_still(views, [await server.match()]))


@pytest.mark.usefixtures("quiet_libraries")
async def test_the_public_view_is_the_same_whatever_the_picks(
    tmp_path: Path, fresh_database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Byte for byte."""
    views = []
    for number, (green, blue) in enumerate(PAIRS):
        folder = tmp_path / str(number)
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            async with a_server(folder, fresh_database) as server:
                views.append(await until_the_reveal(server, green, blue))
        assert not [record for record in caplog.records if A_PICK.search(record.getMessage())]
        assert not [path for path in folder.rglob("*") if A_PICK.search(path.name)]
    assert all(view == views[0] for view in views)
    assert not A_PICK.search(str([message[:2] for message in views[0][-1] if isinstance(message, tuple)]))


async def test_the_thread_says_who_is_still_choosing_and_then_both_picks_at_once(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    both = f"Still choosing: {server.challenger.mention} and {server.opponent.mention}."
    assert both in text(server.card)
    await server.pick(server.opponent, "shrimp", "crab")
    assert f"Still choosing: {server.challenger.mention}." in text(server.card)
    await server.pick(server.challenger, "crab", "lobster", by_dm=False)
    for message in server.home.history(viewer=server.visitor)[:-1]:
        assert not A_PICK.search(text(message)), "the panels in the thread are private"
    assert "green crab on a2, lobster on h2" in text(server.card)
    assert "blue shrimp on a7, crab on h7" in text(server.card)


async def test_a_pick_can_change_until_it_is_confirmed_and_never_after(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.choose(server.challenger, "crab", "crab")
    await server.pick(server.challenger, "shrimp", "lobster")
    again = await server.challenger.click(server.card, label="Choose secretly")
    assert "can't change anymore" in private(again)
    await server.pick(server.opponent, "crab", "crab")
    assert "shrimp a2; lobster h2" in server.board


async def test_a_match_resigned_before_the_reveal_keeps_its_secrets(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    await server.pick(server.challenger, "crab", "lobster")
    asked = await server.opponent.slash(server.home, "match", deed="resign")
    assert asked.response is not None
    await server.opponent.click(asked.response, label="Resign")
    assert (await server.match()).phase is Phase.FINISHED
    assert not A_PICK.search(text(server.card))
    board = await server.opponent.slash(server.home, "match")
    assert "resigned" in private(board)
    assert not A_PICK.search(private(board))


async def test_a_panel_left_open_after_the_pick_closes_at_the_next_click(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    in_thread = await server.choose(server.challenger, "crab", "lobster", by_dm=False)
    await server.pick(server.challenger, "crab", "lobster")
    await server.challenger.select(in_thread(), ["shrimp"], custom_id=ids(in_thread(), "slot:.*:0")[0])
    assert "your pick is in" in text(in_thread())
    assert "crab on a2, lobster on h2" in text(in_thread())
    assert ids(in_thread(), "confirm:") == []
