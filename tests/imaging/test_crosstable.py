"""The picture of a group's crosstable: every entrant against every other, told in words too."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from imaging import CrossCell, CrossMark, CrosstablePage, draw_crosstable
from imaging.charts.parts import PAD, WIDTH
from imaging.picture import MOST_WORDS
from imaging.themes.theme import Theme
from tests.imaging.compare import distance, rgb, same
from tests.imaging.tournaments import crosstable


def two(mark: CrossMark, facing: CrossMark, *, annulled: bool = False) -> CrosstablePage:
    """A group of two with one game."""
    first, second = crosstable(2).rows
    cells = CrossCell(mark, annulled), CrossCell(facing, annulled)
    return CrosstablePage(
        "Prudh", "", (replace(first, cells=(None, cells[0])), replace(second, cells=(cells[1], None)))
    )


def test_a_crosstable_is_told_in_words() -> None:
    assert draw_crosstable(crosstable(4, left=3)).alt == (
        "Prudh, Group B. 1: 7½ points; forfeited against 2; still to meet 3; annulled: won by forfeit "
        "against 4. 2: 7 points; lost to 3; won by forfeit against 1; annulled: undecided with 4. "
        "3: 6½ points; beat 2; still to meet 1; annulled: beat 4. 4: 6 points; left; annulled: lost to 3; "
        "annulled: forfeited against 1; annulled: undecided with 2."
    )


def test_games_of_a_kind_are_told_together() -> None:
    first, *others = crosstable(4).rows
    won = CrossCell(CrossMark.WIN)
    page = CrosstablePage("Prudh", "", (replace(first, cells=(None, won, won, won)), *others))
    assert "1: 7½ points; beat 2, 3 and 4." in draw_crosstable(page).alt


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("count", range(11))
def test_a_group_of_any_size_is_drawn(count: int) -> None:
    picture = draw_crosstable(crosstable(count))
    assert rgb(picture).size == (WIDTH, picture.height)
    assert picture.height < 1.4 * WIDTH
    assert len(picture.png) < 100_000
    assert len(picture.alt) <= MOST_WORDS
    assert all(f" {number + 1}: " in picture.alt for number in range(count))
    assert same(picture, draw_crosstable(crosstable(count)))


def test_each_game_is_told_once_where_twice_would_be_too_long() -> None:
    page = crosstable(10)
    rows = tuple(replace(row, number=row.number + 1_000_000) for row in page.rows)
    heading, first, *others = replace(page, rows=rows).sentences()
    assert heading == "Prudh, Group B."
    assert all(str(row.number) in first for row in rows)
    assert "1000001" not in " ".join(others)


def test_every_mark_is_seen() -> None:
    drawn = {mark: rgb(draw_crosstable(two(mark, mark))) for mark in CrossMark}
    for (mark, one), (other, another) in combinations(drawn.items(), 2):
        assert one.size != another.size or distance(one, another) > 0.05, (mark, other)


def test_annulled_games_are_seen() -> None:
    counts = rgb(draw_crosstable(two(CrossMark.WIN, CrossMark.LOSS)))
    annulled = rgb(draw_crosstable(two(CrossMark.WIN, CrossMark.LOSS, annulled=True)))
    assert annulled.height > counts.height


def test_the_legend_of_all_marks_has_room() -> None:
    picture = rgb(draw_crosstable(crosstable(10, left=4)))
    margin = picture.crop((WIDTH - PAD, picture.height - 60, WIDTH, picture.height))
    assert margin.getcolors() == [(margin.width * margin.height, Theme.sand)]


def test_what_is_no_crosstable_is_refused() -> None:
    rows = crosstable(3).rows
    for wrong, why in (
        (crosstable(10).rows + crosstable(1).rows, "10 entrants at most"),
        ((*rows[:2], replace(rows[2], number=1)), "one number"),
        (rows[:2], "a cell for every entrant"),
        ((rows[1], rows[0], rows[2]), "a cell for every entrant"),
    ):
        with pytest.raises(ValueError, match=why):
            CrosstablePage("Prudh", "", wrong)


def test_names_stand_beside_the_faces() -> None:
    page = crosstable(10)
    named = replace(
        page,
        rows=tuple(
            replace(row, face=replace(row.face, name=f"Entrant number {row.number}")) for row in page.rows
        ),
    )
    drawn = draw_crosstable(named)
    assert drawn.alt.startswith("Prudh, Group B. 1, Entrant number 1: 7½ points; ")
    assert rgb(drawn).size == rgb(draw_crosstable(page)).size
    assert distance(rgb(drawn), rgb(draw_crosstable(page))) > 0.5
