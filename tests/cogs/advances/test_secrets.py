"""A move in advance is seen by nobody but its player until it is played."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cogs.hidden import seen
from tests.cogs.lines.tapped import opened
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, a_server, private, text

LINE = ("d4-e3", "f5-e6", "e3>e1", "e6>e4")
SAID = re.compile("f5-e6|e6>e4|f5 to e6|e6 to e4")
"""Both answers, as they are written and in words."""


def without_ids(found: Any) -> Any:
    """The same without Discord's ids: what is done privately takes some that others would have had."""
    if isinstance(found, str):
        return re.sub(r"\d{19}", "id", found)
    return [without_ids(one) for one in found] if isinstance(found, list | tuple) else found


async def said(server: Server) -> None:
    """The opponent tries a line and says its moves in advance."""
    board = await opened(server, server.opponent)
    await board.tries(*LINE)
    await board.press("Plan…")
    await board.press("Save")
    assert SAID.search(board.said)


async def told(server: Server, who: Any) -> list[str]:
    """What ``who`` is told who asks about the match in all ways."""
    clicked = [await who.click(server.card, label=label) for label in ("Move", "Board", "⋯")]
    typed = [await who.slash(server.home, "matches", **given) for given in ({}, {"show": "running"})]
    words = ("record", "history")
    typed += [await who.slash(server.home, "match", number=word) for word in words]
    return [private(result) for result in (*clicked, *typed)]


async def views(server: Server, *, say: bool) -> list[Any]:
    """What everybody sees, and what the other people are told, before and after a move that fits no line."""
    await server.begin("prudh", starts="me")
    if say:
        await said(server)
    found: list[Any] = []
    for move in ("", "d4-e5"):
        if move:
            await server.play(move)
        found.append(await seen(server))
        found += [await told(server, who) for who in (server.challenger, server.visitor)]
        found.append([text(message) for message in server.dms(server.challenger)])
    return [without_ids(one) for one in found]


@pytest.mark.slow
@pytest.mark.usefixtures("quiet_libraries")
@refusing
async def test_nobody_else_can_tell_that_there_are_any(
    tmp_path: Path, fresh_database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Byte for byte, in the channel, the thread, the direct messages and all private answers to others."""
    found = []
    for say in (False, True):
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            async with a_server(tmp_path / str(say), fresh_database) as server:
                found.append(await views(server, say=say))
        assert not [record for record in caplog.records if SAID.search(record.getMessage())]
    assert found[0] == found[1]


@pytest.mark.slow
async def test_what_follows_stays_a_secret_once_the_first_was_played(server: Server) -> None:
    await server.begin("prudh", starts="me")
    await said(server)
    await server.play("d4-e3")
    later = re.compile("e6>e4|e6 to e4|e6 slides")
    assert "(planned)" in text(server.card)
    views = [await seen(server), await told(server, server.challenger), await told(server, server.visitor)]
    assert not later.search(str([message[:2] for message in views[0]]))
    assert not later.search(str(views[1:]))
