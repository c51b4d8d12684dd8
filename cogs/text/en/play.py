"""Texts of /play: one person's front door to a match."""

from __future__ import annotations

from typing import Final

COMMAND: Final = "Find a match, challenge somebody, or play the computer"
GAME_OPTION: Final = "Which game (leave it out to pick from all)"
OPPONENT_OPTION: Final = "Who to challenge"

TITLE: Final = "### Play"
FIND: Final = "Find a match"
CHALLENGE: Final = "Challenge somebody, or anyone here:"
MORE: Final = "⋯"
BACK: Final = "◀"
MORE_TITLE: Final = "### More ways to play"
