"""Settings for the bots of tests: checked as a host's are, and of nothing but what a test gives."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

from cogs.config import Settings


def settings(**given: Any) -> Settings:
    """These settings and the defaults of all others, whatever this machine has set.

    Without the pieces' emojis: they would be uploaded at every start.
    """
    names = {name.upper() for name in Settings.model_fields}
    others = {name: value for name, value in os.environ.items() if name.upper() not in names}
    with mock.patch.dict(os.environ, others, clear=True):
        return Settings(**{"_env_file": None, "piece_emojis": False, **given})
