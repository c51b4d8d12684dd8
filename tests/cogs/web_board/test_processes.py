"""The page of real processes: two of them on one PostgreSQL behind nginx, and one that is killed."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, DummyCookieJar, TCPConnector
from aiohttp.test_utils import unused_port

from cogs.web_board import texts
from matches import MatchId
from tests.cogs.web_board.page import URL, Browser
from tests.front_door.nginx import running
from tests.loopback.killing import all_shown, on_one_card, public
from tests.loopback.process import BotProcess
from tests.loopback.server.people import Person, labels
from tests.loopback.server.world import Sharding, guild_on
from tests.loopback.story import Story, a_story
from tests.needs import NGINX, need

DOCS = Path(__file__).parents[3] / "docs" / "board.md"
MATCH = MatchId(1)
POST = ("POST", "/channels/*/messages")


def settings(port: int) -> dict[str, str]:
    """The settings of a process with a page."""
    return {"web_url": URL, "web_port": str(port)}


@asynccontextmanager
async def asking(port: int) -> AsyncIterator[ClientSession]:
    """Requests to a port on loopback, each on its own connection: a bot with an open one isn't at rest."""
    once, jar = TCPConnector(force_close=True), DummyCookieJar()
    async with ClientSession(f"http://127.0.0.1:{port}", connector=once, cookie_jar=jar) as client:
        yield client


async def signed_in(story: Story, who: Person, client: ClientSession, first: str, *way: str) -> Browser:
    """A browser of somebody who came by the buttons of the card, and of the panel that the first opens."""
    panel = await (await who.click(story.card, first)).message()
    for label in way:
        edits = panel.edits
        await who.click(panel, label)
        await story.until(lambda edits=edits: panel.edits > edits, "the panel")  # type: ignore[misc]
    answer = await (await who.click(panel, texts.OPEN)).message()
    (url,) = re.findall(rf"{URL}/in#[\w-]+", str(answer.components))
    browser = Browser(client)
    await browser.sign_in(url.partition("#")[2])
    assert browser.reader == str(who.id)
    return browser


def turn_of(state: dict[str, Any]) -> dict[str, Any]:
    """The first legal action, as the page sends it."""
    position = state["position"]
    return {"line": position["legal"][0]["text"], "version": state["version"], "ply": position["ply"]}


def kept(story: Story) -> list[Any]:
    """The record of the match."""
    return story.bot.rows("SELECT number, kind, text FROM entry ORDER BY number")


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("stopped", ["received", "handled"])
async def test_a_turn_whose_process_is_killed_before_its_card_is_kept_and_shown_once(
    tmp_path: Path, stopped: Any, processes: None
) -> None:
    port = unused_port()
    bot = {**settings(port), "loopback_sweep": "0.1"}
    async with a_story(tmp_path, **bot) as story, asking(port) as client:
        await story.begin("pjawns", side="white")
        ada = await signed_in(story, story.challenger, client, "Move")
        state = await ada.get("match/1")
        await story.discord.quiet()
        messages, before = len(public(story)), kept(story)
        stop = story.discord.faults.stop(*POST, when=stopped)
        sent = turn_of(state)
        after = await ada.post("match/1/turn", sent)
        assert after["version"] == state["version"] + 1, "the page doesn't wait for Discord"
        await stop
        await story.bot.kill()
        stop.drop()
        assert len(kept(story)) == len(before) + 1
        story.discord.faults.clear()
        await story.bot.start()
        await story.until(lambda: all_shown(story), "the turn, shown")
        await story.discord.quiet()
        assert len(public(story)) == messages + 1 and on_one_card(story)
        again = await ada.post("match/1/turn", sent)
        assert (ada.status, again["version"]) == (200, after["version"]), "the same is answered again"
        assert len(kept(story)) == len(before) + 1


@asynccontextmanager
async def nginx(folder: Path, *ports: int) -> AsyncIterator[int]:
    """The port of an nginx with the lines that hosts get, before several processes."""
    need(NGINX)
    port = unused_port()
    (block,) = re.findall(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    servers = "".join(f"server 127.0.0.1:{each};" for each in ports)
    ours = block.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace(
        "http://127.0.0.1:8791", "http://boards"
    )
    assert ours.count(f":{port};") == ours.count("http://boards") == 1
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    text = (
        f"{user} pid {folder}/nginx.pid; error_log stderr warn; events {{}}\n"
        f"http {{ access_log off; {paths} upstream boards {{ {servers} }}\n{ours} }}"
    )
    async with running(text, folder, f"http://127.0.0.1:{port}/in", status=200):
        yield port


@pytest.mark.gate
async def test_a_turn_on_one_process_is_on_the_page_of_the_other_and_has_one_card(
    tmp_path: Path, postgres_url: str, processes: None
) -> None:
    ports = unused_port(), unused_port()
    common = {"database_url": postgres_url, "shard_count": "2"}
    sharding = Sharding(2, at_once=2)
    async with a_story(tmp_path, sharding, shard_ids="0", **common, **settings(ports[0])) as story:
        guild = guild_on(story.world, 1)  # the server is the other's
        story.guild, story.channel = guild, story.world.add_channel(guild, "games")
        for person in (story.challenger, story.opponent):
            story.world.add_member(guild, person.user)
        other = BotProcess(
            story.discord, tmp_path, name="other", shard_ids="1", **common, **settings(ports[1])
        )
        await other.start()
        try:
            async with nginx(tmp_path, *ports) as port, asking(port) as any_of_them:
                await story.begin("pjawns", side="white")
                ada = await signed_in(story, story.challenger, any_of_them, "Move")
                ben = await signed_in(story, story.opponent, any_of_them, "Board", "⋯")
                state = await ada.get("match/1")
                messages = len(public(story))
                async with asking(ports[0]) as one, asking(ports[1]) as another:
                    ada.client, ben.client = one, another
                    async with ben.live(MATCH) as told:
                        assert await anext(told) == state["version"]
                        after = await ada.post("match/1/turn", turn_of(state))
                        assert await anext(told) == after["version"]
                    await story.until(lambda: len(public(story)) > messages, "the card")
                ada.client = ben.client = any_of_them
                for _ in range(4):  # whichever process is asked
                    assert (await ben.get("match/1"))["version"] == after["version"]
                async with ben.live(MATCH) as told:
                    assert await anext(told) == after["version"], "nginx holds nothing back"
                await story.discord.quiet()
                assert len(public(story)) == messages + 1 and "Move" in labels(story.card)
        finally:
            await other.kill()
        assert not other.bugs, other.log
