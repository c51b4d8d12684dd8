"""The two sides and what there is of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core import Side

PREDATOR: Final = "predator"
PREY: Final = "prey"
SIDES: Final[tuple[Side, ...]] = (PREDATOR, PREY)
OTHER: Final[Mapping[Side, Side]] = {PREDATOR: PREY, PREY: PREDATOR}

PIECES: Final = 64
"""All pieces: what is not on the board is in the bank."""

EXTINCT_BELOW: Final = 2
"""With fewer prey than this, predator has won."""

LANDINGS_TO_WIN: Final = 2
HELPERS: Final = 2
"""The number of other prey that must be next to a predator that is captured."""
