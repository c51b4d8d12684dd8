"""Nothing that anybody can ask for, of whatever kind, depends on a pick that is still hidden."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from matches.lifecycle import computers
from tests.cogs.computer import begin
from tests.cogs.panels.match.test_secrets import PICKS, seen
from tests.cogs.server import Server, a_server, labels, parts, text
from tests.pictures import unpacked
from tests.seals import held_still

HIDDEN = [PICKS[0], PICKS[5], PICKS[7]]
"""Three picks that have no part in common in the same place."""
ASKED: Sequence[tuple[str, dict[str, Any]]] = (
    ("match list", {}),
    ("match history", {}),
    ("match record", {"match": "1"}),
    ("match share", {"match": "1"}),
    ("match replay", {"match": "1"}),
    ("match open", {"code": "AAAAAA"}),
    ("prawns board", {"match": "1"}),
    ("leaderboard", {"game": "prawns"}),
    ("profile", {}),
    ("match live", {}),
    ("match watch", {"match": "1"}),
    ("privacy", {}),
)
"""What everybody can ask for; the opponent and a visitor ask for all of it."""

pytestmark = pytest.mark.simcord(check_errors=False)


async def shown(result: InteractionResult) -> list[Any]:
    """Everything of the answers to something: every component, every byte of every file."""
    answers = [*([result.response] if result.response else []), *result.followups]
    return [
        (
            json.dumps(list(parts(answer)), sort_keys=True),
            [(file.filename, file.description, unpacked(await file.read())) for file in answer.attachments],
        )
        for answer in answers
    ]


async def asked(server: Server, who: MemberActor, where: Any = None) -> list[Any]:
    """What somebody is answered who asks for everything, and presses what leads on."""
    where = where or server.home
    found: list[Any] = []
    for command, options in ASKED:
        result = await who.slash(where, command, **options)
        found.append((command, await shown(result)))
        for label in ("Film", "Record", "Step through", "More", "Export", "Each move"):
            panel = result.response
            if panel is not None and label in labels(panel):
                found.append((command, label, await shown(await who.click(panel, label=label))))
    return found


async def before_the_reveal(server: Server, green: tuple[str, str]) -> list[Any]:
    """What everybody but the challenger can learn once the challenger has picked, by then and a week on."""
    await server.challenge(server.opponent, pace="none")
    await server.accept()
    await server.pick(server.challenger, *green)
    found = [await asked(server, who) for who in (server.opponent, server.visitor)]
    await server.pass_time(days=1)
    found += [[await message_seen(message) for message in server.dms(server.opponent)]]
    return list(held_still([*found, await seen(server)], [await server.match()]))


async def message_seen(message: Any) -> tuple[Any, ...]:
    """A direct message, every component of it and every byte."""
    files = [unpacked(await file.read()) for file in message.attachments]
    return json.dumps(list(parts(message)), sort_keys=True), files


async def before_the_computers_reveal(server: Server) -> list[Any]:
    """What its player and a visitor can learn of a match against the computer until its player has picked."""
    await begin(server, 1, game="prawns", blind_start="on")
    found = [await asked(server, server.challenger), await asked(server, server.visitor, server.channel)]
    await server.choose(server.challenger, "crab", "lobster", by_dm=False)
    again = await server.challenger.click(server.card, label="Choose secretly")
    return list(held_still([*found, await shown(again), await seen(server)], [await server.match()]))


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
            await server.pick(server.opponent, "crab", "crab")
            after.append(await asked(server, server.visitor))
    assert before[1] == before[0]
    assert before[2] == before[0]
    assert after[1] != after[0], "once it is revealed, it is seen by the same means"
