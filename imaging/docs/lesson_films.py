"""The little films of the rules, for the documentation: ``python -m imaging lessons docs/rules/films``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engines import GAMES
from imaging.docs.lesson import LESSON_HOLD, Lesson, lessons_of
from imaging.film.film import Film

WIDTH = 360
"""Pixels across these films, several of which stand on one page."""


def write(folder: Path) -> list[Path]:
    """Write a film for each lesson of each game, and a page that shows them; returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for key in GAMES:
        for lesson in lessons_of(key):
            path = folder / name_of(key, lesson)
            path.write_bytes(film_of(key, lesson).clip().content)
            written.append(path)
    page = folder / "README.md"
    page.write_text("\n".join(_page()), encoding="utf-8")
    return [*written, page]


def film_of(key: str, lesson: Lesson) -> Film:
    """The film of a lesson about a game."""
    return Film(lesson.diagrams(key), width=WIDTH, hold=LESSON_HOLD)


def name_of(key: str, lesson: Lesson) -> str:
    """The name of a film's file."""
    return f"{key}-{re.sub('[^a-z0-9]+', '-', lesson.title.lower())}.gif"


def _page() -> Iterator[str]:
    yield "# The rules as little films"
    yield ""
    yield "Each shows one rule; all of them are on the games' own pages. Made by `make gallery`."
    for key, game in GAMES.items():
        if not lessons_of(key):
            continue
        yield ""
        yield f"## [{game.name}](../{key.replace('-', '_')}.md)"
        for lesson in lessons_of(key):
            yield ""
            yield f"**{lesson.title}.** {lesson.sentence}"
            yield ""
            yield f"![{lesson.line}, played from a position of {game.name}]({name_of(key, lesson)})"
    yield ""
