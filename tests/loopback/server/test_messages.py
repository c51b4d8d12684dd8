"""Messages are kept, shown and refused as by Discord."""

from __future__ import annotations

import struct
from typing import Any

import aiohttp
import pytest

from tests.loopback.server import people
from tests.loopback.server.wire import V2, Place, Wire, said, with_button

PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 30, 20) + b"\x00\r\n--not-a-boundary"


def gallery(name: str) -> list[dict[str, Any]]:
    """Components that show a picture."""
    return [{"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": "A board"}]}]


async def test_a_message_with_a_picture_keeps_its_bytes(place: Place, wire: Wire) -> None:
    body = {
        "flags": V2,
        "components": gallery("board.png"),
        "attachments": [{"id": "0", "filename": "board.png", "description": "Alt"}],
    }
    sent = await wire("POST", place.messages, body, files={"board.png": PICTURE})
    file = sent.body["attachments"][0]
    assert (file["width"], file["height"], file["description"]) == (30, 20, "Alt")
    assert sent.body["components"][0]["items"][0]["media"]["url"] == file["url"]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        assert await response.read() == PICTURE
    assert place.channel.last.attachments[0].content == PICTURE


async def test_an_edit_replaces_the_picture(place: Place, wire: Wire) -> None:
    body = {"flags": V2, "components": gallery("a.png"), "attachments": [{"id": "0", "filename": "a.png"}]}
    sent = await wire("POST", place.messages, body, files={"a.png": PICTURE})
    path = f"{place.messages}/{sent.body['id']}"
    body = {"components": gallery("b.png"), "attachments": [{"id": "0", "filename": "b.png"}]}
    edited = await wire("PATCH", path, body, files={"b.png": PICTURE + b"!"})
    assert [file["filename"] for file in edited.body["attachments"]] == ["b.png"]
    assert edited.body["edited_timestamp"] is not None
    assert place.channel.last.edits == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, 50006),
        ({"content": "both", "flags": V2, "components": said("both")}, 50035),
        ({"components": said("no flag")}, 50035),
        ({"flags": V2, "components": gallery("missing.png")}, 50035),
        ({"flags": V2, "components": [*with_button("a"), *with_button("b")]}, 50035),
        ({"flags": V2, "components": [*said("x" * 2001), *said("y" * 2000)]}, 50035),
        ({"content": "hi", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035),
    ],
    ids=["empty", "text-beside-v2", "v2-without-flag", "no-such-file", "one-id-twice", "too-long", "parse"],
)
async def test_what_breaks_a_rule_is_refused(
    body: dict[str, Any], code: int, place: Place, wire: Wire
) -> None:
    assert (await wire("POST", place.messages, body)).seen == (400, code)
    assert place.channel.public == []


async def test_a_file_that_nothing_shows_is_refused(place: Place, wire: Wire) -> None:
    body = {"flags": V2, "components": said("hi"), "attachments": [{"id": "0", "filename": "a.png"}]}
    assert (await wire("POST", place.messages, body, files={"a.png": PICTURE})).seen == (400, 50035)


async def test_the_v2_flag_stays(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"flags": V2, "components": said("hi")})
    path = f"{place.messages}/{sent.body['id']}"
    assert (await wire("PATCH", path, {"flags": 0, "content": "hi"})).seen == (400, 50035)
    assert (await wire("PATCH", path, {"components": said("ho")})).status == 200


async def test_the_same_nonce_is_the_same_message_for_some_minutes(place: Place, wire: Wire) -> None:
    body = {"content": "once", "nonce": "1.2", "enforce_nonce": True}
    first, second = [await wire("POST", place.messages, body) for _ in range(2)]
    assert first.body["id"] == second.body["id"]
    assert first.body["nonce"] == "1.2"
    other = await wire("POST", place.messages, {**body, "enforce_nonce": False})
    assert other.body["id"] != first.body["id"]
    place.world.turn(minutes=6)
    assert (await wire("POST", place.messages, body)).body["id"] != first.body["id"]
    history = await wire("GET", place.messages)
    assert [message.get("nonce") for message in history.body] == [None] * 3


