"""The picture of a tournament's standings: a row an entrant, told in words too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from imaging import PlayerFace, StandingsPage, StandingsRow, draw_standings
from imaging.charts.colours import GROUNDS, paler
from imaging.charts.indexed_canvas import halves
from imaging.charts.parts import WIDTH
from imaging.charts.portraits import portrait
from imaging.picture import MOST_WORDS
from imaging.themes.theme import Theme
from tests.imaging.compare import distance, rgb, same
from tests.imaging.ratings import avatar
from tests.imaging.tournaments import face, standings
from tests.imaging.vision import contrast

TEN = standings((1, 2, 2, 4, 5, 6, 7, 8, 9, 10))

ROWS = st.builds(
    StandingsRow,
    rank=st.integers(1, 1000),
    face=st.builds(
        PlayerFace,
        st.one_of(st.none(), st.binary(max_size=40), st.just(avatar(3))),
        st.integers(0, 2**64 - 1),
    ),
    played=st.integers(0, 999),
    points=st.integers(0, 2000),
    ties=st.tuples(st.text(max_size=12)),
    shared=st.booleans(),
    left=st.booleans(),
    own=st.booleans(),
)


@cache
def drawn(page: StandingsPage) -> Image.Image:
    return rgb(draw_standings(page))


def test_standings_are_told_in_words() -> None:
    page = replace(TEN, rows=TEN.rows[:3], relegated=1)
    assert draw_standings(page).alt == (
        "Cannons and Crabs, Group B. 1: 7½ points, 9 played, SB 30, Bh 24½, promoted. =2: 7 points, "
        "9 played, SB 27¼, Bh 23½, promoted. =2: 5½ points, 9 played, SB 24½, Bh 22½, relegated."
    )
    last = replace(TEN, rows=TEN.rows[7:8], promoted=0, heads=("SB", "Bh"))
    assert draw_standings(last).alt.endswith(" 8: 1 point, 5 played, SB 9¾, Bh 17½, left.")


def test_standings_of_nobody_are_drawn() -> None:
    picture = draw_standings(StandingsPage("Prudh", "", ()))
    assert picture.alt == "Prudh. No entrants yet."
    assert rgb(picture).size == (WIDTH, picture.height)


def test_a_row_more_makes_it_higher() -> None:
    heights = [standings(range(1, last)).height for last in (2, 3, 4)]
    assert heights[2] - heights[1] == heights[1] - heights[0] > 0


def test_the_longest_page_fits_a_message() -> None:
    picture = draw_standings(TEN)
    assert picture.height < 1.4 * WIDTH
    assert len(picture.png) < 100_000


def test_the_same_page_gives_the_same_picture() -> None:
    picture = draw_standings(TEN)
    portrait.cache_clear()
    assert same(draw_standings(replace(TEN, rows=tuple(replace(row) for row in TEN.rows))), picture)


@settings(max_examples=5)
@given(
    st.lists(ROWS, max_size=10),
    st.text(max_size=60),
    st.integers(0, 10),
    st.booleans(),
)
def test_any_standings_are_drawn(rows: list[StandingsRow], group: str, promoted: int, finished: bool) -> None:
    ranks = sorted(row.rank for row in rows)
    rows = [replace(row, rank=rank) for row, rank in zip(rows, ranks, strict=True)]
    page = StandingsPage(
        "Prawns", group, tuple(rows), ("Buchholz",), min(promoted, len(rows)), finished=finished
    )
    picture = draw_standings(page)
    assert rgb(picture).size == (picture.width, picture.height) == (WIDTH, page.height)
    assert len(picture.alt) <= MOST_WORDS


@pytest.mark.parametrize(
    "changed",
    [
        {"shared": True},
        {"left": True},
        {"own": True},
        {"points": 14},
        {"played": 8},
        {"ties": ("30", "25")},
        {"face": face(5)},
    ],
    ids=str,
)
def test_what_is_told_of_an_entrant_is_seen(changed: dict[str, object]) -> None:
    page = standings((1,))
    row = replace(page.rows[0], **changed)  # type: ignore[arg-type]
    assert distance(drawn(page), drawn(replace(page, rows=(row,)))) > 0.02


@pytest.mark.parametrize(
    "changed", [{"promoted": 1}, {"promoted": 0, "relegated": 2}, {"finished": True}], ids=str
)
def test_what_follows_from_the_table_is_seen(changed: dict[str, int]) -> None:
    page = standings((1, 2, 3, 4))
    assert distance(drawn(page), drawn(replace(page, **changed))) > 0.1  # type: ignore[arg-type]


def test_each_row_that_goes_up_or_down_has_a_pointer() -> None:
    plain, pointed = (
        drawn(replace(standings((1, 2, 3, 4)), promoted=up, relegated=down)) for up, down in ((0, 0), (1, 2))
    )
    for at, there in enumerate((True, False, True, True)):
        box = 29, 153 + 72 * at + 10, 53, 153 + 72 * at + 62
        assert (distance(plain.crop(box), pointed.crop(box)) > 5) is there, at


def test_what_is_no_page_is_refused() -> None:
    rows = TEN.rows
    for wrong, why in (
        ({"rows": (*rows, replace(rows[9], rank=11))}, "10 rows at most"),
        ({"rows": rows[::-1]}, "ranks count from 1"),
        ({"rows": (replace(rows[0], rank=0),)}, "ranks count from 1"),
        ({"heads": ("SB",)}, "tie-breaks"),
        ({"heads": ("A", "B", "C")}, "tie-breaks"),
        ({"promoted": 8, "relegated": 3}, "promoted"),
        ({"promoted": -1}, "promoted"),
    ):
        with pytest.raises(ValueError, match=why):
            replace(TEN, **wrong)


def test_half_points_are_written_as_such() -> None:
    assert [halves(points) for points in (0, 1, 2, 3, 20, 21)] == ["0", "½", "1", "1½", "10", "10½"]


@pytest.mark.parametrize("ground", GROUNDS)
def test_everything_can_be_read_on_every_ground(ground: tuple[int, int, int]) -> None:
    full, pale = contrast(Theme.text, ground), contrast(paler(ground), ground)
    assert full >= 4.5
    assert pale >= 3
