"""Texts on the way to somebody's first matches: challenge buttons at the end of tours, rules and /help."""

from __future__ import annotations

from typing import Final

from cogs.text.en.phrases import link
from matches.summaries import MatchSummary

RULES_PLAYED: Final = "**See a rule played:**"
OPEN_CHALLENGE: Final = "Open challenge"


def challenge_somebody(game: str) -> str:
    """The prompt of the member menu."""
    return f"Challenge somebody to {game}"


def play_it(game: str) -> str:
    """The line above the ways to a match, in a server."""
    return f"**Play {game}:** pick somebody, or let anyone here accept."


def play_in_a_server(command: str) -> str:
    """The same in direct messages, where nobody can be picked."""
    return (
        "**Play it:** matches start in a server that we share. Go to one of its channels and use "
        f"`/{command} challenge`."
    )


def already_challenged(match: MatchSummary) -> str:
    """A refusal: the same challenge has no answer yet, as after a double click."""
    where = link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"You've already posted [that challenge]({where}). You can withdraw it there."
