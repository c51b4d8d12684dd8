"""Boards as text: in place of every picture of a board that somebody who wants it sees alone."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor

from cogs.text import settings_texts
from cogs.text.en.settings import AS_TEXT
from tests.cogs.alone import begin
from tests.cogs.caught_up import caught_up
from tests.cogs.governing import panel_of
from tests.cogs.own_settings import settings
from tests.cogs.server import Server, labels, text


async def want_text(server: Server, who: MemberActor) -> Any:
    """Somebody turns boards as text on; returns their settings."""
    panel = await settings(server, who, "look")
    await who.click(panel, label="Boards as text")
    return panel


def is_text(shown: Any) -> bool:
    """True for a message with a board in letters and without a picture."""
    return "```\n" in text(shown) and not shown.attachments


async def test_it_is_turned_on_and_off_in_the_settings(server: Server) -> None:
    panel = await want_text(server, server.visitor)
    assert AS_TEXT in text(panel)
    assert settings_texts.chosen("Boards as text") in labels(panel)
    await server.visitor.click(panel, label="Picture boards")
    assert AS_TEXT not in text(panel)


async def test_board_move_and_catch_up_come_as_text_to_who_wants_it(server: Server) -> None:
    await server.begin("pjawns")
    await want_text(server, server.opponent)
    await server.act("c1")
    caught = (await caught_up(server, server.opponent))()
    assert is_text(caught) and "White: " in text(caught), "what was played, then the board"
    for label in ("Board", "Move"):
        shown = (await server.open(server.opponent, label))()
        assert is_text(shown), label
        assert "h g f" in text(shown), "from their own side"
    for given in ({"number": "next"}, {}):
        assert is_text(panel_of(await server.opponent.slash(server.home, "match", **given))), given
    assert server.card.attachments, "the card is for everybody"
    assert not is_text((await server.open(server.challenger, "Board"))()), "others keep their pictures"


async def test_the_choices_of_a_move_and_its_preview_are_text_too(server: Server) -> None:
    await server.begin("pjawns")
    await want_text(server, server.challenger)
    panel = await server.open(server.challenger, "Move")
    position = server.bot.app.matches.history(await server.match()).position
    await server.take_step(server.challenger, panel(), str(position.legal_actions()[0]))
    assert is_text(panel())
    await server.challenger.click(panel(), label="Back")
    assert is_text(panel())
    await server.tap_on(server.challenger, panel, str(position.legal_actions()[0]))
    assert len((await server.match()).entries) == 1


async def test_a_picture_is_a_tap_away(server: Server) -> None:
    await server.begin("pjawns")
    await want_text(server, server.visitor)
    panel = await server.open(server.visitor, "Board")
    await server.visitor.click(panel(), label="⋯")
    await server.visitor.click(panel(), label="Picture")
    assert panel().attachments and not is_text(panel())


async def test_a_hint_is_text(server: Server) -> None:
    await begin(server, "cannons-and-crabs", side="white")
    await want_text(server, server.challenger)
    panel = await server.open(server.challenger, "Hint")
    assert is_text(panel()) and "**Hint:**" in text(panel())
    await server.challenger.click(panel(), label="Show me the move")
    assert is_text(panel()) and "**Best move:**" in text(panel())


@pytest.mark.parametrize("way", ["Step through", "Film"])
async def test_the_film_stays_a_film(server: Server, way: str) -> None:
    await server.begin("pjawns")
    await want_text(server, server.visitor)
    await server.act("c1")
    panel = await caught_up(server, server.visitor)
    await server.visitor.click(panel(), label=way)
    assert is_text(panel()) is (way == "Step through")
