"""What boards look like: chosen by a server for its cards, by players for what they alone see."""

from __future__ import annotations

from typing import Any

from cogs.kit.presentation import GamePresentation, number_of_game
from data import stores
from imaging import lessons_of
from tests.cogs.forged import components_of, put
from tests.cogs.governing import an_admin, panel_of, told
from tests.cogs.looks import around, choose, sand
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text


async def test_a_theme_is_shown_once_it_is_chosen(server: Server) -> None:
    panel = await choose(server, "dark-sea")
    assert await around(panel) == sand("dark-sea")
    assert panel.attachments[0].description.startswith("A part of a board of each game")
    await server.challenger.click(panel, label="Boards as text")
    assert not panel.attachments, "it is no part of the settings"
    shown = panel_of(await server.challenger.slash(server.channel, "prudh rules"))
    assert await around(shown) == sand("dark-sea"), "the start, as its reader likes"


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
    shown = await server.challenger.slash(server.home, "match")
    assert await around(panel_of(shown)) == sand("dark-sea")
    await server.act("c1")
    assert await around(server.card) == sand("wood"), "the card is for everybody"
    assert "**Board theme:** each server's own." in text(await choose(server, "server"))
    assert await around((await server.open(server.opponent, "Board"))()) == sand("wood")
    await told(server, admin, "set", reset="theme")
    await server.act("c8")
    assert await around(server.card) == sand("light-sea")
    match = await server.match()
    await server.store.write(stores.people.change_guild, match.guild_id, {"theme": "neon"})
    await server.act("d1")
    assert await around(server.card) == sand("light-sea"), "a look that is gone is the usual one"
    assert "Light sea" in await told(server, admin, "panel")


# --- the rules -------------------------------------------------------------------------------------


def faces(server: Server) -> list[GamePresentation]:
    """All games."""
    return list(server.bot.app.presentations.values())


async def test_a_game_shows_each_of_its_rules_as_a_film(server: Server) -> None:
    filmed = [face for face in faces(server) if lessons_of(face.game.key)]
    assert len(filmed) >= 5
    for number, face in enumerate(filmed):
        shown = panel_of(await server.visitor.slash(server.channel, f"{face.command} rules"))
        assert face.game.name in text(shown)
        (start,) = shown.attachments
        assert start.filename == "start.png" and "Arrows: " in (start.description or "")
        films = ids(shown, "rulefilm:")
        assert len(films) == len(lessons_of(face.game.key)) >= 3
        lesson = lessons_of(face.game.key)[number % len(films)]
        await server.visitor.click(shown, custom_id=films[number % len(films)])
        assert lesson.title in text(shown)
        assert lesson.sentence in text(shown)
        assert shown.attachments[0].filename.endswith(".gif")
        assert ids(shown, "gamerules:0:"), "it's about no match"
        await server.visitor.click(shown, label="Rules as text")
        assert [file.filename for file in shown.attachments] == ["start.png"]


async def test_a_menu_of_films_that_was_sent_earlier_goes_on_working(server: Server) -> None:
    shown = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    film, menu = ids(shown, "rulefilm:")[0], f"lesson:0:0:{number_of_game('prudh')}"
    options = [{"label": each, "value": each} for each in ("0", "words")]
    as_a_menu(shown, film, {"type": 3, "custom_id": menu, "options": options})
    before = shown.components
    await server.visitor.select(shown, ["0"], custom_id=menu)
    assert "Prudh: Slide" in text(shown)
    put(shown, before)
    await server.visitor.select(shown, ["words"], custom_id=menu)
    assert "How to play Prudh" in text(shown)


def as_a_menu(panel: Any, custom_id: str, menu: dict[str, Any]) -> None:
    """Put a menu in the place of the row of a button, as an older version of the bot had it."""
    for row in components_of(panel):
        if any(part.get("custom_id") == custom_id for part in row.get("components", [])):
            row["components"] = [menu]


async def test_the_rules_are_found_from_a_match_too(server: Server) -> None:
    await server.begin("prudh")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Rules")
    assert "How to play Prudh" in text(panel())
    assert ids(panel(), "rulefilm:")
    assert "Move" in labels(server.card)


@refusing
async def test_a_lesson_of_a_game_that_is_gone_is_refused(server: Server) -> None:
    shown = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    film = ids(shown, "rulefilm:")[0]
    server.bot.app.presentations.pop("prudh")
    refused = await server.visitor.click(shown, custom_id=film)
    assert private(refused)
