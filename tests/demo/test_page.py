"""The start page and the proxy, asked as a browser asks them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from demo.news import Stop
from demo.run import start
from demo.saved import SaveFile
from demo.world import World
from tests.demo.small_bot import SmallBot
from tests.demo.still import STILL

BEN = 1456074443980800003


@pytest.fixture
def world(tmp_path: Path) -> World:
    """The world of the page, which opens it."""
    return World(SmallBot, SaveFile(tmp_path / "demo.db"), real_time=STILL)


@pytest.fixture
async def address(world: World) -> AsyncIterator[str]:
    async with AsyncExitStack() as stack:
        yield (await start(stack, world, port=0)).rstrip("/")


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


class Tab:
    """A view of the first channel, as its script uses it."""

    def __init__(self, browser: aiohttp.ClientSession, address: str, person: str) -> None:
        self._browser, self._address, self._person = browser, address, person
        self.state: dict[str, Any] = {}
        self.headers: dict[str, str] = {}
        self._sequence = 0

    async def open(self) -> "Tab":
        async with self._browser.get(f"{self._address}/demo/state", params={"as": self._person}) as reply:
            place = (await reply.json())["places"][0]["id"]
        self.headers = {"X-Simcord-Capability": f"{self._person}.{place}"}
        async with self._browser.post(f"{self._address}/api/pages", json={}, headers=self.headers) as reply:
            assert reply.status == 200
            self.state = await reply.json()
        self.headers["X-Simcord-Context"] = self.state["context"]["id"]
        return self

    async def look(self) -> dict[str, Any]:
        async with self._browser.get(f"{self._address}/api/state", headers=self.headers) as reply:
            self.state = await reply.json()
        return self.state

    async def act(self, kind: str, **details: Any) -> dict[str, Any]:
        """Act on what was last looked at."""
        self._sequence += 1
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"{self._person}-{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            **details,
        }
        async with self._browser.post(
            f"{self._address}/api/action", json=body, headers=self.headers
        ) as reply:
            receipt: dict[str, Any] = await reply.json()
        if receipt["rejected"]:
            self._sequence -= 1
        return receipt

    async def put_up_a(self, what: str) -> None:
        """Have the bot post a door or a menu."""
        async with self._browser.get(f"{self._address}/api/commands", headers=self.headers) as reply:
            [entry] = [entry for entry in (await reply.json())["entries"] if entry["path"] == [what]]
        receipt = await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options={},
        )
        assert not receipt["rejected"], receipt

    async def click(self, button: str) -> dict[str, Any]:
        """Click a button of the newest message, as it was when last looked at; ``button`` is Discord's id."""
        message = self.state["timeline"][-1]
        key = f"message:{message}:component:0.components.0"
        return await self.act("click", target_id=message, control_key=key, custom_id=button)

    def texts(self) -> list[str]:
        return [self.state["messages"][identity]["content"] for identity in self.state["timeline"]]


async def test_the_start_page_and_its_parts_are_served(address: str, browser: aiohttp.ClientSession) -> None:
    for path in (
        "/",
        "/demo/page.js",
        "/demo/page.css",
        "/demo/view.js",
        "/demo/view.css",
        "/favicon.ico",
        "/app.js",
    ):
        async with browser.get(address + path) as reply:
            assert reply.status == 200, path


async def test_a_view_may_be_framed_by_the_start_page_only(
    address: str, browser: aiohttp.ClientSession
) -> None:
    async with browser.get(f"{address}/view") as reply:
        assert "X-Frame-Options" not in reply.headers
        assert "frame-ancestors 'self'" in reply.headers["Content-Security-Policy"]
        page = await reply.text()
    assert "/demo/view.css" in page
    assert "/demo/view.js" in page


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example:80"}, {"Origin": "http://evil.example"}, {"Host": "127.0.0.1.evil.example:1"}],
)
async def test_other_sites_are_refused(
    address: str, browser: aiohttp.ClientSession, headers: dict[str, str]
) -> None:
    async with browser.get(f"{address}/demo/state", headers=headers) as reply:
        assert reply.status == 403


@pytest.mark.parametrize("button", ["restart", "skip/24", "afresh"])
async def test_the_buttons_need_our_own_page(
    address: str, browser: aiohttp.ClientSession, button: str
) -> None:
    async with browser.post(f"{address}/demo/{button}") as reply:
        assert reply.status == 403
    async with browser.post(f"{address}/demo/{button}", headers={"X-Demo": "1"}) as reply:
        assert reply.status == 200


@pytest.mark.parametrize("hours", ["5", "-6", "1e3", "six", "9" * 5000])
async def test_other_spans_are_no_wishes(address: str, browser: aiohttp.ClientSession, hours: str) -> None:
    async with browser.post(f"{address}/demo/skip/{hours}", headers={"X-Demo": "1"}) as reply:
        assert reply.status == 400


async def test_a_view_of_before_starting_over_is_gone(address: str, browser: aiohttp.ClientSession) -> None:
    ada = await Tab(browser, address, "ada").open()
    await ada.act("send_message", content="Hello")
    async with browser.post(f"{address}/demo/afresh", headers={"X-Demo": "1"}) as reply:
        assert reply.status == 200
    async with browser.get(f"{address}/api/state", headers=ada.headers) as reply:
        assert reply.status in (401, 410), "simcord's page asks for another one then"
    assert (await Tab(browser, address, "ada").open()).texts() == []


