"""The contents of the page's requests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web

from matches import MatchId
from matches.lines import LineSpot
from web import texts

LARGEST: Final = 16 * 1024
"""The most bytes of a request's body."""
BODY_WITHIN: Final = 10.0
"""Seconds in which a body has to be there."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""A token of 256 bits."""
_DIGITS: Final = re.compile(r"[0-9]{1,10}", re.ASCII)


class PageError(Exception):
    """A request is answered with a sentence, and a ``status`` of HTTP."""

    def __init__(self, status: int, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.told = {"error": sentence, **more}


async def body_of(request: web.Request) -> Mapping[str, Any]:
    """The JSON object that a request holds. Raises PageError for anything else."""
    content = b""
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.content.iter_chunked(LARGEST):
                content += part
                if len(content) > LARGEST:
                    raise PageError(413, texts.UNREADABLE)
    except TimeoutError:
        raise PageError(408, texts.UNREADABLE) from None
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise PageError(400, texts.UNREADABLE)
    return found


async def token_in(request: web.Request) -> str:
    """The token of a link that a request holds. Raises PageError without one."""
    token = (await body_of(request)).get("token")
    if not isinstance(token, str) or not is_token(token):
        raise PageError(410, texts.LINK_GONE)
    return token


def is_token(text: str) -> bool:
    """True for what may be a token of a link or a cookie."""
    return _TOKEN.fullmatch(text) is not None


def match_in(request: web.Request) -> MatchId:
    """The number of the match in a request's path."""
    return MatchId(int(request.match_info["match"]))


def bottom_in(request: web.Request) -> str | None:
    """The side that is to be below, if the page asks for one."""
    return request.query.get("bottom")


def spot_in(sent: Mapping[str, Any]) -> LineSpot:
    """The spot of a tree in a body. Raises PageError without one."""
    return LineSpot(number_in(sent.get("node")), number_in(sent.get("ply")))


def number_in(given: Any, most: int = 1_000_000) -> int:
    """A number that a page sent, from 0 to ``most``. Raises PageError for anything else."""
    if isinstance(given, str) and _DIGITS.fullmatch(given):
        given = int(given)
    if type(given) is not int or not 0 <= given <= most:
        raise PageError(400, texts.UNREADABLE)
    return given


_BROWSERS: Final = (
    ("Firefox", "Firefox"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def browser_in(headers: Mapping[str, str]) -> str:
    """A browser as it describes itself, in a few words: ``Firefox on Android``."""
    said = headers.get("User-Agent", "")
    browser = next((name for mark, name in _BROWSERS if f"{mark}/" in said), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in said), "")
    return f"{browser} on {system}" if system else browser
