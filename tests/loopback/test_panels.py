"""The private panels over a real wire: every request is one that Discord takes, and a restart loses none."""

from __future__ import annotations

from typing import Any

import pytest

from engines import GAMES
from tests.cogs.busiest import BIGGEST, PICK, busiest, start
from tests.loopback.server import components
from tests.loopback.server.entities import Message
from tests.loopback.server.people import labels, text
from tests.loopback.story import Story


async def panel(story: Story, label: str) -> Message:
    """The panel that the challenger opens with a button of the card."""
    return await (await story.challenger.click(story.card, label)).message()


async def test_a_move_by_taps_across_a_restart(story: Story) -> None:
    await story.begin("cannons", side="white")
    opened = await panel(story, "Move")
    await story.bot.kill()
    await story.bot.start()
    await story.tap_on(opened, story.challenger, "knight b1", "a3")
    assert "knight b1 to a3" in text(story.card)
    await story.until(lambda: "Plan" in labels(opened), "the answer on the panel")


async def test_everything_that_a_panel_shows_is_taken(story: Story) -> None:
    await story.start()
    board = await panel(story, "Board")
    for label in ("Flip board", "Bigger", "Text board", "Picture"):
        edits = board.edits
        await story.challenger.click(board, "⋯")
        await story.until(lambda edits=edits: board.edits > edits, "the rest")  # type: ignore[misc]
        edits = board.edits
        await story.challenger.click(board, label)
        await story.until(lambda edits=edits: board.edits > edits, label)  # type: ignore[misc]
    more = await panel(story, "⋯")
    reminders = ["Remind me in 3 hours", "Remind me tomorrow"]
    assert labels(more) == [
        "Rules",
        "Analysis board",
        "My notes",
        *reminders,
        "Mute…",
        "Conditional moves",
        "Ask for a pause",
        "Offer to cancel the match",
        "Resign",
    ]
    form = await story.challenger.click(more, "My notes")
    await story.challenger.fill(form, "Watch **h2**")
    await story.until(lambda: "Watch **h2**" in text(more), "the note")
    again = await panel(story, "⋯")
    assert "Watch **h2**" in text(again)
    await story.challenger.click(again, "Rules")
    await story.until(lambda: "How to play Prawns" in text(again), "the rules")
    following = await (await story.challenger.slash(story.channel, "match", number="next")).message()
    assert "your move" in text(following)
    refused = await (await story.challenger.slash(story.home, "prawns move", action="d1-d5")).message()
    assert "d1-d3" in labels(refused)
    await story.play("d1-d3")
    await story.ask_for(story.challenger, "Ask for a takeback")
    await story.opponent.click(story.card, "Allow the takeback")
    await story.until(lambda: "Green's turn" in text(story.card), "the turn taken back")


async def test_the_settings_are_taken(story: Story) -> None:
    settings = await (await story.challenger.slash(story.channel, "settings")).message()
    for page, label in (("Moves…", "Send without asking"), ("Alerts…", "Thread + DM")):
        for pressed, after in ((page, label), (label, f"✓ {label}"), ("Back", page)):
            await story.challenger.click(settings, pressed)
            await story.until(lambda after=after: after in labels(settings), pressed)  # type: ignore[misc]
    form = await story.challenger.click(settings, "Hours…")
    hours: dict[str, Any] = {"from": ["22:00"], "until": ["08:00"], "zone": ["europe/berlin"]}
    await story.challenger.choose_in_form(form, **hours)
    await story.until(lambda: "now in Europe/Berlin, right?" in text(settings), "the question")
    await story.challenger.click(settings, "Yes, set it")
    await story.until(lambda: "quiet 22:00–08:00" in text(settings), "the hours")
    for pressed, after in (("Back", "Go away…"), ("Go away…", "3 days")):
        await story.challenger.click(settings, pressed)
        await story.until(lambda after=after: after in labels(settings), pressed)  # type: ignore[misc]
    await story.challenger.click(settings, "3 days")
    await story.until(lambda: "You're away" in text(settings), "to be away")
    await story.challenger.click(settings, "I'm back")
    await story.until(lambda: "29 days left" in text(settings), "to be back")


async def test_a_locked_thread(story: Story) -> None:
    await story.start()
    lost = story.home
    lost.archived = lost.locked = True
    moved = await story.challenger.slash(story.channel, "prawns move", action="d1-d3")
    await moved.complete()
    assert story.home is not lost
    assert "continues here" in text(story.card)
    assert str(story.home.id) in moved.told
    await story.play("e8-e6", first=story.opponent)


@pytest.mark.parametrize("key", GAMES)
async def test_the_busiest_positions_are_played_by_taps(story: Story, key: str) -> None:
    game, options = GAMES[key], BIGGEST.get(key, {})
    line = busiest(game, options)
    if game.secret_setup is None:
        command = "cannons" if key == "cannons-and-crabs" else key
        starts = {"starts": "me"} if game.starter == "drawn" else {}
        await story.begin(command, side=game.sides[0], **starts, **options)
    else:
        await story.start(PICK, PICK, **options)
    position = start(game, options)
    people = dict(zip(game.sides, (story.challenger, story.opponent), strict=True))
    for action in line:
        answer = await story.move(people[position.to_act or ""], action)
        assert not answer.told, answer.told
        position = position.play(position.parse(action))
    who = people[position.to_act or ""]
    opened = await (await who.click(story.card, "Move")).message()
    offered = [part for part in components.walk(opened.components) if "custom_id" in part]
    offered = [part for part in offered if part["custom_id"].startswith("part:")]
    assert offered
    for choice in offered:
        panel = await (await who.click(story.card, "Move")).message()
        edits = panel.edits
        await who.click(panel, custom_id=choice["custom_id"])
        await story.until(lambda panel=panel, edits=edits: panel.edits > edits, "the next step")  # type: ignore[misc]
    assert "Traceback" not in story.bot.log
