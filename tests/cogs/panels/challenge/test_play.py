"""/play: one person's ways to a match, and the side against the computer."""

from __future__ import annotations

from typing import Any

from cogs.kit.presentation import newcomers_first
from cogs.text.en import entry_points as said
from matches import Phase
from tests.cases import case
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, blue, ids, labels, private, text


async def play(server: Server, **given: Any) -> Any:
    """What /play answers the visitor with."""
    return await server.visitor.slash(server.channel, "play", **given)


async def test_the_common_ways_first_and_the_rarer_ones_behind_a_tap(server: Server) -> None:
    panel = panel_of(await play(server))
    games = [face.game.name for face in newcomers_first(server.bot.app.presentations.values())]
    assert labels(panel) == [said.FIND, "Play the computer", said.MORE, *games]
    assert blue(panel) == [said.FIND]
    before = text(panel)
    await server.visitor.click(panel, label=said.MORE)
    assert len(labels(panel)) > 1 and labels(panel)[-1] == said.BACK
    await server.visitor.click(panel, label=said.BACK)
    assert text(panel) == before
    assert text(panel_of(await play(server, game="prudh"))).startswith("### New match of Prudh")


async def test_whom_and_what_open_the_form_and_whom_alone_asks_what(server: Server) -> None:
    opened = await play(server, game="pjawns", opponent=server.opponent)
    assert opened.modal is not None and opened.modal["title"] == "Challenge: Pjawns"
    asked = panel_of(await play(server, opponent=server.opponent))
    assert len(ids(asked, "challengeopen:")) == 5
    answer = await server.visitor.user.slash("play")
    assert "matches start in a server" in private(answer)


async def test_the_side_against_the_computer_is_chosen_in_its_panel(server: Server) -> None:
    panel = panel_of(await server.challenger.slash(server.channel, "play", game="pjawns"))
    asked = (await server.challenger.click(panel, label="Play the computer")).followups[-1]
    (sides,) = ids(asked, "computerside:")
    for value, side in (("3", "white"), ("4", "black")):
        with case(side):
            await server.challenger.select(asked, [value], custom_id=sides)
            assert all(one.endswith(f".{value}") for one in ids(asked, "computerlevel:"))
    await server.challenger.click(asked, custom_id=ids(asked, "computerlevel:")[0])
    match = await server.match()
    assert match.phase is Phase.PLAYING and match.side_of(match.users[0]) == "black"
