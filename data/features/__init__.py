"""The rows of features: a module each, with its tables and their rules for erasure, export and checks.

A feature's operations and cards are in its folder of ``cogs``. If that is removed, its module here stays, so
that users' rows can still be exported and erased. No module here has operations that people ask for.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from data.features.rows import FeatureRows
from data.personal_rows import OF_CORE

FEATURES: Final[tuple[FeatureRows, ...]] = tuple(
    import_module(f"{__name__}.{found.name}").ROWS for found in iter_modules(__path__) if found.name != "rows"
)
"""Every feature with rows, by name."""
PERSONAL: Final = (*OF_CORE, *(rows for feature in FEATURES for rows in feature.personal))
"""Everything about a user, except entries in records that name them, and blocks by others."""
