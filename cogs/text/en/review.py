"""Every sentence of the review of a finished match: the chances, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import counted, sentence, title
from engines import Side
from matches.model import MatchFacts, MatchId

REVIEW: Final = "Review"
OFF: Final = (
    "This match hasn't been reviewed, and the computer that looks at matches is switched off here. The film "
    "still shows every move."
)
FAILED: Final = (
    "The computer couldn't look at this match right now. Nothing is lost: press **Review** again in a moment."
)
GONE: Final = "That review isn't here any more. Press **Review** and the computer looks at the match again."
SOFT: Final = (
    "-# In this game the curve is a rough guess, so I only tell wins that were missed within a turn, and "
    "pieces that needn't have been lost."
)
GUESS: Final = "-# The chances are the computer's guess."
PROVED: Final = "-# *Could have won* is only said where it's proved."


def one_at_a_time(match_id: MatchId) -> str:
    """The reader is already waiting for a review."""
    return f"I'm still looking at #{match_id} for you. Try this one again once that's done."


def looking(match: MatchFacts, share: float) -> str:
    """Shown while a match is being looked back at; ``share`` of it is done."""
    done = f"{round(20 * share) * 5} % done." if share >= 0.05 else "This can take a minute."
    return (
        f"### {title(match)}: review\nLooking at your match… {done}\n"
        "-# You can go on with something else. If this stops moving, press **Review** again."
    )


def looking_for_others(match: MatchFacts, share: float) -> str:
    """The same for a reader who didn't play it."""
    return looking(match, share).replace("your match", "this match")


# --- the overview --------------------------------------------------------------------------------


def heading(match: MatchFacts, seats: str, ended: str) -> str:
    """The head of a review."""
    return f"### {title(match)}: review\n{seats}\n{ended}".strip()


def worst(lines: Sequence[str], *, own: bool) -> str:
    """The turns that cost most, a line each."""
    what = "Your costliest turns" if own else "The costliest turns"
    return "\n".join([f"**{what}**", *lines])


def nothing_bad(*, own: bool, won: bool) -> str:
    """Said where nothing was bad."""
    if not own:
        return "**A clean match.** The computer found no mistakes on either side."
    if won:
        return "**Well played!** You won, with no mistakes found."
    return (
        "**Well played!** The computer found no turn of yours that cost you much. Some matches just go the "
        "other way."
    )


def in_short(number: int, move: int, side: Side | None, cost: str, *, decided: bool) -> str:
    """One of the worst turns; ``side`` where it is not the reader's own. ``decided``: it decided."""
    whose = f", {side}" if side else ""
    return f"{number}. {f'{STAR} ' if decided else ''}Move {move}{whose}: {cost}"


def open_turn(number: int, move: int) -> str:
    """The label of the button to one of the worst turns."""
    return f"{number} · move {move}"


LEFT_OUT: Final = (
    "**Not all of it yet:** a position of this match is on the board of a match you're playing, so the turns "
    "there are left out. They're here when that match is over."
)
LONG: Final = "-# This was a long match, so the computer looked at each turn for a shorter time."


def only_the_last(turns: int) -> str:
    """Only the end of a very long match was looked at."""
    return f"-# This was a very long match: the computer looked at its last {turns} turns."


# --- the deciding turn ---------------------------------------------------------------------------


STAR: Final = "★"
"""The mark of the deciding turn in the list of the costliest ones."""
STARRED: Final = f"-# {STAR} decided the match."


def deciding(move: int, side: Side, said: str, winner: Side, before: float, after: float) -> str:
    """The turn of a finished match after which its winner stayed ahead, with their chances around it."""
    chances = _chances(f"{sentence(winner)}'s", before, after)
    return f"**The deciding turn:** move {move}, {side}: {said}.\n-# {chances}."


def deciding_for_player(move: int, side: Side, said: str, own: Side, before: float, after: float) -> str:
    """The same for the player of the side ``own``, with their own chances around it."""
    whose = "your" if side == own else "your opponent's"
    return f"**The deciding turn:** {whose} move {move}: {said}.\n-# {_chances('Your', before, after)}."


def deciding_in_words(move: int, side: Side, said: str, winner: Side, before: float, after: float) -> str:
    """The same as :func:`deciding` for those who can't see its film."""
    chances = _chances(f"{sentence(winner)}'s", before, after)
    return f"The deciding turn, move {move}, {side}: {said}. {chances}."


def _chances(whose: str, before: float, after: float) -> str:
    return f"{whose} chances: {round(100 * before)}% → {round(100 * after)}%"


# --- what a turn cost ----------------------------------------------------------------------------

INACCURACY: Final = "an inaccuracy"
MISTAKE: Final = "a mistake"
BLUNDER: Final = "a blunder"
MISSED: Final = "a missed win"


def cost(before: float, after: float, kind: str, *, side: Side | None) -> str:
    """The cost of a turn, in short; ``side`` where it is not the reader's own."""
    return f"{'your' if side is None else 'their'} chances {_fell(before, after)}, {kind}"


def _fell(before: float, after: float, mark: str = "") -> str:
    """The change of chances; a win can be missed without one that can be seen."""
    was, now = (f"{mark}{round(100 * chance)}%{mark}" for chance in (before, after))
    return f"stayed at {now}" if was == now else f"fell from {was} to {now}"


def could_have_won(turns: int, *, at_once: bool, side: Side | None) -> str:
    """Said where a win was proved, in so many turns of one's own; ``side`` where it is not the reader's.

    ``at_once``: the opponent would not have moved again.
    """
    whom = "you" if side is None else side
    if at_once:
        return f"Here {whom} could have won at once"
    return f"Here {whom} could have won in {counted(turns, 'turn')}"


def pieces_lost(pieces: int) -> str:
    """Said in a game where only pieces are counted."""
    return f"{counted(pieces, 'piece')} lost that needn't have been"


# --- one turn ------------------------------------------------------------------------------------


def turn_heading(match: MatchFacts, move: int, side: Side, number: int) -> str:
    """The head of the card of a turn."""
    return f"### {title(match)}: review\n**{number}. Move {move}, {side}**"


def turn_cost(before: float, after: float, kind: str, *, side: Side | None) -> str:
    """The chances before and after a turn, in a sentence."""
    whose = "Your" if side is None else f"{sentence(side)}'s"
    return f"{whose} chances of winning {_fell(before, after, '**')} ({kind})."


def played(said: str) -> str:
    """The turn as it was played."""
    return f"**Played:** {said}"


def better(said: str) -> str:
    """The turn that would have been better."""
    return f"**Better:** {said}"


def answer(said: str, *, by_force: bool, side: Side) -> str:
    """The best answer to what was played, which the other ``side`` has."""
    if by_force:
        return f"**It lets {side} play:** {said}. That wins, whatever comes next."
    return f"**It lets {side} play:** {said}"


def and_more(said: Sequence[str], left: int) -> str:
    """The actions of a turn, with how many more there are."""
    return "; ".join(said) + (f"; and {left} more" if left else "")


BEST_LINE: Final = "-# The film shows how it could have gone on."
WINNING_LINE: Final = "-# The film shows the win, against the best defence."
ARROW: Final = "-# The arrow shows what was played."
BACK: Final = "Back to the board"
CANNOT_TELL: Final = (
    "The computer couldn't look at that move right now, so it isn't counted. Tap it again in a moment."
)
