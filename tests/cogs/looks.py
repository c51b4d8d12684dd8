"""What boards look like, seen in their pictures."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from imaging import THEMES
from tests.cogs.own_settings import settings
from tests.cogs.server import Server, ids


async def around(message: Any) -> tuple[int, ...]:
    """The colour around the board in the picture of a message."""
    with Image.open(io.BytesIO(await message.attachments[0].read())) as image:
        return tuple(image.convert("RGB").getpixel((1, 1)))  # type: ignore[arg-type]


def sand(key: str) -> tuple[int, ...]:
    """The same in a theme."""
    return THEMES[key].theme(("white", "black")).sand


async def choose(server: Server, value: str) -> Any:
    """The challenger chooses a look in their settings."""
    panel = await settings(server, server.challenger, "look")
    (menu,) = ids(panel, "theme:")
    await server.challenger.select(panel, [value], custom_id=menu)
    return panel
