"""A simul in a hidden channel, where ids are forged."""

from __future__ import annotations

from typing import Final

from tests.cogs.forged import About
from tests.cogs.simuls.hosting import host

ADDED: Final = {"simul": About(("simul",), hidden=host)}
