"""Every sentence about what is tidied up: old cards, the home of all matches, threads that are closed.

As in ``texts``: functions return Discord markdown, people are named by mention only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from cogs.text.en.match import tossed, turn_made
from cogs.text.en.phrases import listed
from engines.record import Played
from matches.guild_settings import NEVER, OldCards
from matches.model import Match

# --- old cards ---------------------------------------------------------------------------------------

TAKEN_BACK = "This move was taken back."
BEGINNING = "The match begins."


def old_turn(actions: Sequence[Played], by_themselves: int) -> str:
    """The card of a turn, once a newer one is out; its last actions may have played themselves."""
    return turn_made(actions, by_themselves) or BEGINNING


def old_setup(match: Match) -> str:
    """The card of a setup, once the board is out."""
    return tossed(match, match.toss) if match.toss else BEGINNING


def old_board(said: str) -> str:
    """Read out in place of a board that is not the newest any more."""
    return f"The board at this point: {said}"


# --- the home of all matches -------------------------------------------------------------------------


def home_gone(home: int) -> str:
    """Heads the first card of a match that could not be played where the server wants its matches."""
    return (
        f"-# This server plays its matches in <#{home}>, but I can't use it right now, so this one is here."
    )


def home_hidden(home: int) -> str:
    """The same, where not everyone who could see the challenge can see that place."""
    return (
        f"-# This server plays its matches in <#{home}>, but not everyone here can see that channel, "
        "so this one is here."
    )


def post(match: Match, seats: str) -> str:
    """The first message of a match's post in a forum; its cards follow."""
    return f"{seats}\n-# Every move gets a card below."


# --- a server's settings -----------------------------------------------------------------------------

OLD_CARDS: Mapping[OldCards, str] = {
    OldCards.PICTURE: "keep their picture",
    OldCards.SMALL: "keep a small picture",
    OldCards.TEXT: "keep only their text",
}
"""The look of old cards, as the choices of a setting."""
ARCHIVE: Mapping[str, str] = {
    "1": "after an hour",
    "6": "after 6 hours",
    "24": "after a day",
    "72": "after 3 days",
    "168": "after a week",
    NEVER: "by Discord alone",
}
"""The times after which the thread of a finished match is archived, as the choices of a setting."""
NO_HOME = "**Matches** are played where they're asked for."


def old_cards(look: OldCards) -> str:
    """The line about old cards on the page of a server's settings."""
    return f"**Old cards** lose their buttons and {OLD_CARDS[look]}."


def archive(after: timedelta | None) -> str:
    """The line about threads of finished matches on the page of a server's settings."""
    when = NEVER if after is None else f"{after // timedelta(hours=1)}"
    return f"**Threads of finished matches** are archived {ARCHIVE[when]}."


def home(channel: int | None, trouble: str) -> str:
    """The line about the home of all matches on the page of a server's settings."""
    return NO_HOME if channel is None else f"**Matches** are all played in <#{channel}>.{trouble}"


HOME_GONE = " I can't find it anymore, so matches stay where they're asked for."
NO_TAG = " I can't use any of its tags, and it requires one, so matches stay where they're asked for."


def home_lacks(names: Sequence[str]) -> str:
    """The trouble with a home where the bot may not do all it has to; the names are Discord's permissions."""
    lacking = listed([f"**{name}**" for name in names])
    return f" I'm missing {lacking} there, so matches stay where they're asked for."


def no_home_permissions(channel: int, names: Sequence[str]) -> str:
    """The refusal of a home where the bot may not do all it has to."""
    lacking = listed([f"**{name}**" for name in names])
    return f"I can't run matches in <#{channel}>: I'm missing {lacking} there. Add that, then set it again."


def no_home_tag(channel: int) -> str:
    """The refusal of a forum that requires a tag that the bot may not use."""
    return (
        f"Every post in <#{channel}> needs a tag, and I can't use any of them. Add a tag that isn't limited "
        "to moderators, or stop requiring one, then set it again."
    )
