"""The studio: one drawing for all who ask, off the event loop, and only so many kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from engines import Diagram
from imaging import (
    Picture,
    Studio,
    draw,
    draw_bracket,
    draw_coin,
    draw_crosstable,
    draw_graph,
    draw_ranking,
    draw_standings,
    studio,
)
from tests.imaging import positions, ratings, tournaments
from tests.imaging.compare import same
from tests.imaging.positions import by_hand, prawn


class Easel:
    """Stands in for the painter: counts, can be held, and remembers on which threads it drew."""

    def __init__(self) -> None:
        self.drawn: list[Diagram] = []
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.free = threading.Event()
        self.free.set()
        self.fails = False

    def draw(self, diagram: Diagram, *, theme: str, width: int) -> Picture:
        self.drawn.append(diagram)
        self.threads.add(threading.get_ident())
        self.begun.set()
        assert self.free.wait(timeout=60)
        if self.fails:
            raise RuntimeError("out of paint")
        return Picture(b"", width, width, diagram.alt)


@pytest.fixture
def easel(monkeypatch: pytest.MonkeyPatch) -> Easel:
    easel = Easel()
    monkeypatch.setattr(studio, "draw", easel.draw)
    return easel


@pytest.fixture
def atelier() -> Iterator[Studio]:
    studio = Studio(capacity=3)
    yield studio
    studio.close()


PODIUM = ratings.ranking((1, 2, 3))
DIAGRAMS = [by_hand(prawn(f"{file}1")) for file in "abcdefgh"]


async def test_it_draws_what_the_painter_draws(atelier: Studio) -> None:
    assert same(await atelier.board(positions.opening()), draw(positions.opening()))
    assert same(await atelier.coin("tails"), draw_coin("tails"))


async def test_graphs_and_rankings_are_drawn_once_too(atelier: Studio) -> None:
    graph, ranking = await atelier.graph(ratings.FIRST), await atelier.ranking(PODIUM)
    assert same(graph, draw_graph(ratings.FIRST))
    assert same(ranking, draw_ranking(PODIUM))
    assert await atelier.graph(replace(ratings.FIRST)) is graph
    assert await atelier.ranking(ratings.ranking((1, 2, 3))) is ranking


async def test_pictures_of_tournaments_are_drawn_once_too(atelier: Studio) -> None:
    table, cross = tournaments.standings((1, 2)), tournaments.crosstable(2)
    drawn = [
        await atelier.standings(table),
        await atelier.crosstable(cross),
        await atelier.bracket(tournaments.BRACKET),
    ]
    made = draw_standings(table), draw_crosstable(cross), draw_bracket(tournaments.BRACKET)
    assert all(map(same, drawn, made))
    assert await atelier.standings(tournaments.standings((1, 2))) is drawn[0]
    assert await atelier.crosstable(tournaments.crosstable(2)) is drawn[1]
    assert await atelier.bracket(replace(tournaments.BRACKET)) is drawn[2]


async def test_a_picture_is_drawn_once(atelier: Studio, easel: Easel) -> None:
    first = await atelier.board(DIAGRAMS[0])
    # Equal, not the same: what counts is what is shown.
    assert await atelier.board(by_hand(prawn("a1"))) is first
    assert len(easel.drawn) == 1


async def test_another_theme_is_another_picture(atelier: Studio) -> None:
    light, dark = [await atelier.board(positions.opening(), theme=key) for key in ("light-sea", "dark-sea")]
    assert same(light, draw(positions.opening()))
    assert same(dark, draw(positions.opening(), theme="dark-sea"))
    assert not same(light, dark)


async def test_a_theme_that_is_not_there_is_refused(atelier: Studio) -> None:
    with pytest.raises(KeyError):
        await atelier.board(positions.opening(), theme="lava")


async def test_all_who_ask_meanwhile_share_one_drawing(atelier: Studio, easel: Easel) -> None:
    pictures = await asyncio.gather(*(atelier.board(DIAGRAMS[0]) for _ in range(10)))
    assert len(easel.drawn) == 1
    assert all(picture is pictures[0] for picture in pictures)


async def test_it_draws_on_one_thread_that_is_not_the_loops(atelier: Studio, easel: Easel) -> None:
    await asyncio.gather(*map(atelier.board, DIAGRAMS))
    assert len(easel.threads) == 1
    assert threading.get_ident() not in easel.threads


async def test_the_loop_goes_on_while_a_picture_is_drawn(atelier: Studio, easel: Easel) -> None:
    easel.free.clear()
    drawing = asyncio.create_task(atelier.board(DIAGRAMS[0]))
    await asyncio.to_thread(easel.begun.wait)
    assert not drawing.done()
    easel.free.set()
    assert (await drawing).alt == DIAGRAMS[0].alt


async def test_only_so_many_pictures_are_kept(atelier: Studio, easel: Easel) -> None:
    for diagram in DIAGRAMS[:4]:
        await atelier.board(diagram)
    await atelier.board(DIAGRAMS[1])
    assert len(easel.drawn) == 4
    await atelier.board(DIAGRAMS[0])
    assert len(easel.drawn) == 5


async def test_the_picture_not_asked_for_longest_goes_first(atelier: Studio, easel: Easel) -> None:
    for diagram in (*DIAGRAMS[:3], DIAGRAMS[0], DIAGRAMS[3]):
        await atelier.board(diagram)
    await atelier.board(DIAGRAMS[0])
    assert len(easel.drawn) == 4
    await atelier.board(DIAGRAMS[1])
    assert len(easel.drawn) == 5


async def test_one_who_stops_waiting_does_not_stop_the_others(atelier: Studio, easel: Easel) -> None:
    easel.free.clear()
    impatient, patient = (asyncio.create_task(atelier.board(DIAGRAMS[0])) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    easel.free.set()
    assert (await patient).alt == DIAGRAMS[0].alt
    assert len(easel.drawn) == 1


async def test_a_drawing_nobody_waits_for_any_more_is_kept(atelier: Studio, easel: Easel) -> None:
    easel.free.clear()
    alone = asyncio.create_task(atelier.board(DIAGRAMS[0]))
    await asyncio.sleep(0)
    alone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await alone
    easel.free.set()
    await atelier.board(DIAGRAMS[1])
    await atelier.board(DIAGRAMS[0])
    assert len(easel.drawn) == 2


async def test_a_failure_reaches_all_who_wait_and_is_not_kept(atelier: Studio, easel: Easel) -> None:
    easel.fails = True
    failures = await asyncio.gather(*(atelier.board(DIAGRAMS[0]) for _ in range(2)), return_exceptions=True)
    assert [str(failure) for failure in failures] == ["out of paint"] * 2
    easel.fails = False
    assert (await atelier.board(DIAGRAMS[0])).alt == DIAGRAMS[0].alt


async def test_a_closed_studio_has_no_thread_and_draws_nothing(easel: Easel) -> None:
    studio = Studio()
    await studio.board(DIAGRAMS[0])
    studio.close()
    studio.close()
    assert not any(thread.ident in easel.threads and thread.is_alive() for thread in threading.enumerate())
    with pytest.raises(asyncio.CancelledError):
        await studio.board(DIAGRAMS[1])
    with pytest.raises(asyncio.CancelledError):
        await studio.film(DIAGRAMS)


async def test_nothing_waits_when_nothing_is_drawn(atelier: Studio, easel: Easel) -> None:
    await atelier.board(DIAGRAMS[0])
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_each_picture_is_observed_by_its_kind_drawn_before_or_not(easel: Easel) -> None:
    observed: list[str] = []

    @contextmanager
    def observe(kind: str) -> Iterator[None]:
        observed.append(kind)
        yield
        observed.append("there")

    with closing(Studio(observe=observe)) as watched:
        await watched.board(DIAGRAMS[0])
        await watched.board(DIAGRAMS[0])
        await watched.coin("heads")
        await watched.graph(ratings.FIRST)
        await watched.ranking(PODIUM)
        await watched.film(DIAGRAMS[:2], width=200)
    assert observed[::2] == ["board", "board", "coin", "graph", "ranking", "film"]
    assert set(observed[1::2]) == {"there"}
    assert len(easel.drawn) == 1
