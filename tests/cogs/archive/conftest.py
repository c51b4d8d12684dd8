from __future__ import annotations

import pytest

from cogs.archive.service import Archive
from data import Database
from tests.cogs.feature_fixtures import *  # noqa: F403
from tests.matches.table import Table


@pytest.fixture
def archives(store: Database) -> Archive:
    """The archives of a database of each kind."""
    return Archive(Table(store).services.core)
