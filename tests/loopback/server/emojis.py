"""The emojis of the bot's application: listed, and uploaded within Discord's limits."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final

from tests.loopback.server import payloads
from tests.loopback.server.entities import User
from tests.loopback.server.refusals import bad_form, refusal
from tests.loopback.server.world import World

MOST: Final = 2000
LARGEST: Final = 256 * 1024
_NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
_PNG: Final = "data:image/png;base64,"


def payload(emoji_id: int, name: str, by: User) -> dict[str, Any]:
    """An emoji as Discord tells of it."""
    return {
        "id": str(emoji_id),
        "name": name,
        "roles": [],
        "user": payloads.user(by),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def create(world: World, given: dict[str, Any]) -> dict[str, Any]:
    """Upload one. Refuses a name or file that Discord does not take, and one too many."""
    name, image = _free_name(world, given), str(given.get("image", ""))
    if not image.startswith(_PNG) or not 0 < len(_bytes(image)) <= LARGEST:
        raise bad_form("image", "IMAGE_INVALID", "Invalid image")
    if len(world.emojis) >= MOST:
        raise refusal(30008)
    made = payload(world.new_id(), name, world.bot)
    world.emojis.append(made)
    return made


def rename(world: World, emoji_id: str, given: dict[str, Any]) -> dict[str, Any]:
    """Give one another name. Refuses one that is gone, and a name that Discord does not take."""
    found = next((one for one in world.emojis if one["id"] == emoji_id), None)
    if found is None:
        raise refusal(10014)
    found["name"] = _free_name(world, given)
    return found


def _free_name(world: World, given: dict[str, Any]) -> str:
    name = str(given.get("name", ""))
    if not _NAME.fullmatch(name):
        raise bad_form("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if name in (emoji["name"] for emoji in world.emojis):
        raise bad_form("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with this name exists")
    return name


def _bytes(image: str) -> bytes:
    try:
        return base64.b64decode(image.removeprefix(_PNG), validate=True)
    except binascii.Error:
        return b""
