"""Texts for the organisers of a tournament: their page, results that they set, and players."""

from __future__ import annotations

from typing import Final

from cogs.text.en import tournament
from cogs.text.en.phrases import counted, mention, sentence
from matches import UserId
from matches.tournaments.model import Entrant, Tournament
from matches.tournaments.progress import LEAVES_AFTER

PAUSE: Final = "Pause"
GO_ON: Final = "Go on"
CALL_OFF: Final = "Cancel it…"
CALL_OFF_NOW: Final = "Cancel the tournament"
KEEP: Final = "Keep it"
SET_RESULT: Final = "Set a result…"
ENTRANTS: Final = "Players…"
POST_AGAIN: Final = "Post the card again"
ADD_ORGANISER: Final = "Add an organiser"
TAKE_OUT: Final = "Take them out"
REPLACE_BY: Final = "Put somebody in their place"
WHICH_GAME_SET: Final = "Which game?"
WHICH_ENTRANT: Final = "Which player?"
NOTHING_TO_SET: Final = "All games of this round are decided."
NO_ENTRANTS: Final = "Nobody is in this tournament."
PAUSED: Final = "Paused. No new matches start until you go on; the last days then move by as long."
WENT_ON: Final = "It goes on."
CALLED_OFF: Final = "It's cancelled."
POSTED_AGAIN: Final = "The card is posted again."


def organise(found: Tournament) -> str:
    """Heads the organiser's page."""
    return "\n".join(
        [
            f"### Organise {found.name}",
            f"{sentence(tournament.STATES[found.state])}, {counted(len(found.active), 'player')}. "
            f"{tournament.organised(found)}",
            "-# Results that you set are marked in the table. They count there, and never for ratings.",
        ]
    )


def call_off_question(found: Tournament) -> str:
    """Asks before a tournament is cancelled."""
    return (
        f"### Cancel {found.name}?\nIt ends without a winner. Running matches go on as normal matches. "
        "This can't be undone."
    )


def entrant_choice(name: str | None, number: int, one: Entrant) -> str:
    """An entrant in a menu; ``number`` stands for a name that is not known."""
    left = "" if one.active else " (left)"
    return f"{name or f'Entry {number}'}{left}"


def entrant_page(found: Tournament, user: UserId | None, seed: int) -> str:
    """Heads the page of an entrant."""
    started = found.state.started
    also = " Somebody in their place takes over seed, points, and all games not begun." if started else ""
    number = f" (seed {seed})" if seed else ""
    return (
        f"### {found.name}\n{tournament.person(user)}{number}. "
        f"Taken out, they lose games not begun by forfeit.{also}"
        f"\n-# They're out by themselves after {counted(LEAVES_AFTER, 'game')} lost on time or not begun."
    )


def taken_out(user: UserId) -> str:
    """Said once an entrant is out."""
    return f"{mention(user)} is out."


def replaced(user: UserId) -> str:
    """Said once a member plays in an entrant's place."""
    return f"{mention(user)} plays in their place now. Tell them: their matches ping them."


def organiser_added(user: UserId) -> str:
    """Said once a member is an organiser."""
    return f"{mention(user)} is an organiser now."
