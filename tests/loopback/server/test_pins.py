"""Messages are pinned, listed and refused as by Discord."""

from __future__ import annotations

from typing import Any

import pytest

from tests.loopback.server import messaging, pins
from tests.loopback.server.entities import TELLS_OF_PIN
from tests.loopback.server.wire import Answered, Place, Wire


@pytest.fixture
def may_pin(place: Place) -> None:
    """The bot may pin messages here."""
    place.world.allow(place.channel, place.world.bot, pin_messages=True)


async def sent(place: Place, wire: Wire, number: int = 1) -> list[str]:
    """The ids of so many new messages."""
    return [(await wire("POST", place.messages, {"content": str(each)})).body["id"] for each in range(number)]


def path(place: Place, message: str) -> str:
    """Where a message is pinned."""
    return f"{place.messages}/pins/{message}"


def events(place: Place) -> list[tuple[str, dict[str, Any]]]:
    """What the bot is told of from now on, whatever it asked for."""
    told: list[tuple[str, dict[str, Any]]] = []
    place.world.listeners.append(lambda name, data, intents: told.append((name, data)))
    return told


async def listed(place: Place, wire: Wire, query: str = "") -> Answered:
    """A page of pinned messages."""
    return await wire("GET", f"{place.messages}/pins{query}")


@pytest.mark.usefixtures("may_pin")
async def test_a_pin_is_told_of_once(place: Place, wire: Wire) -> None:
    (message,) = await sent(place, wire)
    told = events(place)
    assert (await wire("PUT", path(place, message))).status == 204
    assert [name for name, _ in told] == ["MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE", "MESSAGE_CREATE"]
    assert told[0][1]["pinned"] is True
    assert told[1][1]["last_pin_timestamp"] is not None
    assert told[2][1]["type"] == TELLS_OF_PIN
    assert told[2][1]["message_reference"]["message_id"] == message
    told.clear()
    assert (await wire("PUT", path(place, message))).status == 204
    assert told == [], "it stays as it is"
    assert len(place.channel.public) == 2
    assert (await wire("DELETE", path(place, message))).status == 204
    assert [name for name, _ in told] == ["MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE"]
    assert told[1][1]["last_pin_timestamp"] is None
    assert (await wire("DELETE", path(place, message))).status == 204
    assert (await wire("GET", f"{place.messages}/{message}")).body["pinned"] is False


@pytest.mark.usefixtures("may_pin")
async def test_pages_of_pins(place: Place, wire: Wire) -> None:
    messages = await sent(place, wire, 5)
    for message in messages:
        await wire("PUT", path(place, message))
        place.world.turn(minutes=1)
    page = (await listed(place, wire, "?limit=2")).body
    assert [item["message"]["id"] for item in page["items"]] == [messages[4], messages[3]]
    assert page["has_more"] is True
    last = page["items"][-1]["pinned_at"].replace("+", "%2B")
    page = (await listed(place, wire, f"?before={last}")).body
    assert [item["message"]["id"] for item in page["items"]] == messages[2::-1]
    assert page["has_more"] is False
    assert (await listed(place, wire, "?limit=51")).code == 50035
    # Where the description is at hand it says the same.
    place.discord.problems.clear()


@pytest.mark.usefixtures("may_pin")
async def test_one_that_is_deleted_is_not_pinned_any_more(place: Place, wire: Wire) -> None:
    (message,) = await sent(place, wire)
    await wire("PUT", path(place, message))
    told = events(place)
    await wire("DELETE", f"{place.messages}/{message}")
    assert [name for name, _ in told] == ["MESSAGE_DELETE"]
    assert (await listed(place, wire)).body == {"items": [], "has_more": False}
    assert (await wire("PUT", path(place, message))).seen == (404, 10008)


async def test_it_takes_a_permission_of_its_own(place: Place, wire: Wire) -> None:
    (message,) = await sent(place, wire)
    place.world.allow(place.channel, place.world.bot, manage_messages=True)
    assert (await wire("PUT", path(place, message))).seen == (403, 50013)
    place.world.allow(place.channel, place.world.bot, pin_messages=True, manage_messages=False)
    assert (await wire("PUT", path(place, message))).status == 204
    place.world.allow(place.channel, place.world.bot, pin_messages=False)
    assert (await wire("DELETE", path(place, message))).seen == (403, 50013)
    place.world.allow(place.channel, place.world.bot, read_message_history=False)
    assert (await listed(place, wire)).body == {"items": [], "has_more": False}
    place.world.allow(place.channel, place.world.bot, view_channel=False)
    assert (await listed(place, wire)).seen == (403, 50001)


@pytest.mark.usefixtures("may_pin")
async def test_a_channel_holds_so_many(place: Place, wire: Wire) -> None:
    for number in range(pins.MOST):
        body = {"content": str(number)}
        held = messaging.create(place.world, place.world.bot, place.channel, body, {})
        pins.pin(place.world, place.world.bot, held)
    (message,) = await sent(place, wire)
    assert (await wire("PUT", path(place, message))).seen == (400, 30003)
    pins.unpin(place.world, place.world.bot, place.channel.pinned[0])
    assert (await wire("PUT", path(place, message))).status == 204


@pytest.mark.usefixtures("may_pin")
async def test_what_tells_of_a_pin_is_discords_own(place: Place, wire: Wire) -> None:
    (message,) = await sent(place, wire)
    await wire("PUT", path(place, message))
    tells = place.channel.last
    assert (await wire("PUT", path(place, str(tells.id)))).seen == (403, 50021)
    assert (await wire("PATCH", f"{place.messages}/{tells.id}", {"content": "hi"})).seen == (403, 50021)


@pytest.mark.usefixtures("may_pin")
async def test_nothing_is_pinned_in_an_archived_thread(place: Place, wire: Wire) -> None:
    (message,) = await sent(place, wire)
    thread = (await wire("POST", f"{place.messages}/{message}/threads", {"name": "t"})).body["id"]
    inside = (await wire("POST", f"/channels/{thread}/messages", {"content": "hi"})).body["id"]
    place.world.archive(place.world.channel(int(thread)))
    assert (await wire("PUT", f"/channels/{thread}/messages/pins/{inside}")).seen == (400, 50083)
