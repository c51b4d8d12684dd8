"""The row of tournaments that pair in a thread."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from cogs.tournaments import FEATURE
from cogs.tournaments.service import Tournaments
from tests.cogs.tournaments.pairing import paired_here

HERE: Final = partial(Tournaments, pair_up=paired_here)
OPERATIONS: Final = tuple(HERE if one is Tournaments else one for one in FEATURE.operations)
ADDED: Final = {"tournaments": replace(FEATURE, operations=OPERATIONS)}
