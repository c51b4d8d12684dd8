"""Bytes that must not leave: the other server of a match between two, and what else is its player's alone."""

from __future__ import annotations

import json

from simcord.actors import MemberActor

from matches import MatchId, UserId
from tests.cogs.across import TwoServers
from tests.cogs.leavers import lookups
from tests.cogs.server import Server
from tests.cogs.web_board.page import Browser, Page, beside
from web import texts


async def of(page: Page, who: MemberActor) -> Browser:
    """A browser of somebody."""
    return await page.of(UserId(who.id))


async def everything(browser: Browser, match_id: int) -> str:
    """All that a reader's page can be told of a match, and of their matches."""
    paths = ("", "?bottom=dark", "/ply/0", "/ply/1", "/lines", "/lines?node=1&ply=1")
    told = [await browser.get(f"match/{match_id}{path}") for path in paths]
    told += [await browser.get("turns"), await browser.get("me")]
    async with browser.live(MatchId(match_id)) as versions:
        told.append({"version": await anext(versions)})
    return json.dumps(told)


async def test_a_match_between_two_servers_is_seen_from_ones_own_and_by_no_watcher(server: Server) -> None:
    two = TwoServers(server)
    async with beside(server) as page:
        await two.begin("prudh")
        await two.turn()
        own = {
            two.near: [str(server.guild.id), str(server.channel.id), str(two.home(server.guild).id)],
            two.far: [str(two.guild.id), str(two.channel.id), str(two.home(two.guild).id), "Hidden cove"],
        }
        own[two.far] += ["secret-harbour", "Nick of the cove"]
        for who, other in ((two.near, two.far), (two.far, two.near)):
            told = await everything(await of(page, who), 1)
            assert own[who][0] in told, "the way to one's own card"
            assert [one for one in own[other] if one in told] == []
        for watcher in (server.visitor, two.guild.add_member(server.env.create_user("watcher"))):
            browser = await of(page, watcher)
            assert await browser.get("match/1") == {"error": texts.NOT_THERE}
            assert (await browser.get("turns"))["matches"] == []


async def test_a_member_who_left_watches_no_more(server: Server) -> None:
    async with beside(server) as page:
        await server.begin("prudh")
        browser = await of(page, server.visitor)
        assert (await browser.get("match/1"))["own"] is None
        server.guild.remove_member(server.visitor)
        await server.pass_time(minutes=11)
        for path in ("match/1", "match/1/ply/0", "match/1/lines", "match/1/live"):
            assert await browser.get(path) == {"error": texts.NOT_THERE}


async def test_discord_is_asked_once_for_many_looks(server: Server) -> None:
    async with beside(server) as page:
        await server.begin("prudh")
        browser = await of(page, server.visitor)
        server.guild.remove_member(server.visitor)
        before = lookups(server)
        for _ in range(9):
            assert await browser.get("match/1") == {"error": texts.NOT_THERE}
        assert lookups(server) - before == 1


async def test_what_discord_cannot_be_asked_is_a_no(server: Server) -> None:
    async with beside(server) as page:
        await server.begin("prudh")
        browser = await of(page, server.visitor)
        path = f"/guilds/{server.guild.id}/members/{server.visitor.id}"
        server.env.inject_error("GET", path, status=503, code=0, times=None)
        assert await browser.get("match/1") == {"error": texts.NOT_THERE}
        server.env.backend.faults.clear()
        assert (await browser.get("match/1"))["own"] is None
