"""People for the stories of what is delivered."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from tests.cogs.governing import an_admin
from tests.cogs.named import named_pair
from tests.cogs.server import Server


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)


@pytest.fixture
def pair(server: Server) -> Server:
    """A server in which Ada and Ben play."""
    return named_pair(server)
