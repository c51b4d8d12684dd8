"""The way to the board: its buttons, what their answers lead to, and the browsers that are signed in."""

from __future__ import annotations

import re
from typing import Any

from simcord.actors import MemberActor

from cogs.text import settings_texts
from cogs.web_board import texts
from matches import UserId
from matches.notices import TELL
from tests.cogs.own_settings import settings
from tests.cogs.server import Server, labels, parts, private, text
from tests.cogs.sight import hide
from tests.cogs.web_board.page import URL, Browser, Page, beside
from web import texts as page_texts

LINK = re.compile(rf"{URL}/in#([\w-]{{40,}})")


def link_on(answer: Any) -> str:
    """The token of the link on a private answer."""
    (url,) = [part["url"] for part in parts(answer) if part.get("url")]
    found = LINK.fullmatch(url)
    assert found is not None, url
    return found[1]


async def signed_in(page: Page, server: Server, who: MemberActor) -> Browser:
    """A browser of somebody who came by the button of their panel."""
    panel = await server.open(who, "Move")
    opened = await who.click(panel(), label=texts.OPEN)
    browser = page.browser()
    found = await browser.sign_in(link_on(opened.followups[-1]))
    assert found == {"reader": str(who.id), "match": 1}
    return browser


async def own_data(server: Server) -> Any:
    """The opponent's panel of stored data."""
    panel = await settings(server, server.opponent)
    await server.opponent.click(panel, label=settings_texts.OPEN_PRIVACY)
    return panel


async def test_a_bot_without_a_page_has_no_button_to_it(server: Server) -> None:
    await server.begin("prudh")
    panel = await server.open(server.opponent, "Move")
    assert texts.OPEN not in labels(panel()) and len(labels(panel())) > 6
    board = await server.open(server.opponent, "Board")
    await server.opponent.click(board(), label="⋯")
    assert texts.OPEN not in labels(board())


async def test_from_a_card_to_a_turn_on_the_board(server: Server) -> None:
    await server.begin("prudh")
    async with beside(server) as page:
        ada = await signed_in(page, server, server.opponent)
        state = await ada.get("match/1")
        names = {one["side"]: one["name"] for one in state["players"]}
        assert names == {"dark": "challenger", "light": "opponent"}, names
        assert state["card"].endswith(str(server.card.id))
        before = server.card.id
        sent = {"line": state["position"]["legal"][0]["text"], "version": state["version"], "ply": 0}
        after = await ada.post("match/1/turn", sent)
        assert (ada.status, after["position"]["legal"]) == (200, [])
        await server.env.settle()
        match = await server.match()
        assert match.shown.version == match.version, "its card was posted at once"
        assert server.card.id != before and f"turn:** <@{server.challenger.id}>" in text(server.card)
        assert match.entries[-1].text == sent["line"]


async def test_a_link_is_its_pressers_and_a_new_one_ends_the_last(server: Server) -> None:
    await server.begin("prudh")
    async with beside(server) as page:
        panel = await server.open(server.opponent, "Move")
        tokens = []
        for _ in range(2):
            opened = await server.opponent.click(panel(), label=texts.OPEN)
            tokens.append(link_on(opened.followups[-1]))
        browser = page.browser()
        assert await browser.post("link", {"token": tokens[0]}) == {"error": page_texts.LINK_GONE}
        found = await browser.post("link", {"token": tokens[1]})
        assert found == {"name": "opponent", "reader": str(server.opponent.id)}


async def test_a_watcher_looks_as_long_as_they_see_the_channel(server: Server) -> None:
    await server.begin("prudh")
    async with beside(server) as page:
        panel = await server.open(server.visitor, "Board")
        await server.visitor.click(panel(), label="⋯")
        opened = await server.visitor.click(panel(), label=texts.OPEN)
        browser = page.browser()
        await browser.sign_in(link_on(opened.followups[-1]))
        state = await browser.get("match/1")
        assert (state["own"], state["position"]["legal"]) == (None, [])
        hide(server, server.visitor)
        await server.pass_time(minutes=11)
        assert await browser.get("match/1") == {"error": page_texts.NOT_THERE}


async def test_browsers_are_listed_and_signed_out(server: Server) -> None:
    await server.begin("prudh")
    async with beside(server) as page:
        panel = await own_data(server)
        assert not any(label.startswith("Browsers") for label in labels(panel))
        first, second = [await signed_in(page, server, server.opponent) for _ in range(2)]
        panel = await own_data(server)
        await server.opponent.click(panel, label=texts.browsers(2))
        assert text(panel).count("last used") == 2
        (menu,) = [part for part in parts(panel) if part.get("options")]
        await server.opponent.select(panel, [menu["options"][-1]["value"]], custom_id=menu["custom_id"])
        left = [await one.get("me") for one in (first, second)]
        assert [("name" in one) for one in left].count(True) == 1
        await server.opponent.click(panel, label=texts.SIGN_OUT_ALL)
        assert text(panel).startswith(texts.NO_BROWSERS)
        assert [await one.get("me") for one in (first, second)] == [{"error": page_texts.NOT_SIGNED_IN}] * 2


async def test_an_old_button_of_a_bot_that_has_no_page_any_more_says_so(server: Server) -> None:
    await server.begin("prudh")
    async with beside(server):
        panel = await server.open(server.opponent, "Move")
    await server.restart()
    result = await server.opponent.click(panel(), label=texts.OPEN)
    assert "no board in a browser" in private(result)


async def test_a_reminder_leads_to_the_board(server: Server) -> None:
    await server.begin("prudh", pace="1d")
    async with beside(server):
        opponent = UserId(server.opponent.id)
        await server.bot.app.notifications.prefer(opponent, {TELL: "direct"})
        await server.pass_time(hours=23)
        told = server.dms(server.opponent)[-1]
        assert texts.OPEN in labels(told)
