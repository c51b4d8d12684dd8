"""Every sentence about comments on positions of finished matches, and about reports of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.comments.rules import CommentError, CommentProblem, ReportCounts
from cogs.text import speaks
from cogs.text.en.phrases import counted, listed, mention, sentence, title
from engines import Side
from matches.model import MatchFacts, MatchId, UserId

COMMENT: Final = "Comment"
NEXT: Final = "Comment ▶"
FORM: Final = "Your comment"
FORM_LABEL: Final = "What do you want to say?"
EDIT: Final = "Edit"
DELETE: Final = "Delete"
KEEP: Final = "Keep it"
BACK: Final = "Back to the board"
REPORT: Final = "Report"
HIDDEN_FROM_OTHERS: Final = "-# Hidden by an admin of the server: only you can see it."
REPORTED: Final = (
    "Thanks. It's on the list of the server's admins now, in `/server panel`. They don't see who reported it."
)
REPORTED_ALREADY: Final = "You've reported that comment already. It's on the admins' list."
WITH_COMMENTS: Final = "with comments"
"""After a position in a menu."""
THE_START: Final = "the start"
MOST_NAMED: Final = 8
"""Positions with comments that are named: more wouldn't fit on a line of a phone."""
_PROBLEMS: Final[Mapping[CommentProblem, str]] = {
    CommentProblem.EARLY: (
        "Comments are for matches that are over. Until then, **Notes** are for your eyes only."
    ),
    CommentProblem.EMPTY: "There's nothing to read in that comment. Write a few words.",
    CommentProblem.LONG: "A comment can have {limit} characters at most. Please shorten it.",
    CommentProblem.FULL: (
        "This match has {limit} comments, and that's as many as I keep for one. "
        "Edit one of yours, or delete one first."
    ),
    CommentProblem.GONE: (
        "That comment isn't there anymore: it was deleted or hidden. Open the board again."
    ),
    CommentProblem.REPORT_OWN: "That's your own comment. You can delete it.",
    CommentProblem.REPORT_NOWHERE: (
        "That match was played in no server, so no admin could look at your report."
    ),
    CommentProblem.REPORT_ABOUT_YOU: (
        "You wrote that comment, so another server admin decides about its reports. "
        "You can delete it yourself."
    ),
    CommentProblem.REPORT_DONE: "Another admin has decided about that comment by now.",
}


def problem(error: CommentError) -> str:
    """The refusal of something about a comment."""
    return _PROBLEMS[error.problem].format(limit=error.limit)


def form_description(longest: int) -> str:
    """Below the label of the form's field."""
    return f"Everyone who can see the match can read it. {longest} characters at most."


def of_position(count: int) -> str:
    """The label of the button that opens the comments on a position."""
    return f"Comments ({count})"


def in_words(side: Side | None, writer: UserId, said: str) -> str:
    """A comment: whose it is, and the words, made harmless."""
    of_side = f"**{sentence(side)}** " if side else ""
    return f"{of_side}{mention(writer)}: {said}"


def more(count: int) -> str:
    """Below a position with more comments than are shown there."""
    return f"-# and {count} more"


def elsewhere(turns: Sequence[int], *, others: bool) -> str:
    """The mark of positions with comments, by the numbers of their turns; 0 is the start.

    ``others``: the position that is shown has some, too.
    """
    named = [f"move {turn}" if turn else THE_START for turn in turns[:MOST_NAMED]]
    if len(turns) > MOST_NAMED:
        named.append(f"{len(turns) - MOST_NAMED} more")
    return f"-# {'More comments' if others else 'Comments'}: {listed(named)}."


def head(match: MatchFacts, where: str, count: int) -> str:
    """Above the comments on a position, which is called ``where``."""
    return f"### {title(match)}: {counted(count, 'comment')}\n{sentence(where)}"


def nothing_here(match: MatchFacts) -> str:
    """A position without comments, since they were deleted or hidden."""
    return f"### {title(match)}\nThere are no comments on this position."


def delete_question(said: str) -> str:
    """Asked once before a comment is deleted."""
    return f"Delete this comment? It can't be undone.\n> {said}"


# --- for a server's administrators ---------------------------------------------------------------

HIDE: Final = "Hide"
DISMISS: Final = "Dismiss"
SHOW_AGAIN: Final = "Show again"
NOTHING_REPORTED: Final = "### Reported comments\nNobody has reported a comment on a match of this server."
HIDE_MEANS: Final = "-# **Hide**: only the writer still sees it. **Dismiss**: it stays."


def reports_button(counts: ReportCounts) -> str:
    """The label of the button to the list of reported comments, short enough to stand beside a title."""
    return counted(counts.waiting, "report") if counts.waiting else "Reports"


def reports_head(counts: ReportCounts) -> str:
    """Above a server's list of reported comments."""
    waiting = counted(counts.waiting, "comment")
    return f"### Reported comments\n{sentence(waiting)} waiting, {counts.hidden} hidden."


def reported(match: MatchFacts | MatchId, side: Side | None, said: str, reports: int, *, hidden: bool) -> str:
    """A comment on a server's list; the match by its id alone if it can't be read."""
    name = title(match) if isinstance(match, MatchFacts) else f"#{match}"
    state = "hidden" if hidden else counted(reports, "report") if reports else "reported by a player who left"
    return f"**{' · '.join(filter(None, (name, side, state)))}**\n> {said}"


HIDDEN: Final = "Hidden. Only its writer can see it now."
DISMISSED: Final = "Dismissed. The comment stays."
SHOWN_AGAIN: Final = "Everyone can see that comment again."

speaks(__name__, "comments")
