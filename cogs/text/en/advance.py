"""Every sentence of moves in advance: what a player says now, to be played when its condition comes true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import counted, listed, sentence, title
from engines import Side
from matches.advance import DEEPEST, MOST_BRANCHES, Advance, ConditionKind
from matches.model import MatchFacts

PLAY_THIS_IF: Final = "Play this if…"
SAY_IT: Final = "Say it"
WHATEVER_ELSE: Final = "Whatever else they do"
TAKE_ALL_BACK: Final = "Take all back"
TAKE_BACK_ONE: Final = "Take one back"
IF_THEY_TAKE: Final = "If they take one of yours…"
ANY: Final = "Any"
IN_ORDER: Final = "In this order…"
KEEP: Final = "Keep them"
TRY_LINES: Final = "Try lines"
MOVES_IN_ADVANCE: Final = "Moves in advance"

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


# --- saying it -----------------------------------------------------------------------------------


def question(match: MatchFacts, lines: Sequence[str]) -> str:
    """Asks whether to say the moves of a line in advance; ``lines`` tell them."""
    return "\n".join([f"### {title(match)}: moves in advance", *lines])


HOW_PLAYED: Final = (
    "-# Your moves are played at once when that happens, and take no time from your clock. "
    "You can take them back until then. Nobody else can see them."
)
SAID: Final = (
    "**Said.** Only you can see it. It's played the moment it comes true, and takes no time from your clock."
)
ALL_TAKEN_BACK: Final = "All your moves in advance in this match are taken back."


def taken_back(count: int) -> str:
    """So many moves in advance were taken back."""
    return "It's taken back." if count == 1 else f"It's taken back, with what followed it ({count} in all)."


MOVED_ON: Final = "The match has moved on since, so nothing was said. Here's the line as it stands now."
LINE_GONE: Final = (
    "The match has gone another way than this line, or the line was deleted, so nothing was said. "
    "Try a new one from the board as it is."
)


def which_action(match: MatchFacts) -> str:
    """Asks for the one action of the other side's turn that is the condition."""
    return (
        f"### {title(match)}: moves in advance\nWhich of their moves in that turn is it about? "
        "Your answer is played if that one is in it, whatever else they do."
    )


def clear_question(count: int) -> str:
    """Asks before several moves in advance are taken back."""
    return f"Take all {count} moves in advance back?"


# --- the list ------------------------------------------------------------------------------------


def button(count: int) -> str:
    """The button to the list of moves in advance, with their number."""
    return f"{MOVES_IN_ADVANCE} ({count})" if count else MOVES_IN_ADVANCE


def heading(match: MatchFacts, page: int, pages: int) -> str:
    """Heads the list of moves in advance."""
    which = f" · page {page + 1} of {pages}" if pages > 1 else ""
    return f"### {title(match)}: your moves in advance{which}"


def condition(advance: Advance) -> str:
    """The condition of a move in advance, in the list."""
    if advance.kind is ConditionKind.CHOICE:
        return "if they take one of yours"
    if advance.kind is ConditionKind.ACTION:
        return f"on any turn with {advance.condition}"
    return f"on {actions(advance.after)}" if advance.after else "at your next turn"


def reply(advance: Advance) -> str:
    """The answer of a move in advance, in the list."""
    if advance.kind is not ConditionKind.CHOICE:
        return actions(advance.reply)
    return (
        f"{', '.join(advance.reply)}, else the first that can be chosen" if advance.reply else "any of them"
    )


def entry(advance: Advance, *, at_move: int = 0) -> str:
    """A move in advance in the list: its condition and the answer; ``at_move``: in which turn, if told."""
    when = f"at move {at_move}, " if at_move else ""
    return f"{when}{condition(advance)}: {reply(advance)}"


def nested(said: str, depth: int) -> str:
    """A line of the list, set in below what it follows."""
    return f"{'  ' * depth}- {said}"


ON_ANYTHING_ELSE: Final = "- on anything else: nothing"
ONLY_YOU: Final = "-# Only you can see this. What a move follows has to come true first."


def how_it_works(*, choice: bool) -> str:
    """An empty list: what moves in advance are, and how to say one."""
    more = f" **{IF_THEY_TAKE}** settles in advance what you'd be asked in their turn." if choice else ""
    return (
        "You haven't said any moves in advance. Try a line that ends with a turn of yours and press "
        f"**{PLAY_THIS_IF}**: if they play what you tried, your answer is played at once, even while "
        f"you're away. Up to {counted(MOST_BRANCHES, 'line')}, {DEEPEST} turns deep.{more}"
    )


def dropped(moves: Sequence[Advance]) -> str:
    """Tells a player of moves in advance that couldn't be played; empty without any."""
    if not moves:
        return ""
    said = listed([f"**{reply(move)}**" for move in moves])
    if len(moves) == 1:
        return f"Your move in advance {said} couldn't be played here, so it was dropped."
    return f"Your moves in advance {said} couldn't be played here, so they were dropped."


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
CHOICE_SAID: Final = "**Said.** Only you can see it. It's used the next time you'd be asked."


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
