"""Tours: three guided turns of a game by clicks, alone, from a command, a button, and after a restart."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.kit.presentation import GamePresentation
from cogs.panels.learn.tours import Stage, stages_of, tour_of
from cogs.text import learn_texts
from cogs.text.en import errors as errors_texts
from engines import GAMES
from imaging import lessons_of
from tests.cases import case
from tests.cogs.forged import components_of, put
from tests.cogs.governing import panel_of
from tests.cogs.looks import around, choose, sand
from tests.cogs.panels.learn.touring import begin, finish, finish_turn
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text

TOURED = [key for key in GAMES if tour_of(key)]


def view(panel: Any) -> tuple[Any, ...]:
    """All that a panel shows."""
    return text(panel), ids(panel, ".*"), [file.description for file in panel.attachments]


def fits_discord(panel: Any) -> None:
    """A panel keeps the limits of a message, and its buttons know numbers only."""
    components = list(parts(panel))
    custom_ids = [part["custom_id"] for part in components if "custom_id" in part]
    assert len(components) <= 40
    assert len(text(panel)) <= 2000, "a wall of text helps nobody"
    assert all(re.fullmatch(r"[a-z]+:0:0(:\d+(\.\d+)*)?", custom_id) for custom_id in custom_ids)
    assert len(custom_ids) == len(set(custom_ids))


# --- whole tours -----------------------------------------------------------------------------------


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("key", TOURED)
async def test_a_whole_tour_with_every_wrong_choice_and_nothing_is_kept(server: Server, key: str) -> None:
    face = server.bot.app.presentations[key]
    panel = await begin(server, key)
    assert panel.ephemeral
    *stages, end = stages_of(key)
    for stage in stages:
        await take_part(server, panel, face, stage)
    assert "tour complete!" in text(panel)
    assert end.look in text(panel)
    assert f"Play {face.game.name}:" in text(panel)
    ways = ["Play the computer", "Challenge…", "Rules", "Other games", "Repeat the tour", "Find a match"]
    assert labels(panel) == ways
    assert ids(panel, "challengewho:")
    fits_discord(panel)
    assert server.channel.history() == [] and server.dms(server.visitor) == []
    shown = await server.visitor.slash(server.channel, "matches")
    assert "You have no matches right now" in private(shown)


async def take_part(server: Server, panel: Any, face: GamePresentation, stage: Stage) -> None:
    """A stage: what is shown, each choice that is not the best, the best, and what comes of it."""
    assert stage.before is not None
    assert stage.look in text(panel) and stage.news in text(panel)
    assert face.game.name in text(panel)
    assert labels(panel) == [offer.label for offer in stage.offers]
    for offer in stage.offers:
        assert [file.description for file in panel.attachments] == [stage.before.alt]
        if offer.after is None:
            await server.visitor.click(panel, label=offer.label)
            assert offer.said in text(panel)
            (tried,) = (part for part in parts(panel) if part.get("disabled"))
            assert tried["label"] == offer.label, "what was tried is not offered again"
            fits_discord(panel)
    best = next(offer for offer in stage.offers if offer.after)
    await server.visitor.click(panel, label=best.label)
    assert best.after is not None
    assert best.said in text(panel)
    assert [file.description for file in panel.attachments] == [best.after.alt]
    fits_discord(panel)
    (on,) = labels(panel)
    await server.visitor.click(panel, label=on)


async def test_in_a_blind_start_any_pick_will_do(server: Server) -> None:
    """What blue took shows in no board and no words before the newcomer has chosen."""
    stage = stages_of("prawns")[0]
    assert all(offer.after is not None for offer in stage.offers)
    for offer in stage.offers:
        panel = await begin(server, "prawns")
        assert stage.before is not None
        assert {piece.kind for piece in stage.before.pieces} == {"krill"}
        assert "a7" not in (panel.attachments[0].description or "") + text(panel)
        await server.visitor.click(panel, label=offer.label)
        assert "shrimp a7; crab h7" in (panel.attachments[0].description or "")


async def test_boards_look_as_the_newcomer_likes(server: Server) -> None:
    await choose(server, "dark-sea")
    panel = panel_of(await server.challenger.slash(server.channel, "learn", game="pjawns"))
    assert await around(panel) == sand("dark-sea")
    assert await around(await begin(server)) == sand("light-sea")


# --- ways in and out -------------------------------------------------------------------------------


async def test_which_game_should_i_try(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "learn"))
    assert labels(panel)[0] == "Pjawns", "a newcomer is offered the easiest first"
    faces = server.bot.app.presentations
    assert sorted(labels(panel)) == sorted(faces[key].short_name for key in TOURED)
    for key in TOURED:
        tour = tour_of(key)
        assert tour is not None
        assert f"**{GAMES[key].name}**, {tour.suits}\n-# {tour.lasts}" in text(panel)
    fits_discord(panel)
    await server.visitor.click(panel, label="Prudh")
    assert "Prudh · turn 1 of 3" in text(panel)


async def test_the_rules_lead_to_the_tour_and_its_end_to_the_rules_the_beginning_and_other_games(
    server: Server,
) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    await server.visitor.click(panel, label="Try three turns")
    assert "Prudh · turn 1 of 3" in text(panel)
    start = view(panel)
    await finish(server, panel, "prudh")
    await server.visitor.click(panel, label="Repeat the tour")
    assert view(panel) == start
    await finish(server, panel, "prudh")
    end = panel.components
    await server.visitor.click(panel, label="Rules")
    assert "How to play Prudh" in text(panel)
    assert len(ids(panel, "rulefilm:")) == len(lessons_of("prudh"))
    put(panel, end)  # on a phone that has not heard of the change yet
    await server.visitor.click(panel, label="Other games")
    assert "Which game should I try?" in text(panel)
    assert not panel.attachments


async def test_it_works_in_direct_messages(server: Server) -> None:
    panel = panel_of(await server.visitor.user.slash("learn", game="cannons-and-crabs"))
    stage = stages_of("cannons-and-crabs")[0]
    for label in (stage.offers[0].label, next(offer.label for offer in stage.offers if offer.after)):
        await server.visitor.user.click(panel, label=label)
    assert labels(panel) == ["See what black does"]


# --- late, twice, gone -----------------------------------------------------------------------------


async def test_a_restart_in_the_middle_changes_nothing(server: Server) -> None:
    panels = {key: await begin(server, key) for key in TOURED}
    for key, panel in panels.items():
        await finish_turn(server, panel, stages_of(key)[0])
    seen = {key: view(panel) for key, panel in panels.items()}
    await server.restart()
    for key, panel in panels.items():
        with case(key):
            assert view(panel) == seen[key]
            await finish_turn(server, panel, stages_of(key)[1])
            assert stages_of(key)[2].look in text(panel)


async def test_a_second_click_changes_nothing_and_one_on_an_older_stage_shows_that_stage(
    server: Server,
) -> None:
    panel = await begin(server)
    first, second = stages_of("pjawns")[:2]
    label = next(offer.label for offer in first.offers if offer.after)
    before = panel.components
    await server.visitor.click(panel, label=label)
    once = view(panel)
    put(panel, before)  # on a phone that has not heard of the change yet
    await server.visitor.click(panel, label=label)
    assert view(panel) == once
    await server.visitor.click(panel, label=labels(panel)[0])
    put(panel, before)  # on a phone that has not heard of the change yet
    await server.visitor.click(panel, label=first.offers[0].label)
    assert first.offers[0].said in text(panel)
    await finish_turn(server, panel, first)
    assert second.look in text(panel)


@refusing
async def test_a_part_that_there_is_not_any_more_is_refused(server: Server) -> None:
    panel = await begin(server)
    stages = stages_of("pjawns")
    for part, said in (
        (f"{len(stages)}.0", learn_texts.TOUR_CHANGED),
        (f"0.{len(stages[0].offers) + 1}", learn_texts.TOUR_CHANGED),
        ("99999999999999999999.0", errors_texts.OLD_CARD),
    ):
        custom_id = ids(panel, "tour:")[0]
        old = re.sub(r"\d+\.\d+$", part, custom_id)
        rename(panel, custom_id, old)
        with case(part):
            refused = await server.visitor.click(panel, custom_id=old)
            assert said in private(refused)
            assert "turn 1 of 3" in text(panel)


@refusing
async def test_a_game_that_is_gone_is_refused(server: Server) -> None:
    panel = await begin(server)
    server.bot.app.presentations.pop("pjawns")
    gone = "That game isn't available here anymore"
    assert gone in private(await server.visitor.click(panel, label=labels(panel)[0]))
    assert gone in private(await server.visitor.slash(server.channel, "learn", game="pjawns"))
    panel = panel_of(await server.visitor.slash(server.channel, "learn"))
    assert "Pjawns" not in labels(panel)


def rename(panel: Any, custom_id: str, new: str) -> None:
    """Give a button of a panel another id, as an older version of the bot may have made it."""
    for component in components_of(panel):
        if component.get("custom_id") == custom_id:
            component["custom_id"] = new
