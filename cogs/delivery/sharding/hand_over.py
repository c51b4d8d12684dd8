"""Asks the process that handles a server to show a match there."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from cogs.kit.errors import NotShownError
from cogs.text import texts
from matches import Match
from services import Services

log = logging.getLogger(__name__)

FIRST_LOOK: Final = 0.05
"""Seconds before the first check if it is shown; each wait is 1.5 times the one before."""


async def shown_elsewhere(services: Services, match: Match, seconds: float) -> Match:
    """``match`` once the process that handles its server has shown it; waits at most ``seconds``.

    Raises NotShownError if it takes longer. Nothing is lost: that process also finds such matches itself.
    """
    await services.sharding.call(match)
    end, pause = time.monotonic() + seconds, FIRST_LOOK
    while time.monotonic() < end:
        await asyncio.sleep(pause)
        pause *= 1.5
        present = await services.matches.load(match.id)
        if present.shown.version >= match.version:
            return present
    log.info("match=%s version=%s is left to the process of its server", match.id, match.version)
    raise NotShownError(match, texts.WHY_ELSEWHERE)
