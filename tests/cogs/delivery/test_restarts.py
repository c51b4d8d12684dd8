"""A bot stopped between any two steps of a match: nothing doubled, nothing lost, every button alive."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.challenge_forms import withdraw
from tests.cogs.server import Server, a_server, ids, labels, private, text

Step = Callable[[Server], Awaitable[Any]]


def _open(label: str) -> Step:
    async def open_panel(server: Server) -> None:
        server.panel = await server.open(server.challenger, label)

    return open_panel


def _toward(action: str) -> Step:
    return lambda server: server.take_step(server.challenger, server.panel(), action)


def _on_panel(label: str) -> Step:
    async def click(server: Server) -> None:
        await server.challenger.click(server.panel(), label=label)

    return click


def _slot(number: int, choice: str, *, opponent: bool = False) -> Step:
    async def choose(server: Server) -> None:
        who = server.opponent if opponent else server.challenger
        panel = server.dms(who)[-1]
        await who.user.select(panel, [choice], custom_id=ids(panel, f"slot:.*:{number}")[0])

    return choose


def _confirm(*, opponent: bool = False) -> Step:
    async def confirm(server: Server) -> None:
        who = server.opponent if opponent else server.challenger
        await who.user.click(server.dms(who)[-1], label="Confirm")

    return confirm


STEPS: tuple[Step, ...] = (
    lambda server: server.challenge(server.opponent),
    lambda server: server.accept(),
    _slot(0, "crab"),
    _slot(1, "lobster"),
    _confirm(),
    _slot(0, "shrimp", opponent=True),
    _slot(1, "crab", opponent=True),
    _confirm(opponent=True),
    _open("Move"),
    _toward("d1-d3"),
    _toward("d1-d3"),
    _on_panel("Send"),
    lambda server: server.move(server.opponent, "e8-e6"),
    lambda server: server.move(server.challenger, "h2xb8"),
    lambda server: server.challenger.click(server.card, label="Take back"),
    lambda server: server.move(server.challenger, "h2xb8"),
    lambda server: server.challenger.click(server.card, label="End turn"),
    lambda server: server.move(server.opponent, "f8-f6"),
    _open("Move"),
    _toward("b8=S"),
    lambda server: server.move(server.challenger, "e1-e3"),
    _open("⋯"),
    _on_panel("Resign"),
    _on_panel("Resign"),
    lambda server: server.challenger.click(server.card, label="Rematch"),
    lambda server: withdraw(server, server.card),
)


def view(server: Server) -> list[Any]:
    """All that people can see, without the numbers that Discord gives messages."""
    places = [server.channel, *server.channel.threads]
    public = [
        (text(message), labels(message), [file.description for file in message.attachments])
        for place in places
        for message in place.history()
    ]
    return [
        *public,
        *(text(message) for who in (server.challenger, server.opponent) for message in server.dms(who)),
    ]


async def tell(server: Server, *, restart_after: int | None) -> list[Any]:
    """All that was seen after each step of the story, told with a restart after one of them."""
    views = []
    for number, step in enumerate(STEPS):
        result = await step(server)
        assert not isinstance(result, InteractionResult) or private(result) == "", private(result)
        await server.env.advance_time(12)  # what is tidied up by itself has been, in any case
        views.append(view(server))
        if number == restart_after:
            await server.restart()
            assert view(server) == views[-1], "a restart shows nothing by itself"
    return views


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> list[Any]:
    """All that is seen without a restart."""

    async def told() -> list[Any]:
        async with a_server(tmp_path_factory.mktemp("undisturbed"), fresh_database) as server:
            return await tell(server, restart_after=None)

    return asyncio.run(told())


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize("after", range(len(STEPS)))
async def test_a_restart_changes_nothing(
    after: int, tmp_path: Path, fresh_database: Path, undisturbed: list[Any]
) -> None:
    """The story told with a restart after one step looks, step by step, like the one without."""
    async with a_server(tmp_path / "disturbed", fresh_database) as server:
        disturbed = await tell(server, restart_after=after)
        match = await server.match()
        assert [entry.text for entry in match.entries] == [
            *("d1-d3", "e8-e6"),
            *("h2xb8", "", "h2xb8", "end", "f8-f6"),
            *("b8=S", "e1-e3"),
        ]
        assert match.shown.version == match.version
    assert disturbed == undisturbed
