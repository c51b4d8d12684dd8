"""The page's server at a table: a host without Discord, and browsers that ask as the page does."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from http.cookies import SimpleCookie
from typing import Any, Final

from aiohttp import BaseConnector, ClientSession, DummyCookieJar, web

from cogs.advances.rules import moves_of_line
from cogs.advances.service import Advances
from cogs.kit.errors import sentence
from cogs.lines.service import Lines
from cogs.web_board.server import WebBoard
from engines import Action
from engines.record import History
from imaging import DEFAULT_THEME, Studio
from matches import Match, MatchId, UserId
from matches.errors import MatchError
from matches.lifecycle.match_context import Loaded
from matches.lines import LineKey, LineSpot, LineTree
from matches.model import NO_MATCH, Person
from matches.summaries import MatchSummary
from tests.cogs.server import Server
from tests.matches.table import CHALLENGER, OPPONENT, STRANGER, Table
from web.host import BoardHost
from web.live import ClosingError, OpenPages
from web.sessions import WebSessions
from web.site import READER, BoardSite, WebAddress

URL: Final = "https://board.example.org"
NAMES: Final = {CHALLENGER: "Ada", OPPONENT: "Ben", STRANGER: "Cleo"}


class TableLines:
    """The lines at a table, by the operations of both features."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = Lines(table.services.core)
        self._advances = Advances(table.services.core)

    def _key(self, match: Match, reader: UserId) -> tuple[LineKey, History]:
        return LineKey.on(match, reader), self._table.matches.history(match)

    async def tree(self, match: Match, reader: UserId) -> LineTree:
        return await self._lines.tree(*self._key(match, reader))

    async def try_action(
        self, match: Match, reader: UserId, spot: LineSpot, mark: int, action: Action
    ) -> tuple[LineTree, LineSpot | None]:
        return await self._lines.try_action(*self._key(match, reader), spot, mark, action)

    async def delete(self, match: Match, reader: UserId, node: int) -> LineTree:
        return await self._lines.delete(*self._key(match, reader), node)

    def plan_in_words(self, match: Match, reader: UserId, tree: LineTree, node: int) -> Sequence[str]:
        history, now = self._table.matches.history(match), self._table.read_clock()
        try:
            said = moves_of_line(match, history, reader, _actions(tree, node), tree.left_at(node), now)
        except MatchError:
            return ()
        return [f"{one.after} {one.reply}" for one in said]

    async def plan(self, match: Match, reader: UserId, tree: LineTree, node: int) -> None:
        await self._advances.say(match.id, reader, _actions(tree, node), tree.left_at(node))

    async def planned(self, match: Match, reader: UserId) -> Sequence[tuple[int, str]]:
        found = await self._advances.of(match.id, reader)
        return [(one.number, f"{one.after} {one.reply}") for one in found]

    async def take_back(self, match: Match, reader: UserId, number: int) -> None:
        await self._advances.take_back(match.id, reader, number)


def _actions(tree: LineTree, node: int) -> list[str]:
    return [one.action for one in tree.path(node)]


class TableHost:
    """The bot at a table: ``shown`` are the matches it was told to show, ``seen_by`` who sees channels."""

    def __init__(self, table: Table) -> None:
        self.services = table.services
        self.clock = table.read_clock
        self.studio = Studio()
        self.pages = OpenPages()
        self.lines = TableLines(table)
        self.sessions = WebSessions(table.services.core)
        self.shown: list[Match] = []
        self.seen_by: set[UserId] = set()
        self.sends_at_once = False
        self.is_closing = False

    async def picture_key(self) -> bytes:
        return b"a key"

    async def may_watch(self, match: Match, reader: UserId) -> bool:
        return reader in self.seen_by

    async def names(self, match: Match | MatchSummary) -> Mapping[UserId, str]:
        return {user: NAMES[user] for user in match.users}

    async def name(self, user: UserId) -> str:
        return NAMES[user]

    async def theme(self, loaded: Loaded, reader: UserId) -> str:
        return loaded.theme(reader) or DEFAULT_THEME

    def asks_before_sending(self, person: Person) -> bool:
        return not self.sends_at_once

    def words(self, game: str) -> Mapping[str, str]:
        return {"place": "new pjawn", "spawn": "new {side}"}

    def question(self, game: str) -> str:
        return ""

    def ending(self, match: Match, names: Mapping[UserId, str]) -> str:
        return "It's over."

    def sentence(self, error: Exception, reader: UserId) -> str | None:
        return sentence(error, "help", reader)

    def card_link(self, match: Match | MatchSummary) -> str:
        return f"https://discord.com/channels/1/{match.id}"

    def show(self, match: Match) -> None:
        self.shown.append(match)
        self.pages.tell(match.id, match.version)

    @contextmanager
    def working(self) -> Iterator[None]:
        if self.is_closing:
            raise ClosingError
        yield


