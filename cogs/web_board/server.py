"""The page's server, beside the bot where ``WEB_URL`` is set; and the news of changes for open pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from aiohttp import web
from prometheus_client import Counter, Gauge

from cogs.config import Settings
from cogs.hosting.health import PortError
from cogs.web_board.host import BotHost
from matches import Match
from web.site import BoardSite, WebAddress

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

IDLE_FOR: Final = 75.0
"""Seconds for which a connection without a request is kept."""
_WIRE: Final = logging.getLogger(f"{__name__}.wire")
"""aiohttp quotes in its log what it can't read of a request, which may be a cookie."""
_WIRE.setLevel(logging.CRITICAL + 1)


class WebBoard:
    """The page of this process: its address, None where the host has none, and the pages that are open."""

    def __init__(self, app: App) -> None:
        self.url: str | None = None
        self.host = BotHost(app)
        self.pages = self.host.pages
        self._sharding = app.sharding
        self._changed = app.services.core.heard
        registry = app.metrics.registry
        self._counted = Counter(
            "tidepool_web_board", "What was done or refused on the board's page.", ["what"], registry=registry
        )
        pages = Gauge("tidepool_web_board_pages", "Open pages of the board.", registry=registry)
        pages.set_function(lambda: len(self.pages))
        self._telling: set[asyncio.Task[None]] = set()

    def count(self, what: str) -> None:
        """Count what was done or refused on the page."""
        self._counted.labels(what).inc()

    def _stored(self, match: Match) -> None:
        self.pages.tell(match.id, match.version)
        task = asyncio.create_task(self._sharding.tell_of_change(match))
        self._telling.add(task)
        task.add_done_callback(self._told)

    def _told(self, task: asyncio.Task[None]) -> None:
        self._telling.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("other processes weren't told of a change; their pages show it later: %s", error)

    @asynccontextmanager
    async def open(self, settings: Settings) -> AsyncIterator[None]:
        """Serve the page while this is entered, if the settings give it an address. Raises PortError."""
        if settings.web_url is None:
            yield
            return
        self.url = settings.web_url.rstrip("/")
        async with AsyncExitStack() as stack:
            self._changed.append(self._stored)
            stack.callback(self._changed.remove, self._stored)
            listening = asyncio.create_task(self._sharding.listen_to_changes(self.pages.tell))
            stack.push_async_callback(_ended, listening)
            stack.callback(self.pages.close)
            if settings.web_port is not None:
                await self._serve(stack, self.url, settings.web_host, settings.web_port)
            yield

    async def _serve(self, stack: AsyncExitStack, url: str, host: str, port: int) -> None:
        address = WebAddress(url)
        site = BoardSite(lambda: self.host, address, counted=self.count).application()
        if address.prefix:
            outer = web.Application()
            outer.add_subapp(address.prefix, site)
            site = outer
        runner = web.AppRunner(
            site, access_log=None, logger=_WIRE, keepalive_timeout=IDLE_FOR, shutdown_timeout=1.0
        )
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise PortError(host, port, error.strerror or type(error).__name__, "WEB_PORT") from None
        log.info("board: http://%s:%s, to the public %s", host, runner.addresses[0][1], url)


def open_board(app: App, settings: Settings) -> AbstractAsyncContextManager[None]:
    """Serve the page while the bot runs."""
    return app[WebBoard].open(settings)


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
