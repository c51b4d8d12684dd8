from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from tests.cogs.feature_fixtures import *  # noqa: F403
from tests.cogs.governing import an_admin
from tests.cogs.server import Server


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)
