from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from imaging import (
    THEMES,
    Ranked,
    Ranking,
    draw_bracket,
    draw_crosstable,
    draw_ladder,
    draw_ranking,
    draw_standings,
    writable,
)
from imaging.charts.colours import grounds_of, paler
from imaging.charts.parts import badge
from imaging.charts.podium import podium
from imaging.charts.portraits import portrait
from imaging.charts.ranking import row
from imaging.themes.catalog import theme_for
from tests.cases import case
from tests.imaging import ratings, tournaments
from tests.imaging.compare import decoded, distance, rgb, same
from tests.imaging.ratings import avatar, ranking
from tests.imaging.vision import contrast

TEN = ranking(range(1, 11))
SIDES = ("green", "blue")

PEOPLE = st.builds(
    Ranked,
    rank=st.integers(1, 120),
    rating=st.integers(0, 4000),
    provisional=st.booleans(),
    played=st.integers(0, 99_999).map("{} matches".format),
    avatar=st.one_of(st.none(), st.binary(max_size=40), st.just(avatar(3))),
    number=st.integers(0, 2**64 - 1),
    name=st.text(max_size=32).map(writable),
    moved=st.integers(-999, 999),
)


def test_a_ranking_is_told_in_words() -> None:
    rows = tuple(
        Ranked(rank, rating, provisional, "12 matches", None, rating)
        for rank, rating, provisional in ((1, 1720, False), (1, 1720, True), (3, 1688, True))
    )
    assert Ranking("Prudh", rows).alt == (
        "1. rating 1720; 1. rating 1720 (provisional); 3. rating 1688 (provisional)"
    )


@settings(max_examples=5)
@given(st.lists(PEOPLE, min_size=1, max_size=10))
def test_any_ranking_is_drawn(people: list[Ranked]) -> None:
    ranks, unsure = sorted(one.rank for one in people), sorted(one.provisional for one in people)
    placed = zip(people, ranks, unsure, strict=True)
    people = [replace(one, rank=rank, provisional=provisional) for one, rank, provisional in placed]
    shown = Ranking("Prawns", tuple(people), "provisional")
    picture = draw_ranking(shown)
    assert decoded(picture.png).size == (picture.width, picture.height) == (900, shown.height)
    assert picture.alt == shown.alt and picture.alt.count("; ") == len(people) - 1
    assert all(f"{one.rank}. " in picture.alt and f"rating {one.rating}" in picture.alt for one in people)


@pytest.mark.parametrize("ranks", [(), range(1, 12), (2, 1), (0, 1)])
def test_what_is_no_ranking_is_refused(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="rank"):
        ranking(ranks)


def test_every_row_below_the_podium_makes_the_picture_higher() -> None:
    heights = [ranking(range(1, count + 1)).height for count in (1, 2, 3, 4, 5)]
    assert heights[0] == heights[1] == heights[2]
    assert heights[4] - heights[3] == heights[3] - heights[2] > 0


def test_a_later_page_has_no_podium() -> None:
    assert not ranking((11, 12, 13)).podium
    assert ranking((11, 12, 13)).height < ranking((1, 2, 3)).height


@pytest.mark.parametrize("ranks", [(1, 1, 1), (1, 1, 3), (1, 2, 2)])
def test_equal_ranks_are_seen(ranks: tuple[int, ...]) -> None:
    usual, equal = (stood(*ranking(given, avatars=False).rows) for given in ((1, 2, 3), ranks))
    assert distance(usual, equal) > 1


def test_a_rating_that_says_little_yet_is_seen() -> None:
    for draw in (stood, listed):
        sure, unsure = (draw(replace(TEN.rows[0], provisional=provisional)) for provisional in (False, True))
        assert distance(sure, unsure) > 0.2


