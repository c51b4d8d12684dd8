"""Pictures and films: :class:`engines.Diagram` objects go in, files with their alt texts come out.

:func:`draw`, :func:`draw_coin` and :class:`Film` are pure and synchronous; :class:`Studio` is the way to them
from an event loop. :data:`THEMES` are the looks to choose from, :func:`lessons_of` the contents of films of a
game's rules, :func:`rules_start_of` the start of its match. Nothing here knows Discord, people or clocks.

A board of squares and one of hexes differ in the outline of a cell, in how the rows are laid out and in the
coast (``board/squares.py``, ``board/hexes.py``); ground, marks, pieces and strips are drawn alike on both.

How a board is made: what does not change while playing (the *ground*) and every piece on every kind of cell
(the *tiles*) are drawn once, large, reduced, and brought to a fixed palette of at most 63 colours. A picture
is then a *scene*: a ground, and tiles that lie on it. It is put together and compressed in bands of rows,
which are cached, so that a position costs little more than its changes. A film holds only the changed tiles,
each compressed once.

To look at a position: ``python -m tools.draw prawns board.png "POSITION TEXT" --theme wood``. The golden
pictures, including the README's, are rewritten by ``python -m tests.imaging.golden``; docs/gallery,
docs/rules/starts and docs/rules/films by ``make gallery``.
"""

from __future__ import annotations

from imaging.board.coin import CoinSide, draw_coin
from imaging.board.emblems import Emblem, emblems
from imaging.board.painter import WIDTH, draw
from imaging.charts.bracket import BracketPage, BracketRound, BracketSlot, BracketTie, Vacancy, draw_bracket
from imaging.charts.chances import Chances, draw_chances
from imaging.charts.crosstable import CrossCell, CrossMark, CrosstablePage, CrosstableRow, draw_crosstable
from imaging.charts.graph import Graph, draw_graph
from imaging.charts.portraits import PlayerFace
from imaging.charts.ranked import Ranked
from imaging.charts.ranking import LadderPage, Ranking, draw_ladder, draw_ranking
from imaging.charts.standings import StandingsPage, StandingsRow, draw_standings
from imaging.docs.pages import (
    LESSON_HOLD,
    START_WIDTH,
    Lesson,
    RulesStart,
    draw_rules_start,
    lessons_of,
    moment_of,
    rules_start_of,
)
from imaging.draw.canvas import writable
from imaging.film import FILM_WIDTH, Film
from imaging.picture import Clip, Picture
from imaging.studio import Studio
from imaging.themes.catalog import DEFAULT_THEME, THEMES
from imaging.themes.theme import ThemeInfo

__all__ = [
    "DEFAULT_THEME",
    "FILM_WIDTH",
    "LESSON_HOLD",
    "START_WIDTH",
    "THEMES",
    "WIDTH",
    "BracketPage",
    "BracketRound",
    "BracketSlot",
    "BracketTie",
    "Chances",
    "Clip",
    "CoinSide",
    "CrossCell",
    "CrossMark",
    "CrosstablePage",
    "CrosstableRow",
    "Emblem",
    "Film",
    "Graph",
    "LadderPage",
    "Lesson",
    "Picture",
    "PlayerFace",
    "Ranked",
    "Ranking",
    "RulesStart",
    "StandingsPage",
    "StandingsRow",
    "Studio",
    "ThemeInfo",
    "Vacancy",
    "draw",
    "draw_bracket",
    "draw_chances",
    "draw_coin",
    "draw_crosstable",
    "draw_graph",
    "draw_ladder",
    "draw_ranking",
    "draw_rules_start",
    "draw_standings",
    "emblems",
    "lessons_of",
    "moment_of",
    "rules_start_of",
    "writable",
]
