"""Texts for the organisers of a tournament: their page, results that they set, and players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text import speaks
from cogs.text.en import time
from cogs.text.en.phrases import counted, listed, mention, sentence, when
from cogs.tournaments import texts
from matches import UserId
from matches.tournaments.model import Entrant, Tournament
from matches.tournaments.progress import LEAVES_AFTER
from matches.tournaments.substitutes import QuestionState, SubstituteQuestion

START: Final = "Start now…"
START_NOW: Final = "Start"
CHANGE: Final = "Change…"
SAME_AGAIN: Final = "Same again"
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
REPLACE_BY: Final = "Ask somebody to take their place"
TAKE_QUESTION_BACK: Final = "Take the question back"
TAKE_OVER: Final = "I'll play"
DONT_TAKE_OVER: Final = "No, thanks"
NOT_TAKEN_OVER: Final = "Fine, nothing changes. You won't be asked again for this tournament."
WHICH_GAME_SET: Final = "Which game?"
WHICH_ENTRANT: Final = "Which player?"
NOTHING_TO_SET: Final = "All games of this round are decided."
NO_ENTRANTS: Final = "Nobody is in this tournament."
STARTED: Final = "It starts now: the first matches begin within a minute."
CHANGED: Final = "Changed."
CHANGED_ASKED: Final = "Changed. Those who are in are asked on its card whether they stay."
PAUSED: Final = "Paused. No new matches start until you go on; the last days then move by as long."
WENT_ON: Final = "It goes on."
CALLED_OFF: Final = "It's cancelled."
POSTED_AGAIN: Final = "The card is posted again."


def organise(found: Tournament) -> str:
    """Heads the organiser's page."""
    return "\n".join(
        [
            f"### Organise {found.name}",
            f"{sentence(texts.STATES[found.state])}, {counted(len(found.active), 'player')}. "
            f"{texts.organised(found)}",
            "-# Results that you set are marked in the table. They count there, and never for ratings.",
        ]
    )


def start_question(found: Tournament, unsure: Sequence[UserId]) -> str:
    """Asks before a tournament starts early, with the names of those who are in."""
    users = [one.user_id for one in found.active if one.user_id not in unsure]
    out = (
        f"\n{listed(list(map(mention, unsure)))} didn't agree to the change, and will be out."
        if unsure
        else ""
    )
    players = f"{counted(len(users), 'player')}: {listed([texts.person(user) for user in users])}"
    return f"### Start {found.name} now?\n{players}. Nobody else can join then.{out}"


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
    also = " A substitute gets their seed, their points, and all games that haven't begun." if started else ""
    number = f" (seed {seed})" if seed else ""
    return (
        f"### {found.name}\n{texts.person(user)}{number}. "
        f"Taken out, they lose games not begun by forfeit.{also}"
        f"\n-# They're out by themselves after {counted(LEAVES_AFTER, 'game')} lost on time or not begun."
    )


def taken_out(user: UserId) -> str:
    """Said once an entrant is out."""
    return f"{mention(user)} is out."


def question(found: Tournament, one: SubstituteQuestion) -> str:
    """Asks a member whether they play on in an entrant's place, who isn't named to everybody."""
    return (
        f"### Will you play on for somebody?\n{mention(one.user)}, the organisers of **{found.name}** ask "
        f"whether you'd take somebody's place, seed {one.seed}: with the points so far, and all games that "
        f"haven't begun. {texts.what(found.game, found.terms)}.\n"
        f"-# Nothing changes unless you say yes. The question is over {when(one.ends_at)}."
    )


def asked(one: SubstituteQuestion) -> str:
    """The latest question for a place, as an organiser sees it."""
    whom = mention(one.user)
    match one.state:
        case QuestionState.OPEN:
            again = "" if one.times == 1 else " They aren't pinged a second time, so tell them."
            return (
                f"{whom} has been asked to take their place. Until they say yes, nothing changes; the "
                f"question is over {when(one.ends_at)}.{again}"
            )
        case QuestionState.ACCEPTED:
            return f"{whom} was asked, and took the place."
        case QuestionState.REFUSED:
            return f"{whom} was asked, and said no."
        case QuestionState.UNSENT:
            return (
                f"I couldn't ask {whom}: I can't post in the tournament's channel. I need to see it, and to "
                "send messages and files there."
            )
        case QuestionState.LAPSED:
            return f"{whom} was asked, and didn't answer in time."
        case QuestionState.WITHDRAWN:
            return f"{whom} was asked, and the question was taken back."


def not_asked(user: UserId) -> str:
    """Said to everybody but the one who is asked."""
    return f"This question is for {mention(user)} alone."


def taken_over(found: Tournament) -> str:
    """Said to somebody who has taken a place."""
    pace = time.pace(found.terms.pace)
    return f"You're in **{found.name}**. Your matches open by themselves, and ping you: {pace}."


def sees_no_channel(channel: int) -> str:
    """The member who was chosen doesn't see the tournament's channel."""
    return (
        f"They can't see <#{channel}>, where this tournament is played. Let them in first, or pick "
        "somebody else."
    )


def organiser_added(user: UserId) -> str:
    """Said once a member is an organiser."""
    return f"{mention(user)} is an organiser now."


speaks(__name__, "organising")
