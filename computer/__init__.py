"""The computer as a player: search, one evaluation a game, and levels.

It imports ``engines`` and the standard library, and knows nothing of matches, people, Discord or time. What
it is told is a :class:`Job`, what it answers a :class:`Thought`; the same job has the same thought in every
process and on every machine. It never runs in the bot's process.
"""

from __future__ import annotations

from computer.core import Job, Thought
from computer.levels import LEVELS
from computer.think import think

__all__ = ["LEVELS", "Job", "Thought", "think"]
