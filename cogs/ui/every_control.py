"""All controls there are, so that they can be registered once at start."""

from __future__ import annotations

from typing import Final

from cogs.ui import (
    controls,
    films,
    governing,
    leaderboards,
    lessons,
    looking,
    more,
    moving,
    notes,
    notices,
    preferences,
    profiles,
)
from cogs.ui.control import Button, Select

ALL: Final[tuple[type[Button] | type[Select], ...]] = (
    *controls.CONTROLS,
    *moving.CONTROLS,
    *looking.CONTROLS,
    *more.CONTROLS,
    *notes.CONTROLS,
    *notices.CONTROLS,
    *preferences.CONTROLS,
    *governing.CONTROLS,
    *leaderboards.CONTROLS,
    *films.CONTROLS,
    *lessons.CONTROLS,
    *profiles.CONTROLS,
)
