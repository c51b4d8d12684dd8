"""Every sentence of conditional moves: saved now, to be played once their condition comes true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.advances.rules import AdvanceError, AdvanceProblem
from cogs.text import speaks
from cogs.text.en.phrases import counted, listed, sentence, title
from engines import Side
from matches.advances import DEEPEST, MOST_BRANCHES, Advance, ConditionKind
from matches.model import MatchFacts

PLAN: Final = "Plan"
PLAN_LINE: Final = "Plan…"
SAVE: Final = "Save"
WHATEVER_ELSE: Final = "Whatever else they do"
TAKE_ALL_BACK: Final = "Delete all"
TAKE_BACK_ONE: Final = "✕"
IF_THEY_TAKE: Final = "If they take one of yours…"
ANY: Final = "Any"
IN_ORDER: Final = "In this order…"
KEEP: Final = "Keep them"
CONDITIONAL_MOVES: Final = "Conditional moves"
_LONGEST_LABEL: Final = 60
"""Characters of a button that saves a move."""

_PROBLEMS: Final[Mapping[AdvanceProblem, str]] = {
    AdvanceProblem.ALONE: "Conditional moves are for matches between two people.",
    AdvanceProblem.NOT_HERE: (
        "This match was agreed without an analysis board, so there are no conditional moves in it."
    ),
    AdvanceProblem.OVERTAKEN: (
        "The match has gone on since you tried this line, so it doesn't fit anymore. "
        "Try a new one from the board as it is."
    ),
    AdvanceProblem.ILLEGAL: "This line can't be played like that. Try it again from the board as it is.",
    AdvanceProblem.NOTHING: (
        "There's nothing to say in advance here: try a move of your opponent's first, then your answer to it."
    ),
    AdvanceProblem.UNFINISHED: "The line has to end with a whole turn of yours. Finish your answer first.",
    AdvanceProblem.TOO_DEEP: "You can say moves up to {limit} turns ahead. Say a shorter line.",
    AdvanceProblem.TOO_MANY: (
        "You have {limit} lines of conditional moves here, and that's the limit. Delete one first."
    ),
    AdvanceProblem.NO_POINT: "One of these isn't a place on the board. Write them like d6 e5.",
    AdvanceProblem.GONE: (
        "That move in advance isn't there anymore: it was played or taken back, or its turn is over."
    ),
}


def problem(error: AdvanceError) -> str:
    """The refusal of something about moves in advance."""
    return _PROBLEMS[error.problem].format(limit=error.limit)


# --- a line in words -----------------------------------------------------------------------------


def actions(texts: Sequence[str]) -> str:
    """The actions of a turn, as they are written in records."""
    return ", ".join(texts)


def before(texts: Sequence[str]) -> str:
    """The reader's own turn that a line begins with."""
    return f"First you play {actions(texts)}. Then:"


def answered(side: Side, theirs: Sequence[str], yours: Sequence[str], *, later: bool) -> str:
    """A turn of the other ``side`` and the answer to it; ``later``: it comes after another such line."""
    return f"If {side} {'then ' if later else ''}plays {actions(theirs)}, you play {actions(yours)}."


def answered_whatever(side: Side, theirs: str, yours: Sequence[str], *, later: bool) -> str:
    """The same for one action of the other ``side``, whatever else it does in that turn."""
    when = "then plays" if later else "plays"
    return f"If {side} {when} {theirs}, whatever else it does in that turn, you play {actions(yours)}."


def and_more(count: int) -> str:
    """So many turns of a line have no room."""
    return f"-# … and {counted(count, 'more turn')}"


# --- saving it -----------------------------------------------------------------------------------


def save_if(theirs: Sequence[str], yours: Sequence[str]) -> str:
    """The button that saves one answer; shorter where it would be long."""
    said = f"Save: if {actions(theirs)}, {actions(yours)}"
    return said if len(said) <= _LONGEST_LABEL else SAVE


def play_now(yours: Sequence[str]) -> str:
    """The button that plays the reader's own turn with which a line begins."""
    said = f"Play {actions(yours)} now"
    return said if len(said) <= _LONGEST_LABEL else "Play it now"


def question(match: MatchFacts, lines: Sequence[str]) -> str:
    """Asks whether to save the moves of a line; ``lines`` tell them."""
    return "\n".join([f"### {title(match)}: conditional moves", *lines])


HOW_PLAYED: Final = "-# Only you can see them, and you can delete them until they're played."
SAID: Final = "**Saved.** If it happens, your move is played at once."
ALL_TAKEN_BACK: Final = "All your conditional moves in this match are deleted."


