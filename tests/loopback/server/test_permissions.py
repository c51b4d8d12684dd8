"""Permissions are computed and refused as by Discord."""

from __future__ import annotations

import aiohttp
import pytest

from tests.loopback.server import rights
from tests.loopback.server.wire import Place, Wire


async def test_a_channel_that_is_hidden_is_no_access(place: Place, wire: Wire) -> None:
    place.world.allow(place.channel, place.guild.everyone, view_channel=False)
    assert (await wire("POST", place.messages, {"content": "hi"})).seen == (403, 50001)
    assert (await wire("GET", f"/channels/{place.channel.id}")).seen == (403, 50001)
    place.world.allow(place.channel, place.world.bot, view_channel=True)
    assert (await wire("POST", place.messages, {"content": "hi"})).status == 200


@pytest.mark.parametrize("name", ["send_messages", "attach_files"])
async def test_what_is_denied_is_refused(name: str, place: Place, wire: Wire) -> None:
    place.world.allow(place.channel, place.world.bot, **{name: False})
    sent = await wire("POST", place.messages, {"content": "hi"}, files={"a.txt": b"a"})
    assert sent.seen == (403, 50013)


async def test_threads_have_permissions_of_their_own(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"content": "hi"})
    path = f"{place.messages}/{sent.body['id']}/threads"
    place.world.let_everyone(place.guild, create_public_threads=False)
    assert (await wire("POST", path, {"name": "t"})).seen == (403, 50013)
    place.world.let_everyone(place.guild, create_public_threads=True)
    started = await wire("POST", path, {"name": "t"})
    place.world.allow(place.channel, place.guild.everyone, send_messages_in_threads=False)
    in_thread = f"/channels/{started.body['id']}/messages"
    assert (await wire("POST", in_thread, {"content": "hi"})).seen == (403, 50013)
    assert (await wire("POST", place.messages, {"content": "hi"})).status == 200


async def test_without_history_a_page_is_empty(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"content": "hi"})
    place.world.allow(place.channel, place.guild.everyone, read_message_history=False)
    assert (await wire("GET", place.messages)).body == []
    assert (await wire("GET", f"{place.messages}/{sent.body['id']}")).seen == (403, 50013)


async def test_an_overwrite_for_a_person_comes_last(place: Place) -> None:
    place.world.allow(place.channel, place.guild.everyone, send_messages=True)
    place.world.allow(place.channel, place.challenger.user, send_messages=False)
    assert not rights.in_channel(place.channel, place.challenger.user).send_messages
    assert not rights.in_channel(place.channel, place.challenger.user).attach_files, "denied with sending"
    assert rights.in_channel(place.channel, place.opponent.user).send_messages
    place.world.allow(place.channel, place.challenger.user, send_messages=None)
    assert rights.in_channel(place.channel, place.challenger.user).send_messages


async def test_a_wrong_token_is_refused(place: Place) -> None:
    url = place.discord.api_url() + "/users/@me"
    async with (
        aiohttp.ClientSession() as session,
        session.get(url, headers={"Authorization": "Bot wrong"}) as response,
    ):
        assert response.status == 401


async def test_messages_of_others_cannot_be_edited(place: Place, wire: Wire) -> None:
    sent = await wire("POST", place.messages, {"content": "hi"})
    place.channel.last.author = place.challenger.user
    path = f"{place.messages}/{sent.body['id']}"
    assert (await wire("PATCH", path, {"content": "ho"})).seen == (403, 50005)
    assert (await wire("DELETE", path)).seen == (403, 50013)
