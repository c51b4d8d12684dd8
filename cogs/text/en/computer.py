"""Texts about playing the computer: its levels, its matches, and where they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text.en.phrases import link, mention
from engines import Game, Side
from matches.errors import HelpKind, NoHelpError
from matches.lifecycle.offers import Offer
from matches.model import Match, MatchId, OfferKind, Phase

PLAY: Final = "Play the computer"
OPTION: Final = "Play the computer at this level, instead of an opponent (unrated)"
LEVELS: Mapping[int, str] = {
    1: "1 · just learned the rules",
    2: "2 · still learning",
    3: "3 · knows the game",
    4: "4 · plays well",
    5: "5 · the strongest",
}
"""The levels, as the choices of a command and the labels of buttons."""
ONE_OF_BOTH: Final = (
    "You picked an opponent and the computer, and a match has room for one of them. Send it again with only "
    "`opponent:` or only `computer:`."
)
ONLY_IN_SERVER: Final = (
    "Matches start in a server channel, also those against the computer. Send it again in one."
)
OFF_EVERYWHERE: Final = "The bot's owner has switched the computer off, so nobody can play it here for now."
FOR_NOW: Final = "Play the computer for now"
NOBODY_CAME: Final = "-# Nobody has accepted your challenge yet. It stays open if you play the computer now."


def not_your_wait(match: Match) -> str:
    """The refusal of a button that is for the challenger who is waiting."""
    if match.phase is not Phase.CHALLENGED:
        return f"That button was for {mention(match.challenger)}. You can play the computer yourself:"
    return (
        f"That button is for {mention(match.challenger)}, who's waiting for an opponent. You can accept the "
        "challenge, or play the computer yourself:"
    )


def which_level(game: Game) -> str:
    """Asks for a level."""
    return (
        f"### {game.name} against the computer\n"
        "How strong should it be? It answers within seconds, lets you take moves back, and the match is "
        "unrated."
    )


def suggestion(level: int, last: int | None, *, won: bool) -> str:
    """Suggests a level, by the ``last`` one that the reader played, if any, and whether they ``won``."""
    if last is None:
        return f"New to it? Start with level {level}."
    if won and level > last:
        return f"You beat level {last}, so level {level} is next."
    return f"You {'beat' if won else 'played'} level {last} last time."


MORE_TERMS: Final = "More terms…"
LEVEL: Final = "Level"


def terms_title(game: Game) -> str:
    """The title of the form for other terms than usual: at most 45 characters."""
    return f"{game.name} against the computer"[:45]


def begun(match: Match) -> str:
    """The place of a match against the computer that just began, or of one that a double click began."""
    against = f"Your match against {mention(match.computer)}" if match.computer else "Your practice match"
    home = match.shown.home
    if home is None:
        return f"{against} starts in a moment."
    if match.shown.direct:
        return f"{against} is in [our direct messages](<{link(None, home, match.shown.card)}>)."
    return f"{against} is in <#{home}>."


THINKING = "-# The computer is thinking."
OFF = "-# The computer is switched off right now. Your match goes on once it's back."
HELD = (
    "-# The computer waits: this position, or one before it, is on the board of a match you're playing. It "
    "moves by itself once that match has moved on or is over."
)
CHOOSE_BELOW = "-# Choose with the button below."
"""Under a blind start: nobody is sent a direct message for it."""


def draw_offered(match: Match, offer: Offer) -> str:
    """A draw that the computer has not answered yet."""
    return f"{mention(match.player_of(offer.by))} offers a draw, and the computer is thinking about it."


# --- what it grants at once ----------------------------------------------------------------------

ANY_SIDE = "Your side: drawn"


def as_side(side: Side) -> str:
    """The entry for a side of the reader's."""
    return f"Your side: {side}"


GRANTED: Mapping[OfferKind, str] = {
    OfferKind.TAKE_BACK: "Take back my last turn",
    OfferKind.PAUSE: "Pause",
    OfferKind.GO_ON: "Resume",
    OfferKind.NO_RESULT: "Cancel the match…",
}
"""The labels of the buttons for what the computer agrees to, so that nobody waits for its answer."""
CANCEL = "Cancel the match"
TAKEN_BACK = "-# The last turn was taken back."
CANCELLED = "**No result:** the match was cancelled. Nobody won."


def cancel_question(title: str) -> str:
    """Asked once before a match against the computer is cancelled, as nobody else has to agree."""
    return f"Cancel {title}? Nobody wins, and this can't be undone."


# --- hints ---------------------------------------------------------------------------------------

HINT = "Hint"
SHOW_MOVE = "Show me the move"
NO_HINT = "The computer has no time for a hint right now. Try again in a moment."


_NO_HELP: Mapping[HelpKind, str] = {
    HelpKind.HINT: "You'll get the hint when that match is over.",
    HelpKind.PRACTICE: "You can play on from here when that match is over.",
    HelpKind.TURN: "The computer moves when that match is over.",
}


def no_help(error: NoHelpError) -> str:
    """The refusal of help with a position that stands in a match between people."""
    return (
        f"This position, or one before it, is on the board of a match you're playing: match "
        f"{error.match_id}. {_NO_HELP[error.kind]}"
    )


END_TURN = "end your turn"
MOST_TOLD: Final = 8
"""The actions of a turn that a hint names."""


def move_piece(at: str) -> str:
    """A part of the first half of a hint: the piece to move, by its kind and place, ``pjawn on e6``."""
    return f"move the {at}"


def evolve_piece(at: str) -> str:
    """The same for a piece that becomes another one where it stands."""
    return f"evolve the {at}"


def pieces(said: Sequence[str]) -> str:
    """The first half of a hint: the pieces that the rest of the turn is made with, in this order."""
    return f"**Hint:** {_in_order(said)}."


def _in_order(said: Sequence[str]) -> str:
    left = len(said) - MOST_TOLD
    return ", then ".join([*said[:MOST_TOLD], *([f"{left} more"] if left > 0 else [])])


def moves(said: Sequence[str], won_in: int | None) -> str:
    """The second half of a hint: the moves, and in how many of one's own turns they win if that is proved."""
    best = f"**Best {'move' if len(said) == 1 else 'turn'}:** {_in_order(said)}."
    if won_in is None:
        return best
    moves = (won_in + 1) // 2
    return f"{best} It wins at once." if moves <= 1 else f"{best} It wins in {moves} moves, whatever they do."


def hints_used(count: int) -> str:
    """The number of hints that were taken, with the result of a match; empty where there were none."""
    return f"-# Hints used: {count}." if count else ""


def rematch_begun(rematch: MatchId) -> str:
    """The number of a rematch, on the card of the match before it."""
    return f"Rematch: #{rematch}."


ANOTHER_LEVEL = "Another level"


# --- time ----------------------------------------------------------------------------------------


def time_is_up(computer: str, when: str) -> str:
    """The outlook now that a player's time is up: the computer never presses anybody for time."""
    return f"**Time's up**, but you can still move. If you don't, {computer} wins {when}."
