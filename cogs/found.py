"""Finds the features: each folder of ``cogs`` with a row. bot.py hands them to the bot; nothing else asks."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Final

import cogs
from cogs.kit.feature import Feature

CORE: Final = frozenset({"connection", "delivery", "hosting", "kit", "panels", "text"})
"""The folders that every feature needs."""


@cache
def features() -> Mapping[str, Feature]:
    """The row of each feature, by the name of its folder; looked for once."""
    folders = (found.name for found in pkgutil.iter_modules(cogs.__path__) if found.ispkg)
    return {name: import_module(f"{cogs.__name__}.{name}").FEATURE for name in folders if name not in CORE}
