"""Comments below the position that the viewer shows: their lines, and the buttons about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from discord import ui

from cogs.kit.controls import CONTROLS
from cogs.text import comments_texts
from cogs.text.mentions import harmless
from engines.record import History
from matches import Match, UserId
from matches.comments import Comment, may_comment, side_of_writer
from matches.plain_text import beginning

SHOWN: Final = 2
"""Comments that stand below a position; the button beside them shows all."""
CUT: Final = 120
"""Characters of each of them."""


def line(match: Match, comment: Comment, most: int | None = None) -> str:
    """A comment with its side and writer; of more than ``most`` characters the first ones."""
    text = comment.text
    if most is not None and len(text) > most:
        text = f"{beginning(text, most - 1).rstrip()}…"
    said = comments_texts.line(side_of_writer(match, comment.writer), comment.writer, harmless(text))
    return f"{said}\n{comments_texts.HIDDEN_FROM_OTHERS}" if comment.hidden else said


def below(match: Match, history: History, comments: Sequence[Comment], ply: int) -> str:
    """The latest comments on the position after ``ply`` actions, and where there are others; may be empty."""
    here = on(comments, ply)
    lines = [line(match, one, CUT) for one in here[-SHOWN:]]
    if len(here) > SHOWN:
        lines.append(comments_texts.more(len(here) - SHOWN))
    others = dict.fromkeys(one.ply for one in comments if one.ply != ply)
    turns = dict.fromkeys(history.played[other - 1].turn if other else 0 for other in others)
    if turns:
        lines.append(comments_texts.elsewhere(list(turns), others=bool(here)))
    return "\n".join(lines)


def on(comments: Sequence[Comment], ply: int) -> list[Comment]:
    """The comments on one position."""
    return [one for one in comments if one.ply == ply]


def buttons(
    match: Match,
    comments: Sequence[Comment],
    reader: UserId | None,
    view: Sequence[int],
    step: Callable[[int], ui.Item[Any]],
) -> Iterator[ui.Item[Any]]:
    """The buttons to comment, to all comments on the position, and to the next position with some.

    ``view`` is the viewer's state as an id's numbers, the position first; ``step`` makes the button there.
    """
    ply = view[0]
    if reader is not None and may_comment(match, reader):
        yield CONTROLS["comment"].on(match, comments_texts.COMMENT, args=view)
    if here := on(comments, ply):
        yield CONTROLS["comments"].on(match, comments_texts.of_position(len(here)), args=(0, 0, *view))
    plies = [one.ply for one in comments if one.ply != ply]
    if plies:
        yield step(next((other for other in plies if other > ply), plies[0]))
