"""Connections to Discord through an HTTP proxy.

discord.py takes one proxy for all that it opens. Here each address goes its own way: a REST proxy in one's
own network (``DISCORD_API_URL``) is reached directly, and the gateway behind a firewall is not.
"""

from __future__ import annotations

from typing import Any, Final

import aiohttp
import yarl

from settings import HttpsProxy

WRONG_PASSWORD: Final = 407
PASSWORD_ADVICE: Final = (
    "The proxy refused the bot (407). Put the right user and password into HTTPS_PROXY, as "
    "http://user:password@host:port, then start again."
)


class ProxyConnector(aiohttp.TCPConnector):
    """Opens connections through ``proxy`` where it is on the way. Made within the event loop."""

    def __init__(self, proxy: HttpsProxy) -> None:
        super().__init__(limit=0)  # as discord.py's own
        self._proxy = proxy
        self._auth = None if proxy.user is None else aiohttp.BasicAuth(proxy.user, proxy.password, "utf-8")

    async def connect(self, req: aiohttp.ClientRequest, *more: Any, **named: Any) -> Any:
        """Connect to where ``req`` goes."""
        if self._proxy.is_for(str(req.url)):
            req.update_proxy(yarl.URL(self._proxy.address), self._auth, None)
        return await super().connect(req, *more, **named)
