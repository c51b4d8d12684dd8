"""Texts on the way to somebody's first matches: challenge buttons at the end of tours, rules and /help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.phrases import link
from engines import Side
from matches.summaries import MatchSummary

RULES_PLAYED: Final = "**See a rule played:**"
OPEN_CHALLENGE: Final = "Open challenge"


def corner(point: str, *, left: bool) -> str:
    """An open place in a player's own rows, as they see them: ``Left corner (a2)``."""
    return f"{'Left' if left else 'Right'} corner ({point})"


def own_rows(side: Side, pieces: Sequence[tuple[str, str]], open_points: Sequence[str]) -> str:
    """A player's own rows before the pick, in words: ``pieces`` are (kind, point)."""
    kinds = dict.fromkeys(kind for kind, _ in pieces)
    stand = [f"{kind} {' '.join(at for each, at in pieces if each == kind)}" for kind in kinds]
    free = f" Open corners: {' '.join(open_points)}." if open_points else ""
    return f"Your rows as {side}: {'; '.join(stand)}.{free}"


def challenge_somebody(game: str) -> str:
    """The prompt of the member menu."""
    return f"Challenge somebody to {game}"


def play_it(game: str, *, computer: bool) -> str:
    """The line above the ways to a match, in a server where people may play the ``computer`` or not."""
    if computer:
        return f"**Play {game}:** pick somebody, let anyone accept, or play the computer."
    return f"**Play {game}:** pick somebody, or let anyone here accept."


def play_in_a_server(command: str) -> str:
    """The same in direct messages, where nobody can be picked."""
    return (
        "**Play it:** matches start in a server that we share. Go to one of its channels and use "
        f"`/{command} challenge`, with `computer:` if nobody's around."
    )


def already_challenged(match: MatchSummary) -> str:
    """A refusal: the same challenge has no answer yet, as after a double click."""
    where = link(match.guild_id, match.channel_id, match.shown.invitation)
    return f"You've already posted [that challenge]({where}). You can withdraw it there."
