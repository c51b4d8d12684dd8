"""/help and the rules: what is drawn there, what is said of it, and where they lead."""

from __future__ import annotations

import io

from PIL import Image

from cogs.text import learn_texts
from engines import GAMES
from settings import VERSION
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, blue, labels, text


async def test_help_shows_a_part_of_every_board_and_leads_to_the_games_to_try_and_to_ones_matches(
    server: Server,
) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    (picture,) = panel.attachments
    assert picture.filename == "games.png"
    assert all(game.name in (picture.description or "") for game in GAMES.values())
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.width > 4 * image.height, "low, so that the card stays on one screen"
    await server.visitor.click(panel, label=learn_texts.ALL_COMMANDS)
    assert text(panel).splitlines()[-1] == f"-# Tidepool {VERSION}"
    assert not panel.attachments
    await server.visitor.click(panel, label=learn_texts.BACK)
    assert [file.filename for file in panel.attachments] == ["games.png"]
    assert blue(panel) == [learn_texts.TRY_ONE]
    await server.visitor.click(panel, label=learn_texts.TRY_ONE)
    assert "Prawns" in labels(panel) and blue(panel) == ["Pjawns"], "the game for newcomers"
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    await server.visitor.click(panel, label=learn_texts.OPEN)
    assert text(panel).startswith("You have no matches right now.")


async def test_the_patterns_of_prawns_are_explained_below_their_picture(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "prawns rules"))
    (picture,) = panel.attachments
    assert "Green's krill evolve on rank 8, blue's on rank 1." in (picture.description or "")
    assert text(panel).count("Dotted: green's far row, where its krill evolve. Hatched: blue's.") == 1
