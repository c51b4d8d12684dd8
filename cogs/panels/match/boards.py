"""Diagrams of matches, and the theme they are drawn in."""

from __future__ import annotations

from dataclasses import replace

from cogs.text import texts
from engines import Diagram, Side
from engines.record import History
from imaging import DEFAULT_THEME, THEMES
from matches.model import Result


def diagram_at(history: History, ply: int, result: Result | None, *, bottom: Side | None = None) -> Diagram:
    """The diagram of a match after ``ply`` actions, seen from ``bottom`` or from the side to act there.

    If the match ended outside the game's rules (resignation, time), its last diagram has no side to act.
    """
    diagram = history.until(ply).diagram(bottom=bottom)
    if result is None or ply < len(history.played) or diagram.to_act is None:
        return diagram
    alt = f"{diagram.alt} {texts.over_in_words(result)}"
    return replace(diagram, to_act=None, winner=result.winner, alt=alt)


def drawn_in(chosen: str | None) -> str:
    """The chosen theme; the default theme if none was chosen or it doesn't exist any more."""
    return chosen if chosen is not None and chosen in THEMES else DEFAULT_THEME
