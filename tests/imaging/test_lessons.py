"""The little films of the rules: they are legal, they show their rule, and are kept."""

from __future__ import annotations

import pkgutil
from dataclasses import replace
from pathlib import Path

import pytest

from engines import GAMES
from imaging import Lesson, lessons_of
from imaging.docs import games
from tests.imaging.compare import frames
from tools import gallery

KEPT = Path(__file__).parents[2] / "docs" / "rules" / "films"
MOST_BYTES = 60_000

LESSONS = [(key, lesson) for key in GAMES for lesson in lessons_of(key)]


def name(value: str | Lesson) -> str:
    return value if isinstance(value, str) else value.title


def test_lessons_are_about_games_and_have_titles_of_their_own() -> None:
    modules = {found.name for found in pkgutil.iter_modules(games.__path__)}
    assert modules <= {key.replace("-", "_") for key in GAMES}
    for key in GAMES:
        titles = [lesson.title for lesson in lessons_of(key)]
        assert len(titles) == len(set(titles))
    assert len({key for key, _ in LESSONS}) >= 5
    assert lessons_of("a-game-nobody-knows") == ()


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=name)
def test_a_lesson_is_played_by_the_rules(key: str, lesson: Lesson) -> None:
    position = GAMES[key].from_text(lesson.before, lesson.options)
    assert position.to_text() == lesson.before
    for action in position.parse_line(lesson.line):
        position = position.play(action)
    first, *_, last = lesson.diagrams(key)
    assert not any(mark.kind.startswith("last") for mark in first.marks)
    assert last.pieces == position.diagram().pieces != first.pieces
    assert any(mark.kind == "last-to" for mark in last.marks)
    marked = any(mark.kind == "target" for diagram in lesson.diagrams(key) for mark in diagram.marks)
    assert lesson.targets or not marked
    assert {diagram.bottom for diagram in lesson.diagrams(key)} == {GAMES[key].sides[0]}
    assert lesson.sentence.endswith(".") and len(lesson.sentence) <= 110


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=name)
def test_the_kept_film_is_up_to_date(key: str, lesson: Lesson) -> None:
    """What is seen counts, not bytes: these may differ with another version of Pillow."""
    path = KEPT / gallery.film_name(key, lesson)
    assert path.exists(), "write it with: make gallery"
    assert path.stat().st_size <= MOST_BYTES
    drawn = gallery.film_of(key, lesson).clip()
    kept = replace(drawn, content=path.read_bytes())
    # Outside of the assertion: telling what differs in millions of pixels takes minutes.
    is_same = kept == drawn or frames(kept) == frames(drawn)
    assert is_same, "rewrite with: make gallery"


@pytest.mark.parametrize(("key", "lesson"), LESSONS, ids=name)
def test_the_rules_page_of_the_game_shows_it(key: str, lesson: Lesson) -> None:
    page = (KEPT.parent / f"{key.replace('-', '_')}.md").read_text(encoding="utf-8")
    shown = f"![{lesson.title}: {lesson.sentence}](films/{gallery.film_name(key, lesson)})"
    assert shown in page


def test_no_film_is_left_over(tmp_path: Path) -> None:
    written = {path.name for path in gallery.write_films(tmp_path)}
    assert {path.name for path in KEPT.iterdir()} == written
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert page == (KEPT / "README.md").read_text(encoding="utf-8"), "rewrite with: make gallery"
    assert all(f"({name})" in page for name in written - {"README.md"})
