"""Nothing that anybody can ask for, of whatever kind, depends on a pick that is still hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from matches.lifecycle import computers
from tests.cogs.computer import begin
from tests.cogs.hidden import PICKS, asked, seen, told, whole
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, a_server, text
from tests.seals import held_still

HIDDEN = [PICKS[0], PICKS[5], PICKS[7]]
"""Three picks that have no part in common in the same place."""
pytestmark = refusing


async def before_the_reveal(server: Server, green: tuple[str, str]) -> list[Any]:
    """What everybody but the challenger can learn once the challenger has picked, by then and a week on."""
    await server.challenge(server.opponent, pace="none")
    await server.accept()
    await server.pick(server.challenger, *green)
    found = [await asked(server, who) for who in (server.opponent, server.visitor)]
    await server.pass_time(days=1)
    found += [[await whole(message) for message in server.dms(server.opponent)]]
    return list(held_still([*found, await seen(server)], [await server.match()]))


async def before_the_computers_reveal(server: Server) -> list[Any]:
    """What its player and a visitor can learn of a match against the computer until its player has picked."""
    await begin(server, 1, game="prawns", blind_start="on")
    found = [await asked(server, server.challenger), await asked(server, server.visitor, server.channel)]
    await server.choose(server.challenger, "crab", "lobster", by_dm=False)
    again = await server.challenger.click(server.card, label="Choose secretly")
    return list(held_still([*found, await told(again), await seen(server)], [await server.match()]))


@pytest.mark.usefixtures("still_clock")
async def test_what_the_computer_picked_is_shown_by_nothing(
    tmp_path: Path, fresh_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = [], []
    for number, pick in enumerate([*HIDDEN, ("crab", "lobster")]):
        monkeypatch.setattr(computers, "drawn_pick", lambda *_, pick=pick: pick)
        async with a_server(tmp_path / str(number), fresh_database) as server:
            before.append(await before_the_computers_reveal(server))
            panel = await server.choose(server.challenger, "crab", "lobster", by_dm=False)
            await server.challenger.click(panel(), label="Confirm")
            after.append(text(server.card))
    assert all(one == before[0] for one in before)
    assert after[1] != after[0], "once it is revealed, it is seen"


@pytest.mark.usefixtures("still_clock")
async def test_whatever_is_asked_for_is_the_same_whatever_was_picked(
    tmp_path: Path, fresh_database: Path
) -> None:
    before, after = [], []
    for number, green in enumerate(HIDDEN):
        async with a_server(tmp_path / str(number), fresh_database) as server:
            before.append(await before_the_reveal(server, green))
            if number < 2:
                await server.pick(server.opponent, "crab", "crab")
                after.append(await asked(server, server.visitor))
    assert before[1] == before[0]
    assert before[2] == before[0]
    assert after[1] != after[0], "once it is revealed, it is seen by the same means"
