"""Errors that Discord answers with."""

from __future__ import annotations

from typing import Any, Final
from unittest.mock import Mock

import discord

JSON: Final = "application/json"


def answered(status: int, kind: str = JSON, **body: Any) -> discord.HTTPException:
    """The error for an answer of Discord's, or of something on the way."""
    response = Mock(status=status, reason="", headers={"Content-Type": kind})
    found = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return found(response, body or {"code": 0, "message": "no"})
