"""Texts about playing the computer: its levels, where a match against it is, and why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text.en.phrases import link, mention
from engines import Game
from matches.model import Match, Phase

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
    """The refusal of a button that is for somebody who waits with a challenge."""
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


def begun(match: Match) -> str:
    """The place of a match against the computer that just began, or of one that a double click began."""
    against = f"Your match against {mention(match.computer)}" if match.computer else "Your practice match"
    home = match.shown.home
    if home is None:
        return f"{against} starts in a moment."
    if match.shown.direct:
        return f"{against} is in [our direct messages](<{link(None, home, match.shown.card)}>)."
    return f"{against} is in <#{home}>."
