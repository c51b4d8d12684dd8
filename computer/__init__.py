"""The computer as a player: search, one evaluation per game, and levels.

It imports ``engines`` and the standard library, and knows nothing of matches, people, Discord or time. It is
given a :class:`Job` and answers with a :class:`Thought`; the same job has the same thought in every process
and on every machine. :func:`computer.think.think` computes the thought; it never runs in the bot's process,
which asks :class:`computer.workers.Workers`.
"""

from __future__ import annotations

from computer.core import Job, Thought
from computer.levels import LEVELS

__all__ = ["LEVELS", "Job", "Thought"]
