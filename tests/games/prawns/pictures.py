"""The golden pictures of Prawns: see ``tests/imaging/golden.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import Diagram
from tests.imaging import positions

PICTURES: Mapping[str, Callable[[], Diagram]] = {
    "opening": positions.opening,
    "middle": positions.middle,
    "choosing": lambda: positions.middle(chosen=("d4",)),
    "ending": positions.ending,
}