async def test_the_mark_in_a_sidebar_tells_pings_from_other_messages(
    address: str, browser: aiohttp.ClientSession
) -> None:
    ada = await Tab(browser, address, "ada").open()
    async with browser.get(f"{address}/demo/state", params={"as": "ben"}) as reply:
        assert [(place["unread"], place["pings"]) for place in (await reply.json())["places"]] == [(0, 0)]
    await ada.act("send_message", content="Hello")
    await ada.act("send_message", content=f"Hello <@{BEN}>")
    async with browser.get(f"{address}/demo/state", params={"as": "ben"}) as reply:
        assert [(place["unread"], place["pings"]) for place in (await reply.json())["places"]] == [(2, 1)]


@pytest.mark.parametrize("at", ["9" * 5000, "9" * 21, "here", "-1", "1.5", "²", "٣", " 1", "1\n"])
async def test_a_place_that_is_no_id_is_a_bad_request(
    address: str, browser: aiohttp.ClientSession, at: str
) -> None:
    async with browser.get(f"{address}/demo/state", params={"at": at}) as reply:
        assert reply.status == 400


@pytest.mark.parametrize("at", ["", "1", "9" * 20])
async def test_a_place_that_there_is_not_is_no_place(
    address: str, browser: aiohttp.ClientSession, at: str
) -> None:
    async with browser.get(f"{address}/demo/state", params={"at": at}) as reply:
        assert reply.status == 200


@pytest.mark.parametrize("wish", ["", "ada", "ada.", "ada.1", "nobody.1", "ada.x", "ada." + "9" * 5000])
async def test_an_unknown_view_is_refused(address: str, browser: aiohttp.ClientSession, wish: str) -> None:
    async with browser.post(f"{address}/api/pages", json={}, headers={"X-Simcord-Capability": wish}) as reply:
        assert reply.status == 401


async def test_what_one_says_the_other_sees_at_once(address: str, browser: aiohttp.ClientSession) -> None:
    ada = await Tab(browser, address, "ada").open()
    ben = await Tab(browser, address, "ben").open()
    assert not (await ada.act("send_message", content="Hello"))["rejected"]
    await ben.look()
    assert ben.texts() == ["Hello"]


async def test_the_page_tells_where_time_stopped(
    world: World, address: str, browser: aiohttp.ClientSession
) -> None:
    """To a person who can see that place; else it names one who can."""

    async def told(person: str) -> Any:
        async with browser.get(f"{address}/demo/state", params={"as": person}) as reply:
            return (await reply.json())["stop"]

    assert await told("ada") is None
    ada = await Tab(browser, address, "ada").open()
    await ada.put_up_a("door")
    await ada.look()
    await ada.click("knock")
    hall, letters = world.places(world.people["ada"])
    now = world.simulator.now()
    world.last_stop = Stop(now, letters.id, "Who is there?")
    for person in ("ada", "ben"):
        assert await told(person) == {
            "at": now.isoformat(),
            "said": "Who is there? (Ada's direct messages)",
            "title": "Tidepool",
            "person": "ada",
            "place": str(letters.id),
        }
    world.last_stop = Stop(now, hall.id, "A door.")
    assert [(await told(person))["person"] for person in ("ada", "ben")] == ["ada", "ben"]


async def test_acting_after_others_have_acted_is_no_error(
    address: str, browser: aiohttp.ClientSession
) -> None:
    """simcord alone would refuse Ben's message: it was written on a page that is not the latest."""
    ada = await Tab(browser, address, "ada").open()
    ben = await Tab(browser, address, "ben").open()
    await ada.act("send_message", content="One")
    assert not (await ben.act("send_message", content="Two"))["rejected"]
    await ada.look()
    assert ada.texts() == ["One", "Two"]


async def test_a_click_counts_for_the_button_that_was_seen(
    address: str, browser: aiohttp.ClientSession
) -> None:
    """The card has changed since: a button is known by Discord's id, and what is gone can't be pressed."""
    ada = await Tab(browser, address, "ada").open()
    ben = await Tab(browser, address, "ben").open()
    await ada.put_up_a("door")
    for tab in (ada, ben):
        await tab.look()
    assert not (await ada.click("knock"))["rejected"]
    assert (await ben.click("ring"))["rejected"]
    assert not (await ben.click("knock"))["rejected"]


async def test_a_menu_in_the_place_of_another_has_a_key_of_its_own(
    address: str, browser: aiohttp.ClientSession
) -> None:
    """Else simcord's page would show it with what was chosen in the one before."""
    ada = await Tab(browser, address, "ada").open()
    await ada.put_up_a("menu")
    keys = []
    for _ in range(3):
        await ada.look()
        await ada.look()
        message = ada.state["timeline"][-1]
        [row] = ada.state["messages"][message]["components"]
        [menu] = row["components"]
        keys.append(menu["control_key"])
        receipt = await ada.act(
            "select", target_id=message, control_key=keys[-1], custom_id=menu["custom_id"], values=["a"]
        )
        assert receipt["settlement"] == "settled", receipt
    assert len(set(keys)) == 3, keys
