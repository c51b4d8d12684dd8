"""Texts of matches that not everyone may see: played alone, or private."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import permissions
from matches.model import MatchFacts

PRIVATE: Final = "private"
"""What a private match is called among the terms of matches."""
IN_CHALLENGE: Final = "Private: only you two and moderators can see it."


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
