"""The asynchronous front: pictures are drawn on a thread of their own and cached for a while.

One thread is enough: slow drawing releases the interpreter's lock, and a second thread would only compete for
it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial

from cachetools import LRUCache
from cachetools.keys import hashkey

from engines import Diagram, Piece, Side
from imaging.board.coin import CoinSide, draw_coin
from imaging.board.painter import GROUND_MARKS, WIDTH, draw
from imaging.board.parts import draw_ground, draw_piece
from imaging.charts.bracket import BracketPage, draw_bracket
from imaging.charts.chances import Chances, draw_chances
from imaging.charts.crosstable import CrosstablePage, draw_crosstable
from imaging.charts.graph import Graph, draw_graph
from imaging.charts.ranking import LadderPage, Ranking, draw_ladder, draw_ranking
from imaging.charts.standings import StandingsPage, draw_standings
from imaging.explained import Arrow, draw_arrows, draw_rows
from imaging.film import FILM_WIDTH, HOLD, Film, FilmRenderer
from imaging.picture import Clip, Picture
from imaging.several_boards import Named, draw_glimpses, draw_shelf
from imaging.themes.catalog import DEFAULT_THEME


class Studio:
    """Draws pictures off the event loop. Made for one loop; :meth:`close` it when done.

    ``capacity`` is the number of cached pictures (about 50,000 bytes each), ``width`` that of a board in
    pixels. ``observe`` is called with the kind of a picture, and entered while a caller waits for it.
    """

    def __init__(
        self,
        *,
        capacity: int = 256,
        width: int = WIDTH,
        observe: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._width = width
        self._observe = observe
        self._kept: LRUCache[Hashable, Picture] = LRUCache(capacity)
        self._drawing: dict[Hashable, asyncio.Future[Picture]] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="studio")
        self._projector = FilmRenderer(self._worker)
        self._closed = False

    async def board(
        self, diagram: Diagram, *, theme: str = DEFAULT_THEME, width: int | None = None
    ) -> Picture:
        """The picture of a position, ``width`` pixels wide if that is given.

        Raises KeyError for a theme that is not in :data:`imaging.THEMES`.
        """
        across = width or self._width
        return await self._picture(
            "board", (diagram, theme, across), partial(draw, diagram, theme=theme, width=across)
        )

    async def ground(self, diagram: Diagram, *, theme: str = DEFAULT_THEME) -> Picture:
        """The empty board of a position; see :func:`imaging.board.parts.draw_ground`. Raises KeyError."""
        ground = tuple(mark for mark in diagram.marks if mark.kind in GROUND_MARKS)
        bare = replace(diagram, pieces=(), marks=ground, hands=(), alt="", number=0)
        return await self._picture("part", ("ground", bare, theme), partial(draw_ground, bare, theme=theme))

    async def piece(
        self, game: str, sides: tuple[Side, ...], piece: Piece, *, theme: str = DEFAULT_THEME
    ) -> Picture:
        """A piece by itself; see :func:`imaging.board.parts.draw_piece`. Raises KeyError."""
        drawing = partial(draw_piece, game, sides, piece, theme=theme)
        return await self._picture("part", ("piece", game, sides, replace(piece, at=""), theme), drawing)

    async def film(
        self,
        diagrams: Sequence[Diagram] | Callable[[], Sequence[Diagram]],
        *,
        theme: str = DEFAULT_THEME,
        width: int = FILM_WIDTH,
        hold: int = HOLD,
    ) -> Clip:
        """The film of a match, ``width`` pixels wide unless it would be too large a file; see :class:`Film`.

        One is made at a time, and boards are drawn in between. A function that gives the diagrams is
        called off the event loop, where those of a long match belong. Raises ValueError where they are not
        of one board, KeyError for a theme that is not in :data:`imaging.THEMES`.
        """

        def planned() -> Film:
            shown = diagrams() if callable(diagrams) else diagrams
            return Film(tuple(shown), theme, width, hold)

        with self._observe("film"):
            return await self._projector.clip(planned)

    async def rows(self, diagram: Diagram, rows: int, *, theme: str = DEFAULT_THEME) -> Picture:
        """The picture of the rows next to the side at the bottom. Raises KeyError as :meth:`board` does."""
        return await self._picture(
            "board",
            ("rows", diagram, rows, theme),
            partial(draw_rows, diagram, rows, theme=theme, width=self._width),
        )

    async def arrows(
        self, diagram: Diagram, arrows: tuple[Arrow, ...], *, theme: str = DEFAULT_THEME, width: int
    ) -> Picture:
        """The picture of a position with arrows. Raises KeyError as :meth:`board` does."""
        return await self._picture(
            "board",
            ("arrows", diagram, arrows, theme, width),
            partial(draw_arrows, diagram, arrows, theme=theme, width=width),
        )

    async def shelf(self, boards: tuple[Named, ...], *, theme: str = DEFAULT_THEME) -> Picture:
        """The picture of several games, a board of each. Raises KeyError as :meth:`board` does."""
        return await self._picture(
            "board", ("shelf", boards, theme), partial(draw_shelf, boards, theme=theme)
        )

    async def glimpses(self, boards: tuple[Named, ...], *, theme: str = DEFAULT_THEME) -> Picture:
        """The picture of a part of each board, in one row. Raises KeyError as :meth:`board` does."""
        return await self._picture(
            "board", ("glimpses", boards, theme), partial(draw_glimpses, boards, theme=theme)
        )

    async def coin(self, face: CoinSide) -> Picture:
        """The picture of a tossed coin."""
        return await self._picture("coin", face, partial(draw_coin, face))

    async def graph(self, graph: Graph) -> Picture:
        """The picture of a rating's graph."""
        return await self._picture("graph", graph, partial(draw_graph, graph))

    async def chances(self, chances: Chances) -> Picture:
        """The picture of the chances in a match. Raises KeyError as :meth:`board` does."""
        return await self._picture("chances", chances, partial(draw_chances, chances))

    async def ranking(self, ranking: Ranking) -> Picture:
        """The picture of a game's ranking."""
        return await self._picture("ranking", ranking, partial(draw_ranking, ranking))

    async def ladder(self, page: LadderPage) -> Picture:
        """The picture of a page of a ladder."""
        return await self._picture("ranking", page, partial(draw_ladder, page))

    async def standings(self, page: StandingsPage) -> Picture:
        """The picture of a page of a tournament's standings."""
        return await self._picture("standings", page, partial(draw_standings, page))

    async def crosstable(self, page: CrosstablePage) -> Picture:
        """The picture of a group's crosstable."""
        return await self._picture("crosstable", page, partial(draw_crosstable, page))

    async def bracket(self, page: BracketPage) -> Picture:
        """The picture of a part of a knockout's bracket."""
        return await self._picture("bracket", page, partial(draw_bracket, page))

    def close(self) -> None:
        """Finish what is being drawn, drop what is waiting, and end the thread.

        Callers that still wait for a picture, or ask later, are cancelled.
        """
        self._projector.close()
        self._closed = True
        self._worker.shutdown(wait=True, cancel_futures=True)

    async def _picture(self, kind: str, key: Hashable, make: Callable[[], Picture]) -> Picture:
        key = hashkey(key)  # hashed once: a diagram's hash is that of all of its pieces
        with self._observe(kind):
            return self._kept.get(key) or await self._drawn(key, make)

    async def _drawn(self, key: Hashable, make: Callable[[], Picture]) -> Picture:
        if self._closed:
            raise asyncio.CancelledError("the studio is closed")
        drawing = self._drawing.get(key)
        if drawing is None:
            drawing = asyncio.get_running_loop().run_in_executor(self._worker, make)
            self._drawing[key] = drawing
            drawing.add_done_callback(partial(self._keep, key))
        # A caller that stops waiting must not stop the drawing: others may be waiting for the same picture.
        return await asyncio.shield(drawing)

    def _keep(self, key: Hashable, drawing: asyncio.Future[Picture]) -> None:
        del self._drawing[key]
        # Reading the exception also marks it as retrieved for asyncio, in case no caller is waiting.
        if drawing.cancelled() or drawing.exception() is not None:
            return
        self._kept[key] = drawing.result()
