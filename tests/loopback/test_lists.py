"""The lists that a server keeps in a channel, over the wire: one of each, pinned where Discord allows it.

They are killed at every step of their way in ``test_tidying``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loopback.lifetimes import live
from tests.loopback.server import messaging, pins
from tests.loopback.server.entities import Channel
from tests.loopback.server.people import Person, text
from tests.loopback.story import Story, two_processes
from tests.loopback.work import (
    LISTS,
    a_place_for_lists,
    challenges_list,
    door_stands,
    list_titles,
    listed,
    lists_kept,
    lists_stand,
    name_lists,
    on_door,
    open_challenge,
    switch_to_door,
    switch_to_lists,
    tidied_up,
)


@pytest.mark.gate
@pytest.mark.real
async def test_two_processes_keep_one_list_of_each_kind(tmp_path: Path) -> None:
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        await story.discord.quiet()
        await lists_kept(story)
        await story.discord.quiet()
        await open_challenge(story)
        await story.until(lambda: listed(story) == 1, "the challenge on its list")
        await tidied_up(story)
        requests = [(call.method, call.path.split("/")[-2]) for call in story.discord.calls]
        assert requests.count(("PUT", "pins")) == 3
        assert requests.count(("PATCH", "messages")) == 1


@pytest.mark.real
async def test_two_processes_keep_one_front_door_and_switch(tmp_path: Path) -> None:
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        await lists_kept(story)
        await switch_to_door(story)
        await story.until(lambda: door_stands(story), "the front door alone")
        await tidied_up(story)
        assert door_stands(story)
        await open_challenge(story)
        live(story, minutes=2)
        await story.until(lambda: on_door(story) == 1, "the challenge on the front door")
        await switch_to_lists(story)
        await story.until(lambda: lists_stand(story), "the lists alone")
        await tidied_up(story)
        assert lists_stand(story)
        requests = [(call.method, call.path.split("/")[-2]) for call in story.discord.calls]
        assert requests.count(("PUT", "pins")) == 3 + 1 + 3


async def test_a_list_leads_to_what_was_on_its_way_when_it_was_listed(quick: Story) -> None:
    await lists_kept(quick)
    await quick.discord.quiet()
    stop = quick.discord.at("POST", f"/channels/{quick.channel.id}/messages")
    quick.challenger.send_slash(quick.channel, "pjawns challenge")
    await stop
    await quick.until(lambda: listed(quick) == 1, "the challenge on its list")
    place = f"https://discord.com/channels/{quick.guild.id}/{quick.channel.id}"
    assert f"{place}>" in text(challenges_list(quick))
    stop.release()
    await quick.discord.quiet()
    live(quick, minutes=1, seconds=10)
    await quick.until(lambda: f"{place}/{quick.channel.last.id}>" in text(challenges_list(quick)), "the link")


async def test_a_list_posted_before_a_crash_does_not_stay_in_a_channel_named_before(quick: Story) -> None:
    place = await a_place_for_lists(quick)
    stop = quick.discord.at("POST", f"/channels/{place.id}/messages")
    await name_lists(quick)
    await stop
    await quick.bot.kill()
    stop.drop()
    await a_place_for_lists(quick)
    await quick.bot.start()
    await name_lists(quick)
    live(quick, minutes=6)
    await quick.until(lambda: lists_stand(quick), "the lists, in the other channel")
    await tidied_up(quick)
    assert list_titles(place) == []


async def test_a_channel_that_is_full_of_pins(quick: Story) -> None:
    """The lists are kept all the same, an administrator is told why, and what gets free is used."""
    place = await a_place_for_lists(quick)
    for number in range(pins.MOST - 1):
        message = messaging.create(quick.world, quick.challenger.user, place, {"content": str(number)}, {})
        pins.pin(quick.world, quick.world.developer, message)
    others = place.pinned
    await name_lists(quick)
    await quick.until(lambda: _lists_in(place) == LISTS, "the lists")
    await tidied_up(quick)
    assert len(place.pinned) == pins.MOST
    assert "unpin something there" in await _told(quick)
    assert "it was not pinned" in quick.bot.log
    for message in others[:2]:
        pins.unpin(quick.world, quick.world.developer, message)
    live(quick, minutes=20)
    await quick.until(lambda: len(set(place.pinned) - set(others)) == 3, "the pins")
    await tidied_up(quick)
    assert "unpin" not in await _told(quick)
    assert _lists_in(place) == LISTS


async def test_a_permission_to_pin_given_later(quick: Story) -> None:
    place = await a_place_for_lists(quick)
    quick.world.allow(place, quick.world.bot, pin_messages=False)
    await name_lists(quick)
    await quick.until(lambda: _lists_in(place) == LISTS, "the lists")
    await tidied_up(quick)
    assert place.pinned == []
    assert not [call for call in quick.discord.calls if call.method == "PUT" and "/pins/" in call.path]
    quick.world.allow(place, quick.world.bot, pin_messages=True)
    live(quick, minutes=20)
    await quick.until(lambda: lists_stand(quick), "the pins")


async def test_a_channel_that_is_deleted(quick: Story) -> None:
    await lists_kept(quick)
    place = next(one for one in quick.world.channels.values() if one.name == "lists")
    quick.world.remove_channel(place)
    live(quick, minutes=20)
    await tidied_up(quick)
    assert "gone or hidden" in await _told(quick)
    await a_place_for_lists(quick)
    await name_lists(quick)
    await quick.until(lambda: lists_stand(quick), "the lists, in another channel")


def _lists_in(place: Channel) -> list[str]:
    return [title for title in list_titles(place) if title in LISTS]


async def _told(story: Story) -> str:
    """What an administrator is told of the server's settings."""
    admin = Person(story.world, story.world.developer)
    return (await (await admin.slash(story.channel, "server panel")).complete()).told
