"""All controls there are, so that they can be registered once at start."""

from __future__ import annotations

from typing import Final

from cogs.ui import (
    controls,
    governing,
    helping,
    imports,
    leaderboards,
    lessons,
    live,
    looking,
    more,
    moving,
    notes,
    notices,
    past,
    preferences,
    privacy,
    profiles,
    records,
    touring,
    watching,
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
    *privacy.CONTROLS,
    *governing.CONTROLS,
    *leaderboards.CONTROLS,
    *lessons.CONTROLS,
    *profiles.CONTROLS,
    *records.CONTROLS,
    *imports.CONTROLS,
    *past.CONTROLS,
    *touring.CONTROLS,
    *helping.CONTROLS,
    *watching.CONTROLS,
    *live.CONTROLS,
)
