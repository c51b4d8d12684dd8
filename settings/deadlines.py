"""The deadlines of the bot: the seconds that it gives to whatever it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Deadlines:
    """Seconds after which the bot goes on without what it waits for. How long it drains is a setting."""

    acknowledge: float = 3.5
    """For a first answer to somebody. Discord waits for three, so later ones reach nobody."""
    named: float = 2.0
    """For names where somebody waits for them."""
    avatars: float = 3.0
    """For avatars: a picture without them beats none."""
    held_back: float = 2.0
    """For the computer's answer, while the card of a person's move waits to show it too."""
    handed_over: float = 2.0
    """For another process to show a card, before whoever made the change is told to wait."""
    renamed: float = 10.0
    """For a thread's name to be changed: Discord may ask to wait for minutes, and then it is tried later."""
    tidied: float = 10.0
    """For one chore."""
    thought: float = 60.0
    """For a child to do a job: four times what it may use of a processor, since others use it too."""
    turn: float = 40.0
    """For workers elsewhere to answer a turn or a hint: less than a turn is in one process's hands."""
    look: float = 120.0
    """For the same workers to look back at a match, which waits behind everything else."""
    exported: float = 60.0
    """For a worker to make a file about somebody, which is then made here all the same."""
    connected: float = 60.0
    """For a connection to the gateway, before another one is tried."""
    database: float = 5.0
    """For the database to answer, where somebody asks whether the bot is well."""
    counted: float = 15.0
    """For what the database counts: as long it is kept, however often somebody asks."""
    swept: float = 120.0
    """For a sweep that goes well: a bot that has not swept for longer is ill."""
    goodbye: float = 2.0
    """For Discord to say goodbye."""
    traced: float = 2.0
    """For the last traces to be sent."""


USUAL: Final = Deadlines()
"""The deadlines of a bot that serves people."""
