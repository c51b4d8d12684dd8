"""Emojis of the application: as Discord takes and refuses them, and as the bot uploads its pieces."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from imaging import emblems
from tests.loopback.process import BotProcess
from tests.loopback.server import components, emojis
from tests.loopback.server.entities import Message
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import text
from tests.loopback.server.wire import Answered, Wire
from tests.loopback.story import a_story

IMAGE = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()


async def upload(discord: Loopback, wire: Wire, **given: Any) -> Answered:
    """Upload an emoji."""
    place = f"/applications/{discord.world.application_id}/emojis"
    return await wire("POST", place, {"name": "crab", "image": IMAGE, **given})


async def test_an_emoji_is_uploaded_and_listed(discord: Loopback, wire: Wire) -> None:
    made = await upload(discord, wire)
    assert made.status == 201 and made.body["name"] == "crab"
    listed = await wire("GET", f"/applications/{discord.world.application_id}/emojis")
    assert listed.body == {"items": [made.body]}


@pytest.mark.parametrize(
    "given",
    [
        {"name": "crab-green"},
        {"name": "crab green"},
        {"image": "crab"},
        {"image": IMAGE[:25]},
        {"image": "data:image/png;base64,?"},
    ],
)
async def test_what_discord_does_not_take_is_refused(
    discord: Loopback, wire: Wire, given: dict[str, str]
) -> None:
    assert (await upload(discord, wire, **given)).seen == (400, 50035)


async def test_a_name_is_taken_once_and_there_is_a_limit(
    discord: Loopback, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upload(discord, wire)
    assert (await upload(discord, wire)).seen == (400, 50035)
    monkeypatch.setattr(emojis, "MOST", 1)
    assert (await upload(discord, wire, name="lobster")).seen == (400, 30008)


async def test_an_emoji_is_renamed_in_place(discord: Loopback, wire: Wire) -> None:
    made, place = (await upload(discord, wire)).body, f"/applications/{discord.world.application_id}/emojis"
    renamed = await wire("PATCH", f"{place}/{made['id']}", {"name": "blue_crab"})
    assert renamed.status == 200 and renamed.body == {**made, "name": "blue_crab"}
    assert (await wire("PATCH", f"{place}/{made['id']}", {"name": "blue crab"})).seen == (400, 50035)
    assert (await wire("PATCH", f"{place}/1", {"name": "lobster"})).seen == (404, 10014)


@pytest.mark.real
async def test_the_bot_uploads_its_pieces_once(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        bot = BotProcess(discord, tmp_path, piece_emojis="true")
        names = sorted(one.name for one in emblems())

        def uploaded() -> bool:
            return sorted(one["name"] for one in discord.world.emojis) == names

        for _ in range(2):
            bot.launch()
            await bot.connected()
            await discord.world.until(uploaded, what="the pieces to be uploaded")
            assert await bot.terminate() == 0
        assert len(discord.world.emojis) == len(names)
        assert not discord.problems, "\n".join(discord.problems)
        assert not bot.bugs, bot.log


@pytest.mark.real
async def test_move_opens_though_the_emojis_are_gone(tmp_path: Path) -> None:
    """Over the wire too, where a panel is one form with its picture."""
    async with a_story(tmp_path, piece_emojis="true") as story:
        await story.until(lambda: "emojis of pieces" in story.bot.log, "the pieces to be uploaded")
        await story.begin("pjawns", side="white")
        await story.play("@e1 / @e8")
        assert pictured(await (await story.challenger.click(story.card, "Move")).message())
        story.world.emojis.clear()
        panel = await (await story.challenger.click(story.card, "Move")).message()
        assert not pictured(panel) and "Pjawns" in text(panel)
        await story.move(story.challenger, "e1-e2")
        assert "pjawn e1 to e2" in text(story.card)


def pictured(message: Message) -> bool:
    return any(part.get("emoji") for part in components.walk(message.components))