async def test_whom_a_message_pings(place: Place, wire: Wire) -> None:
    names = f"{place.challenger.mention} {place.opponent.mention} @everyone <@12345>"
    ben_alone = {"parse": [], "users": [str(place.opponent.id)]}
    cases: list[tuple[dict[str, Any], tuple[int, ...]]] = [
        ({}, (place.challenger.id, place.opponent.id)),
        ({"allowed_mentions": {"parse": []}}, ()),
        ({"allowed_mentions": {"parse": ["users"]}}, (place.challenger.id, place.opponent.id)),
        ({"allowed_mentions": ben_alone}, (place.opponent.id,)),
        ({"allowed_mentions": ben_alone, "flags": 1 << 12}, (place.opponent.id,)),
    ]
    for extra, pinged in cases:
        sent = await wire("POST", place.messages, {"content": names, **extra})
        assert place.channel.last.pings.users == pinged
        assert [int(user["id"]) for user in sent.body["mentions"]] == list(pinged)
        assert not place.channel.last.pings.everyone, "the bot may not"
    assert len(place.opponent.pings()) == 3, "one came without a sound"
    assert len(place.opponent.pings(loud=False)) == 4


async def test_nobody_is_pinged_who_does_not_see_the_channel(place: Place, wire: Wire) -> None:
    place.world.allow(place.channel, place.opponent.user, view_channel=False)
    await wire("POST", place.messages, {"content": f"{place.challenger.mention} {place.opponent.mention}"})
    assert place.channel.last.pings.users == (place.challenger.id,)
    assert place.opponent.sees(place.channel) == []


async def test_pages_of_history(place: Place, wire: Wire) -> None:
    sent = [(await wire("POST", place.messages, {"content": str(number)})).body["id"] for number in range(5)]

    async def page(query: str) -> list[int]:
        answer = await wire("GET", f"{place.messages}?{query}")
        return [sent.index(message["id"]) for message in answer.body]

    assert await page("limit=2") == [4, 3]
    assert await page(f"before={sent[2]}&limit=100") == [1, 0]
    assert await page(f"after={sent[1]}&limit=2") == [3, 2]
    assert await page(f"around={sent[2]}&limit=3") == [3, 2, 1]
    assert (await wire("GET", f"{place.messages}?limit=101")).code == 50035
    # Where the description is at hand it says the same.
    place.discord.problems.clear()


async def test_what_is_not_there(place: Place, wire: Wire) -> None:
    assert (await wire("GET", "/channels/1")).seen == (404, 10003)
    assert (await wire("POST", "/channels/1/messages", {"content": "hi"})).seen == (404, 10003)
    assert (await wire("PATCH", f"{place.messages}/1", {"content": "hi"})).seen == (404, 10008)
    assert (await wire("DELETE", f"{place.messages}/1")).seen == (404, 10008)
    assert (await wire("POST", "/users/@me/channels", {"recipient_id": "1"})).seen == (404, 10013)


async def test_a_message_can_be_deleted(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"content": "hi"})
    assert (await wire("DELETE", f"{place.messages}/{sent.body['id']}")).status == 204
    assert place.channel.public == []


async def test_old_messages_can_be_edited_a_few_times_only(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"content": "hi"})
    path = f"{place.messages}/{sent.body['id']}"
    for _ in range(20):
        assert (await wire("PATCH", path, {"content": "young"})).status == 200
    place.world.turn(minutes=61)
    for _ in range(place.world.old_edits):
        assert (await wire("PATCH", path, {"content": "old"})).status == 200
    assert (await wire("PATCH", path, {"content": "old"})).seen == (429, 30046)
    place.world.turn(minutes=61)
    assert (await wire("PATCH", path, {"content": "old"})).status == 200


async def test_direct_messages_can_be_closed(place: Place, wire: Wire) -> None:
    opened = await wire("POST", "/users/@me/channels", {"recipient_id": str(place.challenger.id)})
    path = f"/channels/{opened.body['id']}/messages"
    assert (await wire("POST", path, {"content": "psst"})).status == 200
    assert [people.text(message) for message in place.challenger.dms] == ["psst"]
    assert place.opponent.dms == []
    place.challenger.user.dms_open = False
    assert (await wire("POST", path, {"content": "psst"})).seen == (403, 50007)
    stranger = place.discord.person("Stranger")
    opened = await wire("POST", "/users/@me/channels", {"recipient_id": str(stranger.id)})
    assert (await wire("POST", f"/channels/{opened.body['id']}/messages", {"content": "?"})).code == 50278
