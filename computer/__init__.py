"""The computer as a player: search, one evaluation a game, and levels.

It imports ``engines`` and the standard library, and knows nothing of matches, people, Discord or time. What
it is told is a :class:`Job`, what it answers a :class:`Thought`; the same job has the same thought in every
process and on every machine. :func:`computer.think.think` is how one leads to the other; it never runs in the
bot's process, which asks :class:`computer.workers.Workers`.
"""

from __future__ import annotations

from computer.core import Job, Thought
from computer.levels import LEVELS

__all__ = ["LEVELS", "Job", "Thought"]
