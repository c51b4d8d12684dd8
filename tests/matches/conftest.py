from __future__ import annotations

import pytest

from tests.matches.table import Table


@pytest.fixture
def table() -> Table:
    """An empty table."""
    return Table()
