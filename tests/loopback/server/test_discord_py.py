"""A plain discord.py client lives in the loopback as in Discord, and tries again what it would try again."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import discord as library
import pytest
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.loopback.server.faults import Fail, RateLimit, Reset
from tests.loopback.server.people import text
from tests.loopback.server.wire import Place


@pytest.fixture
async def client(place: Place, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[library.Client]:
    """A client that is ready."""
    monkeypatch.setattr(Route, "BASE", place.discord.api_url("client"))
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(place.discord.gateway_url("client")))
    made = library.Client(intents=library.Intents(guilds=True, guild_messages=True), guild_ready_timeout=0.05)
    await made.login("dummy")
    running = asyncio.create_task(made.connect())
    await made.wait_until_ready()
    yield made
    await made.close()
    await running


async def channel_of(client: library.Client, place: Place) -> library.TextChannel:
    """The channel, as the library sees it."""
    found = client.get_channel(place.channel.id)
    assert isinstance(found, library.TextChannel)
    return found


async def test_it_sees_what_there_is(client: library.Client, place: Place) -> None:
    channel = await channel_of(client, place)
    assert channel.guild.name == "Rock pool"
    assert channel.permissions_for(channel.guild.me).create_public_threads
    place.world.allow(place.channel, place.world.bot, send_messages=False)
    await place.world.until(lambda: not channel.permissions_for(channel.guild.me).send_messages)


async def test_it_asks_for_members_over_the_gateway(client: library.Client, place: Place) -> None:
    """Without the intent, and without a cache of its own: nobody for who is not there."""
    guild = (await channel_of(client, place)).guild
    stranger = place.discord.person("Stranger")
    asked = [place.opponent.id, stranger.id]
    found = await guild.query_members(user_ids=asked, limit=100, cache=False)
    assert [member.id for member in found] == [place.opponent.id]
    assert found[0].display_name == place.opponent.user.name
    assert guild.get_member(place.opponent.id) is None


async def test_it_asks_who_is_there(client: library.Client, place: Place) -> None:
    guild = (await channel_of(client, place)).guild
    stranger = place.discord.person("Stranger")
    assert (await guild.fetch_member(place.opponent.id)).id == place.opponent.id
    with pytest.raises(library.NotFound) as refused:
        await guild.fetch_member(stranger.id)
    assert refused.value.code == 10007
    assert (await client.fetch_user(stranger.id)).id == stranger.id
    thread = await (await (await channel_of(client, place)).send("hi")).create_thread(name="match")
    with pytest.raises(library.NotFound):
        await thread.fetch_member(place.opponent.id)
    await thread.add_user(library.Object(place.opponent.id))
    assert (await thread.fetch_member(place.opponent.id)).id == place.opponent.id


async def test_it_sends_edits_and_starts_a_thread(client: library.Client, place: Place) -> None:
    channel = await channel_of(client, place)
    file = library.File(io.BytesIO(b"bytes"), "a.txt", description="Alt")
    sent = await channel.send("hi", file=file, nonce="1", silent=True)
    assert await sent.attachments[0].read() == b"bytes"
    assert (await channel.send("hi", nonce="1")).id == sent.id
    await sent.edit(content="ho")
    thread = await sent.create_thread(name="match")
    assert thread.id == sent.id
    with pytest.raises(library.HTTPException) as refused:
        await sent.create_thread(name="match")
    assert refused.value.code == 160004
    assert [message.content async for message in channel.history()] == ["ho"]
    assert place.channel.last.pings.silent


async def test_it_pins(client: library.Client, place: Place) -> None:
    channel = await channel_of(client, place)
    sent = await channel.send("hi")
    with pytest.raises(library.Forbidden):
        await sent.pin()
    place.world.allow(place.channel, place.world.bot, pin_messages=True)
    told = asyncio.create_task(client.wait_for("guild_channel_pins_update"))
    await asyncio.sleep(0)
    await sent.pin()
    assert (await told)[0] == channel
    (found,) = [message async for message in channel.pins()]
    assert (found.id, found.pinned) == (sent.id, True)
    assert found.pinned_at is not None
    (tells, _) = [message async for message in channel.history()]
    assert tells.type is library.MessageType.pins_add
    assert tells.reference is not None
    assert tells.reference.message_id == sent.id
    await sent.unpin()
    assert [message async for message in channel.pins()] == []


async def test_it_tries_again_after_429_and_500(client: library.Client, place: Place) -> None:
    channel = await channel_of(client, place)
    path = "/channels/*/messages"
    place.discord.faults.on("POST", path, Fail(500))
    place.discord.faults.on("POST", path, RateLimit(0.05))
    place.discord.faults.on("POST", path, RateLimit(0.05, scope="global"))
    await channel.send("at last")
    assert [call.status for call in place.discord.calls[-4:]] == [500, 429, 429, 200]
    place.discord.faults.on("POST", path, Fail(503))
    with pytest.raises(library.DiscordServerError):
        await channel.send("no")


async def test_it_raises_what_is_refused_or_cut(client: library.Client, place: Place) -> None:
    user = await client.fetch_user(place.challenger.id)
    place.challenger.user.dms_open = False
    with pytest.raises(library.Forbidden) as refused:
        await user.send("psst")
    assert refused.value.code == 50007
    channel = await channel_of(client, place)
    place.discord.faults.on("POST", "/channels/*/messages", Reset("handled"))
    with pytest.raises(OSError, match=r"reset|disconnected"):
        await channel.send("hi")
    assert len(place.channel.public) == 1


async def test_it_answers_commands_and_clicks(client: library.Client, place: Place) -> None:
    class Panel(ui.LayoutView):
        row: ui.ActionRow[Any] = ui.ActionRow()

        @row.button(label="Press")
        async def press(self, click: library.Interaction, button: ui.Button[Any]) -> None:
            await click.response.defer()
            await click.followup.send("Pressed.", ephemeral=True)

    @client.event
    async def on_interaction(talk: library.Interaction) -> None:
        if talk.type is library.InteractionType.application_command:
            await talk.response.send_message(view=Panel(), ephemeral=True)

    answer = await place.challenger.slash(place.channel, "prawns challenge")
    panel = await answer.message()
    click = await place.challenger.click(panel, "Press")
    assert text(await click.message()) == "Pressed."
    assert not click.failed


async def test_it_resumes(client: library.Client, place: Place) -> None:
    for how in ("cut", "close", "reconnect"):
        await place.discord.gateway.drop(how=how)
        await place.world.until(lambda: place.discord.gateway.session("client"))
    (session,) = place.discord.gateway.sessions
    assert session.resumed == 3
    await place.discord.gateway.drop(how="close", resumable=False)
    await place.world.until(lambda: len(place.discord.gateway.sessions) == 2)
