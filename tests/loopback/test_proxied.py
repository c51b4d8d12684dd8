"""The bot behind an HTTP proxy, without which it reaches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.connection.requests import PASSWORD_ADVICE
from tests.loopback.connect_proxy import API, GATEWAY, proxied
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tests.loopback.story import Story

pytestmark = pytest.mark.real

USER, PASSWORD = "host", "p@ss:w/rd"
WRITTEN = "p%40ss%3Aw%2Frd"
ADDRESSES = {
    "discord_api_url": f"https://{API}/bot/api/v10",
    "discord_gateway_url": f"wss://{GATEWAY}/bot/gateway",
}


async def test_requests_and_the_gateway_go_through_the_proxy(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord, proxied(discord, tmp_path, USER, PASSWORD) as (proxy, port, ca):
        way = f"http://{USER}:{WRITTEN}@127.0.0.1:{port}"
        bot = BotProcess(discord, tmp_path, https_proxy=way, loopback_trusted=str(ca), **ADDRESSES)
        story = Story(discord, bot)
        await bot.start()
        try:
            await story.challenge()
            assert set(proxy.asked) == {f"{API}:443", f"{GATEWAY}:443"}
            assert (
                bot.log.count(f"the proxy http://127.0.0.1:{port} is on the way to {API} and {GATEWAY}") == 1
            )
            assert not any(secret in bot.log for secret in (PASSWORD, WRITTEN))
            assert await bot.terminate() == 0
            assert not bot.bugs
        finally:
            if bot.running:
                await bot.kill()


async def test_addresses_of_ones_own_network_are_reached_without_it(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord, proxied(discord, tmp_path, USER, PASSWORD) as (proxy, port, ca):
        way = f"http://{USER}:{WRITTEN}@127.0.0.1:{port}"
        gateway = ADDRESSES["discord_gateway_url"]
        bot = BotProcess(
            *(discord, tmp_path), https_proxy=way, loopback_trusted=str(ca), discord_gateway_url=gateway
        )
        story = Story(discord, bot)
        await bot.start()
        try:
            await story.challenge()
            assert set(proxy.asked) == {f"{GATEWAY}:443"}
        finally:
            await bot.kill()


async def test_a_proxy_that_refuses_the_bot_ends_it(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord, proxied(discord, tmp_path, USER, PASSWORD) as (_, port, ca):
        way = f"http://{USER}:wrong@127.0.0.1:{port}"
        bot = BotProcess(discord, tmp_path, https_proxy=way, loopback_trusted=str(ca), **ADDRESSES)
        bot.launch()
        assert await bot.ended() == 1
        assert PASSWORD_ADVICE in bot.log
        assert not bot.bugs
        assert "wrong" not in bot.log
