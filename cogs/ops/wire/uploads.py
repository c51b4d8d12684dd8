"""Uploads in one piece: a card and its picture leave as one write to the socket.

aiohttp writes a form part by part: each boundary, each header, each field. That is nine system calls and
packets for a card, where one does. discord.py has no setting for it; what it hands over instead is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import aiohttp
import discord
from aiohttp.payload import BytesPayload
from discord.http import HTTPClient, Route

MOST: Final = 1_000_000
"""Bytes; a film may be larger, and is not copied: it goes as discord.py sends it."""


def send_whole(http: HTTPClient) -> None:
    """Have ``http`` send forms up to :data:`MOST` bytes in one piece."""
    request = http.request

    async def whole(
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **more: Any,
    ) -> Any:
        fields = list(form or ())
        body = await _body(fields) if fields else None
        if body is None:
            return await request(route, files=files, form=fields or None, **more)
        return await request(route, data=body, **more)

    http.request = whole  # type: ignore[method-assign]


async def _body(fields: Sequence[dict[str, Any]]) -> BytesPayload | None:
    """The form of these fields, written out, with the type that says where its parts end; None if large."""
    form = aiohttp.FormData(quote_fields=False)
    for field in fields:
        form.add_field(**field)
    writer = form()
    if writer.size is None or writer.size > MOST:
        return None
    return BytesPayload(await writer.as_bytes(), content_type=writer.content_type)
