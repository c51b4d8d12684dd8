"""Threads start, fall asleep, wake and refuse as in Discord."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.loopback.server.entities import Channel
from tests.loopback.server.people import CannotDoError
from tests.loopback.server.wire import Place, Wire


@pytest.fixture
async def thread(place: Place, wire: Wire) -> Channel:
    """A thread on a message, with a message of the bot in it."""
    sent = await wire("POST", place.messages, {"content": "A challenge"})
    body = {"name": "match 1", "auto_archive_duration": 1440}
    started = await wire("POST", f"{place.messages}/{sent.body['id']}/threads", body)
    await wire("POST", f"/channels/{started.body['id']}/messages", {"content": "A board"})
    return place.world.channel(int(started.body["id"]))


async def test_a_thread_has_the_id_of_its_message_and_starts_once(
    place: Place, thread: Channel, wire: Wire
) -> None:
    assert thread.id == place.channel.last.id
    again = await wire("POST", f"{place.messages}/{thread.id}/threads", {"name": "match 1"})
    assert again.seen == (400, 160004)
    assert place.world.threads(place.channel) == [thread]


async def test_a_thread_without_a_message(place: Place, wire: Wire) -> None:
    started = await wire("POST", f"/channels/{place.channel.id}/threads", {"name": "match 2", "type": 11})
    assert (started.status, started.body["parent_id"]) == (201, str(place.channel.id))


async def test_a_channel_has_room_for_so_many_threads(place: Place, wire: Wire) -> None:
    place.guild.most_active_threads = 0
    started = await wire("POST", f"/channels/{place.channel.id}/threads", {"name": "match 2", "type": 11})
    assert started.seen == (400, 160006)


async def test_a_name_with_a_word_that_is_refused(place: Place, thread: Channel, wire: Wire) -> None:
    place.guild.refused_in_names = "1488"
    path = f"/channels/{place.channel.id}/threads"
    refused = await wire("POST", path, {"name": "match 1488", "type": 11})
    assert refused.seen == (400, 50035)
    assert refused.body["errors"]["name"]["_errors"][0]["code"] == "INVALID_COMMUNITY_PROPERTY_NAME"
    assert (await wire("PATCH", f"/channels/{thread.id}", {"name": "match 1488"})).seen == (400, 50035)
    assert (await wire("POST", path, {"name": "match 1487", "type": 11})).status == 201


async def test_a_thread_falls_asleep_and_a_message_wakes_it(
    place: Place, thread: Channel, wire: Wire
) -> None:
    path = f"/channels/{thread.id}/messages"
    place.world.turn(hours=23)
    assert (await wire("PATCH", f"{path}/{thread.last.id}", {"content": "edits do not count"})).status == 200
    place.world.turn(hours=2)
    assert thread.archived
    assert (await wire("PATCH", f"{path}/{thread.last.id}", {"content": "asleep"})).seen == (400, 50083)
    assert (await wire("DELETE", f"{path}/{thread.last.id}")).seen == (400, 50083)
    with pytest.raises(CannotDoError, match="archived"):
        await place.challenger.slash(thread, "prawns move", action="a2-a3")
    assert (await wire("POST", path, {"content": "Good morning"})).status == 200
    assert not thread.archived


async def test_a_locked_thread_sleeps_on(place: Place, thread: Channel, wire: Wire) -> None:
    place.world.archive(thread, locked=True)
    path = f"/channels/{thread.id}"
    assert (await wire("POST", f"{path}/messages", {"content": "Hello?"})).seen == (400, 50083)
    assert (await wire("PATCH", path, {"archived": False})).seen == (400, 50083)
    place.world.let_everyone(place.guild, manage_threads=True)
    assert (await wire("POST", f"{path}/messages", {"content": "Hello?"})).status == 200


async def test_the_bot_archives_and_opens_its_own_thread(thread: Channel, wire: Wire) -> None:
    path = f"/channels/{thread.id}"
    assert (await wire("PATCH", path, {"archived": True})).body["thread_metadata"]["archived"]
    assert (await wire("PATCH", path, {"name": "asleep"})).seen == (400, 50083)
    assert (await wire("PATCH", path, {"archived": False})).status == 200
    assert (await wire("PATCH", path, {"locked": True})).seen == (403, 50013)


async def test_threads_are_listed_a_page_at_a_time(place: Place, wire: Wire) -> None:
    """Those awake by server, archived public ones by when they fell asleep, private ones by id."""
    place.world.let_everyone(place.guild, create_private_threads=True)
    made = []
    for kind in (11, 11, 11, 12, 12, 12):
        started = await wire("POST", f"/channels/{place.channel.id}/threads", {"name": "match", "type": kind})
        made.append(started.body["id"])
    active = f"/guilds/{place.guild.id}/threads/active"
    assert {one["id"] for one in (await wire("GET", active)).body["threads"]} == set(made)
    for number in (1, 0, 2, 5, 3, 4):
        place.world.turn(minutes=1)
        await wire("PATCH", f"/channels/{made[number]}", {"archived": True})
    assert (await wire("GET", active)).body["threads"] == []
    public = f"/channels/{place.channel.id}/threads/archived/public"
    private = f"/channels/{place.channel.id}/users/@me/threads/archived/private"
    for path, order in ((public, [2, 0, 1]), (private, [5, 4, 3])):
        first = (await wire("GET", f"{path}?limit=2")).body
        assert ([one["id"] for one in first["threads"]], first["has_more"]) == (
            [made[i] for i in order[:2]],
            True,
        )
        last = first["threads"][-1]
        before = last["id"] if path is private else last["thread_metadata"]["archive_timestamp"]
        rest = (await wire("GET", f"{path}?limit=2&before={quote(before)}")).body
        assert ([one["id"] for one in rest["threads"]], rest["has_more"]) == ([made[order[2]]], False)
    assert (await wire("GET", f"/channels/{made[0]}/threads/archived/public")).code == 50024


async def test_who_is_pinged_in_a_thread_joins_it(place: Place, thread: Channel, wire: Wire) -> None:
    path = f"/channels/{thread.id}"
    await wire("POST", f"{path}/messages", {"content": place.challenger.mention})
    assert place.challenger.id in thread.joined
    assert (await wire("PUT", f"{path}/thread-members/{place.opponent.id}")).status == 204
    assert place.opponent.id in thread.joined


async def test_a_thread_that_is_deleted_is_unknown(place: Place, thread: Channel, wire: Wire) -> None:
    place.world.remove_channel(thread)
    sent = await wire("POST", f"/channels/{thread.id}/messages", {"content": "Hello?"})
    assert sent.seen == (404, 10003)
