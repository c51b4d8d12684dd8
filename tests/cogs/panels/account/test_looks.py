"""What boards look like: chosen by a server for its cards, by players for what they alone see."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from cogs.kit.presentation import GamePresentation, number_of_game
from data import stores
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


async def test_a_theme_is_shown_once_it_is_chosen(server: Server) -> None:
    panel = await choose(server, "dark-sea")
    assert await around(panel) == sand("dark-sea")
    assert panel.attachments[0].description.startswith("A part of a board of each game")
    await server.challenger.click(panel, label="Boards as text")
    assert not panel.attachments, "it is no part of the settings"


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
    await told(server, admin, "set", reset="theme")
    await server.act("c8")
    assert await around(server.card) == sand("light-sea")


async def test_a_look_that_is_gone_is_the_usual_one(server: Server) -> None:
    await server.begin("pjawns")
    store = server.store
    match = await server.match()
    await store.write(stores.people.change_guild, match.guild_id, {"theme": "neon"})
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
        (start,) = shown.attachments
        assert start.filename == "start.png" and "Arrows: " in (start.description or "")
        films = ids(shown, "rulefilm:")
        assert len(films) == len(lessons_of(face.game.key)) >= 3
        for lesson, film in zip(lessons_of(face.game.key)[:2], films, strict=False):
            await server.visitor.click(shown, custom_id=film)
            assert lesson.title in text(shown)
            assert lesson.sentence in text(shown)
            assert shown.attachments[0].filename.endswith(".gif")
        await server.visitor.click(shown, label="Rules as text")
        assert [file.filename for file in shown.attachments] == ["start.png"]


async def test_the_start_is_drawn_as_its_reader_likes(server: Server) -> None:
    await choose(server, "dark-sea")
    shown = panel_of(await server.challenger.slash(server.channel, "prudh rules"))
    assert await around(shown) == sand("dark-sea")


async def test_a_menu_of_films_that_was_sent_earlier_goes_on_working(server: Server) -> None:
    shown = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    film, menu = ids(shown, "rulefilm:")[0], f"lesson:0:0:{number_of_game('prudh')}"
    options = [{"label": each, "value": each} for each in ("0", "words")]
    as_a_menu(shown, film, {"type": 3, "custom_id": menu, "options": options})
    before = shown._message.components
    await server.visitor.select(shown, ["0"], custom_id=menu)
    assert "Prudh: Slide" in text(shown)
    shown._message.components = before
    await server.visitor.select(shown, ["words"], custom_id=menu)
    assert "How to play Prudh" in text(shown)


def as_a_menu(panel: Any, custom_id: str, menu: dict[str, Any]) -> None:
    """Put a menu in the place of the row of a button, as an older version of the bot had it."""
    waiting = list(panel._message.components)
    while waiting:
        component = waiting.pop()
        within = component.get("components", [])
        waiting += within
        if any(part.get("custom_id") == custom_id for part in within):
            component["components"] = [menu]


async def test_the_rules_are_found_from_a_match_too(server: Server) -> None:
    await server.begin("prudh")
    panel = await server.open(server.challenger, "More")
    await server.challenger.click(panel(), label="Rules")
    assert "How to play Prudh" in text(panel())
    assert ids(panel(), "rulefilm:")
    assert "Move" in labels(server.card)


@pytest.mark.simcord(check_errors=False)
async def test_a_lesson_of_a_game_that_is_gone_is_refused(server: Server) -> None:
    shown = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    film = ids(shown, "rulefilm:")[0]
    server.bot.app.presentations.pop("prudh")
    refused = await server.visitor.click(shown, custom_id=film)
    assert private(refused)