class Pairs(BaseConnector):
    """Connects to a server of aiohttp without a port: pure tests open none."""

    def __init__(self, server: web.Server) -> None:
        super().__init__(force_close=True)
        self._server = server

    async def _create_connection(self, *_asked: Any) -> Any:
        loop = asyncio.get_running_loop()
        theirs, own = socket.socketpair()
        await loop.connect_accepted_socket(self._server, theirs)
        _, protocol = await loop.create_connection(self._factory, sock=own)
        return protocol


class Browser:
    """A browser: its cookies, and the user for whom its page was opened."""

    def __init__(self, client: ClientSession) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.reader = ""
        self.status = 0
        self.headers: Mapping[str, str] = {}

    async def sign_in(self, token: str) -> dict[str, Any]:
        """Come by a link."""
        found = await self.post("in", {"token": token})
        self.reader = found.get("reader", "")
        return found

    async def get(self, path: str, **headers: str) -> dict[str, Any]:
        """The answer to ``/api/path``, as an object."""
        return await self._asked("GET", path, None, headers)

    async def post(self, path: str, body: Any, **headers: str) -> dict[str, Any]:
        """The answer to a body sent to ``/api/path``; ``headers`` of None are left out."""
        return await self._asked("POST", path, body, headers)

    async def _asked(self, method: str, path: str, body: Any, more: Mapping[str, str]) -> dict[str, Any]:
        headers = {READER: self.reader, "Cookie": self.cookie}
        if method == "POST":
            headers["Origin"] = URL
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {name: value for name, value in headers.items() if value != "-"}
        async with self.client.request(method, f"/api/{path}", data=content, headers=sent) as response:
            self.status, self.headers = response.status, response.headers
            self._keep(response.headers.getall("Set-Cookie", []))
            found: dict[str, Any] = await response.json()
            return found

    @asynccontextmanager
    async def live(self, match_id: MatchId) -> AsyncIterator[AsyncIterator[int]]:
        """The versions that an open page of a match is told of, until it ends."""
        headers = {READER: self.reader, "Cookie": self.cookie}
        async with self.client.get(f"/api/match/{match_id}/live", headers=headers) as response:
            assert (response.status, response.content_type) == (200, "text/event-stream")

            async def told() -> AsyncIterator[int]:
                async for line in response.content:
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])["version"]

            yield told()

    @property
    def cookie(self) -> str:
        """The Cookie header. aiohttp's own jar would keep secure ones back from this plain server."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _keep(self, told: list[str]) -> None:
        for line in told:
            for name, morsel in SimpleCookie(line).items():
                if morsel.value:
                    self.cookies[name] = morsel.value
                else:
                    self.cookies.pop(name, None)


class Page:
    """A page's server, and its browsers."""

    def __init__(self, host: BoardHost, client: ClientSession, counted: list[str]) -> None:
        self.host = host
        self.client = client
        self.counted = counted
        """What the site counted, in order."""

    def browser(self) -> Browser:
        """A browser in which nobody is signed in."""
        return Browser(self.client)

    async def of(self, user: UserId) -> Browser:
        """A browser of ``user``."""
        found = self.browser()
        await self.sign_in(found, user)
        return found

    async def sign_in(self, browser: Browser, user: UserId) -> None:
        """Have ``user`` come to a browser by a new link."""
        await browser.sign_in(await self.host.sessions.invite(user, MatchId(NO_MATCH)))


class TablePage(Page):
    """The page of a table."""

    host: TableHost


@asynccontextmanager
async def served(table: Table, *, apart: bool = False) -> AsyncIterator[TablePage]:
    """The page of a table."""
    host = TableHost(table)
    async with _opened(host, apart=apart) as page:
        yield TablePage(host, page.client, page.counted)
    host.studio.close()


@asynccontextmanager
async def beside(server: Server) -> AsyncIterator[Page]:
    """The page of a bot that a story is about; it is restarted with a page first."""
    await server.restart(web_url=URL, web_port=None)
    async with _opened(server.bot.app[WebBoard].host) as page:
        yield page


@asynccontextmanager
async def _opened(host: BoardHost, *, apart: bool = False) -> AsyncIterator[Page]:
    counted: list[str] = []
    site = BoardSite(lambda: host, WebAddress(URL, apart=apart), counted=counted.append)
    runner = web.AppRunner(site.application(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    assert runner.server is not None
    try:
        async with ClientSession(
            "http://page", connector=Pairs(runner.server), cookie_jar=DummyCookieJar()
        ) as client:
            yield Page(host, client, counted)
    finally:
        await runner.cleanup()
