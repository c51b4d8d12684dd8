"""Texts of two kinds of matches: sets of two with the sides changed, and private ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import mention, permissions, subject, title
from engines import Game
from matches.lifecycle import sets
from matches.model import MatchFacts

SET_ON: Final = "Swap sides and play twice: on"
SET_OFF: Final = "Swap sides and play twice: off"
SET_IN_CHALLENGE: Final = "Two matches: you swap sides after the first, and the total decides."
NO_RESULT: Final = "The set is undecided: one of its matches has no result."
HANDED_OVER: Final = "The set is undecided: a side changed hands."
NO_SECOND: Final = "-# There's no second match, since this one ended without a result."
NOT_PLAYED: Final = "-# The set ends here: its second match couldn't start."
_HALVES: Final = ("0", "½", "1", "1½", "2")


def uneven(game: Game) -> str:
    """Recommends a set where one side has it easier."""
    return f"-# One side has the edge in {game.name}: two matches with sides swapped are fairer."


def set_panel(game: Game) -> str:
    """Heads the panel for a challenge to a set."""
    return (
        f"### {game.name}: two matches\n"
        "The second one starts by itself in the same thread, with sides swapped. A win counts 1, a draw ½, "
        "and the total decides the set. Each match is rated by itself."
    )


def part_of_set(match: MatchFacts) -> str:
    """The place of a match in its set; empty for one of no set."""
    if match.terms.set_part == sets.FIRST:
        return "-# Match 1 of 2, then you swap sides."
    return "-# Match 2 of 2, with sides swapped." if match.second_of_set else ""


def set_in_short(match: MatchFacts) -> str:
    """The same at the end of a line; empty for a match of no set."""
    return f" · {match.terms.set_part} of 2" if match.terms.set_part else ""


def next_of_set(match: MatchFacts, *, goes_on: bool) -> str:
    """On the card of a first match that is over: the second one, if it ``goes_on``, or why not."""
    if goes_on:
        return f"Match 2 of 2 starts below: #{match.rematch}."
    return NOT_PLAYED if sets.has_result(match) else NO_SECOND


def set_decided(first: MatchFacts, last: MatchFacts) -> str:
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


def second_of_set_exists(second: MatchFacts) -> str:
    """The refusal of a rematch of a first match: its second goes on, or was played."""
    home = None if second.shown.direct else second.shown.home
    where = f", in <#{home}>" if home else ""
    return f"The second match of that set is {title(second)}{where}. Ask for a rematch there once it's over."


# --- private matches ------------------------------------------------------------------------------

PRIVATE: Final = "private"
"""What a private match is called among the terms of matches."""
PRIVATE_IN_CHALLENGE: Final = "Private: only you two and moderators can see it."


def no_threads_in(channel: int) -> str:
    """A private match in a channel whose kind has no private threads, as a forum."""
    return (
        f"<#{channel}> can't have private threads: Discord has them in ordinary text channels only. Leave "
        "*Private* out, or challenge in a text channel."
    )


def thread_missing(names: Sequence[str], channel: int) -> str:
    """A private match where the bot may not make a private thread; the names are Discord's."""
    return (
        f"For a private thread in <#{channel}> I need {permissions(names)}. Ask a server admin to change "
        "that, use another channel, or leave *Private* out."
    )


def played_here(match: MatchFacts, lacking: Sequence[str]) -> str:
    """Heads the first direct message of a match that has no thread; the names are Discord's permissions."""
    where = f"<#{match.channel_id}>"
    if lacking:
        return f"-# For a private thread in {where} I need {permissions(lacking)}, so we play here."
    return f"-# I can't make a private thread in {where}, so we play here."


def nowhere(match: MatchFacts, lacking: Sequence[str]) -> str:
    """Why a match has no place, neither a thread nor direct messages, and what its players may change."""
    where = f"<#{match.channel_id}>"
    if lacking:
        thread = f"for a private thread in {where} I need {permissions(lacking)}"
    else:
        thread = f"I can't make a private thread in {where}"
    return (
        f"your DMs are closed to me, and {thread}. Allow DMs in this server's privacy settings, or ask a "
        "server admin to make room for private threads; then the match shows up by itself."
    )
