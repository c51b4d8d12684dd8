"""Comments in the viewer of their match: below their position, in the menu of turns, and the way to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.comments import texts
from cogs.comments.panel import at_position, in_words, open_form, show_comments
from cogs.comments.rules import Comment, may_comment
from cogs.comments.service import Comments
from cogs.kit.feature import InViewer
from engines.record import History
from matches import Match, UserId

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.panels.match.board_panel import ViewerState

SHOWN: Final = ((2, 120), (1, 120), (1, 40), (0, 0))
"""Comments that stand below a position, with how many characters of each: less where there's no room.

The button beside them shows all.
"""


class CommentsInViewer(InViewer):
    """The comments of a match that a reader sees."""

    def __init__(self, match: Match, history: History, comments: Sequence[Comment], reader: UserId) -> None:
        self.people = [one.writer for one in comments]
        self._match = match
        self._history = history
        self._comments = comments
        self._reader = reader

    def below(self, ply: int) -> Sequence[str]:
        """The latest comments on a position, and where there are others; first as SHOWN has it."""
        here = at_position(self._comments, ply)
        others = dict.fromkeys(one.ply for one in self._comments if one.ply != ply)
        turns = dict.fromkeys(self._history.played[other - 1].turn if other else 0 for other in others)
        elsewhere = [texts.elsewhere(list(turns), others=bool(here))] if turns else []
        found = []
        for most, cut in SHOWN:
            lines = [in_words(self._match, one, cut) for one in here[max(0, len(here) - most) :]]
            more = [texts.more(len(here) - most)] if len(here) > most > 0 else []
            found.append("\n".join([*lines, *more, *elsewhere]))
        return list(dict.fromkeys(found))

    def marks(self) -> Mapping[int, str]:
        """Positions that have some."""
        return {one.ply: texts.WITH_COMMENTS for one in self._comments}

    def next(self, ply: int) -> tuple[str, int] | None:
        """The next position that has some, else the first one."""
        plies = [one.ply for one in self._comments if one.ply != ply]
        to = next((other for other in plies if other > ply), plies[0] if plies else None)
        return None if to is None else (texts.NEXT, to)

    def ways(self, view: ViewerState) -> Sequence[ui.Item[Any]]:
        """The button to the comments on the position, or to the form for the first one."""
        if here := at_position(self._comments, view.ply):
            return [show_comments.on(self._match, texts.of_position(len(here)), 0, 0, view)]
        return comment_button(self._match, self._reader, view)


async def in_viewer(app: App, match: Match, reader: UserId) -> InViewer:
    """The comments that ``reader`` sees."""
    comments = await app[Comments].seen(match, reader)
    return CommentsInViewer(match, app.matches.history(match), comments, reader)


def comment_button(match: Match, user: UserId, view: ViewerState) -> Sequence[ui.Item[Any]]:
    """The button to the form for a comment on a position, for who may write one."""
    return [open_form.on(match, texts.COMMENT, view)] if may_comment(match, user) else []
