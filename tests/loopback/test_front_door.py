"""The front door that a server keeps in a channel, over the wire: one, pinned where Discord allows it.

It is killed at every step of its way in ``test_tidying``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.lifetimes import live
from tests.loopback.server import messaging, pins
from tests.loopback.server.entities import Message
from tests.loopback.server.people import Person, text
from tests.loopback.story import Story, two_processes
from tests.loopback.work import (
    DOOR,
    a_place_for_door,
    door_kept,
    door_stands,
    name_door,
    on_door,
    open_challenge,
    tidied_up,
    titles,
    with_lists,
)


@pytest.mark.gate
@pytest.mark.real
async def test_two_processes_keep_one_front_door_in_place_of_lists(tmp_path: Path) -> None:
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        await story.discord.quiet()
        await with_lists(story)
        await open_challenge(story)
        await story.until(lambda: door_stands(story) and on_door(story) == 1, "the front door alone")
        await tidied_up(story)
        await open_challenge(story)
        live(story, minutes=2)
        await story.until(lambda: on_door(story) == 2, "the challenge on the front door")
        await tidied_up(story)
        assert door_stands(story)
        calls = [call for call in story.discord.calls if call.path.startswith("/channels/")]
        requests = [(call.method, call.path.split("/")[-2]) for call in calls]
        assert requests.count(("PUT", "pins")) == 1
        assert requests.count(("DELETE", "messages")) == 3
        assert requests.count(("PATCH", "messages")) == 1


async def test_it_leads_to_what_was_on_its_way_when_it_was_listed(quick: Story) -> None:
    await door_kept(quick)
    await quick.discord.quiet()
    stop = quick.discord.at("POST", f"/channels/{quick.channel.id}/messages")
    quick.challenger.send_slash(quick.channel, "pjawns challenge")
    await stop
    await quick.until(lambda: on_door(quick) == 1, "the challenge on the front door")
    place = f"https://discord.com/channels/{quick.guild.id}/{quick.channel.id}"
    assert f"{place}>" in text(_door(quick))
    stop.release()
    await quick.discord.quiet()
    live(quick, minutes=1, seconds=10)
    await quick.until(lambda: f"{place}/{quick.channel.last.id}>" in text(_door(quick)), "the link")


async def test_one_posted_before_a_crash_does_not_stay_in_a_channel_named_before(quick: Story) -> None:
    place = await a_place_for_door(quick)
    stop = quick.discord.at("POST", f"/channels/{place.id}/messages")
    await name_door(quick)
    await stop
    await quick.bot.kill()
    stop.drop()
    await a_place_for_door(quick)
    await quick.bot.start()
    await name_door(quick)
    live(quick, minutes=6)
    await quick.until(lambda: door_stands(quick), "the front door, in the other channel")
    await tidied_up(quick)
    assert titles(place) == []


async def test_a_channel_that_is_full_of_pins(quick: Story) -> None:
    """It is kept all the same, an administrator is told why, and what gets free is used."""
    place = await a_place_for_door(quick)
    for number in range(pins.MOST):
        message = messaging.create(quick.world, quick.challenger.user, place, {"content": str(number)}, {})
        pins.pin(quick.world, quick.world.developer, message)
    others = place.pinned
    await name_door(quick)
    await quick.until(lambda: DOOR in titles(place), "the front door")
    await tidied_up(quick)
    assert len(place.pinned) == pins.MOST
    assert "unpin something there" in await _told(quick)
    assert "it was not pinned" in quick.bot.log
    pins.unpin(quick.world, quick.world.developer, others[0])
    live(quick, minutes=20)
    await quick.until(lambda: len(set(place.pinned) - set(others)) == 1, "the pin")
    await tidied_up(quick)
    assert "unpin" not in await _told(quick)
    assert titles(place).count(DOOR) == 1


async def test_a_permission_to_pin_given_later(quick: Story) -> None:
    place = await a_place_for_door(quick)
    quick.world.allow(place, quick.world.bot, pin_messages=False)
    await name_door(quick)
    await quick.until(lambda: DOOR in titles(place), "the front door")
    await tidied_up(quick)
    assert place.pinned == []
    assert not [call for call in quick.discord.calls if call.method == "PUT" and "/pins/" in call.path]
    quick.world.allow(place, quick.world.bot, pin_messages=True)
    live(quick, minutes=20)
    await quick.until(lambda: door_stands(quick), "the pin")


async def test_a_channel_that_is_deleted(quick: Story) -> None:
    await door_kept(quick)
    place = next(one for one in quick.world.channels.values() if one.name == "door")
    quick.world.remove_channel(place)
    live(quick, minutes=20)
    await tidied_up(quick)
    assert "gone or hidden" in await _told(quick)
    await a_place_for_door(quick)
    await name_door(quick)
    await quick.until(lambda: door_stands(quick), "the front door, in another channel")


def _door(story: Story) -> Message:
    (found,) = (one for place in story.world.channels.values() for one in place.public if DOOR in text(one))
    return found


async def _told(story: Story) -> str:
    """What an administrator is told of the server's settings."""
    admin = Person(story.world, story.world.developer)
    return (await (await admin.slash(story.channel, "server panel")).complete()).told
