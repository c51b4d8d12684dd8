"""The studio, with a watch beside it."""

from __future__ import annotations

from typing import Any

from cogs.ops.metrics import Metrics
from imaging import Studio
from imaging.picture import Clip, Picture


class MeasuredStudio(Studio):
    """Draws what the studio draws, and tells how long it was waited for."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__()
        self._metrics = metrics

    async def board(self, *what: Any, **how: Any) -> Picture:
        with self._metrics.picture("board"):
            return await super().board(*what, **how)

    async def film(self, *what: Any, **how: Any) -> Clip:
        with self._metrics.picture("film"):
            return await super().film(*what, **how)

    async def rows(self, *what: Any, **how: Any) -> Picture:
        with self._metrics.picture("board"):
            return await super().rows(*what, **how)

    async def arrows(self, *what: Any, **how: Any) -> Picture:
        with self._metrics.picture("board"):
            return await super().arrows(*what, **how)

    async def coin(self, *what: Any) -> Picture:
        with self._metrics.picture("coin"):
            return await super().coin(*what)

    async def graph(self, *what: Any) -> Picture:
        with self._metrics.picture("graph"):
            return await super().graph(*what)

    async def chances(self, *what: Any) -> Picture:
        with self._metrics.picture("chances"):
            return await super().chances(*what)

    async def ladder(self, *what: Any) -> Picture:
        with self._metrics.picture("ranking"):
            return await super().ladder(*what)

    async def ranking(self, *what: Any) -> Picture:
        with self._metrics.picture("ranking"):
            return await super().ranking(*what)
