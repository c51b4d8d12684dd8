"""Texts about sets of two matches with the sides changed."""

from __future__ import annotations

from typing import Final

from cogs.text.en.phrases import mention, subject, title
from engines import Game
from matches.lifecycle import sets
from matches.model import MatchFacts

BUTTON: Final = "Two matches…"
ON: Final = "Swap sides and play twice: on"
OFF: Final = "Swap sides and play twice: off"
IN_CHALLENGE: Final = "Two matches: you swap sides after the first, and the total decides."
NO_RESULT: Final = "The set is undecided: one of its matches has no result."
HANDED_OVER: Final = "The set is undecided: a side changed hands."
NO_SECOND: Final = "-# There's no second match, since this one ended without a result."
NOT_PLAYED: Final = "-# The set ends here: its second match couldn't start."
_HALVES: Final = ("0", "½", "1", "1½", "2")


def uneven(game: Game) -> str:
    """Recommends a set where one side has it easier."""
    return f"-# One side has the edge in {game.name}: two matches with sides swapped are fairer."


def panel(game: Game) -> str:
    """Heads the panel for a challenge to a set."""
    return (
        f"### {game.name}: two matches\n"
        "The second one starts by itself in the same thread, with sides swapped. A win counts 1, a draw ½, "
        "and the total decides the set. Each match is rated by itself."
    )


def part(match: MatchFacts) -> str:
    """The place of a match in its set; empty for one of no set."""
    if match.terms.set_part == sets.FIRST:
        return "-# Match 1 of 2, then you swap sides."
    return "-# Match 2 of 2, with sides swapped." if match.second_of_set else ""


def in_short(match: MatchFacts) -> str:
    """The same at the end of a line; empty for a match of no set."""
    return f" · {match.terms.set_part} of 2" if match.terms.set_part else ""


def next_match(match: MatchFacts, *, goes_on: bool) -> str:
    """On the card of a first match that is over: the second one, if it ``goes_on``, or why not."""
    if goes_on:
        return f"Match 2 of 2 starts below: #{match.rematch}."
    return NOT_PLAYED if sets.has_result(match) else NO_SECOND


def decided(first: MatchFacts, last: MatchFacts) -> str:
    """The outcome of a set, with the result of its second match."""
    points = sets.sum_of(first, last)
    if points is None:
        both = sets.has_result(first) and sets.has_result(last)
        return f"**{HANDED_OVER if both else NO_RESULT}**"
    own, other = points
    if own == other:
        return f"**The set is drawn, {_HALVES[own]}–{_HALVES[other]}.**"
    assert last.opponent is not None, "a match that is over had two players"
    winner, loser = (last.challenger, last.opponent) if own > other else (last.opponent, last.challenger)
    score = f"{_HALVES[max(points)]}–{_HALVES[min(points)]}"
    return f"**{subject(winner)} wins the set {score}** against {mention(loser)}."


def second_exists(second: MatchFacts) -> str:
    """The refusal of a rematch of a first match: its second goes on, or was played."""
    home = None if second.shown.direct else second.shown.home
    where = f", in <#{home}>" if home else ""
    return f"The second match of that set is {title(second)}{where}. Ask for a rematch there once it's over."
