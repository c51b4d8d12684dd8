"""What boards look like: chosen by a server for its cards, by players for what they alone see."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from cogs.kit.presentation import GamePresentation
from imaging import THEMES, lessons_of
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.server import Server, ids, labels, private, text


async def around(message: Any) -> tuple[int, ...]:
    """The colour around the board in the picture of a message."""
    with Image.open(io.BytesIO(await message.attachments[0].read())) as image:
        return tuple(image.convert("RGB").getpixel((1, 1)))  # type: ignore[arg-type]


def sand(key: str) -> tuple[int, ...]:
    """The same in a theme."""
    return THEMES[key].theme(("white", "black")).sand


async def choose(server: Server, value: str) -> Any:
    """The challenger chooses a look in their settings."""
    panel = panel_of(await server.challenger.slash(server.channel, "settings"))
    (menu,) = ids(panel, "theme:")
    await server.challenger.select(panel, [value], custom_id=menu)
    return panel


async def test_a_server_chooses_for_its_cards_and_a_player_for_their_panels(server: Server) -> None:
    admin = an_admin(server)
    assert "**Board theme:** Wood." in await told(server, admin, "set", theme="wood")
    await server.begin("pjawns")
    assert await around(server.card) == sand("wood")
    panel = await server.open(server.challenger, "Move")
    assert await around(panel()) == sand("wood")
    said = text(await choose(server, "dark-sea"))
    assert "**Board theme:** Dark sea" in said
    for label in ("Move", "Board"):
        assert await around((await server.open(server.challenger, label))()) == sand("dark-sea")
        if label == "Board":
            assert await around((await server.open(server.opponent, label))()) == sand("wood")
    shown = await server.challenger.slash(server.home, "pjawns board")
    assert await around(panel_of(shown)) == sand("dark-sea")
    await server.act("c1")
    assert await around(server.card) == sand("wood"), "the card is for everybody"
    assert "**Board theme:** each server's own." in text(await choose(server, "server"))
    assert await around((await server.open(server.opponent, "Board"))()) == sand("wood")
    await told(server, admin, "reset", setting="theme")
    await server.act("c8")
    assert await around(server.card) == sand("light-sea")


async def test_a_look_that_is_gone_is_the_usual_one(server: Server) -> None:
    await server.begin("pjawns")
    store = server.store
    match = await server.match()
    await store.guilds.change(match.guild_id, {"theme": "neon"})
    await server.act("c1")
    assert await around(server.card) == sand("light-sea")
    assert "**Board theme:** Light sea." in await told(server, an_admin(server), "show")


# --- the rules -------------------------------------------------------------------------------------


def faces(server: Server) -> list[GamePresentation]:
    """All games."""
    return list(server.bot.app.presentations.values())


async def test_a_game_shows_each_of_its_rules_as_a_film(server: Server) -> None:
    filmed = [face for face in faces(server) if lessons_of(face.game.key)]
    assert len(filmed) >= 5
    for face in filmed:
        shown = panel_of(await server.visitor.slash(server.channel, f"{face.command} rules"))
        assert face.game.name in text(shown)
        (menu,) = ids(shown, "lesson:")
        lessons = lessons_of(face.game.key)
        assert len(lessons) >= 3
        lesson = lessons[0]
        await server.visitor.select(shown, ["0"], custom_id=menu)
        assert lesson.title in text(shown)
        assert lesson.sentence in text(shown)
        assert shown.attachments[0].filename.endswith(".gif")
        await server.visitor.select(shown, ["words"], custom_id=menu)
        assert not shown.attachments


async def test_the_rules_are_found_from_a_match_too(server: Server) -> None:
    await server.begin("prudh")
    panel = await server.open(server.challenger, "More")
    await server.challenger.click(panel(), label="Rules")
    assert "How to play Prudh" in text(panel())
    assert ids(panel(), "lesson:")
    assert "Move" in labels(server.card)


@pytest.mark.simcord(check_errors=False)
async def test_a_lesson_of_a_game_that_is_gone_is_refused(server: Server) -> None:
    shown = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    (menu,) = ids(shown, "lesson:")
    server.bot.app.presentations.pop("prudh")
    refused = await server.visitor.select(shown, ["0"], custom_id=menu)
    assert private(refused)
