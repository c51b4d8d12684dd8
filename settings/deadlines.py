"""The bot's deadlines: the seconds that it waits for various things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Deadlines:
    """Seconds after which the bot stops waiting for something. The time for draining is a setting."""

    acknowledge: float = 3.5
    """For the first answer to an interaction. Discord waits three seconds, so later answers are lost."""
    named: float = 2.0
    """For names that a user is waiting for."""
    avatars: float = 3.0
    """For avatars: a picture without them is better than none."""
    held_back: float = 2.0
    """For the computer's answer, while the card of a player's move waits to show both."""
    handed_over: float = 2.0
    """For another process to show a card, before the user who made the change is told to wait."""
    renamed: float = 10.0
    """For renaming a thread: Discord may ask to wait for minutes, and then it is tried again later."""
    tidied: float = 10.0
    """For one chore."""
    thought: float = 60.0
    """For a child process to do a job: four times its limit of CPU time, since others use the CPU too."""
    turn: float = 40.0
    """For workers elsewhere to answer a turn or a hint: less than a turn's claim lasts."""
    searched: float = 120.0
    """For the same workers to do one search of a review, which waits behind everything else."""
    exported: float = 60.0
    """For a worker to make a user's export; after that, the bot makes it itself."""
    connected: float = 60.0
    """For a connection to the gateway, before another one is tried."""
    database: float = 5.0
    """For the database to answer a health check."""
    counted: float = 15.0
    """For counts from the database; they are also cached for as long."""
    swept: float = 120.0
    """For a successful sweep: a bot without one for longer is unhealthy."""
    goodbye: float = 2.0
    """For Discord to close the connection."""
    traced: float = 2.0
    """For sending the last traces."""


USUAL: Final = Deadlines()
"""The deadlines in production."""
