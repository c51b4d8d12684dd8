"""Films from an event loop: one at a time, kept, and never in the way of boards."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from engines import Diagram
from imaging import Film, Studio, draw, film
from tests.imaging import positions
from tests.imaging.compare import same
from tests.imaging.matches import match

WIDTH = 200


@pytest.fixture
def atelier() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Film]:
    """The films that were developed."""
    films: list[Film] = []
    develop = film.Film.develop

    def noted(self: Film) -> object:
        films.append(self)
        return develop(self)

    monkeypatch.setattr(film.Film, "develop", noted)
    return films


async def test_it_makes_the_film_that_is_asked_for(atelier: Studio) -> None:
    diagrams = match("prudh", 20)
    clip = await atelier.film(diagrams, theme="wood", width=WIDTH)
    assert clip == Film(diagrams, "wood", WIDTH).clip()


async def test_diagrams_can_be_made_off_the_loop(atelier: Studio) -> None:
    threads = set()

    def diagrams() -> Sequence[Diagram]:
        threads.add(threading.get_ident())
        return match("prudh", 5)

    assert (await atelier.film(diagrams, width=WIDTH)).frames == 6
    assert len(threads) == 1 and threading.get_ident() not in threads


async def test_what_goes_wrong_off_the_loop_is_told(atelier: Studio) -> None:
    with pytest.raises(ValueError, match="one board"):
        await atelier.film((), width=WIDTH)
    with pytest.raises(ZeroDivisionError):
        await atelier.film(lambda: [match("prudh", 1)[1 // 0]], width=WIDTH)


async def test_a_film_is_made_once_whoever_asks(atelier: Studio, made: list[Film]) -> None:
    diagrams = match("prudh", 5)
    clips = await asyncio.gather(*(atelier.film(list(diagrams), width=WIDTH) for _ in range(3)))
    assert len(made) == 1
    assert clips[0] == clips[1] == clips[2]


async def test_boards_are_drawn_while_a_film_is_made(atelier: Studio) -> None:
    filming = asyncio.create_task(atelier.film(match("predation", 60), width=640))
    await asyncio.sleep(0)
    assert same(await atelier.board(positions.opening()), draw(positions.opening()))
    assert not filming.done()
    await filming


async def test_one_who_stops_waiting_leaves_the_way_free(atelier: Studio) -> None:
    impatient = asyncio.create_task(atelier.film(match("predation", 60), width=WIDTH))
    await asyncio.sleep(0)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert (await atelier.film(match("prudh", 3), width=WIDTH)).frames == 4


async def test_a_failure_is_told_and_not_kept(atelier: Studio) -> None:
    for _ in range(2):
        with pytest.raises(KeyError):
            await atelier.film(match("prudh", 3), theme="lava", width=WIDTH)
    assert (await atelier.film(match("prudh", 3), width=WIDTH)).frames == 4


@pytest.mark.parametrize("counted", ["as large as they are", "as large as the least"])
async def test_only_so_many_bytes_are_kept(
    made: list[Film], monkeypatch: pytest.MonkeyPatch, counted: str
) -> None:
    first, second = match("prudh", 3), match("pjawns", 3)
    sizes = [len(Film(diagrams, width=WIDTH).clip().content) for diagrams in (first, second)]
    made.clear()
    least = 1 if counted == "as large as they are" else max(sizes)
    monkeypatch.setattr(film, "_LEAST_BYTES", least)
    monkeypatch.setattr(film, "MOST_BYTES", sum(sizes) - 1 if least == 1 else 2 * least - 1)
    with closing(Studio()) as atelier:
        for diagrams in (first, second, second, first):
            await atelier.film(diagrams, width=WIDTH)
    assert [one.diagrams for one in made] == [first, second, first]