def test_ratings_of_all_kinds_are_read_on_all_grounds_in_all_themes() -> None:
    for key in THEMES:
        theme = theme_for(SIDES, key)
        for ground in (*grounds_of(theme), theme.pool_colour):
            with case(key, ground):
                pale = paler(ground, theme.text)
                assert contrast(theme.text, ground) > contrast(pale, ground) >= 4.5


def test_pictures_of_rankings_and_tables_are_in_their_theme() -> None:
    ladder_page = ratings.ladder(range(1, 4))
    for key in THEMES:
        made = (
            draw_ranking(replace(TEN, theme=key)),
            draw_ladder(replace(ladder_page, theme=key)),
            draw_bracket(replace(tournaments.BRACKET, theme=key)),
            draw_crosstable(replace(tournaments.crosstable(4), theme=key)),
            draw_standings(replace(tournaments.standings((1, 2, 3)), theme=key)),
        )
        for number, picture in enumerate(made):
            with case(key, number):
                image = rgb(picture)
                assert image.getpixel((1, 1)) == theme_for(SIDES, key).sand, "around it"
                assert len(image.getcolors(1 << 20) or ()) > 20


def test_a_name_stays_in_its_place() -> None:
    for draw, most in ((stood, 248), (listed, 560)):
        short, long = (draw(replace(TEN.rows[0], name=name)) for name in ("", "W" * 32))
        box = ImageChops.difference(short, long).getbbox()
        assert box is not None and box[2] - box[0] < most


@pytest.mark.parametrize(("sure", "on_podium"), [(0, 3), (1, 1), (2, 2), (3, 3), (4, 3), (5, 3)])
def test_a_line_parts_provisional_ratings_from_the_others(sure: int, on_podium: int) -> None:
    """None of them stands on the podium beside a sure one, and there is no line above nothing."""
    rows = tuple(replace(one, provisional=at >= sure) for at, one in enumerate(TEN.rows[:5]))
    shown = Ranking("Prawns", rows, "provisional")
    assert [one.rank for one in shown.podium] == list(range(1, on_podium + 1))
    assert shown.listed == rows[on_podium:]
    assert shown.line_at == (max(sure - 3, 0) if 0 < sure < 5 else None)
    lines = 1 if 0 < sure < 5 else 0
    assert shown.height == 584 + (5 - on_podium) * 90 + lines * 54


def test_a_provisional_rating_above_a_sure_one_is_refused() -> None:
    rows = tuple(replace(one, provisional=at == 0) for at, one in enumerate(TEN.rows[:2]))
    with pytest.raises(ValueError, match="provisional"):
        Ranking("Prawns", rows, "provisional")


def test_the_medals_differ_without_colour_on_a_small_screen() -> None:
    forms = [badge(rank, 84).getchannel("A").resize((28, 28)) for rank in (1, 2, 3)]
    assert distance(forms[0], forms[1]) > 4
    assert distance(forms[1], forms[2]) > 4


def test_the_same_ranking_gives_the_same_picture() -> None:
    picture = draw_ranking(TEN)
    portrait.cache_clear()
    assert same(draw_ranking(replace(TEN, rows=tuple(replace(one) for one in TEN.rows))), picture)


def test_even_the_most_colourful_avatars_make_no_large_file() -> None:
    noise = random.Random(7)
    rows = tuple(replace(one, avatar=loud(noise)) for one in TEN.rows)
    assert len(draw_ranking(replace(TEN, rows=rows)).png) <= 135_000


def stood(*people: Ranked) -> Image.Image:
    """People on a podium."""
    return podium(people, 872, theme_for(SIDES)).convert("RGB")


def listed(one: Ranked) -> Image.Image:
    """A row below the podium."""
    return row(one, theme_for(SIDES)).convert("RGB")


def loud(noise: random.Random) -> bytes:
    """An avatar every pixel of which has a colour of its own."""
    file = io.BytesIO()
    Image.frombytes("RGB", (144, 144), noise.randbytes(144 * 144 * 3)).save(file, "PNG", compress_level=1)
    return file.getvalue()
