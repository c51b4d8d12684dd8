"""Tours: three guided turns of a game by clicks, alone, from a command, a button, and after a restart."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.kit.presentation import GamePresentation
from cogs.panels.learn.tours import Stage, stages_of, tour_of
from cogs.text.en import errors as errors_texts
from engines import GAMES
from imaging import lessons_of
from settings import VERSION
from tests.cogs.governing import panel_of
from tests.cogs.panels.account.test_looks import around, choose, sand
from tests.cogs.server import Server, blue, ids, labels, parts, private, text

refusing = pytest.mark.simcord(check_errors=False)
"""For tests of what is refused: simcord takes all that a command raises for a bug."""

TOURED = [key for key in GAMES if tour_of(key)]


async def begin(server: Server, key: str = "pjawns") -> Any:
    """A visitor, who has never played, begins a tour; returns the panel, always as it is now."""
    return panel_of(await server.visitor.slash(server.channel, "tour", game=key))


async def finish_turn(server: Server, panel: Any, stage: Stage) -> None:
    """The visitor does the best in a stage, and goes on to the next one."""
    label = next(offer.label for offer in stage.offers if offer.after)
    await server.visitor.click(panel, label=label)
    (on,) = labels(panel)
    await server.visitor.click(panel, label=on)


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


@pytest.mark.parametrize("key", TOURED)
async def test_a_whole_tour_with_every_wrong_choice(server: Server, key: str) -> None:
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


async def test_nothing_is_kept_and_nobody_else_sees_it(server: Server) -> None:
    panel = await begin(server)
    for stage in stages_of("pjawns")[:-1]:
        await finish_turn(server, panel, stage)
    assert server.channel.history() == []
    assert server.dms(server.visitor) == []
    shown = await server.visitor.slash(server.channel, "match list")
    assert "You have no matches right now" in private(shown)


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
    panel = panel_of(await server.challenger.slash(server.channel, "tour", game="pjawns"))
    assert await around(panel) == sand("dark-sea")
    assert await around(await begin(server)) == sand("light-sea")


# --- ways in and out -------------------------------------------------------------------------------


async def test_which_game_should_i_try(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "tour"))
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


async def test_the_rules_lead_to_the_tour_and_the_tour_to_the_rules(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "prudh rules"))
    await server.visitor.click(panel, label="Try three turns")
    assert "Prudh · turn 1 of 3" in text(panel)
    for stage in stages_of("prudh")[:-1]:
        await finish_turn(server, panel, stage)
    await server.visitor.click(panel, label="Rules")
    assert "How to play Prudh" in text(panel)
    assert len(ids(panel, "rulefilm:")) == len(lessons_of("prudh"))


async def test_the_end_leads_to_other_games_and_to_the_beginning(server: Server) -> None:
    panel = await begin(server)
    start = view(panel)
    for again in ("Repeat the tour", "Other games"):
        for stage in stages_of("pjawns")[:-1]:
            await finish_turn(server, panel, stage)
        await server.visitor.click(panel, label=again)
        if again == "Repeat the tour":
            assert view(panel) == start
    assert "Which game should I try?" in text(panel)
    assert not panel.attachments


async def test_help_ends_with_the_version(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    assert text(panel).splitlines()[-1] == f"-# Tidepool {VERSION}"


async def test_help_leads_to_the_games_to_try_and_to_ones_matches(server: Server) -> None:
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    assert blue(panel) == ["Which game should I try?"]
    await server.visitor.click(panel, label="Which game should I try?")
    assert "Prawns" in labels(panel) and blue(panel) == ["Pjawns"], "the game for newcomers"
    panel = panel_of(await server.visitor.slash(server.channel, "help"))
    await server.visitor.click(panel, label="My matches")
    assert text(panel).startswith("You have no matches right now.")


async def test_it_works_in_direct_messages(server: Server) -> None:
    panel = panel_of(await server.visitor.user.slash("tour", game="cannons-and-crabs"))
    stage = stages_of("cannons-and-crabs")[0]
    for label in (stage.offers[0].label, next(offer.label for offer in stage.offers if offer.after)):
        await server.visitor.user.click(panel, label=label)
    assert labels(panel) == ["See what black does"]


# --- late, twice, gone -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", TOURED)
async def test_a_restart_in_the_middle_changes_nothing(server: Server, key: str) -> None:
    panel = await begin(server, key)
    first, second = stages_of(key)[:2]
    await finish_turn(server, panel, first)
    seen = view(panel)
    await server.restart()
    assert view(panel) == seen
    await finish_turn(server, panel, second)
    assert stages_of(key)[2].look in text(panel)


async def test_a_second_click_on_the_same_choice_changes_nothing(server: Server) -> None:
    panel = await begin(server)
    stage = stages_of("pjawns")[0]
    label = next(offer.label for offer in stage.offers if offer.after)
    before = panel.components
    await server.visitor.click(panel, label=label)
    once = view(panel)
    not_heard_yet(panel, before)
    await server.visitor.click(panel, label=label)
    assert view(panel) == once


async def test_a_click_on_an_older_stage_shows_that_stage(server: Server) -> None:
    panel = await begin(server)
    first, second = stages_of("pjawns")[:2]
    before = panel.components
    await finish_turn(server, panel, first)
    not_heard_yet(panel, before)
    await server.visitor.click(panel, label=first.offers[0].label)
    assert first.offers[0].said in text(panel)
    await finish_turn(server, panel, first)
    assert second.look in text(panel)


@refusing
@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("9.0", "This tour was updated"),
        ("0.9", "This tour was updated"),
        ("99999999999999999999.0", errors_texts.OLD_CARD),
    ],
)
async def test_a_part_that_there_is_not_any_more_is_refused(server: Server, part: str, said: str) -> None:
    panel = await begin(server)
    custom_id = ids(panel, "tour:")[0]
    old = re.sub(r"\d+\.\d+$", part, custom_id)
    rename(panel, custom_id, old)
    refused = await server.visitor.click(panel, custom_id=old)
    assert said in private(refused)
    assert "turn 1 of 3" in text(panel)


@refusing
async def test_a_game_that_is_gone_is_refused(server: Server) -> None:
    panel = await begin(server)
    server.bot.app.presentations.pop("pjawns")
    gone = "That game isn't available here anymore"
    assert gone in private(await server.visitor.click(panel, label=labels(panel)[0]))
    assert gone in private(await server.visitor.slash(server.channel, "tour", game="pjawns"))
    panel = panel_of(await server.visitor.slash(server.channel, "tour"))
    assert "Pjawns" not in labels(panel)


def not_heard_yet(panel: Any, before: Any) -> None:
    """The panel as it was, on a phone that has not heard of the change yet."""
    panel._message.components = before


def rename(panel: Any, custom_id: str, new: str) -> None:
    """Give a button of a panel another id, as an older version of the bot may have made it."""
    waiting = list(panel._message.components)
    while waiting:
        component = waiting.pop()
        waiting += component.get("components", [])
        if component.get("custom_id") == custom_id:
            component["custom_id"] = new
