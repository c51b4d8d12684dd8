"""Whole matches through the page's own requests, and the pictures that they name."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import unquote, urlencode

import pytest

from engines import GAMES
from imaging import THEMES, Studio
from matches import MatchId, Phase
from tests.cogs.web_board.page import Browser, served
from tests.matches.table import CHALLENGER, OPPONENT, Table
from web.pictures import BoardPictures

TURNS = 60
"""The most turns of a match here: Prudh ends before, the others may not."""


@pytest.fixture
def table() -> Table:
    """A table on one database: what is stored is tried on each kind elsewhere."""
    return Table()


async def begun(table: Table, game: str) -> MatchId:
    """A match of a game at its first turn."""
    match = await (table.in_play() if GAMES[game].secret_setup else table.begun(game=game))
    return match.id


async def turn_by_taps(browser: Browser, match_id: MatchId, chance: random.Random) -> dict[str, Any]:
    """Make a turn as the page does: an action, then what can follow in the same turn, then *Send*."""
    state = await browser.get(f"match/{match_id}")
    position, line = state["position"], list[str]()
    while True:
        assert position["legal"], position
        action = chance.choice(position["legal"])
        assert all(part in position["board"]["cells"] for part in action["path"] if part[1:].isdigit())
        line.append(action["text"])
        query = urlencode({"version": state["version"], "line": " ".join(line)})
        position = await browser.get(f"match/{match_id}/preview?{query}")
        assert browser.status == 200, position
        if position["complete"]:
            break
    sent = {"line": position["line"], "version": state["version"], "ply": state["position"]["ply"]}
    after = await browser.post(f"match/{match_id}/turn", sent)
    assert browser.status == 200, after
    assert after["position"]["pieces"] == position["pieces"]
    return after


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_by_taps_is_the_one_of_its_record(table: Table, game: str) -> None:
    match_id, chance = await begun(table, game), random.Random(game)
    async with served(table) as page:
        browsers = {user: await page.of(user) for user in (CHALLENGER, OPPONENT)}
        for _ in range(TURNS):
            if (await table.match()).phase is not Phase.PLAYING:
                break
            (acting,) = await table.awaited()
            after = await turn_by_taps(browsers[acting], match_id, chance)
        match, history = await table.match(), await table.history()
        typed = history.start
        for one in history.played:
            typed = typed.play(typed.parse(str(one)))
        assert typed.to_text() == history.position.to_text()
        assert after["turns"][-1]["ply"] == after["position"]["ply"] == len(history.played)
        assert bool(after["ended"]) == (match.phase is Phase.FINISHED)
        ply = chance.randrange(len(history.played))
        found = await browsers[CHALLENGER].get(f"match/{match_id}/ply/{ply}?bottom={history.start.to_act}")
        there = history.until(ply).position.diagram()
        assert [(one["at"], one["side"]) for one in found["pieces"]] == [
            (one.at, one.side) for one in there.pieces
        ]
        assert found["board"]["bottom"] == history.start.to_act


@pytest.mark.parametrize("game", GAMES)
async def test_every_picture_is_named_so_that_another_process_draws_the_same(table: Table, game: str) -> None:
    await begun(table, game)
    diagram = (await table.history()).position.diagram()
    here, there = Studio(), Studio()
    named, other = BoardPictures(here, b"a key"), BoardPictures(there, b"a key")
    for theme in THEMES:
        names = [await named.ground(diagram, theme)]
        names += [await named.piece(diagram, one, theme) for one in diagram.pieces[:3]]
        for name in map(unquote, names):
            found = await other.drawn(name)
            assert found is not None and found[1], name
            path, _, end = name.rpartition("/")
            again = await other.drawn(f"{path}/000000000000{end[12:]}")
            assert again is not None and (again[0].png, again[1]) == (found[0].png, False)
            for forged in (f"{path}x/{end}", f"{path}/{end[:-5]}.png", path, f"{path}/", end):
                assert await other.drawn(forged) is None
            assert await BoardPictures(there, b"another key").drawn(name) is None
    here.close()
    there.close()


@pytest.mark.parametrize(
    "name", ["", "/", "x", "x/-", "ground/light-sea/prawns/0/s8x8/-/1.png", "\u0660/-\u0660"]
)
async def test_a_name_that_was_not_given_is_drawn_by_nobody(name: str) -> None:
    studio = Studio()
    found = await BoardPictures(studio, b"a key").drawn(name)
    studio.close()
    assert found is None
