"""Comments below the position that the viewer shows: their lines, and the buttons about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.controls import CONTROLS
from cogs.text import comments_texts
from cogs.text.mentions import harmless
from engines.record import History
from matches import Match, UserId
from matches.comments import Comment, may_comment, side_of_writer
from matches.plain_text import beginning

if TYPE_CHECKING:
    from cogs.panels.match.board_panel import ViewerState

SHOWN: Final = ((2, 120), (1, 120), (1, 40), (0, 0))
"""Comments that stand below a position, with how many characters of each: less where there's no room.

The button beside them shows all.
"""


def line(match: Match, comment: Comment, most: int | None = None) -> str:
    """A comment with its side and writer; of more than ``most`` characters the first ones."""
    text = comment.text
    if most is not None and len(text) > most:
        text = f"{beginning(text, most - 1).rstrip()}…"
    said = comments_texts.line(side_of_writer(match, comment.writer), comment.writer, harmless(text))
    return f"{said}\n{comments_texts.HIDDEN_FROM_OTHERS}" if comment.hidden else said


def below(match: Match, history: History, comments: Sequence[Comment], ply: int) -> list[str]:
    """The latest comments on the position after ``ply`` actions, and where there are others; may be empty.

    First as SHOWN has it, then less and less.
    """
    here = on(comments, ply)
    others = dict.fromkeys(one.ply for one in comments if one.ply != ply)
    turns = dict.fromkeys(history.played[other - 1].turn if other else 0 for other in others)
    elsewhere = [comments_texts.elsewhere(list(turns), others=bool(here))] if turns else []
    found = []
    for most, cut in SHOWN:
        lines = [line(match, one, cut) for one in here[max(0, len(here) - most) :]]
        more = [comments_texts.more(len(here) - most)] if len(here) > most > 0 else []
        found.append("\n".join([*lines, *more, *elsewhere]))
    return list(dict.fromkeys(found))


def on(comments: Sequence[Comment], ply: int) -> list[Comment]:
    """The comments on one position."""
    return [one for one in comments if one.ply == ply]


def way_in(
    match: Match, comments: Sequence[Comment], reader: UserId | None, view: ViewerState
) -> list[ui.Item[Any]]:
    """The button to the comments on the position, or to the form for the first one."""
    if here := on(comments, view.ply):
        return [CONTROLS["comments"].on(match, comments_texts.of_position(len(here)), 0, 0, view)]
    if reader is not None and may_comment(match, reader):
        return [CONTROLS["comment"].on(match, comments_texts.COMMENT, view)]
    return []


def next_with_some(comments: Sequence[Comment], ply: int) -> int | None:
    """The next position after ``ply`` actions that has comments, else the first one; None without another."""
    plies = [one.ply for one in comments if one.ply != ply]
    return next((other for other in plies if other > ply), plies[0] if plies else None)
