"""Mentions of commands in what was sent, read as the code that the texts have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

MENTION: Final = re.compile(r"</([a-z0-9 _-]+):(\d+)>")


def as_code(said: str, ids: Mapping[str, int] | None = None) -> str:
    """A text with its mentions of commands as code; given the ``ids`` of commands, only the right ones."""

    def code(found: re.Match[str]) -> str:
        right = ids is None or ids.get(found[1].split(" ")[0]) == int(found[2])
        return f"`/{found[1]}`" if right else found[0]

    return MENTION.sub(code, said)
