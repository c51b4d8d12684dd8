from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.matches.table import Table
from tests.store import close_all


@pytest.fixture
def table() -> Table:
    """An empty table."""
    return Table()


@pytest_asyncio.fixture(autouse=True)
async def _stores_are_closed() -> AsyncIterator[None]:
    yield
    await close_all()