def taken_back(count: int) -> str:
    """So many conditional moves were deleted."""
    return "Deleted." if count == 1 else f"Deleted, with what followed it ({count} in all)."


MOVED_ON: Final = "The match has moved on since, so nothing was saved. Here's the line as it stands now."
LINE_GONE: Final = (
    "The match has gone another way than this line, or the line was deleted, so nothing was saved. "
    "Try a new one from the board as it is."
)


def which_action(match: MatchFacts) -> str:
    """Asks for the one action of the other side's turn that is the condition."""
    return (
        f"### {title(match)}: conditional moves\nWhich of their moves in that turn is it about? "
        "Your answer is played if that one is in it, whatever else they do."
    )


def clear_question(count: int) -> str:
    """Asks before several conditional moves are deleted."""
    return f"Delete all {count} conditional moves?"


# --- the list ------------------------------------------------------------------------------------


def button(count: int) -> str:
    """The button to the list of conditional moves, with their number."""
    return f"{CONDITIONAL_MOVES} ({count})" if count else CONDITIONAL_MOVES


def heading(match: MatchFacts, page: int, pages: int) -> str:
    """Heads the list of conditional moves."""
    which = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return f"### {title(match)}: your conditional moves{which}"


def condition(advance: Advance) -> str:
    """The condition of a move, in the list."""
    if advance.kind is ConditionKind.CHOICE:
        return "if they take one of yours"
    if advance.kind is ConditionKind.ACTION:
        return f"any turn with {advance.condition}"
    return actions(advance.after) if advance.after else "at your next turn"


def reply(advance: Advance) -> str:
    """The answer to it, in the list."""
    if advance.kind is not ConditionKind.CHOICE:
        return actions(advance.reply)
    return (
        f"{', '.join(advance.reply)}, else the first that can be chosen" if advance.reply else "any of them"
    )


def entry(advance: Advance, *, at_move: int = 0) -> str:
    """A conditional move in the list: its condition and the answer; ``at_move``: in which turn, if told."""
    when = f"at move {at_move}, " if at_move else ""
    return f"{when}{condition(advance)} → {reply(advance)}"


def following(said: str, depth: int) -> str:
    """A row of the list, with an arrow for each of those that it follows: rows can't be set in."""
    return f"{'↳' * depth} {said}".lstrip()


def nested(said: str, depth: int) -> str:
    """A line of a move that is to be saved, set in below what it follows."""
    return f"{'  ' * depth}- {said}"


ONLY_YOU: Final = "-# Only you can see this."


def how_it_works(*, choice: bool) -> str:
    """An empty list: what conditional moves are, and how to save one."""
    more = f" **{IF_THEY_TAKE}** settles in advance what you'd be asked in their turn." if choice else ""
    return (
        f"None yet. **{PLAN}** opens the analysis board: play a move of theirs there, then your answer, and "
        "save it. If they play that, your answer is played at once, even while you're away. "
        f"Up to {counted(MOST_BRANCHES, 'line')}, {DEEPEST} turns deep.{more}"
    )


def dropped(moves: Sequence[Advance]) -> str:
    """Tells a player of conditional moves that couldn't be played; empty without any."""
    if not moves:
        return ""
    said = listed([f"**{reply(move)}**" for move in moves])
    if len(moves) == 1:
        return f"Your conditional move {said} couldn't be played here, so it was dropped."
    return f"Your conditional moves {said} couldn't be played here, so they were dropped."


# --- a choice in the other side's turn -----------------------------------------------------------


def choice_question(match: MatchFacts, question: str) -> str:
    """Asks for the order in which to choose when the other side's turn asks for a choice."""
    return (
        f"### {title(match)}: {IF_THEY_TAKE}\n{question}\nSay now what you'd choose, so that nobody waits "
        f"for you. **{IN_ORDER}** takes the points from the best on; the first of them that can be chosen "
        f"is. **{ANY}** takes the first that the game lists. It's used once."
    )


NEVER_ASKED: Final = "Your side is never asked for a choice in the other side's turn in this match."
CHOICE_LABEL: Final = "Points, the best first, such as d6 e5"
CHOICE_SAID: Final = "**Saved.** It's used the next time you'd be asked."


def no_points(unread: Sequence[str]) -> str:
    """Typed points that the board doesn't have."""
    if not unread:
        return "Write points of the board, the best first, such as `d6 e5`."
    said = listed([f"“{word}”" for word in unread])
    verb = "isn't a point" if len(unread) == 1 else "aren't points"
    return f"{sentence(said)} {verb} of this board. Write points such as `d6 e5`, the best first."


def too_many_points(most: int) -> str:
    """More points than are kept."""
    return f"Name {most} points at most: after them comes the first that can be chosen."


speaks(__name__, "advance")
